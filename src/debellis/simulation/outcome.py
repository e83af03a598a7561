"""How a battle of a simulation ended."""

from __future__ import annotations

from msgspec import Struct


class Party(Struct, frozen=True):
    """One side of a finished battle: its army, its general, and its elements by troop type."""

    army: str
    general: str
    fielded: dict[str, int]
    lost: dict[str, int]


class Outcome(Struct, frozen=True):
    """A finished battle. `winner` is a side, or None at the limit; `bounds` counts those of both sides together.

    `invader` is empty where neither side invades.
    """

    number: int
    meeting: int
    red: Party
    blue: Party
    winner: str | None
    why: str
    invader: str
    bounds: int
    decisions: int

    def party(self, side: str) -> Party:
        """The party of a side."""
        return self.red if side == "red" else self.blue
