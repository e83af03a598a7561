"""Years in words. Those before Christ are negative numbers."""

from __future__ import annotations


def year_words(year: int) -> str:
    """A year in words: "448 BC", "1415 AD"."""
    return f"{abs(year)} {_era(year)}"


def span_words(first: int, last: int) -> str:
    """A span of years in words: "275-146 BC", "250 BC - 225 AD"."""
    if (first < 0) == (last < 0):
        return f"{abs(first)}-{year_words(last)}"
    return f"{year_words(first)} - {year_words(last)}"


def _era(year: int) -> str:
    return "BC" if year < 0 else "AD"
