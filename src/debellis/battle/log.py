"""The log of a battle: JSON lines, a header and then one line for each decision with the numbers it used.

Every line carries a running hash over all lines before it and the state it led to, so that a log proves itself.

From the first secret throw or sealed action on, the hashes also contain a nonce made from the seed. Without it an
opponent could try every possible hand of cards until the hash fits. The header commits to the seed, and the closing
reveals it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, structs

from debellis.battle.chance import Throw
from debellis.battle.stream import nonce
from debellis.table import writing

#: The format of logs this program writes; it reads this and older ones.
FORMAT = 1
#: The throws of one decision with their numbers.
Thrown = Sequence[tuple[Throw, int]]


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what is played, by whom, and the hash of the seed."""

    debellis: str
    format: int
    edition: str
    setup: dict[str, Any]
    seed_hash: str | None = None


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision: who decided, the action, the numbers it used in order, and the running hash after it.

    `secret` has the places in `dice` (from 0) of the numbers that only one side may see, and `seen_by` that side for
    each of them. Entries without secret throws do not write these two fields.
    """

    n: int
    by: str | None
    action: dict[str, Any]
    dice: tuple[int, ...]
    hash: str
    secret: tuple[int, ...] | UnsetType = UNSET
    seen_by: tuple[str, ...] | UnsetType = UNSET


class Closing(Struct, frozen=True, forbid_unknown_fields=True):
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


def next_hash(before: str, action: dict[str, Any], dice: tuple[int, ...], state: Any, seed: str | None = None) -> str:
    """The running hash after a decision. Give the seed if the battle has had a secret, else leave it out."""
    said = [before, action, dice, digest(state)]
    if seed is not None:
        said.append(nonce(seed, before))
    return hashlib.sha256(writing.encode(said, order="deterministic")).hexdigest()


def secrets_of(throws: Iterable[Throw]) -> dict[int, str]:
    """The places (from 0) of the secret throws among those of one decision, each with the side that may see it."""
    return {at: throw.secret for at, throw in enumerate(throws) if throw.secret is not None}


def entry_of(n: int, by: str | None, action: dict[str, Any], thrown: Thrown, hash_: str) -> Entry:
    """The entry of a decision, from the throws it made and their numbers."""
    secrets = secrets_of(throw for throw, _ in thrown)
    entry = Entry(n, by, action, tuple(number for _, number in thrown), hash_)
    return structs.replace(entry, secret=tuple(secrets), seen_by=tuple(secrets.values())) if secrets else entry


def is_sealed(action: dict[str, Any] | None, sealed: frozenset[str]) -> bool:
    """Whether a written action is one of those that only the deciding side may see before the end."""
    return action is not None and action.get("do") in sealed


def shown_to(entry: Entry, side: str | None, sealed: frozenset[str] = frozenset()) -> Entry:
    """The entry without what a side, or a bystander (None), may not see before the end of the battle.

    `secret` and `seen_by` stay, so that everybody knows how many numbers are left out. Of a sealed action of another
    side only its name stays.
    """
    if is_sealed(entry.action, sealed) and entry.by != side:
        entry = structs.replace(entry, action={"do": entry.action["do"]})
    if isinstance(entry.secret, UnsetType) or isinstance(entry.seen_by, UnsetType):
        return entry
    hidden = {at for at, owner in zip(entry.secret, entry.seen_by, strict=True) if owner != side}
    return structs.replace(entry, dice=tuple(die for at, die in enumerate(entry.dice) if at not in hidden))
