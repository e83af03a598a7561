"""The stored form of battles and events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from debellis.battle.log import Entry
from debellis.battle.rules import Event

#: Kinds of stored events.
START, DECISION, UNDO = "start", "decision", "undo"
#: A request to take decisions back, its refusal, and a take-back that both sides agreed to.
ASK_BACK, DECLINE_BACK, TAKE_BACK = "ask_back", "decline_back", "take_back"
WhichDice = Literal["rolled", "typed"]


class Player(Struct, frozen=True):
    """The player of a side: a "person", or the "computer" with a level and a character."""

    kind: Literal["person", "computer"] = "person"
    level: Annotated[str, Meta(max_length=16)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    character: Annotated[str, Meta(max_length=16)] = ""


class StoredBattle(Struct, frozen=True):
    """A stored battle. `dice` are "rolled" from the seed or "typed" by the players.

    `hints` allows hints in a battle between two people.
    """

    id: str
    edition: str
    version: str
    setup: dict[str, Any]
    players: dict[str, Player]
    dice: WhichDice
    seed: str | None
    made: float
    began_from: str | None = None
    began_at: int = 0
    hints: bool = False


class StoredEvent(Struct, frozen=True):
    """One stored event: a decision with its dice, or what concerns a take-back; with the reason a computer gave for it.

    `secret` has the places in `dice` of the numbers that only one side may see, and `seen_by` that side for each.
    """

    number: int
    kind: str
    key: str
    by: str | None
    action: dict[str, Any] | None
    dice: tuple[int, ...]
    hash: str
    said: tuple[Event, ...]
    made: float
    reason: str | None = None
    secret: tuple[int, ...] = ()
    seen_by: tuple[str, ...] = ()

    def entry(self, n: int) -> Entry:
        """The event as an entry of a log."""
        found = Entry(n, self.by, self.action or {}, self.dice, self.hash)
        return structs.replace(found, secret=self.secret, seen_by=self.seen_by) if self.secret else found


class EventConflict(Exception):
    """Another event already has the number of this one."""


class KeyUsed(Exception):
    """An event with this key is already stored."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the key was used for event {number}")
        self.number = number
