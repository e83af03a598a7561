"""A general who is an element of his own, attached to another: he stands directly behind it or behind its support."""

from __future__ import annotations

from debellis.db.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.position import Position


def is_own_element(general: Base) -> bool:
    """Whether a general is a base of his own, not the general's element among the troops."""
    return general.general and general.kind.startswith("general")


def attached_to(position: Position, general: Base) -> Base | None:
    """The element a general is attached to: the one named, else the foremost of the column before him."""
    if not is_own_element(general) or not general.on_table:
        return None
    if general.attached is not None and position.has_base(general.attached):
        return position.base(general.attached)
    ahead = _in_front_of(position, general)
    if ahead is None:
        return None
    foremost = _in_front_of(position, ahead)
    return ahead if foremost is None or foremost.kind != ahead.kind else foremost


def general_with(position: Position, base: Base) -> Base | None:
    """The general attached to an element, if he is."""
    key = f"general with {base.id}"
    return position.remember(key, lambda p: _general_with(p, base))


def _general_with(position: Position, base: Base) -> Base | None:
    for general in position.friends(base.side):
        if is_own_element(general):
            to = attached_to(position, general)
            return general if to is not None and to.id == base.id else None
    return None


def _in_front_of(position: Position, base: Base) -> Base | None:
    """The friend a base stands directly behind, in rear contact and facing its way."""
    for friend in position.friends(base.side):
        if friend.id != base.id and directly_behind(base.rectangle, friend.rectangle):
            return friend
    return None
