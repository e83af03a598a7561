"""The log of a battle: JSON lines, a header and then one line for each decision with the dice it used.

Every line carries a running hash over all lines before it and the state it led to, so that a log proves itself.
"""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec import Struct

from debellis.table import writing

#: The format of logs this program writes; it reads this and older ones.
FORMAT = 1


class Header(Struct, frozen=True):
    """The first line: what is played, by whom, and the hash of the seed."""

    debellis: str
    format: int
    edition: str
    setup: dict[str, Any]
    seed_hash: str | None = None


class Entry(Struct, frozen=True):
    """One decision: who decided, the action, the dice it used in order, and the running hash after it."""

    n: int
    by: str | None
    action: dict[str, Any]
    dice: tuple[int, ...]
    hash: str


class Closing(Struct, frozen=True):
    """The last line of a finished battle: the result, and the seed that may now be shown."""

    winner: str | None
    why: str
    hash: str
    seed: str | None = None


def line(value: Header | Entry | Closing) -> bytes:
    """One line of a log, without its end."""
    return writing.encode(value)


def digest(state: Any) -> str:
    """The fingerprint of a state: equal states have equal fingerprints, to the last bit of every number."""
    return hashlib.sha256(writing.encode(state, order="deterministic")).hexdigest()


def first_hash(header: Header, state: Any) -> str:
    """The running hash before the first decision."""
    return hashlib.sha256(line(header) + digest(state).encode()).hexdigest()


def next_hash(before: str, action: dict[str, Any], dice: tuple[int, ...], state: Any) -> str:
    """The running hash after a decision."""
    said = writing.encode([before, action, dice, digest(state)], order="deterministic")
    return hashlib.sha256(said).hexdigest()
