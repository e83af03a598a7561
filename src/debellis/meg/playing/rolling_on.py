"""Files that may go on rolling against a unit group that was broken in this combat (MEG-57b)."""

from __future__ import annotations

from debellis.meg.dice import faces_of
from debellis.meg.fighting.combat import dice_of
from debellis.meg.fighting.contacts import Fight as Contact
from debellis.meg.fighting.effects import TELLING
from debellis.meg.general_facts import IDLE
from debellis.meg.playing.judging import judged
from debellis.meg.playing.losing import COMBAT
from debellis.meg.playing.opponents import circumstances, due_in, due_now
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, file_name, file_of, generals_of, unit_name, unit_of, units_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import General
from debellis.table.value import replace

_OFFERED = Memory[dict[str, tuple[Contact, ...]]]("files that may roll on against the broken")


def just_broken(state: State) -> frozenset[str]:
    """The unit groups on the table that were broken by combat in this phase."""
    found = [unit_of(state.position, name) for name in state.fallen]
    return frozenset(
        [
            unit.id
            for unit in found
            if unit.broken_by == COMBAT and unit.kind != CAMP and bases_of(state.position, unit.id)
        ]
    )


def as_if_fighting(state: State, names: frozenset[str]) -> Position:
    """The position as if these broken unit groups still fought."""
    units = tuple([replace(one, broken=False) if one.id in names else one for one in units_of(state.position)])
    return replace(state.position, units=units)


def rolling_on(state: State, side: str) -> dict[str, tuple[Contact, ...]]:
    """The files of a side, by their front bases, that may roll on, with the contacts in which that may matter.

    A file that has rolled, fights somebody else, or was left out by its owner has no such roll.
    """
    every = _OFFERED.of(state, None, _rolling_on)
    return {name: contacts for name, contacts in every.items() if contacts[0].mine.side == side}


def _rolling_on(state: State) -> dict[str, tuple[Contact, ...]]:
    broken = just_broken(state)
    if not broken:
        return {}
    there = as_if_fighting(state, broken)
    due = due_now(state)
    found: dict[str, tuple[Contact, ...]] = {}
    for name, contacts in due_in(state, there).items():
        unit = unit_of(state.position, unit_name(there.base(name)))
        if unit.broken or unit.kind == CAMP or name in due or name in state.rolled or name in state.done:
            continue
        useful = tuple(
            [one for one in contacts if unit_name(one.theirs) in broken and matters(state, there, name, one)]
        )
        if useful:
            found[name] = useful
    return found


def matters(state: State, there: Position, file: str, contact: Contact) -> bool:
    """Whether a roll at the broken can change anything.

    It can where a general fights in the file that is struck, or where an S or a skull would help a file beside that has
    still to roll. The broken lose no further bases before they have routed (MEG-B18.8).
    """
    mine, theirs = file_of(there, there.base(file)), file_of(there, contact.theirs)
    more = circumstances(state, mine, theirs)
    told = judged(there, "claims", file=file_name(mine), against=contact.theirs.id, **more)
    faces = faces_of(there.edition, dice_of(there, int(told.answer["net"]))[0])
    shown = [face for face in TELLING if faces[face]]
    if shown and fighting_general(there, contact.theirs.id) is not None:
        return True
    for face in shown:
        answer = judged(
            there,
            "effect",
            file=file_name(mine),
            against=contact.theirs.id,
            face=face,
            combat=more["combat"],
            charging=more["charging"],
        ).answer
        if any(_gains(state, front_named(there, name), str(answer["effect"])) for name in answer["helps"]):
            return True
    return False


def fighting_general(position: Position, base: str) -> General | None:
    """The general who fights in the file of a base; None if there is none."""
    names = {one.id for one in file_of(position, position.base(base))}
    for general in generals_of(position):
        if general.fighting and general.file in names and general.state not in IDLE:
            return general
    return None


def front_named(position: Position, name: str) -> str:
    """The front base of a file by the file's name."""
    return name if position.has_base(name) else f"{name}.1"


def _gains(state: State, front: str, effect: str) -> bool:
    """Whether an effect would help a file: it has still to fight, and nothing as good lies on its opponent."""
    lies = state.lying.get(front, "none")
    return front in due_now(state) and front not in state.rolled and lies not in ("shatter", effect)
