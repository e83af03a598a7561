"""How a legate tells plans apart: which he rehearses, how often, and what the enemy makes of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.playing.actions import RollPips
from debellis.generals.answering import answered
from debellis.generals.budget import Budget
from debellis.generals.character import character_of
from debellis.generals.comparing import WORK, best_of, shortlist
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.legate import Legate
from debellis.generals.planning import Plan
from debellis.generals.rehearsing import rehearse
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from tests.generals.test_character import element

STEADY = character_of("steady")
RULES = rules_of("dba22")


def state_of(*bases: Base, active: str = "red", pips: int = 4) -> Any:
    """A moment of somebody's moves on open ground."""
    position = Position("dba22", (600.0, 600.0), bases, (), active=active, bound=6)
    return RULES.from_position(position, Opening("moves", pips))


def plan(value: float, exposed: float = 0.0, fight: float = 0.0, moves: int = 1) -> Plan:
    """A plan with these parts and others that make up the rest."""
    parts = {"exposed": exposed, "fight": fight, "face": value - exposed - fight}
    return Plan(state_of(), Worth(parts), tuple(RollPips() for _ in range(moves)))


def field(gap: float, lone: str = "2Ps", charger: str = "3Kn") -> tuple[Base, ...]:
    """A red element alone with two of the enemy's before it at this distance, and both generals far off."""
    return (
        element("R", "red", lone, (300.0, 200.0), True),
        element("B1", "blue", charger, (280.0, 200.0 + gap), False),
        element("B2", "blue", charger, (320.0, 200.0 + gap), False),
        element("R9", "red", "4Bd general", (100.0, 40.0), True),
        element("B9", "blue", "4Sp general", (500.0, 560.0), False),
    )


def touching(state: Any, one: str, two: str) -> bool:
    bases = state.position
    return meet(bases.base(one).rectangle, bases.base(two).rectangle).kind != "none"


def test_the_enemy_charges_whom_he_can_reach_and_beat() -> None:
    near = state_of(*field(60.0), active="blue")
    after = answered(RULES, near, "blue", STEADY)
    assert touching(after, "R", "B1") or touching(after, "R", "B2")
    assert 0 <= after.pips < near.pips
    assert worth_of(RULES.survey, after, "blue", STEADY).total > worth_of(RULES.survey, near, "blue", STEADY).total
    far = answered(RULES, state_of(*field(190.0), active="blue"), "blue", STEADY)
    assert not touching(far, "R", "B1") and not touching(far, "R", "B2")


def test_without_a_pip_there_is_no_answer() -> None:
    still = replace(state_of(*field(60.0), active="blue"), pips=0)
    assert answered(RULES, still, "blue", STEADY) is still


def test_who_stands_in_the_enemys_reach_comes_off_worse() -> None:
    def come_to(gap: float) -> float:
        state = state_of(*field(gap))
        return sum(rehearse(RULES, state, "red", STEADY, seed, pips) for seed, pips in enumerate((2, 4, 6))) / 3.0

    assert come_to(60.0) < come_to(190.0) - 0.1


def test_the_same_seed_gives_the_same_rehearsal() -> None:
    state = state_of(*field(60.0))
    assert rehearse(RULES, state, "red", STEADY, 7, 3) == rehearse(RULES, state, "red", STEADY, 7, 3)


def test_to_do_nothing_and_what_others_would_do_are_rehearsed_too() -> None:
    usual = [plan(1.0 - 0.01 * i, exposed=-0.3) for i in range(20)]
    bold = plan(0.5, exposed=-2.0)
    wary = plan(0.8, exposed=0.0)
    keen = plan(0.55, exposed=-0.3, fight=3.0)
    idle = plan(0.1, moves=0)
    found = shortlist([*usual, wary, keen, bold, idle])
    assert found[0] is usual[0]
    assert all(any(one is other for other in found) for one in (bold, wary, keen, idle))
    assert len({id(one) for one in found}) == len(found) < 14


def test_the_best_in_rehearsal_is_taken_and_all_have_the_same_dice() -> None:
    found = [plan(0.3), plan(0.2), plan(0.1)]
    had: dict[int, list[tuple[int, int]]] = {}

    def rehearsal(one: Plan, seed: int, pips: int) -> float:
        had.setdefault(id(one), []).append((seed, pips))
        return (1.0 if one is found[2] else 0.0) + 0.1 * pips

    assert best_of(found, rehearsal, Random(1), Budget(0.0, work=1000)) is found[2]
    lists = sorted(had.values(), key=len)
    assert len(lists) == 3 and all(longer[: len(lists[0])] == lists[0] for longer in lists)
    assert len(lists[-1]) >= 12
    for start in (0, 6):
        assert sorted(pips for _, pips in lists[-1][start : start + 6]) == [1, 2, 3, 4, 5, 6]


def test_a_legate_is_as_bold_or_cautious_as_he_is_told_in_his_own_measure() -> None:
    bold, steady, cautious = (Legate(1, character_of(name)).character for name in ("bold", "steady", "cautious"))
    assert bold.advance > steady.advance > cautious.advance
    assert steady.advance > STEADY.advance and steady.exposed > STEADY.exposed and steady.line < STEADY.line
    assert (bold.own_loss, cautious.own_loss) == (character_of("bold").own_loss, character_of("cautious").own_loss)


@pytest.mark.parametrize("work", [0, WORK])
def test_without_time_to_rehearse_what_was_reckoned_decides(work: int) -> None:
    found = [plan(0.1), plan(0.9), plan(0.2)]
    assert best_of(found, lambda one, seed, pips: 0.0, Random(1), Budget(0.0, work=work)) is found[1]
