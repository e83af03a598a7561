"""States of battles as bytes to keep, and back."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from debellis.battle.rules import Rules
from debellis.table import writing


def pack(state: Any) -> bytes:
    return zlib.compress(writing.encode(state), 6)


def unpack(rules: Rules, packed: bytes) -> Any:
    """The state some bytes stand for; ValueError if this version does not know such states any more."""
    try:
        return writing.decode(zlib.decompress(packed), rules.state_type)
    except (msgspec.ValidationError, msgspec.DecodeError, zlib.error) as wrong:
        raise ValueError(f"this state cannot be read: {wrong}") from None
