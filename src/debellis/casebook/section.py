"""Reading the tables of a case file: values of the right type, or errors with their lines."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from debellis.casebook.case_text import FARTHEST, CaseError, CaseText
from debellis.casebook.lines import Path
from debellis.geometry.plane import Point

#: Remarks: allowed in every table of a case, and ignored.
REMARKS = ("topic", "basis", "reconstructed", "note")


class Section:
    """One table of a case file. Each method returns a value of the right type, or raises CaseError with its line."""

    def __init__(self, case_text: CaseText, path: Path, values: dict[str, Any], name: str) -> None:
        self.case_text = case_text
        self.path = path
        self.values = values
        self.name = name

    def fault(self, key: str, sentence: str) -> CaseError:
        """The error for something wrong with a key of this table."""
        return self.case_text.fault((*self.path, key), sentence)

    def allow(self, keys: tuple[str, ...]) -> None:
        """Refuse any other key; remarks are always allowed."""
        for key in self.values:
            if key not in keys and key not in REMARKS:
                raise self.fault(key, f"{self.name} has no key {key!r}; {suggest(key, keys)}")

    def has(self, key: str) -> bool:
        return key in self.values

    def need(self, key: str, what: str) -> None:
        """Refuse the table if a key is missing."""
        if key not in self.values:
            raise self.case_text.fault(self.path, f"{self.name} has no {key}; give {what}")

    def tables(self, key: str, name: str) -> list[Section]:
        """The entries of a repeated table [[key]]; none when it is missing."""
        entries = self.values.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise self.fault(key, f"{key} must be written as tables headed [[{key}]]")
        return [Section(self.case_text, (key, i), entry, name) for i, entry in enumerate(entries)]

    def table(self, key: str) -> dict[str, Any]:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table { name = value }")
        return value

    def wrong(self, key: str, what: str) -> CaseError:
        """The error for a value of the wrong type."""
        return self.fault(key, f"{key} is {shown(self.values[key])} but must be {what}")

    def text(self, key: str, default: str = "") -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or not value.isprintable() or (key in self.values and not value.strip()):
            raise self.wrong(key, "a text of one line in quotes")
        return value

    def word(self, key: str, words: tuple[str, ...]) -> str | None:
        """One of some fixed words, or None when the key is missing."""
        value = self.values.get(key)
        if value is not None and (not isinstance(value, str) or value not in words):
            raise self.wrong(key, f"one of {', '.join(words)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def whole(self, key: str, least: int) -> int | None:
        value = self.values.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
            raise self.wrong(key, f"a whole number, {least} or more")
        return value

    def number(self, key: str) -> float | None:
        value = self.values.get(key)
        if value is None:
            return None
        if not _is_number(value):
            raise self.wrong(key, "a number")
        return float(value)

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty when the key is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, "a list of texts in quotes")
        return tuple(value)

    def point(self, key: str) -> Point:
        value = self.values[key]
        if not _is_point(value):
            raise self.wrong(key, "a point [x, y] in millimetres")
        return (float(value[0]), float(value[1]))

    def points(self, key: str, least: int) -> tuple[Point, ...]:
        """A list of at least `least` points; empty when the key is missing."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.wrong(key, "a list of points [[x, y], ...]")
        for i, item in enumerate(value):
            if not _is_point(item):
                place = (*self.path, key, i)
                raise self.case_text.fault(place, f"{key} has {shown(item)} among its points; a point is [x, y]")
        if len(value) < least:
            count = f"{len(value)} point{'' if len(value) == 1 else 's'}"
            raise self.fault(key, f"{key} has {count} but needs at least {least}")
        return tuple((float(x), float(y)) for x, y in value)


def suggest(word: str, known: tuple[str, ...]) -> str:
    """What to write instead of an unknown word: the nearest known one, or all of them."""
    near = get_close_matches(word, known, 1, 0.7)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"


def shown(value: Any) -> str:
    """A value as it is written in the file, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    text = repr(value) if isinstance(value, str | int | float | list) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def one_line(error: Exception) -> str:
    """What an error says, without line ends."""
    return " ".join(str(error).split())


def without_remarks(value: Any) -> Any:
    """The value with the remarks taken out of every table in it."""
    if isinstance(value, dict):
        return {key: without_remarks(item) for key, item in value.items() if key not in REMARKS}
    if isinstance(value, list):
        return [without_remarks(item) for item in value]
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(item) for item in value)
