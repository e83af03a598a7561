"""The text of a case file, parsed, with the line of every value for errors."""

from __future__ import annotations

import math
import re
import tomllib
from functools import cached_property
from pathlib import Path as File
from typing import Any

from debellis.casebook.lines import Path, line_index

#: Larger files are refused before they are read (bytes).
LARGEST = 1_000_000
#: The largest number a case may have: nothing on a table is this far away (mm).
FARTHEST = 1_000_000.0

_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class CaseError(ValueError):
    """A malformed case: the file, the line, and one sentence that says what is wrong and what to write instead."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}, line {line}: {sentence}")
        self.file = file
        self.line = line
        self.sentence = sentence


class CaseText:
    """The text of one case file, parsed."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.values = self._parsed()
        self._refuse_endless(self.values, ())

    def fault(self, path: Path, sentence: str) -> CaseError:
        """The error for something wrong at a path, or at the nearest table around it that is written."""
        while path and path not in self._lines:
            path = path[:-1]
        return CaseError(self.file, self._lines.get(path, 1), sentence)

    def line(self, path: Path) -> int:
        return self._lines.get(path, 1)

    @cached_property
    def _lines(self) -> dict[Path, int]:
        return line_index(self.text)

    def _parsed(self) -> dict[str, Any]:
        try:
            values = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            where = _WHERE.search(str(error))
            line = int(where[1]) if where and where[1] else self.text.count("\n") + 1
            what = _WHERE.sub("", str(error))
            raise CaseError(self.file, line, f"this is not well-formed TOML ({what[:1].lower()}{what[1:]})") from None
        except (ValueError, RecursionError):
            raise CaseError(self.file, 1, "a number is too long or lists are nested too deeply for a case") from None
        if not values:
            raise CaseError(self.file, 1, "the file is empty; a case has at least an edition and one [[ask]]")
        return values

    def _refuse_endless(self, value: Any, path: Path) -> None:
        """Refuse infinite numbers, NaN and numbers too large for a table, at any depth."""
        if isinstance(value, dict):
            for key, item in value.items():
                self._refuse_endless(item, (*path, key))
        elif isinstance(value, list):
            for i, item in enumerate(value):
                self._refuse_endless(item, (*path, i))
        elif isinstance(value, float) and not math.isfinite(value):
            raise self.fault(path, f"{_called(path)} is {value}; write an ordinary number")
        elif isinstance(value, int) and abs(value) > FARTHEST:
            raise self.fault(path, f"{_called(path)} is larger than anything on a table; write an ordinary number")


def open_case_text(file: File, shown: str | None = None) -> CaseText:
    """The text of a case file; CaseError if it cannot be read, is too large, or is not TOML."""
    name = shown or str(file)
    try:
        size = file.stat().st_size
        if size > LARGEST:
            raise CaseError(name, 1, f"the file has {size / 1e6:.1f} MB; a case has at most {LARGEST / 1e6:.0f} MB")
        return CaseText(name, file.read_text("utf-8"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise CaseError(name, line, "the file is not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise CaseError(name, 1, f"the file cannot be read ({(error.strerror or 'no reason given').lower()})") from None


def _called(path: Path) -> str:
    """The last key of a path, as a name for a value in a list."""
    return next((step for step in reversed(path) if isinstance(step, str)), "a value")
