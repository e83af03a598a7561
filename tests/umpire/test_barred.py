"""A refused group move names the bases at fault, as data and in its sentence, in every edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.casebook.reading import read_case
from debellis.dba.playing import game as dba
from debellis.dbm.playing import game as dbm
from debellis.table import writing
from debellis.umpire.ruling import Barred, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

#: Troops of a line and its general for each edition, and a clause for the case file.
TROOPS = {
    "dba22": ("4Bd", "3Kn general", "4Sp general", "DBA22-B12.2.1"),
    "rrr": ("Bd", "Gen", "Pk", "REN-SCALE-mu"),
    "dbm31": ("Irr Wb (O)", "Irr Cv (O)", "Irr Sp (O)", "IWF-12.3b"),
    "dbm32": ("Irr Wb (O)", "Irr Cv (O)", "Irr Sp (O)", "IWF-12.3b"),
}


def rules_of(edition: str) -> Game:
    return Game(edition, dbm.FAMILY if edition.startswith("dbm") else dba.FAMILY)


def state_of(edition: str, folder: Path, more: str = "", third: str = "") -> Any:
    """A line of three of red with six PIPs, its general behind it and an enemy far away."""
    line, general, enemy, clause = TROOPS[edition]
    file = folder / "line.toml"
    file.write_text(
        f'title = "A line"\nedition = "{edition}"\nclauses = ["{clause}"]\nactive = "red"\ntable = [600, 600]\n'
        "base = [\n"
        f'{{ id = "R1", side = "red", troops = "{line}", front = [200, 200], facing = 0 }},\n'
        f'{{ id = "R2", side = "red", troops = "{line}", right_of = "R1" }},\n'
        f'{{ id = "R3", side = "red", troops = "{line}", right_of = "R2"{third} }},\n'
        f'{{ id = "R7", side = "red", troops = "{general}", front = [240, 100], facing = 0 }},\n'
        f'{{ id = "B1", side = "blue", troops = "{enemy}", front = [100, 560], facing = 180 }},\n'
        f']\n{more}\n[[ask]]\nquestion = "going"\nelement = "R7"\nanswer = "good"\n'
    )
    return rules_of(edition).from_position(read_case(file).position, Opening("moves", 6))


def action_of(edition: str, *names: str) -> Any:
    """The action of some bases that go 20 mm straight ahead."""
    move: dict[str, Any] = {"elements": names, "steps": [{"advance": 20.0}]}
    rules = rules_of(edition)
    raw = {"do": "move", **move} if edition.startswith("dbm") else {"do": "move", "move": move}
    return writing.convert(raw, rules.action_type)


def ahead(edition: str, state: Any, *names: str) -> Ruling:
    return rules_of(edition).check(state, action_of(edition, *names))


@pytest.mark.parametrize("edition", TROOPS)
def test_who_has_moved_is_named(edition: str, tmp_path: Path) -> None:
    rules, state = rules_of(edition), state_of(edition, tmp_path)
    one = state.position.base("R3")
    pose = {"front": (one.front[0], one.front[1] + 1.0), "facing": one.facing}
    single: dict[str, Any] = {"elements": ["R3"], "path": [pose]}
    raw = {"do": "move", **single} if edition.startswith("dbm") else {"do": "move", "move": single}
    state, _ = rules.apply(state, writing.convert(raw, rules.action_type), Chance())
    again = rules.check(state, writing.convert(raw, rules.action_type))
    assert again.answer["faults"][0].startswith("R3 has already moved this bound")
    assert Barred("R3", wherever=True) in (again.barred or ())


@pytest.mark.parametrize("edition", ("dbm31", "dbm32"))
def test_who_serves_in_another_command_is_named(edition: str, tmp_path: Path) -> None:
    state = state_of(edition, tmp_path, third=', command = "other"')
    ruling = ahead(edition, state, "R1", "R2", "R3")
    assert ruling.answer["faults"] == ["R3 serves in another command than R1"]
    assert ruling.barred == (Barred("R3", wherever=True),)
    assert ahead(edition, state, "R1", "R2").answer["legal"]


@pytest.mark.parametrize("edition", TROOPS)
def test_who_would_be_in_bad_going_is_named(edition: str, tmp_path: Path) -> None:
    wood = 'terrain = [{ id = "W", kind = "woods", outline = [[265, 205], [330, 205], [330, 300], [265, 300]] }]'
    state = state_of(edition, tmp_path, wood)
    ruling = ahead(edition, state, "R1", "R2", "R3")
    assert any("R3" in says and "W" in says for says in ruling.answer["faults"])
    assert ruling.barred == (Barred("R3"),)
    assert ahead(edition, state, "R1", "R2").answer["legal"]


def test_a_legal_or_quiet_verdict_bars_nobody() -> None:
    quiet, verdict = QuietVerdict(), Verdict()
    quiet.bar("R1")
    quiet.refuse("R1 may not")
    verdict.absorb(quiet)
    assert not verdict.decide("move").barred
    verdict.bar("R2", wherever=True)
    verdict.bar("R2")
    verdict.refuse("R2 may not")
    assert verdict.decide("move").barred == (Barred("R2", wherever=True),)
