"""Which clauses are enforced: computed from the code and the casebook each time, never typed in.

A clause is enforced when the rules cite it, a green question or action of the casebook has it in `because`, and another
has it in `spared`. The rules cite a clause where the code names it, where a row of an edition's tables or army lists
names it under a key ending in `clauses`, and where an edition cites it in the place of one the shared code names.
A clause left to the players' judgement, or one that decides nothing by itself (not automatable), is never counted.

A clause that acts in play is proven in play when that is so of actions, and of questions that a battle decides in the
same way, alone: then a battle obeys it, and not only the answer to a question.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from debellis.casebook.index import case_names, files_naming
from debellis.casebook.lines import Path as Keys
from debellis.casebook.lines import line_index
from debellis.casebook.running import Report, Result, run_files
from debellis.casebook.shipped import PACKAGE, cases_directory
from debellis.umpire.clauses import Clause, Source, clauses, clauses_beginning, is_clause, sources

#: The kinds of proofs that a battle gives.
IN_PLAY = ("do", "play")
RULES = ("mechanics", "dba", "dbm", "meg", "editions")


class Proof(Struct, frozen=True):
    """One question or action of the casebook that proves a clause on one side.

    `kind` is "ask", "do", or "play" for a question that a battle decides in the same way.
    """

    file: str
    number: int
    question: str
    kind: str = "ask"


class ClauseStanding(Struct, frozen=True):
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

    @property
    def in_play(self) -> bool:
        """Whether battles are proven to obey it."""
        return self.clause.acts_in_play and self.enforced and not self.missing_in_play

    @property
    def open_in_play(self) -> bool:
        """Whether battles should obey it and are not proven to."""
        return self.clause.acts_in_play and not self.in_play

    @property
    def missing_in_play(self) -> tuple[str, ...]:
        """What it lacks to be proven in play."""
        lacks = (
            ("code", bool(self.cited_in)),
            ("play where it bites", any(proof.kind in IN_PLAY for proof in self.bites)),
            ("a near miss in play", any(proof.kind in IN_PLAY for proof in self.spares)),
        )
        return tuple(name for name, there in lacks if not there)


class Tally(Struct, frozen=True):
    """The count of one source document: `enforced` in rulings; of those that act in play (`acts`), `in_play`."""

    source: str
    edition: str
    prefix: str
    clauses: int
    automatable: int
    enforced: int
    open: int
    acts: int
    in_play: int


def standings(cases: Path | None = None) -> dict[str, ClauseStanding]:
    """How every clause stands, by id, with the casebook in a directory (the shipped one otherwise)."""
    return judge(cited_in_code(), run_casebook(cases))


def standings_beginning(start: str, cases: Path | None = None) -> tuple[dict[str, ClauseStanding], Report]:
    """How the clause of that id stands, or all clauses whose ids begin so; only the cases that name them are run."""
    chosen = clauses_beginning(start)
    report = run_casebook(cases, start) if chosen else Report((), (), 0)
    return judge(cited_in_code(start), report, chosen), report


def run_casebook(cases: Path | None = None, naming: str = "") -> Report:
    """The results of a casebook, or of its cases that name a clause whose id begins so. File names are relative."""
    directory = cases or cases_directory()
    names = files_naming(naming, directory) if naming else case_names(directory)
    return run_files((directory / name for name in names), below=directory, played=True)


def judge(
    cited: dict[str, tuple[str, ...]], report: Report, among: Iterable[Clause] | None = None
) -> dict[str, ClauseStanding]:
    """How clauses stand (all of them, or those given), by what the code cites and the results of the casebook."""
    bites: dict[str, list[Proof]] = {}
    spares: dict[str, list[Proof]] = {}
    for result in report.results:
        if result.ok:
            _prove(bites, result.expected_because, result)
            _prove(spares, result.expected_spared, result)
    return {
        clause.id: ClauseStanding(
            clause, cited.get(clause.id, ()), tuple(bites.get(clause.id, ())), tuple(spares.get(clause.id, ()))
        )
        for clause in (clauses() if among is None else among)
    }


def _prove(proofs: dict[str, list[Proof]], names: Iterable[str], result: Result) -> None:
    kind = "play" if result.in_play == () else result.kind
    for name in names:
        proofs.setdefault(name, []).append(Proof(result.file, result.number, result.question, kind))


def tally(found: dict[str, ClauseStanding], base: bool = False) -> list[Tally]:
    """The count of each source document, or of the base rules they presume."""
    return [_count(source, found) for source in sources() if source.base == base]


def _count(source: Source, found: dict[str, ClauseStanding]) -> Tally:
    own = [standing for standing in found.values() if standing.clause.source == source.prefix]
    return Tally(
        source=source.title,
        edition=source.edition,
        prefix=source.prefix,
        clauses=len(own),
        automatable=sum(standing.clause.automatable for standing in own),
        enforced=sum(standing.enforced for standing in own),
        open=sum(standing.open for standing in own),
        acts=sum(standing.clause.acts_in_play for standing in own),
        in_play=sum(standing.in_play for standing in own),
    )


def cited_in_code(start: str = "") -> dict[str, tuple[str, ...]]:
    """The clause ids the rules cite, each with where, as "dba/shooting/shots.py:40"; only ids that begin so."""
    translated = [entry for entry in translations() if entry[0].startswith(start)]
    sought = (start, *(instead_of for _, instead_of, _ in translated))
    found: dict[str, list[str]] = {}
    for name, where in clause_literals(sought if start else None):
        if is_clause(name):
            found.setdefault(name, []).append(where)
    for name, instead_of, where in translated:
        if instead_of in found:
            found.setdefault(name, []).append(where)
    return {name: tuple(places) for name, places in found.items() if name.startswith(start)}


def clause_literals(starts: tuple[str, ...] | None = None) -> Iterator[tuple[str, str]]:
    """Every text of the rules code and its tables that has the form of a clause id, known or not, and where it is.

    With `starts`, only texts that begin with one of them; a file that contains none of them is not parsed.
    """
    prefixes = "|".join(re.escape(source.prefix) for source in sources())
    form = re.compile(rf"(?:{prefixes})(?:-\S+|\S*\d\S*)")
    for file in _rule_files():
        text = file.read_text("utf-8")
        if starts is not None and not any(start in text for start in starts):
            continue
        where = file.relative_to(PACKAGE).as_posix()
        for name, line in _python(text, form) if file.suffix == ".py" else _data(text):
            if starts is None or name.startswith(starts):
                yield name, f"{where}:{line}"


def _rule_files() -> Iterator[Path]:
    """The files in which the rules cite clauses: the code, then the tables and armies of the editions."""
    for part in RULES:
        yield from sorted((PACKAGE / part).rglob("*.py"))
    editions = PACKAGE / "editions"
    yield from (*sorted(editions.glob("*/tables.toml")), *sorted(editions.glob("*/armies/*.toml")))


def _python(text: str, form: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """The texts of a Python file that have the form of a clause id, with their lines."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and form.fullmatch(node.value):
            yield node.value, node.lineno


def _data(text: str) -> Iterator[tuple[str, int]]:
    """The texts that a data file lists under a key that ends in `clauses`, with their lines."""
    for path, name, line in _entries(text):
        if any(isinstance(key, str) and key.endswith("clauses") for key in path):
            yield name, line


def translations() -> Iterator[tuple[str, str, str]]:
    """Every clause an edition cites in the place of a clause of the shared code, that clause, and where it says so."""
    for file in sorted((PACKAGE / "editions").glob("*/cites.toml")):
        for path, name, line in _entries(file.read_text("utf-8")):
            yield name, str(path[-2]), f"{file.relative_to(PACKAGE).as_posix()}:{line}"


def _entries(text: str) -> Iterator[tuple[Keys, str, int]]:
    """Every text in a list of a data file: its path, the text, and its line."""
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
