"""The base classes of values: immutable structures, and how to copy one with changes."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


class Value(Struct, frozen=True):
    """A small immutable structure that is never written to a file.

    The packages of the rules use it for intermediate results. Values that are read from or written to files are a
    `Struct`. In compiled modules both become native classes (tools/native.py).
    """


def replace(value: T, **changes: Any) -> T:
    """The same value with some fields changed."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    native: Any = value
    changed: T = native.__replace__(changes)
    return changed
