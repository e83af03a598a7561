"""What values are made of: structures that never change."""

from __future__ import annotations

from msgspec import Struct


class Value(Struct, frozen=True):
    """A small structure that never changes and is never written to a file.

    The rooms of the rules use it for what they work out on the way. A module that is compiled may define such values
    (a compiled class statement hands no options on, so they come from here); what is read from or written to files is
    defined in modules that stay plain.
    """
