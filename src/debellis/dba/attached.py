"""A general who is a separate element, attached to another: he stands directly behind it or behind its support."""

from __future__ import annotations

from debellis.dba.book import book
from debellis.dba.troops import fits
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position

_ATTACHED = Memory[dict[str, Base]]("attached generals")


def is_own_element(general: Base) -> bool:
    """Whether a general is a separate base rather than a general's element among the troops."""
    return general.general and general.kind.startswith("general")


def attached_to(position: Position, general: Base) -> Base | None:
    """The element a general is attached to: the one directly before him, or the one which that element supports.

    If both are possible, `attached` names the right one. Without it, the one in front is chosen if the other supports
    it.
    """
    if not is_own_element(general) or not general.on_table:
        return None
    ahead = _in_front_of(position, general)
    if ahead is None:
        return None
    foremost = _in_front_of(position, ahead)
    if foremost is None or general.attached == ahead.id:
        return ahead
    return foremost if general.attached == foremost.id or _supports(position, ahead, foremost) else ahead


def may_be_attached(position: Position, general: Base) -> tuple[str, ...]:
    """The two elements to either of which a general may be attached where he stands; none where there is no choice."""
    if not is_own_element(general) or not general.on_table:
        return ()
    ahead = _in_front_of(position, general)
    foremost = None if ahead is None else _in_front_of(position, ahead)
    if ahead is None or foremost is None or not _supports(position, ahead, foremost):
        return ()
    return (foremost.id, ahead.id)


def _supports(position: Position, rear: Base, front: Base) -> bool:
    """Whether the rear base is of a type that gives rear support to the front base, against any opponent."""
    rows = book(position).tables.rear_support
    return any(fits(position, front.kind, row.supported) and fits(position, rear.kind, row.supporter) for row in rows)


def general_with(position: Position, base: Base) -> Base | None:
    """The general attached to an element; None if there is none."""
    return _ATTACHED.of(position, None, _attached).get(base.id)


def _attached(position: Position) -> dict[str, Base]:
    """The generals who are separate elements, by the element each is attached to.

    Only the first for each element counts.
    """
    found: dict[str, Base] = {}
    for general in position.standing:
        if is_own_element(general):
            to = attached_to(position, general)
            if to is not None:
                found.setdefault(to.id, general)
    return found


def _in_front_of(position: Position, base: Base) -> Base | None:
    """The friend that a base stands directly behind, in rear contact and facing the same way."""
    for friend in position.friends(base.side):
        if friend.id != base.id and directly_behind(base.rectangle, friend.rectangle):
            return friend
    return None
