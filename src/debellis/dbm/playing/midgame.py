"""A battle of DBM taken up in the middle: the state in which a position stands at the beginning of a phase."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.rules import Opening
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.dbm.ambush.placing import AMBUSH
from debellis.dbm.demoralised import HALTED
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, NO_EFFECT, RECOIL
from debellis.dbm.grouping.groups import HALT, MARCH, TACTICAL
from debellis.dbm.playing.actions import Choice
from debellis.dbm.playing.hidden import marchers
from debellis.dbm.playing.melee_phase import begin
from debellis.dbm.playing.state import Bound, Coming, Drawn, Force, Orders, State
from debellis.dbm.playing.vessels import with_lading
from debellis.dbm.playing.works_phase import with_defenders
from debellis.dbm.setting_up.features import CODE, code_of
from debellis.dbm.troops import MOVED, is_holder, noted, read_troops, service
from debellis.mechanics.move_arguments import POSE
from debellis.mechanics.two_dice import DIE
from debellis.table.bases import Base, Service
from debellis.table.board import EDGES
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import (
    BASE,
    FEATURE,
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Kind,
    WrongValue,
    checked,
    list_of,
    one_of,
    table_of,
)

PHASES = ("pips", "allot", "moves", "advance", "turning", "manning", "springing", "shooting", "shot", "melee", "press")
#: The phases before the battle, each with whether the invader decides in it; None where both do in turn.
SETTING_UP: dict[str, bool | None] = {
    "invader": None,
    "season": True,
    "option": True,
    "place_option": True,
    "features": False,
    "place_features": False,
    "late": True,
    "place_late": True,
    "works": None,
    "orders": None,
    "deploy": None,
    "baggage": None,
}
_SECOND = 2
_EDGES = {"red": "south", "blue": "north"}
_INVADER = "blue"
#: What an element has done in the bound, by the notes it has.
_DONE = {"marched": MARCH, MOVED: TACTICAL, HALTED: HALT}


def _side_table(kind: Kind) -> Kind:
    """A table with something for each side named."""

    def check(value: Any, position: Position) -> dict[str, Any]:
        found: dict[str, Any] = table_of(kind).check(value, position)
        if strange := [name for name in found if name not in SIDES]:
            raise WrongValue(f"a table by side, red or blue, not {strange[0]}")
        return found

    return Kind(f"table of {kind.name} by side", check)


def _read_drawn(value: Any, position: Position) -> Drawn:
    if not isinstance(value, dict):
        raise WrongValue("features with their dice, like { kind = 'woods', size = 1, dice = [3, 4] }")
    found = checked("a feature", _DRAWN, value, position)
    if code_of(position.edition, found["kind"]) is None:
        raise WrongValue(f"features, and {found['kind']!r} is none")
    return Drawn(Choice(found["kind"], found.get("size", 1.0), found.get("compulsory", False)), found.get("dice", ()))


def _read_troops(value: Any, position: Position) -> str:
    try:
        return read_troops(position.edition, TEXT.check(value, position), position.scale).code
    except ValueError as error:
        raise WrongValue(f"troops: {error}") from None


def _read_mounts(value: Any, position: Position) -> str:
    """The troops as written: what they dismount as matters too."""
    _read_troops(value, position)
    return str(value)


_DRAWN = {
    "kind": TEXT,
    "size": NUMBER.or_none(),
    "compulsory": FLAG.or_none(),
    "dice": list_of(DIE).or_none(),
}
_EDGE = one_of(*EDGES)
#: What a case may tell of the time before a battle of DBM is taken up.
OPENING_WORDS: dict[str, Kind] = {
    "invader": one_of(*SIDES).or_none(),
    "edges": _side_table(_EDGE).or_none(),
    "aggression": _side_table(WHOLE).or_none(),
    "terrain": list_of(CODE).or_none(),
    "compulsory": list_of(CODE).or_none(),
    "drawn": list_of(Kind("feature", _read_drawn)).or_none(),
    "placed": _side_table(list_of(FEATURE)).or_none(),
    "works": _side_table(table_of(WHOLE)).or_none(),
    "ambushes": table_of(POSE).or_none(),
    "flank_marches": table_of(_EDGE).or_none(),
    "coming": table_of(_EDGE).or_none(),
    "thrown": list_of(DIE).or_none(),
    "marches": table_of(WHOLE).or_none(),
    "aboard": table_of(Kind("troops", _read_troops)).or_none(),
    "entered": table_of(WHOLE).or_none(),
    "mounts": table_of(Kind("troops", _read_mounts)).or_none(),
    "baggage": _side_table(table_of(WHOLE)).or_none(),
    "picked": BASE.or_none(),
    "into_front": list_of(BASE).or_none(),
    "beaten": table_of(one_of(NO_EFFECT, RECOIL, FLEE, DESTROYED)).or_none(),
}


def state_of(position: Position, opening: Opening) -> State:
    """The state of a battle taken up in a position; ValueError if no battle can be taken up in the phase.

    Every command of the active side has the PIPs of the opening; blue is taken for the invader. Elements noted as in
    ambush are hidden where they stand.
    """
    phase, told = opening.phase, opening.told
    if (phase == "shot") != ("picked" in told):
        raise ValueError("a battle taken up in the phase shot tells in its opening who is picked, and no other does")
    if phase not in PHASES and phase not in SETTING_UP:
        known = ", ".join((*SETTING_UP, *PHASES))
        raise ValueError(f"no battle of DBM can be taken up in the phase {phase!r}; the phases are {known}")
    turn = position.active or SIDES[0]
    hidden = {base.id: base for base in position.bases if noted(base, AMBUSH) and base.on_table}
    ambushes = {name: Pose(base.front, base.facing) for name, base in hidden.items()} | told.get("ambushes", {})
    everybody = (*(_unhidden(base) for base in position.bases), *opening.waiting)
    forces = {side: _force(side, everybody, position, told) for side in SIDES}
    _check_names(told, everybody, position)
    position = position.without(*hidden)
    setting_up = phase in SETTING_UP
    here = dict.fromkeys(service(base).command for base in position.bases)
    invader = _invader(phase, turn, told)
    state = State(
        phase=phase,
        turn=turn,
        position=position if setting_up else _in_bound(position, turn),
        forces=forces,
        invader=invader,
        edges={} if phase == "invader" else _EDGES | told.get("edges", {}),
        drawn=told.get("drawn", ()),
        placed=told.get("placed", {}),
        baggage=told.get("baggage", {}),
        deployed=tuple(here) if setting_up else tuple(one.id for one in position.commands or ()),
    )
    state = _with_secrets(state, ambushes, told)
    if "aboard" in told:
        state = _with_aboard(state, told["aboard"])
    return state if setting_up else _taken_up(state, opening)


def _unhidden(base: Base) -> Base:
    """An element without the note that it hides."""
    if not noted(base, AMBUSH):
        return base
    serves = service(base)
    notes = tuple(note for note in serves.notes if note != AMBUSH)
    return replace(base, service=Service(serves.command, serves.rank, notes))


def _force(side: str, everybody: tuple[Base, ...], position: Position, told: dict[str, Any]) -> Force:
    """The army of a side as far as the case shows it. The list of terrain is that of the defender, whoever he is."""
    mounts = told.get("mounts", {})
    own = tuple(
        _once_mounted(position, base, mounts.get(base.id))
        for base in everybody
        if base.side == side and not is_holder(base)
    )
    works = told.get("works", {}).get(side)
    return Force(
        "",
        side,
        told.get("aggression", {}).get(side, 0),
        own,
        told.get("terrain", ()),
        told.get("compulsory", ()),
        works=UNSET if works is None else works,
    )


def _once_mounted(position: Position, base: Base, troops: str | None) -> Base:
    """An element as it was before it dismounted."""
    if troops is None:
        return base
    read = read_troops(position.edition, troops, position.scale)
    return replace(base, code=read.code, kind=read.kind, dismounts=read.dismounts)


def _check_names(told: dict[str, Any], everybody: tuple[Base, ...], position: Position) -> None:
    """Refuse hidden or carried elements and commands that nobody has."""
    elements = {base.id for base in everybody}
    commands = {one.id for one in position.commands or ()}
    known = {"ambushes": elements, "marches": elements, "aboard": elements, "beaten": elements}
    known |= {"mounts": elements, "flank_marches": commands, "coming": commands, "entered": commands}
    for word, names in known.items():
        if strange := [name for name in told.get(word, {}) if name not in names]:
            raise ValueError(f"the opening names {strange[0]!r} in {word}, and there is no such")


def _invader(phase: str, turn: str, told: dict[str, Any]) -> str | None:
    if phase == "invader":
        return None
    decides = SETTING_UP.get(phase)
    if decides is not None:
        return turn if decides else other(turn)
    named: str = told.get("invader", _INVADER)
    return named


def _in_bound(position: Position, turn: str) -> Position:
    return with_defenders(replace(position, active=turn, bound=position.bound or _SECOND))


def _with_secrets(state: State, ambushes: dict[str, Pose], told: dict[str, Any]) -> State:
    """The state with who hides and which commands march round a flank, still secret or announced."""
    sides = {base.id: force for force, one in state.forces.items() for base in one.elements}
    of_command = {one.id: one.side for one in state.position.commands or ()}
    orders: dict[str, Secret[Orders]] = {}
    for side in SIDES:
        own = {name: place for name, place in ambushes.items() if sides[name] == side}
        marches = {name: edge for name, edge in told.get("flank_marches", {}).items() if of_command[name] == side}
        if own or marches:
            orders[side] = Secret(side, Orders((), own, marches))
    if orders:
        state = replace(state, orders=orders)
    coming = {
        name: Coming(edge, state.position.bound or 1, tuple(base.id for base in marchers(state, name)))
        for name, edge in told.get("coming", {}).items()
    }
    return replace(state, coming=coming) if coming else state


def _with_aboard(state: State, aboard: dict[str, str]) -> State:
    """The state in which vessels carry troops, each an element of the vessel's command."""
    position, found = state.position, {}
    for vessel, code in aboard.items():
        if not position.has_base(vessel):
            raise ValueError(f"the opening puts somebody aboard {vessel}, which is not on the table")
        carrier = position.base(vessel)
        read = read_troops(position.edition, code, position.scale)
        found[vessel] = Base(
            f"{vessel} troops",
            carrier.side,
            read.code,
            read.kind,
            read.width,
            read.depth,
            service=Service(service(carrier).command),
        )
        position = position.with_base(with_lading(position, carrier, found[vessel]))
    forces = {
        side: replace(force, elements=(*force.elements, *(base for base in found.values() if base.side == side)))
        for side, force in state.forces.items()
    }
    return replace(state, position=position, aboard=found, forces=forces)


def _taken_up(state: State, opening: Opening) -> State:
    """The state in a bound: PIPs, and what the bound has seen so far."""
    phase, turn, told = state.phase, state.turn, opening.told
    position = state.position
    number = position.bound or _SECOND
    names = dict.fromkeys(service(base).command for base in state.forces[turn].elements)
    acts = {
        name: tuple(act for note, act in _DONE.items() if note in notes)
        for name, notes in (position.turn_notes or {}).items()
    }
    acts = {name: done for name, done in acts.items() if done}
    acts |= {name: (MARCH,) * count for name, count in told.get("marches", {}).items()}
    bound = Bound(
        number=number,
        thrown=tuple(sorted(told.get("thrown", ()), reverse=True)),
        pips={} if phase in ("pips", "allot") else dict.fromkeys(names, opening.purse),
        acts=acts,
        picked=told.get("picked", UNSET),
        entered=told.get("entered", UNSET),
        into_front=told.get("into_front", ()),
        beaten=told.get("beaten", {}),
    )
    begun = number - 1 if phase == "pips" else number
    state = replace(state, bounds={turn: begun, other(turn): number}, bound=bound)
    return begin(state) if phase == "melee" else state
