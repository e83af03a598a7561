"""Which clauses are enforced: computed from the code and the casebook each time, never typed in.

A clause is enforced when the rules cite it, a green question or action of the casebook has it in `because`, and another
has it in `spared`. The rules cite a clause where the code names it, where a row of an edition's tables or army lists
names it under a key ending in `clauses`, and where an edition cites it in the place of one the shared code names.
A clause left to the players' judgement (not automatable) is never counted.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from debellis.casebook.lines import Path as Keys
from debellis.casebook.lines import line_index
from debellis.casebook.running import Report, Result, run_files
from debellis.casebook.shipped import PACKAGE, cases_directory
from debellis.umpire.clauses import Clause, Source, clauses, is_clause, sources

RULES = ("mechanics", "dba", "dbm", "editions")


class Proof(Struct, frozen=True):
    """One question or action of the casebook that proves a clause on one side."""

    file: str
    number: int
    question: str
    kind: str = "ask"


class Standing(Struct, frozen=True):
    """How a clause stands: where the rules cite it, and the green questions on either side."""

    clause: Clause
    cited_in: tuple[str, ...]
    bites: tuple[Proof, ...]
    spares: tuple[Proof, ...]

    @property
    def enforced(self) -> bool:
        return self.clause.automatable and bool(self.cited_in and self.bites and self.spares)

    @property
    def open(self) -> bool:
        """Whether it could be enforced and is not."""
        return self.clause.automatable and not self.enforced

    @property
    def missing(self) -> tuple[str, ...]:
        """What it lacks to be enforced."""
        lacks = (("code", self.cited_in), ("a case where it bites", self.bites), ("a near miss", self.spares))
        return tuple(name for name, there in lacks if not there)


class Tally(Struct, frozen=True):
    """The count of one source document."""

    source: str
    edition: str
    prefix: str
    clauses: int
    automatable: int
    enforced: int
    open: int


def standings(cases: Path | None = None) -> dict[str, Standing]:
    """How every clause stands, by id, with the casebook in a directory (the shipped one otherwise)."""
    return judge(cited_in_code(), run_casebook(cases))


def run_casebook(cases: Path | None = None) -> Report:
    """The results of the whole casebook, with its file names relative to it."""
    directory = cases or cases_directory()
    return run_files(sorted(directory.rglob("*.toml")), below=directory)


def judge(cited: dict[str, tuple[str, ...]], report: Report) -> dict[str, Standing]:
    """How every clause stands, given what the code cites and what came of the casebook."""
    bites: dict[str, list[Proof]] = {}
    spares: dict[str, list[Proof]] = {}
    for result in report.results:
        if result.ok:
            _prove(bites, result.expected_because, result)
            _prove(spares, result.expected_spared, result)
    return {
        clause.id: Standing(
            clause, cited.get(clause.id, ()), tuple(bites.get(clause.id, ())), tuple(spares.get(clause.id, ()))
        )
        for clause in clauses()
    }


def _prove(proofs: dict[str, list[Proof]], names: Iterable[str], result: Result) -> None:
    for name in names:
        proofs.setdefault(name, []).append(Proof(result.file, result.number, result.question, result.kind))


def tally(found: dict[str, Standing], base: bool = False) -> list[Tally]:
    """The count of each source document, or of the base rules they presume."""
    return [_count(source, found) for source in sources() if source.base == base]


def _count(source: Source, found: dict[str, Standing]) -> Tally:
    own = [standing for standing in found.values() if standing.clause.source == source.prefix]
    return Tally(
        source=source.title,
        edition=source.edition,
        prefix=source.prefix,
        clauses=len(own),
        automatable=sum(standing.clause.automatable for standing in own),
        enforced=sum(standing.enforced for standing in own),
        open=sum(standing.open for standing in own),
    )


def cited_in_code() -> dict[str, tuple[str, ...]]:
    """The clause ids the rules cite, each with where, as "dba/shooting/shots.py:40"."""
    found: dict[str, list[str]] = {}
    for name, where in clause_literals():
        if is_clause(name):
            found.setdefault(name, []).append(where)
    for name, instead_of, where in translations():
        if instead_of in found:
            found.setdefault(name, []).append(where)
    return {name: tuple(places) for name, places in found.items()}


def clause_literals() -> Iterator[tuple[str, str]]:
    """Every text of the rules code and its tables that has the form of a clause id, known or not, and where it is."""
    prefixes = "|".join(re.escape(source.prefix) for source in sources())
    form = re.compile(rf"(?:{prefixes})(?:-\S+|\S*\d\S*)")
    for part in RULES:
        for file in sorted((PACKAGE / part).rglob("*.py")):
            where = file.relative_to(PACKAGE).as_posix()
            for line, text in _texts(file):
                if form.fullmatch(text):
                    yield text, f"{where}:{line}"
    editions = PACKAGE / "editions"
    for file in (*sorted(editions.glob("*/tables.toml")), *sorted(editions.glob("*/armies/*.toml"))):
        for path, name, line in _entries(file):
            if any(isinstance(key, str) and key.endswith("clauses") for key in path):
                yield name, f"{file.relative_to(PACKAGE).as_posix()}:{line}"


def translations() -> Iterator[tuple[str, str, str]]:
    """Every clause an edition cites in the place of another, which is that of the shared code, and where it says so."""
    for file in sorted((PACKAGE / "editions").glob("*/cites.toml")):
        for path, name, line in _entries(file):
            yield name, str(path[-2]), f"{file.relative_to(PACKAGE).as_posix()}:{line}"


def _texts(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _entries(file: Path) -> Iterator[tuple[Keys, str, int]]:
    """Every text in a list of a data file: the way to it, the text, and its line."""
    text = file.read_text("utf-8")
    lines = line_index(text)
    for path, value in _leaves(tomllib.loads(text)):
        if isinstance(value, str) and path and isinstance(path[-1], int):
            yield path, value, lines[path]


def _leaves(value: Any, path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _leaves(item, (*path, i))
    else:
        yield path, value
