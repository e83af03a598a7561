"""The charges of a turn while they are answered and moved: which are left, and who of their chargers still can."""

from __future__ import annotations

from msgspec import UNSET

from debellis.meg.charging.responding import ANSWERS
from debellis.meg.playing.course import Course
from debellis.meg.playing.state import State
from debellis.meg.units import bases_of, unit_of
from debellis.table.position import Position
from debellis.table.units import Charge
from debellis.table.value import replace


def waiting_charges(state: State) -> tuple[Charge, ...]:
    """The declared charges that have not been moved."""
    found = state.position.charges
    charges = found if isinstance(found, tuple) else ()
    return tuple(one for one in charges if one.kind not in ANSWERS and not one.moved)


def leads(state: State) -> tuple[str, ...]:
    """The charges that are still to be moved, in the order of declaration, each by its first unit group."""
    return tuple(charge.by[0] for charge in waiting_charges(state))


def comes(position: Position, name: str) -> bool:
    """Whether a charger still comes on: it has bases, and it is not broken."""
    return bool(bases_of(position, name)) and not unit_of(position, name).broken


def drop_lost_chargers(course: Course) -> None:
    """Unit groups that were shot down charge no more; those beside them in a block go on (MEG-26a).

    A charge whose first unit group drops out goes by the next one from then on, with all that was said about it.
    """
    kept: list[Charge] = []
    for charge in course.charges():
        if charge.moved or charge.kind in ANSWERS:
            kept.append(charge)
            continue
        left = tuple(name for name in charge.by if comes(course.position, name))
        left = left or tuple(name for name in charge.by if course.bases(name))
        if left:
            kept.append(replace(charge, by=left))
            if left[0] != charge.by[0]:
                _led_by(course, charge.by[0], left[0])
        else:
            course.tell("cancelled", f"the charge of {charge.by[0]} is not made: it has no bases left", "MEG-26a")
    if tuple(kept) != course.charges():
        course.set_charges(tuple(kept))


def _led_by(course: Course, lost: str, lead: str) -> None:
    """Hand on what was said about a charge to the unit group that leads it now."""
    state = course.state
    holding = state.holding
    if holding is not UNSET:
        course.put(holding={lead if key == lost else key: files for key, files in holding.items()})
    course.put(
        queue=tuple(lead if name == lost else name for name in state.queue),
        answers=tuple(replace(said, charger=lead) if said.charger == lost else said for said in state.answers),
    )
