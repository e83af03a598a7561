"""What generals make of rivers, of order near the enemy and far from him, and what a recruit leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.playing.actions import EndMoves
from debellis.generals.candidates import Glance, candidates
from debellis.generals.centurion import Centurion
from debellis.generals.character import character_of
from debellis.generals.evaluation import worth_of
from debellis.generals.recruit import Recruit, simple
from debellis.generals.threats import threat
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.generals.test_character import element

STEADY = character_of("steady")
SURVEY = rules_of("dba22").survey
movers = SURVEY.moved_by
RIVER = ((0.0, 205.0), (600.0, 205.0), (600.0, 235.0), (0.0, 235.0))


def state_of(*bases: Base, nature: str | None = None) -> Any:
    """Red to move with four PIPs, on a board with a river or without."""
    ground = () if nature is None else (Terrain("river", "river", outline=RIVER, nature=nature),)
    position = Position("dba22", (600.0, 600.0), bases, ground, active="red", bound=6)
    return rules_of("dba22").from_position(position, Opening("moves", 4))


def armies() -> tuple[Base, ...]:
    """A red line south of where the river is, or is not, and blue ones far to the north."""
    red = tuple(element(f"R{i}", "red", "4Bd", (200.0 + 40.0 * i, 200.0), True) for i in range(4))
    blue = tuple(element(f"B{i}", "blue", "4Sp", (200.0 + 40.0 * i, 480.0), False) for i in range(4))
    generals = (
        element("R9", "red", "4Bd general", (280.0, 120.0), True),
        element("B9", "blue", "4Sp general", (280.0, 560.0), False),
    )
    return (*red, *blue, *generals)


def rank_of_line(nature: str | None) -> float:
    """What it seems to gain that the line of four goes ahead."""
    state = state_of(*armies(), nature=nature)
    glance = Glance(SURVEY, state, "red", STEADY)
    lines = [one.action for one in candidates(rules_of("dba22"), state, "red", STEADY) if len(movers(one.action)) == 4]
    return max(glance.gain(action) for action in lines)


def test_a_line_does_not_look_to_a_river_for_its_way() -> None:
    assert rank_of_line(None) > 0.0
    assert rank_of_line("paltry") == pytest.approx(rank_of_line(None))
    assert rank_of_line("normal") < 0.0


@pytest.mark.parametrize("nature", [None, "normal"])
def test_a_river_does_not_stop_an_army_that_has_waited_long_enough(nature: str | None) -> None:
    rules = rules_of("dba22")
    state = replace(state_of(*armies(), nature=nature), bounds={"red": 16, "blue": 16})
    action = Centurion(1).choose(rules, state)
    assert not isinstance(action, EndMoves)
    assert len(movers(action)) == (4 if nature is None else 1)


@pytest.mark.parametrize("seed", range(4))
def test_a_recruit_wades_in_after_some_bounds(seed: int) -> None:
    rules = rules_of("dba22")
    state = replace(state_of(*armies(), nature="normal"), bounds={"red": 12, "blue": 12})
    action = Recruit(seed).choose(rules, state)
    assert len(movers(action)) == 1
    assert rules.allows(state, action)
    # Where there is no river he goes on with his whole line.
    assert len(movers(Recruit(seed).choose(rules, replace(state, position=state_of(*armies()).position)))) == 4


def in_line(gap: float) -> float:
    """What the order of two red elements side by side is worth with blue so far before them."""
    red = (element("R1", "red", "4Bd", (280.0, 200.0), True), element("R2", "red", "4Bd", (320.0, 200.0), True))
    blue = element("B1", "blue", "4Sp", (300.0, 200.0 + gap), False)
    return worth_of(SURVEY, state_of(*red, blue), "red", STEADY).parts["line"]


def test_order_matters_near_the_enemy_and_next_to_nothing_far_from_him() -> None:
    assert in_line(60.0) == pytest.approx(2.0 * STEADY.line)
    assert in_line(60.0) > in_line(180.0) > in_line(320.0) > 0.0
    assert in_line(320.0) == pytest.approx(0.05 * in_line(60.0))


def test_a_recruit_sees_neither_flanks_nor_threats_nor_who_beats_whom() -> None:
    seen = simple(STEADY)
    assert (seen.volley, seen.exposed, seen.flank, seen.threat, seen.support, seen.mass) == (0.0,) * 6
    assert seen.face < STEADY.face and seen.advance > STEADY.advance
    assert min(STEADY.volley, STEADY.exposed, STEADY.flank, STEADY.threat, STEADY.support, STEADY.mass) > 0.0


def volley(gap: float, mine: str = "4Bd", theirs: str = "4Bw") -> float:
    """What shots after the next moves are worth to red, with blue so far before it."""
    red = element("R1", "red", mine, (300.0, 200.0), True)
    blue = element("B1", "blue", theirs, (300.0, 200.0 + gap), False)
    return worth_of(SURVEY, state_of(red, blue), "red", STEADY).parts["volley"]


def test_who_may_be_shot_at_after_the_next_moves_is_in_danger_before_he_is_in_range() -> None:
    # Bows shoot 200 paces (50 mm) and move as far: at 80 mm they need but come on, at 200 mm they cannot.
    assert volley(80.0) < 0.0
    assert volley(200.0) == 0.0
    assert volley(80.0, mine="4Bw", theirs="4Bd") == pytest.approx(-volley(80.0))
    assert volley(80.0, theirs="4Bd") == 0.0


def threat_to_red(*bases: Base) -> float:
    """What charges of blue could bring it."""
    state = state_of(*bases)
    field = SURVEY.field(state, "blue")
    return threat(field.mine, field.theirs, field, STEADY, SURVEY.actions_to_come(state, "blue"))


def threatened(*knights: float) -> float:
    """What charges of blue knights at these places across could bring against one red bow."""
    blue = tuple(element(f"B{i}", "blue", "3Kn", (x, 260.0), False) for i, x in enumerate(knights))
    bow = element("R1", "red", "4Bw", (300.0, 200.0), True)
    return threat_to_red(*blue, bow)


def test_a_charge_to_be_expected_is_worse_where_it_can_be_overlapped() -> None:
    assert 0.0 < threatened(300.0) < threatened(300.0, 340.0) < threatened(260.0, 300.0, 340.0)
    assert threatened(300.0, 340.0) == threatened(260.0, 300.0)
    # One too far off to come up beside the first changes nothing.
    assert threatened(300.0, 540.0) == threatened(300.0)


def test_nobody_fears_who_is_out_of_reach() -> None:
    knight = element("B1", "blue", "3Kn", (300.0, 500.0), False)
    bow = element("R1", "red", "4Bw", (300.0, 200.0), True)
    assert threat_to_red(knight, bow) == 0.0
