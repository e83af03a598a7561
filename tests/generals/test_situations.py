"""Situations in which a general was seen to decide badly: hopeless attacks, and PIPs left over with work to do."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.generals.bound_plan import plan_of_bound
from debellis.generals.centurion import Centurion
from debellis.generals.character import ADVICE, character_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.generals.test_character import element

RULES = rules_of("dba22")
WOODS = ((240.0, 215.0), (320.0, 215.0), (320.0, 290.0), (240.0, 290.0))
#: The general that gives hints, and one that plays.
GENERALS = (ADVICE, character_of("steady"))


def state_of(bounds: int, *bases: Base, ground: tuple[Terrain, ...] = (), lost: tuple[str, ...] = ()) -> Any:
    """Red to move with four PIPs, after a number of bounds of both sides, and with elements lost already."""
    position = Position("dba22", (600.0, 600.0), bases, ground, active="red", bound=6, lost={"red": lost})
    state = RULES.from_position(position, Opening("moves", 4))
    return replace(state, bounds={"red": bounds, "blue": bounds})


def before(ours: str, theirs: str, bounds: int) -> Any:
    """An element of ours straight before one of theirs, both generals far away."""
    return state_of(
        bounds,
        element("R1", "red", ours, (300.0, 300.0), True),
        element("B1", "blue", theirs, (300.0, 330.0), False),
        element("R9", "red", "4Bd general", (300.0, 60.0), True),
        element("B9", "blue", "4Bd general", (300.0, 560.0), False),
    )


def odds(ours: str, theirs: str) -> tuple[int, int]:
    """The chances of a fight front to front, in percent: to destroy and to be destroyed."""
    touching = state_of(
        1,
        element("R1", "red", ours, (300.0, 300.0), True),
        element("B1", "blue", theirs, (300.0, 300.0), False),
        element("R9", "red", "4Bd general", (300.0, 60.0), True),
        element("B9", "blue", "4Bd general", (300.0, 560.0), False),
    )
    (fight,) = RULES.survey.fights(touching, "red", ADVICE.weights)
    won, lost = fight.odds.chances()
    return round(100.0 * won), round(100.0 * lost)


@pytest.mark.parametrize(("ours", "theirs", "chances"), [("3Bw", "4Bd", (0, 33)), ("4Bd", "3Kn", (6, 42))])
@pytest.mark.parametrize("by", GENERALS, ids=lambda by: by.name)
@pytest.mark.parametrize("bounds", [1, 28])
def test_no_attack_at_hopeless_odds_however_late(
    ours: str, theirs: str, chances: tuple[int, int], by: Any, bounds: int
) -> None:
    assert odds(ours, theirs) == chances
    plan = plan_of_bound(Centurion(1, by), RULES, before(ours, theirs, bounds))
    assert not any("attacks" in decision.reason for decision in plan)


def broken_line(bounds: int) -> Any:
    """A line of six whose middle has woods before it, and the enemy three base widths away."""
    red = tuple(element(f"R{i}", "red", "4Bd", (180.0 + 40.0 * i, 210.0), True) for i in range(6))
    blue = tuple(element(f"B{i}", "blue", "4Sp", (180.0 + 40.0 * i, 330.0), False) for i in range(6))
    return state_of(
        bounds,
        *red,
        *blue,
        element("R9", "red", "4Bd general", (280.0, 150.0), True),
        element("B9", "blue", "4Sp general", (280.0, 400.0), False),
        ground=(Terrain("woods", "woods", outline=WOODS),),
    )


def test_a_line_that_woods_break_goes_forward_in_parts() -> None:
    state = broken_line(16)
    plan = plan_of_bound(Centurion(1), RULES, state)
    moved = {name for decision in plan for name in RULES.survey.moved_by(decision.action)}
    assert len(plan) >= 4
    assert {"R0", "R1", "R4", "R5"} <= moved


def test_a_plan_ends_with_the_end_of_moves_and_its_hint_comes_first() -> None:
    state = broken_line(16)
    plan = plan_of_bound(Centurion(1, ADVICE), RULES, state)
    assert plan[0] == Centurion(1, ADVICE).decide(RULES, state)
    assert plan[-1].action == RULES.survey.ending(state)
    assert len(plan) <= 5
    unused = 4 - (len(plan) - 1)
    assert plan[-1].reason == "No PIPs are left." if not unused else str(unused) in plan[-1].reason


def beside_a_fight(ours: str, theirs: str, helper: str, neighbour: str, at: tuple[float, float], *lost: str) -> Any:
    """An element of ours in a fight, an enemy beside its opponent, and a helper of ours who could attack that one."""
    return state_of(
        9,
        element("R1", "red", ours, (300.0, 300.0), True),
        element("B1", "blue", theirs, (300.0, 300.0), False),
        element("B2", "blue", neighbour, (340.0, 300.0), False),
        element("R2", "red", helper, at, True),
        element("R9", "red", "4Bd general", (200.0, 60.0), True),
        element("B9", "blue", "4Bd general", (300.0, 560.0), False),
        lost=lost,
    )


DOOR = ("3Cv", "3Bw", "2Ps", "3Ax", (380.0, 270.0))
GAP = ("4Sp", "2LH", "4Sp", "4Wb", (340.0, 270.0))
SHOOTERS = ("2LH", "4Wb", "2Ps", "3Bw", (380.0, 240.0))


@pytest.mark.parametrize(
    ("situation", "lost", "purpose"),
    [
        (DOOR, (), "taken to close the door to a flank the enemy could reach."),
        (GAP, (), "taken to close a gap in the line."),
        (SHOOTERS, (), "taken to keep the enemy's shooters from shooting."),
        (DOOR, ("4Bd", "4Bd", "3Cv"), "but a last chance in a battle that is nearly lost."),
    ],
    ids=["door", "gap", "shooters", "last chance"],
)
def test_a_poor_fight_is_advised_for_what_it_is_good_for(situation: Any, lost: tuple[str, ...], purpose: str) -> None:
    state = beside_a_fight(*situation, *lost)
    hint = Centurion(1, ADVICE).decide(RULES, state)
    assert hint.reason.startswith(f"{situation[2]} R2 attacks B2: ")
    assert hint.reason.endswith(f"; a poor fight, {purpose}")


def test_without_the_open_flank_the_poor_fight_is_not_advised() -> None:
    """The same as at the door, but nobody of ours fights there."""
    _, _, helper, neighbour, at = DOOR
    state = state_of(
        9,
        element("B2", "blue", neighbour, (340.0, 300.0), False),
        element("R2", "red", helper, at, True),
        element("R9", "red", "4Bd general", (200.0, 60.0), True),
        element("B9", "blue", "4Bd general", (300.0, 560.0), False),
    )
    assert "attacks" not in Centurion(1, ADVICE).decide(RULES, state).reason
