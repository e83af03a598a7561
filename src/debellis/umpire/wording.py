"""Numbers in sentences."""

from __future__ import annotations


def several(count: int, one: str, more: str | None = None) -> str:
    """ "1 PIP", "2 PIPs", "0 PIPs": so many of something, in the right number."""
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"
