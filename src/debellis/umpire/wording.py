"""Numbers and untrusted text in sentences."""

from __future__ import annotations


def several(count: int, one: str, more: str | None = None) -> str:
    """A number and its noun in the right form: "1 PIP", "2 PIPs", "0 PIPs"."""
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


def printable(text: str) -> str:
    """The text with everything unprintable escaped, so that untrusted text cannot control a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
