"""Reads the lines of a log strictly: one kind of line, no unknown key, no key twice."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from debellis.battle.log import FORMAT, Closing, Entry, Header, line
from debellis.table import writing

#: Errors that reading any bytes as JSON can end with.
_UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)


class BadLine(ValueError):
    """A line that is not one of a debellis log, in one sentence."""


def read_header_line(text: bytes) -> Header:
    """The header; BadLine if this program cannot read it."""
    try:
        header = writing.decode(text, Header)
        _refuse_twice(text, header)
    except _UNREADABLE as wrong:
        raise BadLine(_about_key(wrong) or "this is not the header of a debellis log") from None
    if header.format > FORMAT:
        raise BadLine(f"the log is of format {header.format}; this debellis reads up to {FORMAT}: use a newer one")
    if header.format < 1:
        raise BadLine(f"there is no format {header.format} of logs; they begin with format 1")
    return header


def read_line(text: bytes) -> Entry | Closing:
    """A decision or the closing; BadLine if it is neither."""
    try:
        raw = msgspec.json.decode(text)
        kind: type[Entry | Closing] = Closing if isinstance(raw, dict) and "winner" in raw else Entry
        found = writing.convert(raw, kind)
        _refuse_twice(text, found)
    except _UNREADABLE as wrong:
        raise BadLine(_about_key(wrong) or "this is not a line of a debellis log; it was cut or changed") from None
    return found


def unknown_key(said: Any, understood: Any) -> str | None:
    """A key in the raw data of a log that the parsed form does not have, if there is one."""
    if isinstance(said, dict) and isinstance(understood, dict):
        for key, value in said.items():
            if key not in understood:
                return str(key)
            if (found := unknown_key(value, understood[key])) is not None:
                return found
    elif isinstance(said, list) and isinstance(understood, list | tuple):
        for one, other in zip(said, understood, strict=False):
            if (found := unknown_key(one, other)) is not None:
                return found
    return None


class _KeyTwice(ValueError):
    """A key that occurs twice in the same object."""


def _refuse_twice(text: bytes, found: Header | Entry | Closing) -> None:
    """Raise _KeyTwice if a key occurs twice. A line exactly as debellis writes it needs no second check."""
    if line(found) != text:
        json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _KeyTwice(f"this line has the key {key!r:.60} twice")
        found[key] = value
    return found


def _about_key(wrong: Exception) -> str | None:
    """The sentence for a key that should not be there; None for other errors."""
    if isinstance(wrong, _KeyTwice):
        return str(wrong)
    before, _, key = str(wrong).partition("unknown field `")
    if isinstance(wrong, msgspec.ValidationError) and key and before.startswith("Object contains"):
        return f"this line has a key that debellis does not know: {key.partition('`')[0]!r:.60}"
    return None
