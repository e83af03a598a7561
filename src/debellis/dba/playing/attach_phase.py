"""A general who is a separate element comes behind one that supports another: his owner says whom he is attached to."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.attached import is_own_element, may_be_attached
from debellis.dba.book import table
from debellis.dba.playing.actions import AttachGeneral
from debellis.dba.playing.state import State
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def came_behind_a_supporter(state: State, position: Position) -> tuple[Position, str | UnsetType]:
    """The position after a move, and the general of the active side who has now a choice that he had not before it.

    A general who has left the element he was attached to is attached to it no longer.
    """
    for general in [base for base in position.bases if base.side == state.turn and is_own_element(base)]:
        before, now = (
            may_be_attached(state.position, state.position.base(general.id)),
            may_be_attached(position, general),
        )
        if general.attached is not None and before and general.attached not in now:
            position = position.with_base(replace(general, attached=None))
        if now and now != before:
            return position, general.id
    return position, UNSET


def _two(state: State) -> tuple[str, ...]:
    assert state.attaching is not UNSET
    return may_be_attached(state.position, state.position.base(state.attaching))


def check(state: State, action: AttachGeneral) -> Ruling:
    """Whether the general may be attached to that element."""
    verdict = Verdict()
    if action.element not in _two(state):
        clauses = tuple(table(state.position, "recoil")["attached_general_clauses"])
        verdict.refuse(f"{state.attaching} is attached to one of {together(list(_two(state)))}.", *clauses)
    return verdict.decide("attach_general")


def attach(state: State, action: AttachGeneral, dice: Chance) -> Happened[State]:
    """Attach the general to the element."""
    assert state.attaching is not UNSET
    general = replace(state.position.base(state.attaching), attached=action.element)
    after = replace(state, position=state.position.with_base(general), attaching=UNSET)
    clauses = tuple(table(state.position, "recoil")["attached_general_clauses"])
    says = f"{general.id}, the general, is attached to {action.element}"
    return after, (Event("attach", says, clauses, (general.id, action.element)),)


def choices(state: State) -> Iterator[AttachGeneral]:
    """Both elements, the one in front first."""
    yield from (AttachGeneral(name) for name in _two(state))
