"""Decisions taken back by agreement. They stay in the log, and so do the numbers they used.

A decision that threw nothing and showed nothing can be undone freely and leaves no trace. Any other is taken back only
if the other side agrees; then the log gets a line of its own, and the throws to come use new numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.table.writing import convert
from debellis.umpire.wording import several

T = TypeVar("T")


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take_back"):
    """The last `decisions` that stand are taken back. It is written in logs like an action, but no rules decide it.

    `agreed_by` is the other side.
    """

    decisions: int
    agreed_by: str


def written(decisions: int, agreed_by: str) -> dict[str, Any]:
    """A take-back as the action of a log entry."""
    found: dict[str, Any] = msgspec.to_builtins(TakeBack(decisions, agreed_by))
    return found


def is_take_back(action: dict[str, Any] | None) -> bool:
    """Whether the action of a log entry is a take-back."""
    return action is not None and action.get("do") == "take_back"


def read(action: dict[str, Any], by: str | None, standing: int) -> TakeBack:
    """The take-back in a log entry of a side; ValueError if `standing` decisions cannot be taken back so."""
    found = convert(action, TakeBack)
    if by not in SIDES or found.agreed_by != other(by):
        raise ValueError("a take-back is asked for by one side and agreed to by the other")
    if not 1 <= found.decisions <= standing:
        raise ValueError(f"{several(found.decisions, 'decision')} cannot be taken back: {standing} stand")
    return found


def still_standing(items: Sequence[T], actions: Sequence[dict[str, Any] | None]) -> list[T]:
    """The items of a log that stand after all take-backs; `actions` has the action of each, None for the start."""
    found: list[T] = []
    for item, action in zip(items, actions, strict=True):
        if action is not None and is_take_back(action):
            del found[len(found) - int(action["decisions"]) :]
        else:
            found.append(item)
    return found


def told(by: str, decisions: int) -> Event:
    """What happened, for the account."""
    what = "its last decision" if decisions == 1 else f"its decision and {several(decisions - 1, 'later one')}"
    return Event("take_back", f"{by} takes back {what}; {other(by)} agrees")
