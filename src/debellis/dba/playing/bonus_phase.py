"""The decision of a commander-in-chief whether to add to the score he has just seen, and the combat after it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.aftermath.choosing import Choices
from debellis.dba.book import table
from debellis.dba.fighting.combat import pair, side_of
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.outcome import Clash, compare
from debellis.dba.playing.actions import AddToScore, Fight, Shoot
from debellis.dba.playing.melee_phase import fight, first_on
from debellis.dba.playing.shooting_phase import shoot
from debellis.dba.playing.state import Rolled, State
from debellis.dba.shooting.volley import factor_sheets, gather
from debellis.table.value import replace
from debellis.umpire.ruling import Finding


def decides(state: State) -> str:
    """The side whose commander-in-chief decides next."""
    return _rolled(state).decides[0]


def decide(state: State, action: AddToScore, dice: Chance, choices: Choices) -> Happened[State]:
    """Note the decision; when all have decided, settle the combat by the dice that were thrown for it."""
    rolled = _rolled(state)
    side = rolled.decides[0]
    adds = (*rolled.adds, side) if action.add else rolled.adds
    rolled = replace(rolled, decides=rolled.decides[1:], adds=adds)
    after = replace(state, rolled=rolled)
    says = f"{side}'s commander-in-chief {'adds to' if action.add else 'leaves'} his score"
    told = Event("bonus", says, ("DBA22-B33.4",))
    if rolled.decides:
        return after, (told,)
    if rolled.helpers is UNSET:
        done, events = fight(after, Fight(rolled.one, rolled.two), dice, choices)
    else:
        edge = None if rolled.edge is UNSET else rolled.edge
        done, events = shoot(after, Shoot(rolled.two, rolled.helpers, edge), dice, choices)
    return done, (told, *events)


def choices(state: State) -> Iterator[AddToScore]:
    """Both choices: first to add, if that changes the result."""
    more = int(table(state.position, "big_battle")["cinc_bonus_once"])
    rolled = _rolled(state)
    scores = _scores(state, rolled)
    one = fighter(state.position, rolled.one)
    mine = 0 if one is not None and one.side == rolled.decides[0] else 1
    now, then = scores[mine], scores[mine] + more
    worth_it = compare(then, scores[1 - mine]) != compare(now, scores[1 - mine])
    yield AddToScore(worth_it)
    yield AddToScore(not worth_it)


def _scores(state: State, rolled: Rolled) -> tuple[int, int]:
    """The scores of both with the dice on the table, without what a commander-in-chief adds."""
    position, finding = state.position, Finding()
    if rolled.helpers is UNSET:
        first = first_on(state, rolled.one, rolled.two)
        both = pair(position, rolled.one, rolled.two, finding, first)
        assert both is not None
        clash = Clash("close", frozenset(state.into_front), frozenset(state.into_flank))
        sums = [side_of(position, a, b, clash, finding, first).sheet.sum for a, b in (both, both[::-1])]
    else:
        target = fighter(position, rolled.two)
        assert target is not None and state.picked is not None
        volley = gather(position, (state.picked, *rolled.helpers), target, state.turn, state.shot)
        sums = [sheet.sum for sheet in factor_sheets(position, volley, finding)]
    return sums[0] + rolled.dice[0], sums[1] + rolled.dice[1]


def _rolled(state: State) -> Rolled:
    assert state.rolled is not UNSET
    return state.rolled
