"""What can be taken back in a stored battle, and which of its events are lines of its log."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.battle.taking_back import still_standing, told, written
from debellis.server import seats
from debellis.server.messages import AnswerBack, AskBack, Undo
from debellis.server.seats import Role
from debellis.server.storage.records import (
    ASK_BACK,
    DECISION,
    DECLINE_BACK,
    TAKE_BACK,
    UNDO,
    StoredBattle,
    StoredEvent,
)

#: Kinds of events that can be the answer to a message.
_ANSWERS: dict[type, tuple[str, ...]] = {Undo: (UNDO,), AskBack: (ASK_BACK, TAKE_BACK, UNDO)}


class Proposed(Struct, frozen=True):
    """A take-back that side `by` may ask side `of` for: its last decision and all later ones, `decisions` in all.

    `rolled` says that one of them used dice.
    """

    by: str
    decisions: int
    rolled: bool

    @property
    def of(self) -> str:
        return other(self.by)

    @property
    def action(self) -> dict[str, Any]:
        """The take-back as it stands in the log."""
        return written(self.decisions, self.of)

    def asks(self, hidden: bool) -> tuple[Event, ...]:
        """The request, for the account. `hidden` says that something hidden was shown."""
        says = f"{self.by} asks to take back its last decision"
        if self.decisions > 1:
            says += " and all that came after it"
        facts = ["dice were rolled"] if self.rolled else []
        facts += ["something hidden was shown"] if hidden else []
        if facts:
            says += f"; {' and '.join(facts)} since then"
        return (Event(ASK_BACK, says),)

    def declined(self) -> tuple[Event, ...]:
        return (Event(DECLINE_BACK, f"{self.of} does not agree to take anything back"),)

    def done(self) -> tuple[Event, ...]:
        return (told(self.by, self.decisions),)


def lines_after(line: list[StoredEvent], news: list[StoredEvent]) -> list[StoredEvent]:
    """The lines of the log after some more events: an undo removes the last one, a request is none."""
    line = list(line)
    for item in news:
        if item.kind == UNDO:
            line.pop()
        elif item.kind not in (ASK_BACK, DECLINE_BACK):
            line.append(item)
    return line


def standing_of(line: list[StoredEvent]) -> list[StoredEvent]:
    """The start and the decisions that stand, of the lines of a log."""
    return still_standing(line, [item.action for item in line])


def by_hand(stored: StoredBattle, item: StoredEvent) -> bool:
    """Whether an event is a decision that a person took in this battle, not a computer or an automatic set-up."""
    return item.kind == DECISION and item.number > stored.began_at and ":" not in item.key


def proposed_by(stored: StoredBattle, line: list[StoredEvent], role: Role) -> Proposed | None:
    """What a role may ask to take back: its last decision that stands, with all later ones."""
    standing = standing_of(line)
    for at in range(len(standing) - 1, 0, -1):
        item = standing[at]
        if item.by is not None and by_hand(stored, item) and seats.decides_for(role, item.by):
            later = standing[at:]
            return Proposed(item.by, len(later), any(one.dice for one in later))
    return None


def is_answer_to(message: Undo | AskBack | AnswerBack, role: Role, done: StoredEvent) -> bool:
    """Whether a stored event is what a message of a role led to."""
    if not isinstance(message, AnswerBack):
        return done.kind in _ANSWERS[type(message)]
    if done.kind == TAKE_BACK and done.action is not None:
        return message.agrees and role in (done.action["agreed_by"], seats.BOTH)
    return done.kind == DECLINE_BACK and not message.agrees
