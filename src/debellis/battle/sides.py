"""The two sides of a battle."""

from __future__ import annotations

from typing import Final

SIDES: Final = ("red", "blue")


def other(side: str) -> str:
    """The opposing side."""
    return SIDES[1] if side == SIDES[0] else SIDES[0]
