"""The movement phase (SP 4.3): prompted moves, bases in combat, generals, delays and passes, in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from debellis.meg.playing import engaging, generals, in_combat, marching, moving
from debellis.meg.playing.actions import Delay, Engage, Move, MoveGeneral, Pass, Rearrange
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on
from debellis.meg.playing.ambushing import could_hide
from debellis.meg.playing.course import Course
from debellis.meg.playing.marching import arrivals, can_arrive, late_ideas
from debellis.meg.playing.move_ideas import moves
from debellis.meg.playing.paying import has_cards, spendable
from debellis.meg.playing.setting_up.actions import Arrive, ComeOn, Reveal
from debellis.meg.playing.state import State, decider
from debellis.umpire.ruling import Ruling

KINDS = (Move, Engage, Rearrange, MoveGeneral, Arrive, ComeOn, Reveal, Delay, Pass)


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    """Whether a side could do anything: it has cards, a march that arrives, or perhaps an ambush."""
    return has_cards(state, side) or can_arrive(state, side) or could_hide(state, side)


def check(state: State, action: Any) -> Ruling:
    if isinstance(action, Move):
        return moving.check(state, action)
    if isinstance(action, Engage):
        return engaging.check(state, action)
    if isinstance(action, Rearrange):
        return in_combat.check(state, action)
    if isinstance(action, MoveGeneral):
        return generals.check(state, action)
    if isinstance(action, Arrive):
        return marching.check_arrival(state, action)
    if isinstance(action, ComeOn):
        return marching.check_come_on(state, action)
    return check_pass(state, action)


def do(course: Course, action: Any) -> None:
    if isinstance(action, Move):
        moving.do(course, action)
    elif isinstance(action, Engage):
        engaging.do(course, action)
    elif isinstance(action, Rearrange):
        in_combat.do(course, action)
    elif isinstance(action, MoveGeneral):
        generals.do(course, action)
    elif isinstance(action, Arrive):
        marching.do_arrival(course, action)
    elif isinstance(action, ComeOn):
        marching.do_come_on(course, action)
    else:
        do_pass(course, action)


def sources(state: State) -> list[Iterable[Any]]:
    """The sources of ideas: moves first, then bases in combat and generals, a pass, and a card given up instead."""
    delays = (Delay(general, cards[0]) for general, cards in spendable(state, decider(state)))
    in_contact = (engaging.ideas_for(state), in_combat.ideas_for(state))
    away = (arrivals(state), late_ideas(state))
    return [*away, *moves(state), *in_contact, generals.ideas_for(state), (Pass(),), delays]
