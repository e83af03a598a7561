"""The size of an observation: rows for the pieces of a side, and slots to choose from."""

from __future__ import annotations

from debellis.battle.survey import Survey
from debellis.table.value import Value

#: No army has more elements than this.
_MOST_ROWS = 256
#: So many rows of a side fit into signed bytes.
_IN_BYTES = 64
#: Every way of a move has a slot.
_LEAST_SLOTS = 16


class Sizes(Value, frozen=True):
    """The number of rows of one side and of slots.

    Slot 0 ends moves or leaves a mover. Then come the rows of a side, then `groups` and, last, the `landing`.
    """

    rows: int
    slots: int

    @property
    def both(self) -> int:
        """The rows of both sides."""
        return 2 * self.rows

    @property
    def wide(self) -> bool:
        """Whether the row of a base needs two bytes."""
        return self.rows > _IN_BYTES

    @property
    def groups(self) -> int:
        """The first slot of a group."""
        return 1 + self.rows

    @property
    def landing(self) -> int:
        """The slot of a landing."""
        return self.slots - 1


def sizes_of(survey: Survey) -> Sizes:
    """The sizes for the armies of an edition: a power of two of rows, and at least twice as many slots."""
    rows = 1
    while rows < min(survey.most_pieces, _MOST_ROWS):
        rows *= 2
    return Sizes(rows, max(2 * rows, _LEAST_SLOTS))
