"""Dice from a seed: a stream nobody can foresee without the seed, and anybody can check with it.

The hash of the seed is published before the first die; the seed itself after the last.
"""

from __future__ import annotations

import hashlib
import secrets

_FAIR = 252  # the largest multiple of six that fits a byte: higher bytes are thrown away


def new_seed() -> str:
    """A fresh secret seed."""
    return secrets.token_hex(16)


def seed_of(number: int) -> str:
    """The seed that stands for a plain number, for battles one wants to repeat."""
    return f"number {number}"


def published(seed: str) -> str:
    """What is shown of a seed before the battle."""
    return hashlib.sha256(f"debellis seed {seed}".encode()).hexdigest()


def die(seed: str, index: int) -> int:
    """The die of that index (from 0) in a seed's stream."""
    attempt = 0
    while True:
        block = hashlib.sha256(f"debellis die {seed} {index} {attempt}".encode()).digest()
        for byte in block:
            if byte < _FAIR:
                return byte % 6 + 1
        attempt += 1
