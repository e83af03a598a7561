"""An index of the casebook: what each case is about, read from its TOML alone, without its position.

To find the cases that name a clause, only the files whose text contains the id are parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from debellis.casebook.case_text import CaseError, CaseText, open_case_text
from debellis.casebook.section import Section
from debellis.casebook.shipped import cases_directory


class AskEntry(Struct, frozen=True):
    """One question of a case, or one action ("do move"), with the clauses on either side of it."""

    question: str
    because: tuple[str, ...]
    spared: tuple[str, ...]


class CaseEntry(Struct, frozen=True):
    """One case of the index. `asks` are its questions and actions in the order written."""

    file: str
    title: str
    edition: str
    clauses: tuple[str, ...]
    asks: tuple[AskEntry, ...]

    @property
    def questions(self) -> tuple[str, ...]:
        """Every question and action, once."""
        return tuple(dict.fromkeys(ask.question for ask in self.asks))

    @property
    def because(self) -> tuple[str, ...]:
        """The clauses that decide some question or action."""
        return tuple(dict.fromkeys(name for ask in self.asks for name in ask.because))

    @property
    def spared(self) -> tuple[str, ...]:
        """The clauses that just do not decide some question or action."""
        return tuple(dict.fromkeys(name for ask in self.asks for name in ask.spared))

    @property
    def named(self) -> tuple[str, ...]:
        """Every clause the case names, once."""
        both = (name for ask in self.asks for name in (*ask.because, *ask.spared))
        return tuple(dict.fromkeys((*self.clauses, *both)))


def case_names(directory: Path | None = None) -> tuple[str, ...]:
    """The files of a casebook, the shipped one if none is given, named relative to it."""
    root = directory or cases_directory()
    return tuple(sorted(file.relative_to(root).as_posix() for file in root.rglob("*.toml")))


def read_entry(name: str, directory: Path | None = None) -> CaseEntry:
    """The entry of one case; CaseError if its file is not TOML or a key the index needs is of the wrong type."""
    return entry_of(open_case_text((directory or cases_directory()) / name, name))


def entry_of(case_text: CaseText) -> CaseEntry:
    """The entry of the case with this text."""
    top = Section(case_text, (), case_text.values, "a case")
    steps = [(section, "") for section in top.tables("ask", "an ask")]
    dos = [(section, "do ") for section in top.tables("do", "a do")]
    if dos:
        steps = sorted(steps + dos, key=lambda step: case_text.line(step[0].path))
    asks = tuple(_ask(section, before) for section, before in steps)
    return CaseEntry(case_text.file, title_of(top), top.text("edition"), top.names("clauses"), asks)


def _ask(section: Section, before: str) -> AskEntry:
    name = section.text("action" if before else "question", "?")
    return AskEntry(before + name, section.names("because"), section.names("spared"))


def title_of(top: Section) -> str:
    """The title of a case, on one line. A case without a title is called by its file."""
    title = top.values.get("title", Path(top.case_text.file).stem.replace("-", " ").replace("_", " "))
    if not isinstance(title, str):
        raise top.wrong("title", "a text in quotes")
    return " ".join(title.split())


def entries(directory: Path | None = None) -> tuple[CaseEntry, ...]:
    """The index of a casebook, the shipped one if none is given. Malformed files are left out."""
    return tuple(entry for _, entry in _read(directory, "") if entry is not None)


def files_naming(start: str, directory: Path | None = None) -> tuple[str, ...]:
    """The files of a casebook that name a clause whose id begins so.

    A malformed file that contains the text is among them, so that running it reports the fault.
    """
    return tuple(
        name
        for name, entry in _read(directory, start)
        if entry is None or any(clause.startswith(start) for clause in entry.named)
    )


def _read(directory: Path | None, start: str) -> Iterator[tuple[str, CaseEntry | None]]:
    """The files that contain a text that begins so, with their entries; None for a malformed file."""
    root = directory or cases_directory()
    sought = start.encode()
    for name in case_names(root):
        try:
            if sought and sought not in (root / name).read_bytes():
                continue
            yield name, read_entry(name, root)
        except (CaseError, OSError):
            yield name, None
