"""Numbers and foreign words in sentences."""

from __future__ import annotations


def several(count: int, one: str, more: str | None = None) -> str:
    """ "1 PIP", "2 PIPs", "0 PIPs": so many of something, in the right number."""
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


def printable(text: str) -> str:
    """The text with everything that is not printable escaped, so that no foreign text can steer a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
