"""The journal of a simulation: the plan, then one line for each finished battle. Lines are only appended.

A line is on the disk before the next battle is counted, so an interruption loses no finished battle.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec
from msgspec import Struct

from debellis import __version__
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan
from debellis.table.value import replace
from debellis.table.writing import decode

NAME = "journal.jsonl"


class Heading(Struct, frozen=True):
    """The first line: the version of the program, and the plan."""

    debellis: str
    plan: Plan


class BadJournal(ValueError):
    """A journal that cannot be continued, in one sentence."""


class Journal:
    """A journal open for writing, with the outcomes it holds already."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open the journal of a folder, or create it; BadJournal if it belongs to another simulation."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        self.outcomes: dict[int, Outcome] = {}
        if path.exists() and path.stat().st_size:
            _check(path, read_heading(folder), plan)
            self.outcomes = _read_outcomes(path)
        self._file: BinaryIO = path.open("ab")
        if self._file.tell() == 0:
            self._write(msgspec.json.encode(Heading(__version__, plan)))

    def add(self, outcome: Outcome) -> None:
        """Append an outcome to the journal."""
        self._write(msgspec.json.encode(outcome))
        self.outcomes[outcome.number] = outcome

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def read_heading(folder: Path) -> Heading:
    """The heading of a folder's journal; BadJournal if there is none."""
    path = folder / NAME
    try:
        with path.open("rb") as file:
            return decode(file.readline(), Heading)
    except OSError:
        raise BadJournal(f"{folder} holds no simulation: there is no {NAME} in it") from None
    except msgspec.MsgspecError:
        raise BadJournal(f"{path} is not the journal of a simulation") from None


def _check(path: Path, heading: Heading, plan: Plan) -> None:
    # The number of battles may change, because no battle depends on it.
    if replace(heading.plan, battles=plan.battles) != plan:
        raise BadJournal(f"{path} is of another simulation; give another --out, or --resume it as it is")
    if heading.debellis != __version__:
        was = f"{path} was begun by debellis {heading.debellis}, and this is {__version__}"
        raise BadJournal(f"{was}: the rules may differ, so start again with another --out")


def _read_outcomes(path: Path) -> dict[int, Outcome]:
    """The outcomes. An incomplete last line is removed."""
    lines = path.read_bytes().split(b"\n")
    cut = lines.pop()
    if cut:
        os.truncate(path, path.stat().st_size - len(cut))
    found: dict[int, Outcome] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            outcome = decode(line, Outcome)
        except msgspec.MsgspecError:
            raise BadJournal(f"{path}, line {number}: this is not the outcome of a battle") from None
        found[outcome.number] = outcome
    return found
