"""Who fights whom: the contacts that are due, files that touch several enemies, and who answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.geometry.rectangle import FRONT
from debellis.meg.fighting.claims import CHARGE, MELEE
from debellis.meg.fighting.contacts import Fight as Contact
from debellis.meg.fighting.contacts import fights_of
from debellis.meg.playing.actions import PairUp
from debellis.meg.playing.course import Course
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import File, file_of, unit_name, unit_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

_NOW = Memory[dict[str, tuple[Contact, ...]]]("combats to be fought now")
#: The phase in which a side names opponents.
PAIRS = "pairs"


def combat_of(state: State) -> str:
    """The kind of combat that is fought in this sub-phase."""
    return CHARGE if state.phase == "2.7" else MELEE


def several(unit: Unit) -> bool:
    """Whether a unit group answers every enemy in contact, as camps and battlewagons do (MEG-B17.15)."""
    return unit.kind == CAMP or unit.troops.type == BATTLEWAGONS


def due_now(state: State) -> dict[str, tuple[Contact, ...]]:
    """The contacts that are to be fought, by the front base of the file; to the front only, if it has any there.

    A file that fights an old opponent to its front does not answer a new one on its flank (MEG-B17.22).
    """
    return _NOW.of(state, None, _due_now)


def _due_now(state: State) -> dict[str, tuple[Contact, ...]]:
    return due_in(state, state.position)


def due_in(state: State, position: Position) -> dict[str, tuple[Contact, ...]]:
    """The contacts that would be fought in this sub-phase if the troops stood as in a position."""
    old = set(state.old)
    chased = {frozenset(pair) for pair in state.chased}
    found: dict[str, list[Contact]] = {}
    looking: set[str] = set()
    for fight in fights_of(position):
        if fight.edge == FRONT:
            looking.add(file_of(position, fight.mine)[0].id)
    for fight in fights_of(position):
        units = frozenset((unit_name(fight.mine), unit_name(fight.theirs)))
        if state.phase == "2.7":
            if (fight.mine.id, fight.theirs.id) in old:
                continue
        elif units in chased:
            continue
        front = file_of(position, fight.mine)[0]
        if fight.edge == FRONT or front.id not in looking or several(unit_of(position, unit_name(front))):
            found.setdefault(front.id, []).append(fight)
    return {name: _to_the_front(fights) for name, fights in found.items()}


def _to_the_front(fights: list[Contact]) -> tuple[Contact, ...]:
    """The contacts among which a file picks its opponent: a corner counts only where no edge is met (MEG-B17.3)."""
    edges = [fight for fight in fights if fight.edge == FRONT and fight.length > 0.0]
    if edges:
        fights = [fight for fight in fights if fight.length > 0.0]
    fronts = [fight for fight in fights if fight.edge == FRONT]
    chosen = fronts or fights
    chosen.sort(key=lambda fight: (fight.their_edge != FRONT, -round(fight.length, 2), fight.theirs.id))
    return tuple(chosen)


def may_pick(state: State, name: str) -> bool:
    """Whether a file has still to roll; camps only answer."""
    unit = unit_of(state.position, unit_name(state.position.base(name)))
    return name not in state.rolled and unit.kind != CAMP and not unit.broken


def left(state: State, side: str) -> Iterator[str]:
    """The files of a side that have still to fight, by their front bases."""
    for name in due_now(state):
        if state.position.base(name).side == side and may_pick(state, name):
            yield name


def front_of(position: Position, base: str) -> str:
    """The front base of the file in which a base stands."""
    return file_of(position, position.base(base))[0].id


def open_pairs(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The files of a side that touch several enemy files, each with the front bases of those enemy files."""
    found: dict[str, tuple[str, ...]] = {}
    for name, contacts in due_now(state).items():
        base = state.position.base(name)
        if base.side != side or several(unit_of(state.position, unit_name(base))):
            continue
        fronts = tuple(dict.fromkeys(front_of(state.position, fight.theirs.id) for fight in contacts))
        if len(fronts) > 1:
            found[name] = fronts
    return found


def check_pairs(state: State, action: PairUp) -> Ruling:
    """Whether files may take these opponents: a file may take any enemy file it touches (MEG-B17.20)."""
    verdict = Verdict()
    offered = open_pairs(state, decider(state))
    for file, against in action.pairs.items():
        if against not in offered.get(file, ()):
            verdict.refuse(f"{file} has no choice of {against}.", "MEG-B17.20", "MEG-B17.15")
    if verdict.legal:
        permit(verdict, "A file that touches several takes the one its owner names.", "MEG-B17.20")
    return verdict.decide("pair_up")


def do_pairs(course: Course, action: PairUp) -> None:
    side, known = course.got_answer()[0], course.state.pairs
    course.put(pairs={**({} if known is UNSET else known), **action.pairs})
    told = ", ".join(f"{file} fights {against}" for file, against in action.pairs.items())
    course.tell("pairs", told or f"{side} leaves its opponents as they are", "MEG-B17.20")


def named(state: State, file: str) -> str | None:
    """The opponent that was named for a file, while they are in contact."""
    found = None if state.pairs is UNSET else state.pairs.get(file)
    met = {front_of(state.position, fight.theirs.id) for fight in due_now(state).get(file, ())}
    return found if found in met else None


def pair_ideas(state: State) -> list[Any]:
    """To leave it to the default, or another opponent for one file."""
    found: list[Any] = [PairUp()]
    for file, fronts in open_pairs(state, decider(state)).items():
        found += [PairUp({file: front}) for front in fronts[1:]]
    return found


def answers_back(state: State, file: str, against: str) -> bool:
    """Whether the enemy file rolls too: it has not rolled, and has this opponent (MEG-B17.20)."""
    unit = unit_of(state.position, unit_name(state.position.base(against)))
    against = front_of(state.position, against)
    wanted = named(state, against)
    if wanted is not None and not several(unit):
        return wanted == file and against not in state.rolled
    contacts = due_now(state).get(against, ())
    fronts = [file_of(state.position, fight.theirs)[0].id for fight in contacts]
    if several(unit):
        return file in fronts
    if against in state.rolled or not fronts:
        return False
    open_ones = [front for front in fronts if front not in state.rolled]
    return (open_ones or fronts)[0] == file


def circumstances(state: State, mine: File, theirs: File) -> dict[str, Any]:
    """What a combat depends on beside the position."""
    lying = {
        mine[0].side: state.lying.get(mine[0].id, "none"),
        theirs[0].side: state.lying.get(theirs[0].id, "none"),
    }
    combat = combat_of(state)
    charging = state.charging if combat == CHARGE else ()
    return {"combat": combat, "charging": charging, "shot": state.fired, "lying_on": lying}
