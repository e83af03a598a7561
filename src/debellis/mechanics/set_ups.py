"""Values of a battle's set-up, checked before they are used."""

from __future__ import annotations

from typing import Any


def whole_number(setup: dict[str, Any], key: str, default: int) -> int:
    """A whole number of a set-up; ValueError if it is something else."""
    found = setup.get(key, default)
    if isinstance(found, bool) or not isinstance(found, int):
        raise ValueError(f"`{key}` of a set-up is a whole number, not {found!r:.60}")
    return found
