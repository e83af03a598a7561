"""What a combat does to the table: destruction, recoils, flights, in that order, and who is lost by them."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.aftermath.destruction import CLOSE_COMBAT, SHOOTING, destroy
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.recoil import recoil
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.contacts import FLANK, REAR, position_of
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, RECOIL
from debellis.dbm.playing.changes import CLOSE, OTHERWISE, lose
from debellis.dbm.playing.state import State
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_ORDER = (DESTROYED, RECOIL, FLEE)


def carry_out(
    state: State, fates: dict[str, str], opponents: dict[str, str], close: bool, dice: Chance
) -> Happened[State]:
    """Do what a combat does to its elements: `fates` by element, each with its opponent."""
    events: tuple[Event, ...] = ()
    for what in _ORDER:
        for name in sorted(fates):
            if fates[name] == what and state.position.has_base(name):
                state, more = _suffer(state, name, what, opponents[name], close, dice)
                events += more
    return state, events


def _suffer(state: State, name: str, what: str, opponent: str, close: bool, dice: Chance) -> Happened[State]:
    """One element suffers its fate; friends who held the flank or rear of its opponent go back with it."""
    holders = _holders(state.position, name, opponent) if close else ()
    state, events = _fate(state, name, what, opponent, close, dice)
    for holder in holders:
        if state.position.has_base(holder) and state.position.has_base(opponent):
            state, more = _fate(state, holder, RECOIL, opponent, close, dice)
            events += more
    return state, events


def _holders(position: Position, name: str, opponent: str) -> tuple[str, ...]:
    """The friends of an element whose fronts hold the flank or rear of its opponent."""
    if not position.has_base(opponent):
        return ()
    enemy = position.base(opponent).rectangle
    return tuple(
        friend.id
        for friend in position.friends(position.base(name).side)
        if friend.id != name and position_of(friend.rectangle, enemy) in (FLANK, REAR)
    )


def _fate(state: State, name: str, what: str, opponent: str, close: bool, dice: Chance) -> Happened[State]:
    finding = Finding()
    before = state.position
    against = opponent if before.has_base(opponent) else None
    fled: tuple[str, ...] = ()
    if what == DESTROYED:
        after, lost = _destroyed(before, name, against, close, finding)
        says = f"{name} is destroyed"
    elif what == RECOIL:
        cause = CLOSE_COMBAT if close else SHOOTING
        back = recoil(before, name, finding, opponent=against, cause=cause)
        after, lost, fled = back.position, back.lost, back.fled
        says = f"{name} cannot recoil and is destroyed" if back.destroyed else f"{name} recoils {back.distance:g} mm"
    else:
        edges = (state.edges[before.base(name).side],) if state.edges else ()
        run = flee(before, name, How(close, against, open_edges=edges), finding)
        after, lost, fled = run.position, run.lost, (name, *run.fled)
        says = f"{name} flees" if after.has_base(name) else f"{name} flees and is lost"
    others = [one for one in lost if one != name]
    says += f", and {', '.join(others)} {'is' if len(others) == 1 else 'are'} lost with it" if others else ""
    ruling = finding.rule(what, {"lost": list(lost)})
    events = (Event(what, says, ruling.clauses, (name, *others), ruling),)
    causes = {one: CLOSE if close and one == name else OTHERWISE for one in lost}
    fled = tuple(one for one in fled if after.has_base(one))
    state, more = lose(state, with_turn_notes(after, fled, "fled"), causes, dice)
    bound = replace(state.bound, fled=(*state.bound.fled, *fled))
    return replace(state, bound=bound), (*events, *more)


def _destroyed(
    position: Position, name: str, opponent: str | None, close: bool, finding: Finding
) -> tuple[Position, tuple[str, ...]]:
    """Who goes when an element is destroyed: by shooting it alone, in close combat those close behind it too."""
    if not close:
        finding.cite("DBM-B28.1", f"{name} is shot down and taken off")
        return position.without(name), (name,)
    gone = destroy(position, name, finding, opponent=opponent)
    return gone.position, gone.lost
