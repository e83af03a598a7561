"""The few clauses that decided: those of the outcome, and never more than a few."""

from __future__ import annotations

from debellis.battle.deciding import FEW, deciding
from debellis.battle.rules import Event
from debellis.umpire.ruling import Reason, Ruling
from debellis.umpire.sheet import Line, Sheet

BECAUSE = (
    Reason("BOB-RES-1a", "one die for each side, once"),
    Reason("BOB-LES-1b", "2LH B2 (Light Horse) beaten by 4Sp R4 (Spears) in close combat: recoil"),
    Reason("BOB-SEQ-3", "no PIPs are left, and fighting needs none"),
)
SHEET = Sheet("B2", (Line(2, "Light Horse against foot", ("DBA22-B23",)), Line(-1, "uphill", ("BOB-TAC-5a",))))


def test_of_a_combat_the_outcome_and_the_factors_on_top() -> None:
    ruling = Ruling("fight", {}, BECAUSE, sheets=(SHEET,))
    event = Event("fight", "R4 fights B2", ruling.clauses, ("R4", "B2"), ruling)
    assert deciding(event) == ("BOB-LES-1b", "BOB-TAC-5a")


def test_of_anything_else_the_first_few() -> None:
    many = tuple(f"BOB-MOV-{i}" for i in range(9))
    assert deciding(Event("move", "R1 moves", many, ("R1",))) == many[:FEW]
    assert deciding(Event("camp", "red has no room for a camp")) == ()
