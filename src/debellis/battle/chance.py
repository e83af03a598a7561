"""Chance is an explicit player: dice are asked for, recorded and handed in, never rolled inside the rules."""

from __future__ import annotations

from typing import Final

#: Dice neither good nor bad, for those who want to know what a decision leads to without rolling.
MIDDLING: Final = (4,) * 8


class DieNeeded(Exception):
    """The rules need one more die than was handed in. Roll it, add it, and ask again."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Dice:
    """The dice handed in for one decision, taken in order."""

    def __init__(self, scripted: tuple[int, ...] = ()) -> None:
        self.scripted = scripted
        self.taken: list[tuple[str, int]] = []

    def roll(self, why: str) -> int:
        """The next die, for a reason given in words; DieNeeded if none is left."""
        used = len(self.taken)
        if used >= len(self.scripted):
            raise DieNeeded(why)
        self.taken.append((why, self.scripted[used]))
        return self.scripted[used]

    @property
    def left_over(self) -> int:
        """How many handed-in dice nobody asked for."""
        return len(self.scripted) - len(self.taken)
