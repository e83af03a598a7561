"""Files that may go on rolling against a unit group that was broken in this combat (MEG-57b)."""

from __future__ import annotations

from debellis.meg.fighting.claims import CHARGE
from debellis.meg.fighting.contacts import Fight as Contact
from debellis.meg.fighting.rolling import CombatSoFar, as_if_fighting, may_matter
from debellis.meg.playing.losing import COMBAT
from debellis.meg.playing.opponents import combat_of, due_in, due_now
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, file_of, unit_name, unit_of
from debellis.table.memory import Memory
from debellis.table.position import Position

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
    there = as_if_fighting(state.position, broken)
    due, phase = due_now(state), so_far(state)
    found: dict[str, tuple[Contact, ...]] = {}
    for name, contacts in due_in(state, there).items():
        unit = unit_of(state.position, unit_name(there.base(name)))
        if unit.broken or unit.kind == CAMP or name in due or name in state.rolled or name in state.done:
            continue
        mine = file_of(there, there.base(name))
        struck = [one for one in contacts if unit_name(one.theirs) in broken]
        useful = tuple([one for one in struck if may_matter(there, mine, one.theirs.id, phase)])
        if useful:
            found[name] = useful
    return found


def so_far(state: State) -> CombatSoFar:
    """How far the combat phase of a state has come."""
    combat = combat_of(state)
    charging = state.charging if combat == CHARGE else ()
    due = frozenset(due_now(state)) - frozenset(state.rolled)
    return CombatSoFar(combat, charging, state.fired, state.lying, due)


def front_named(position: Position, name: str) -> str:
    """The front base of a file by the file's name."""
    return name if position.has_base(name) else f"{name}.1"
