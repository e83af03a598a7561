"""The shipped casebook for tests: each case read once, and all of them run once, for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from debellis.casebook import enforcement
from debellis.casebook.case import Case
from debellis.casebook.reading import read_case
from debellis.casebook.running import Report


@cache
def case(file: Path) -> Case:
    """A case as it is written."""
    return read_case(file)


@cache
def results() -> Report:
    """What comes of every question and action of the shipped casebook."""
    return enforcement.run_casebook()
