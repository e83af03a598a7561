"""What values are made of: structures that never change, and how to get one that differs a little."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


class Value(Struct, frozen=True):
    """A small structure that never changes and is never written to a file.

    The rooms of the rules use it for what they work out on the way. What is read from or written to files is a
    `Struct`. Where modules are compiled both become native classes (tools/native.py).
    """


def replace(value: T, **changes: Any) -> T:
    """The same value with some fields changed."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    native: Any = value
    changed: T = native.__replace__(changes)
    return changed
