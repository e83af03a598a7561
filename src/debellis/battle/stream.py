"""Numbers from a seed: a stream that cannot be predicted without the seed and can be checked with it.

The hash of the seed is published before the first throw, the seed itself after the last.
"""

from __future__ import annotations

import hashlib
import secrets

from debellis.battle.chance import MOST_SIDES

#: How many values a byte has.
_BYTE = 256


def new_seed() -> str:
    """A fresh secret seed."""
    return secrets.token_hex(16)


def seed_of(number: int) -> str:
    """The seed for a plain number, for battles that must be repeatable."""
    return f"number {number}"


def published(seed: str) -> str:
    """The hash that is published before the battle."""
    return hashlib.sha256(f"debellis seed {seed}".encode()).hexdigest()


def nonce(seed: str, before: str) -> str:
    """A secret value for the entry that follows a running hash; nobody can compute it without the seed."""
    return hashlib.sha256(f"debellis nonce {seed} {before}".encode()).hexdigest()


def number(seed: str, index: int, sides: int) -> int:
    """The number from 1 to `sides` at that index (from 0) in a seed's stream.

    Bytes from the largest multiple of `sides` upwards are skipped, so that all numbers are equally likely.
    """
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"A throw has 1 to {MOST_SIDES} sides, not {sides}.")
    fair = _BYTE - _BYTE % sides
    attempt = 0
    while True:
        block = hashlib.sha256(f"debellis die {seed} {index} {attempt}".encode()).digest()
        for byte in block:
            if byte < fair:
                return byte % sides + 1
        attempt += 1
