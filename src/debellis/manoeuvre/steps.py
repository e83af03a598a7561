"""One step of the move of a group."""

from __future__ import annotations

from msgspec import Struct


class Step(Struct, frozen=True):
    """One step of a group move.

    `advance` mm straight ahead, a `wheel` in degrees about the left or right front corner of the group (`pivot`), or a
    `shift` in mm to its own right.
    """

    advance: float = 0.0
    wheel: float = 0.0
    pivot: str | None = None
    shift: float = 0.0
