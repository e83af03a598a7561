"""A case as a value: a position, questions with the answers expected, and actions played between them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from debellis.battle.rules import Opening
from debellis.casebook.case_text import CaseError, CaseText
from debellis.table.position import Position


class Ask(Struct, frozen=True):
    """One question of a case. `because` must all be cited, `spared` must not be.

    Questions are numbered from 1. `fault` is set when this one cannot be asked as written; the others of the case
    still can. `expected` is None when the case only asks and expects nothing.
    """

    number: int
    question: str
    arguments: dict[str, Any]
    expected: Any = None
    because: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    fault: CaseError | None = None

    kind: ClassVar[Literal["ask"]] = "ask"


class Do(Struct, frozen=True):
    """One action of a case, played with its dice before what is written after it.

    It is expected to be allowed unless `expected` says otherwise; one that is refused changes nothing.
    """

    number: int
    action: str
    arguments: dict[str, Any]
    dice: tuple[int, ...] = ()
    expected: Any = True
    because: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    fault: CaseError | None = None

    kind: ClassVar[Literal["do"]] = "do"

    @property
    def question(self) -> str:
        """What it asks of the umpire: whether this may be done, and what comes of it."""
        return f"do {self.action}"

    @property
    def refused(self) -> bool:
        """Whether the case expects a refusal."""
        given = self.expected.get("legal", True) if isinstance(self.expected, dict) else self.expected
        return given is False


Step = Ask | Do


class Frame(Struct, frozen=True):
    """A rigid motion: mirrored from east to west if `mirror`, then turned clockwise by degrees, then moved (mm)."""

    turn: float = 0.0
    mirror: bool = False
    east: float = 0.0
    north: float = 0.0


class Case(Struct, frozen=True):
    """One case file. `clauses` says what it is about; it proves nothing by that.

    `steps` are its questions and actions in the order written; `opening` is set when it is played. `frames` is False
    when the case holds only as it lies, or lists further frames in which it must hold.
    """

    file: str
    title: str
    clauses: tuple[str, ...]
    position: Position
    steps: tuple[Step, ...]
    case_text: CaseText
    opening: Opening | None = None
    frames: bool | tuple[Frame, ...] = True

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Its questions."""
        return tuple(step for step in self.steps if isinstance(step, Ask))

    def line(self, step: Step) -> int:
        """The line on which a question or action begins."""
        return self.case_text.line((step.kind, step.number - 1))
