"""The moves of a bound with what was hidden: groups that come on over an edge, and ambushers who move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Shuffle, drawn
from debellis.battle.rules import Event
from debellis.dbm.ambush.placing import must_place_ambush
from debellis.dbm.playing import arrivals, entry_places, move_ideas, move_phase
from debellis.dbm.playing.actions import Action, Arrive, EndMoves, Halt, MoveElements
from debellis.dbm.playing.hidden import hidden_again, lurking, orders_of, revealed, show, with_bases, with_lurking
from debellis.dbm.playing.move_phase import Ordered, movers_of
from debellis.dbm.playing.resting import goes_on, with_rest, without_rest
from debellis.dbm.playing.state import State
from debellis.dbm.troops import service
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_MOVES = move_phase.PHASES["moves"]
Order = Ordered | EndMoves | Arrive


def check(state: State, action: Order) -> Ruling:
    """Whether that order may be given: to the side itself its ambushers stand where they hide."""
    if isinstance(action, Arrive):
        return arrivals.check(state, action)
    if not isinstance(action, EndMoves):
        state = with_rest(state, action)
        return _MOVES.check(_among_its_own(state, action), action)
    verdict = Verdict()
    entry_places.judge_delay(verdict, state)
    return verdict.decide("end_moves") if not verdict.legal else _MOVES.check(state, action)


def _hidden_among(state: State, action: Ordered) -> tuple[str, ...]:
    """The movers of an order that are still in ambush; a halt leaves them there."""
    if isinstance(action, Halt):
        return ()
    hidden = orders_of(state, state.turn).ambushes
    return tuple(name for name in movers_of(action) if name in hidden)


def _among_its_own(state: State, action: Ordered) -> State:
    """The state as the side knows it: ambushers who move are on the table, the others where they hide."""
    if not orders_of(state, state.turn).ambushes:
        return state
    state = revealed(state, _hidden_among(state, action))
    return replace(state, position=with_bases(state.position, lurking(state, state.turn)))


def do(state: State, action: Order, dice: Chance) -> Happened[State]:
    """Carry out an order; the rest of a move that was cut short is used now or lost."""
    if isinstance(action, MoveElements) and goes_on(state, action):
        after, events = _order(with_rest(state, action), action, dice)
        return without_rest(state, after), events
    after, events = _order(state, action, dice)
    return without_rest(None, after), events


def _order(state: State, action: Order, dice: Chance) -> Happened[State]:
    """Carry out an order; ambushers who move are placed first."""
    if isinstance(action, Arrive):
        return arrivals.arrive(state, action, dice)
    if isinstance(action, EndMoves) or not orders_of(state, state.turn).ambushes:
        return _MOVES.do(state, action, dice)
    side, names = state.turn, _hidden_among(state, action)
    events: tuple[Event, ...] = ()
    if names:
        ruling = must_place_ambush(with_lurking(state, side), element=names[0], event="spends_pips")
        state, events = show(state, names, "their owner moves them", ruling.clauses)
    after, more = _MOVES.do(_among_its_own(state, action), action, dice)
    after, stirred = hidden_again(after, lurking(state, side))
    return after, (*events, *more, *stirred)


def _ideas(state: State, shuffle: Shuffle | None) -> Iterator[Action]:
    hidden: list[Iterable[Action]] = [entry_places.ideas(state), _from_ambush(state)]
    if shuffle is not None:
        yield from drawn([*hidden, *move_ideas.sources(state)], shuffle)
    else:
        yield from chain(*hidden, move_ideas.ideas(state))
    # Moves do not end before somebody has come on who must and can.
    yield entry_places.duty(state) or EndMoves()


def _from_ambush(state: State) -> Iterator[Action]:
    """Moves of ambushers who are paid for, each as if it stood on the table alone."""
    for base in lurking(state, state.turn):
        if state.bound.pips.get(service(base).command, 0) > 0:
            shown = revealed(state, (base.id,))
            yield from move_ideas.ideas_for(shown, (shown.position.base(base.id),))


PHASES = {
    "moves": replace(_MOVES, kinds=(*_MOVES.kinds, Arrive), check=check, do=do, ideas=_ideas),
}
