"""States of battles as compressed bytes, and back."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from debellis.battle.rules import Rules
from debellis.table import writing


def pack(state: Any) -> bytes:
    return zlib.compress(writing.encode(state), 6)


def unpack(rules: Rules, packed: bytes) -> Any:
    """The state in some bytes; ValueError if this version cannot read it."""
    try:
        return writing.decode(zlib.decompress(packed), rules.state_type)
    except (msgspec.ValidationError, msgspec.DecodeError, zlib.error) as wrong:
        raise ValueError(f"this state cannot be read: {wrong}") from None
