"""Numbers, names of bases and untrusted text in sentences."""

from __future__ import annotations

from collections.abc import Sequence, Sized


def several(count: int, one: str, more: str | None = None) -> str:
    """A number and its noun in the right form: "1 PIP", "2 PIPs", "0 PIPs"."""
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


#: The most bases that a sentence names one by one.
_NAMED = 4


def together(names: Sequence[str]) -> str:
    """The names of some bases: "R1", "R1 and R2", "R1, R2 and R3", or "R1 and 5 others" for many."""
    if len(names) > _NAMED:
        return f"{names[0]} and {len(names) - 1} others"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def is_or_are(names: Sized) -> str:
    """The verb for a list of names."""
    return "is" if len(names) == 1 else "are"


def printable(text: str) -> str:
    """The text with everything unprintable escaped, so that untrusted text cannot control a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
