"""What a combat does to the table: destruction, recoils, flights, in that order, and who is lost by them."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.aftermath.destruction import CLOSE_COMBAT, FRONT_HALF, SHOOTING, destroy, survivor
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.forks import Fork, standing
from debellis.dbm.aftermath.recoil import recoil
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, RECOIL
from debellis.dbm.playing.changes import CLOSE, OTHERWISE, halved, lose
from debellis.dbm.playing.choosing import Told, choices_of
from debellis.dbm.playing.state import State
from debellis.dbm.playing.vessels import with_lading
from debellis.dbm.troops import troop
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding

_ORDER = (DESTROYED, RECOIL, FLEE)


class Fought(Value, frozen=True):
    """A combat whose result is carried out: the fate of each element, and its opponent.

    In close combat `supporters` gave each rear support, and `holders` recoil with a friend driven off the front of the
    enemy they hold.
    """

    fates: dict[str, str]
    opponents: dict[str, str]
    close: bool = False
    supporters: dict[str, tuple[str, ...]] | None = None
    holders: tuple[str, ...] = ()


def carry_out(state: State, fought: Fought, dice: Chance, events: tuple[Event, ...]) -> Happened[State]:
    """Do what a combat does to its elements; `events` have told of it so far."""
    for what in _ORDER:
        for name in sorted(fought.fates):
            if fought.fates[name] == what and state.position.has_base(name):
                try:
                    state, more = _suffer(state, name, what, fought, dice)
                except Fork as fork:
                    raise Told(fork, events) from None
                events += more
    return state, events


def _suffer(state: State, name: str, what: str, fought: Fought, dice: Chance) -> Happened[State]:
    """One element suffers its fate; friends who held the flank or rear of its opponent go back with it."""
    opponent = fought.opponents[name]
    side = state.position.base(name).side
    holders = tuple([one for one in fought.holders if _serves(state.position, one, side)])
    state, events = _fate(state, name, what, fought, dice)
    for holder in _in_order(state, holders, opponent) if len(holders) > 1 else holders:
        if state.position.has_base(holder) and state.position.has_base(opponent):
            back = replace(fought, opponents={holder: opponent})
            state, more = _fate(state, holder, RECOIL, back, dice)
            events += more
    return state, events


def _in_order(state: State, holders: tuple[str, ...], opponent: str) -> tuple[str, ...]:
    """The order in which the holders of an opponent recoil, as their owner says where it matters."""

    def outcome(order: tuple[str, ...]) -> object:
        position, lost = state.position, frozenset[str]()
        for name in order:
            if position.has_base(name) and position.has_base(opponent):
                back = recoil(position, name, Finding(), opponent=opponent, cause=CLOSE_COMBAT)
                position, lost = back.position, lost | frozenset(back.lost)
        return (standing(position), lost)

    return choices_of(state).in_order(holders[0], tuple(sorted(holders)), outcome)


def _serves(position: Position, name: str, side: str) -> bool:
    return position.has_base(name) and position.base(name).side == side


def _fate(state: State, name: str, what: str, fought: Fought, dice: Chance) -> Happened[State]:
    finding = Finding()
    before = state.position
    close, opponent = fought.close, fought.opponents[name]
    against = opponent if before.has_base(opponent) else None
    fled: tuple[str, ...] = ()
    if what == DESTROYED and not close and troop(before.base(name)).rear is not None:
        return lose_half(state, name, dice)
    if what == DESTROYED:
        cause = CLOSE_COMBAT if close else SHOOTING
        if not close:
            finding.cite("DBM-B28.1", f"{name} is shot down and taken off")
        gave = tuple(one for one in (fought.supporters or {}).get(name, ()) if before.has_base(one))
        gone = destroy(before, name, finding, opponent=against, gave_support=gave, by=cause)
        after, lost = gone.position, gone.lost
        says = f"{name} is destroyed"
        says += f"; {', '.join(gone.shifted)} shifts to the next enemy" if gone.shifted else ""
    elif what == RECOIL:
        cause = CLOSE_COMBAT if close else SHOOTING
        back = recoil(before, name, finding, opponent=against, cause=cause, choices=choices_of(state))
        after, lost, fled = back.position, back.lost, back.fled
        state = _taken_aboard(state, back.embarked, back.vessels)
        for embarked, vessel in zip(back.embarked, back.vessels, strict=True):
            after = after.with_base(with_lading(after, after.base(vessel), before.base(embarked)))
        says = f"{name} cannot recoil and is destroyed" if back.destroyed else f"{name} recoils {back.distance:g} mm"
    else:
        edges = (state.edges[before.base(name).side],) if state.edges else ()
        run = flee(before, name, How(close, against, open_edges=edges, choices=choices_of(state)), finding)
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


def _taken_aboard(state: State, names: tuple[str, ...], vessels: tuple[str, ...]) -> State:
    """The state in which vessels carry those who were pushed back aboard."""
    if not names:
        return state
    carried = {vessel: state.position.base(name) for name, vessel in zip(names, vessels, strict=True)}
    return replace(state, aboard={**(state.aboard or {}), **carried})


def lose_half(state: State, name: str, dice: Chance) -> Happened[State]:
    """The front half of a double base is shot down; the rear half stays where it stands, a single element."""
    finding = Finding()
    left = survivor(state.position, state.position.base(name), FRONT_HALF, finding)
    ruling = finding.rule(DESTROYED, {"lost": [], "half_lost": FRONT_HALF})
    event = Event(DESTROYED, f"the front half of {name} is destroyed", ruling.clauses, (name,), ruling)
    state, more = halved(state, left, dice)
    return state, (event, *more)
