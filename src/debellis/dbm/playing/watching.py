"""What everything done in a bound may bring to light: ambushers seen or come upon, and allies who change sides."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance, Rethrown
from debellis.battle.phase import Do, Happened, Phase
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES
from debellis.dbm.ambush.placing import CLAUSE
from debellis.dbm.playing.actions import Advance, Fight, MoveElements, Press, Shoot
from debellis.dbm.playing.changes import NEVER_MOVED, without_notes
from debellis.dbm.playing.deserting import allies_decide
from debellis.dbm.playing.discovering import cut_short, discovered, movers, seen_by
from debellis.dbm.playing.hidden import lurking, orders_of, show
from debellis.dbm.playing.resting import goes_on
from debellis.dbm.playing.river_dice import rivers_found
from debellis.dbm.playing.state import State
from debellis.dbm.playing.vessels import captured_empty
from debellis.dbm.playing.works_phase import with_defenders
from debellis.dbm.troops import service
from debellis.geometry.rectangle import overlaps
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

#: Phases in which elements move without an order, so that a sub-general in them has moved in the game.
_MOVING = ("advance", "shooting", "melee", "press")


def watched(phase: Phase) -> Phase:
    """A phase of a bound. After each decision it is looked who is seen, who changes sides and who is in a river."""

    def carried_out(state: State, action: Any, dice: Chance) -> Happened[State]:
        if any(orders_of(state, side).ambushes for side in SIDES):
            after, events = _looking(phase, state, action, dice)
        else:
            after, events = phase.do(state, action, dice)
        after = replace(after, position=_no_longer_unmoved(state, after))
        after = _with_moves(state, after)
        after, more = allies_decide(after)
        after, waded = rivers_found(after, dice)
        after, taken = captured_empty(after, dice)
        if after.position is not state.position:
            after = replace(after, position=with_defenders(after.position))
        return after, (*events, *more, *waded, *taken)

    do: Do = carried_out
    return replace(phase, do=do)


def _no_longer_unmoved(before: State, after: State) -> Position:
    """The position after what was done: who moved on its own or by what befell it has moved in the game."""
    if before.phase not in _MOVING or after.position is before.position:
        return after.position
    gone = [name for name in movers(before.position, after.position) if before.position.has_base(name)]
    return without_notes(after.position, (NEVER_MOVED,), gone)


def _with_moves(before: State, after: State) -> State:
    """The state with it noted which contacts were made by one move."""
    count = len(after.bound.contacts)
    if count <= len(before.bound.contacts):
        return after
    return replace(after, bound=replace(after.bound, moves=(*(before.bound.moves or ()), count)))


def _hidden(state: State) -> tuple[Base, ...]:
    return tuple(base for side in SIDES for base in lurking(state, side))


def _looking(phase: Phase, state: State, action: Any, dice: Chance) -> Happened[State]:
    """Do something while somebody is in ambush: whoever sees or touches him finds him."""
    if isinstance(action, MoveElements):
        return _moving(phase, state, action, dice)
    used = len(dice.thrown)
    after, events = phase.do(state, action, dice)
    met = _come_upon(after)
    if met:
        state, told = show(state, met, "somebody comes upon them", (CLAUSE,))
        after, events = _again(phase, state, action, Rethrown(dice, used))
        events = (*told, *events)
    return _seen(state, after, events)


def _come_upon(after: State) -> tuple[str, ...]:
    """The hidden elements on whose places somebody stands."""
    return tuple(
        base.id
        for base in _hidden(after)
        if any(overlaps(base.rectangle, one.rectangle) for one in after.position.standing)
    )


def _again(phase: Phase, state: State, action: Any, dice: Chance) -> Happened[State]:
    """The same once more, now that the ambushers stand there; who can no longer go so stays."""
    if isinstance(action, Shoot | Fight) or phase.check(state, action).answer["legal"]:
        return phase.do(state, action, dice)
    if not isinstance(action, Advance | Press):
        return state, ()
    names = (action.element,) if isinstance(action, Advance) else action.elements
    acts = {**state.bound.acts, **{name: (*state.bound.acts.get(name, ()), "advance") for name in names}}
    bound = replace(state.bound, acts=acts)
    if isinstance(action, Press):
        bound = replace(state.bound, pressed=(*state.bound.pressed, *names))
    says = f"{', '.join(names)} {'stays' if len(names) == 1 else 'stay'} before the ambush"
    return replace(state, bound=bound), (Event("discovery", says, (CLAUSE,), names),)


def _seen(before: State, after: State, events: tuple[Event, ...]) -> Happened[State]:
    """Place the ambushers whom those who moved now see."""
    found = seen_by(after.position, _hidden(after), movers(before.position, after.position))
    clauses = tuple(dict.fromkeys(clause for cited in found.values() for clause in cited))
    after, more = show(after, tuple(sorted(found)), "the enemy sees them", clauses)
    return after, (*events, *more)


def _moving(phase: Phase, state: State, action: MoveElements, dice: Chance) -> Happened[State]:
    """A move by order: it ends where a mover first sees ambushers; what it costs, it costs."""
    known = all(state.position.has_base(name) for name in action.elements)
    part = cut_short(state, action) if known else None
    made = action if part is None or not _could(phase, state, part) else part
    used = len(dice.thrown)
    after, events = phase.do(state, made, dice)
    if made is not action:
        cost = 0 if goes_on(state, action) else phase.check(state, action).answer["cost"]
        after = replace(after, bound=replace(after.bound, pips=_paid(state, after, action, cost)))
    met = _come_upon(after)
    if met:
        state, told = show(state, met, "somebody comes upon them", (CLAUSE,))
        if not phase.check(state, made).answer["legal"]:
            return state, told
        after, events = phase.do(state, made, Rethrown(dice, used))
        events = (*told, *events)
    found = seen_by(after.position, _hidden(after), movers(state.position, after.position))
    if not found:
        return after, events
    after, more = discovered(state, after, made, found)
    return after, (*events, *more)


def _could(phase: Phase, state: State, part: MoveElements) -> bool:
    """Whether a part of a move is a move that may be made, whatever it costs."""
    rich = dict.fromkeys(state.bound.pips, 99)
    return bool(phase.check(replace(state, bound=replace(state.bound, pips=rich)), part).answer["legal"])


def _paid(before: State, after: State, action: MoveElements, cost: int) -> dict[str, int]:
    command = service(before.position.base(action.elements[0])).command
    return {**after.bound.pips, command: before.bound.pips.get(command, 0) - cost}
