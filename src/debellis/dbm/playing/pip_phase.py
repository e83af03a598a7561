"""The beginning of a bound: a die for each command, and the dice of regular generals handed out among them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.commands import UNRELIABLE
from debellis.dbm.playing.actions import Action, AllotPips, RollPips
from debellis.dbm.playing.changes import commands_of, note_command, with_command
from debellis.dbm.playing.flank_marching import announce
from debellis.dbm.playing.state import Bound, State
from debellis.dbm.troops import ALLY, service, troop
from debellis.dbm.weather import CLEAR, FOG, HIGH, SUN, WEATHER, sun_at, weather_of
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_FIRST = 1


def generals(state: State, side: str) -> dict[str, Base]:
    """The generals a side began with, by command, in order."""
    found = [base for base in state.forces[side].elements if service(base).rank is not None]
    return {service(base).command: base for base in sorted(found, key=lambda base: service(base).command)}


def pooled(state: State, side: str) -> tuple[str, ...]:
    """The commands whose dice are thrown together: those of a regular commander-in-chief and regular sub-generals."""
    return tuple(
        name for name, base in generals(state, side).items() if troop(base).regular and service(base).rank != ALLY
    )


def check_roll(state: State, action: RollPips) -> Ruling:
    """The bound may always begin."""
    return Verdict().decide("roll_pips")


def roll(state: State, action: RollPips, dice: Chance) -> Happened[State]:
    """Throw a die for each command; who has his own die has his PIPs at once."""
    side = state.turn
    names = tuple(generals(state, side))
    thrown = {name: dice.roll(f"PIPs of {name}") for name in names}
    together = pooled(state, side)
    number = state.bounds.get(side, 0) + 1
    position = replace(state.position, active=side, bound=number, turn_notes=UNSET)
    own = {name: die for name, die in thrown.items() if name not in together}
    loose = tuple(sorted((thrown[name] for name in together), reverse=True))
    state = replace(
        state,
        phase="allot",
        position=position,
        bounds={**state.bounds, side: number},
        bound=Bound(number=number, thrown=loose, pips=own),
    )
    says = ", ".join(f"{name} {die}" for name, die in own.items())
    if loose:
        says += ("; " if says else "") + f"{' and '.join(map(str, loose))} for the regular generals"
    events = [Event("pips", f"{side} bound {number}: {says}", ("DBM-B14.1", "DBM-B14.2"))]
    state, told = _allies(state, own, number)
    state, lifted = _fog_lifts(state)
    return _with_sun(state), (*events, *told, *lifted)


def _with_sun(state: State) -> State:
    """The state with the sun where it stands in this bound, where the players agreed on a time of day."""
    if not state.sky:
        return state
    sun = sun_at(state.position, state.sky.time, sum(state.bounds.values()) - 1, state.sky.dark)
    if state.position.options.get(SUN, HIGH) == sun:
        return state
    return replace(state, position=replace(state.position, options={**state.position.options, SUN: sun}))


def _fog_lifts(state: State) -> Happened[State]:
    """Fog lasts for some bounds of both sides; then the day is clear."""
    if not state.sky or weather_of(state.position) != FOG or sum(state.bounds.values()) <= state.sky.fog:
        return state, ()
    options = {**state.position.options, WEATHER: CLEAR}
    state = replace(state, position=replace(state.position, options=options))
    return state, (Event("weather", "the fog lifts", ("DBM-B13.2", "DBM-B11.1")),)


def _allies(state: State, own: dict[str, int], number: int) -> Happened[State]:
    """An ally whose first die is the lowest is unreliable; the highest makes him reliable."""
    rule = table(state.position, "unreliable_ally")
    events: list[Event] = []
    position = state.position
    for name, base in generals(state, state.turn).items():
        if service(base).rank != ALLY or name not in own:
            continue
        if number == _FIRST and own[name] in rule["first_die"]:
            position = note_command(position, name, UNRELIABLE)
            events.append(Event("unreliable", f"{name} is unreliable and does nothing yet", ("DBM-B15.1",)))
        elif UNRELIABLE in commands_of(position)[name].notes and own[name] in rule["reliable_die"]:
            command = commands_of(position)[name]
            notes = tuple(note for note in command.notes if note != UNRELIABLE)
            position = with_command(position, replace(command, notes=notes))
            events.append(Event("reliable", f"{name} is reliable from now on", ("DBM-B15.2",)))
    return replace(state, position=position), tuple(events)


def check_allot(state: State, action: AllotPips) -> Ruling:
    """Whether the dice are handed out as thrown, one for each command of a regular general."""
    verdict = Verdict()
    wanted = pooled(state, state.turn)
    if set(action.dice) != set(wanted) or sorted(action.dice.values()) != sorted(state.bound.thrown):
        says = f"Each of {', '.join(wanted)} gets one of the dice {', '.join(map(str, state.bound.thrown))}."
        verdict.refuse(says, "DBM-B14.2")
    return verdict.decide("allot_pips")


def allot(state: State, action: AllotPips, dice: Chance) -> Happened[State]:
    """Hand out the dice thrown together."""
    says = ", ".join(f"{name} {action.dice[name]}" for name in sorted(action.dice))
    state, events = _allotted(state, action.dice)
    return state, (Event("allot", f"{state.turn} allots {says}", ("DBM-B14.2",)), *events)


def _allotted(state: State, dice: dict[str, int]) -> Happened[State]:
    """The moves begin; flank marches that a die brings on are announced first."""
    bound = replace(state.bound, thrown=(), pips={**state.bound.pips, **dice})
    return announce(replace(state, phase="moves", bound=bound))


def no_choice(state: State) -> Happened[State] | None:
    """Nobody has dice to hand out where at most one command takes them, or all show the same."""
    wanted = pooled(state, state.turn)
    if len(set(state.bound.thrown)) > 1:
        return None
    return _allotted(state, dict(zip(wanted, state.bound.thrown, strict=True)))


def _roll_ideas(state: State) -> Iterator[Action]:
    yield RollPips()


def _allot_ideas(state: State) -> Iterator[Action]:
    wanted = pooled(state, state.turn)
    for order in sorted(set(permutations(state.bound.thrown)), reverse=True):
        yield AllotPips(dict(zip(wanted, order, strict=True)))


PHASES: dict[str, Phase] = {
    "pips": Phase(
        "throw for PIPs", (RollPips,), check_roll, roll, all_but_last(_roll_ideas), out_of_order=placed_by("DBM-B13.2")
    ),
    "allot": Phase(
        "hand out the dice of the regular generals",
        (AllotPips,),
        check_allot,
        allot,
        all_but_last(_allot_ideas),
        out_of_order=placed_by("DBM-B14.2"),
        passes=no_choice,
    ),
}
