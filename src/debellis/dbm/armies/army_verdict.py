"""A verdict on a whole army: every fault with its clauses, and the command, line and points that it is about."""

from __future__ import annotations

from debellis.battle.army_building import ArmyFault
from debellis.umpire.verdict import Verdict


class ArmyVerdict(Verdict):
    """A verdict that keeps each fault as an `ArmyFault`.

    Set `command`, or call `about`, before the faults of a command or line are reported.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[ArmyFault] = []
        self.command: str | None = None
        self.line: str | None = None
        self.points: float | None = None

    def refuse(self, says: str, *names: str) -> None:
        super().refuse(says, *names)
        self.kept.append(ArmyFault(says, names, self.command, self.line, self.points))


def about(verdict: Verdict, line: str | None = None, points: float | None = None) -> None:
    """Say which line the next faults are about, and the cost of what is too much or missing."""
    if isinstance(verdict, ArmyVerdict):
        verdict.line = line
        verdict.points = points
