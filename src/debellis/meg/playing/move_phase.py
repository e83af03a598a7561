"""The movement phase (SP 4.3): prompted moves, bases in combat, generals, delays and passes, in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from debellis.meg.playing import generals, in_combat, moving
from debellis.meg.playing.actions import Delay, Move, MoveGeneral, Pass, Rearrange
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on
from debellis.meg.playing.course import Course
from debellis.meg.playing.move_ideas import moves
from debellis.meg.playing.paying import has_cards, spendable
from debellis.meg.playing.state import State, decider
from debellis.umpire.ruling import Ruling

KINDS = (Move, Rearrange, MoveGeneral, Delay, Pass)


def run(course: Course) -> bool:
    return not goes_on(course, has_cards)


def check(state: State, action: Any) -> Ruling:
    if isinstance(action, Move):
        return moving.check(state, action)
    if isinstance(action, Rearrange):
        return in_combat.check(state, action)
    if isinstance(action, MoveGeneral):
        return generals.check(state, action)
    return check_pass(state, action)


def do(course: Course, action: Any) -> None:
    if isinstance(action, Move):
        moving.do(course, action)
    elif isinstance(action, Rearrange):
        in_combat.do(course, action)
    elif isinstance(action, MoveGeneral):
        generals.do(course, action)
    else:
        do_pass(course, action)


def sources(state: State) -> list[Iterable[Any]]:
    """Moves first, then bases in combat and generals, to pass, and to give up a card instead."""
    delays = (Delay(general, cards[0]) for general, cards in spendable(state, decider(state)))
    return [*moves(state), in_combat.ideas_for(state), generals.ideas_for(state), (Pass(),), delays]
