"""The notation of DBM: what it means, how deep a base it makes, and what is refused in one sentence."""

from __future__ import annotations

import pytest

from debellis.dbm.measures import measures, paces
from debellis.dbm.troops import CINC, SUB, among, read_troops, service, troop
from debellis.mechanics.tables import rows, ruleset_of
from debellis.table import writing
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.umpire.editions import edition

SMALL, LARGE = measures("dbm31")


@pytest.mark.parametrize(
    ("text", "code", "depth", "large"),
    [
        ("Reg Bd (O)", "Reg Bd (O)", 15, 20),
        ("Irr Bd (F)", "Irr Bd (F)", 20, 30),
        ("Irr Wb(F)", "Irr Wb (F)", 20, 30),
        ("Irr Kn (O)", "Irr Kn (O)", 30, 40),
        ("Reg Kn (X)", "Reg Kn (X)", 30, 40),
        ("Irr Kn (O) chariot", "Irr Kn (O) chariot", 40, 80),
        ("Irr El (I)", "Irr El (I)", 40, 80),
        ("Irr Exp", "Irr Exp (O)", 40, 80),
        ("Reg WWg (S)", "Reg WWg (S)", 80, 120),
        ("Irr Wb (O) mounted", "Irr Wb (O) mounted", 30, 40),
        ("Irr Bge (immobile)", "Irr Bge (immobile)", 40, 80),
        ("Reg Bd (X) + Reg Bw (O)", "Reg Bd (X) + Reg Bw (O)", 40, 60),
    ],
)
def test_a_notation_has_a_base(text: str, code: str, depth: float, large: float) -> None:
    found = read_troops("dbm31", text, SMALL)
    assert (found.code, found.depth, found.width) == (code, depth, 40.0)
    assert read_troops("dbm31", text, LARGE).depth == large
    assert read_troops("dbm31", found.code, SMALL) == found


def test_ranks_mounts_and_weapons_are_read() -> None:
    assert read_troops("dbm31", "Reg Kn (F) C-in-C", SMALL).rank == CINC
    assert read_troops("dbm31", "Reg Kn (F) general", SMALL).rank == SUB
    assert read_troops("dbm31", "Reg Kn (F)", SMALL).general is False
    assert read_troops("dbm31", "Irr Kn (O)//Irr Bd (S)", SMALL).dismounts == "Irr Bd (S)"
    base = Base("A", "red", "Irr Ps (S) crossbow", "Ps", 40.0, 20.0)
    assert (troop(base).weapon, troop(base).regular) == ("crossbow", False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4Bd", "is not a troop notation"),
        ("Reg Xx (O)", "no troop type"),
        ("Reg Wb (O)", "Wb are Irr, of grade S, O, F"),
        ("Reg Sp (F)", "there is no Reg Sp (F)"),
        ("Reg Sp (O) purple", "says nothing about Reg Sp (O)"),
        ("Reg Kn (O) mounted", "says nothing about"),
        ("Reg Sp (O)//Reg Bd (O)", "only mounted dismount"),
    ],
)
def test_what_is_no_notation_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError) as wrong:
        read_troops("dbm31", text, SMALL)
    assert says in str(wrong.value)


def test_names_of_the_tables_mean_troops() -> None:
    horse = troop(Base("A", "red", "Irr Kn (F)", "Kn", 40.0, 30.0))
    assert among("dbm31", horse, ["Kn"]) and among("dbm31", horse, ["Irr Kn(F)"]) and among("dbm31", horse, ["mounted"])
    assert not among("dbm31", horse, ["Reg Kn", "Kn(O)", "foot", "skirmishers"])


def test_versions_choose_rows_and_paces_are_half_a_millimetre() -> None:
    old, new = (Position(name, (1800.0, 1200.0), scale=SMALL) for name in ("dbm31", "dbm32"))
    assert tuple(ruleset_of(table.edition) for table in (old, new)) == ("3.1", "3.2")
    assert "wb_deep" in [row["id"] for row in rows(old, "rear_support")]
    assert "wb_deep" not in [row["id"] for row in rows(new, "rear_support")]
    assert not {"cv_30", "bd_30"} & {row["id"] for row in rows(old, "rear_support")}
    assert paces(old, 200) == 100.0
    assert edition("dbm31").table_size(SMALL) == (1800.0, 1200.0)


def test_a_base_without_commands_is_written_as_before() -> None:
    plain = Base("A", "red", "4Bd", "blades", 40.0, 15.0)
    assert b"service" not in writing.encode(plain)
    assert b"commands" not in writing.encode(Position("dba22", (600.0, 600.0)))
    serving = Base("A", "red", "Reg Bd (O)", "Bd", 40.0, 15.0, service=Service("C"))
    assert writing.decode(writing.encode(serving), Base) == serving
    assert service(plain).command == "red"
