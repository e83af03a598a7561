"""The clause registry: every clause of every source, from the data files of the editions.

A ledger is `editions/<edition>/clauses.toml` (source documents), `base.toml` (the rules a source presumes) or
`gaps.toml` (what it leaves open).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

from msgspec import Struct

#: Where a clause decides: in battles that are played, or in answers alone.
PLAY, ASK = "play", "ask"


class Source(Struct, frozen=True):
    """One source document. Its clauses share a prefix. A base source holds the rules the documents presume."""

    edition: str
    prefix: str
    title: str
    tier: str
    base: bool = False


class Clause(Struct, frozen=True):
    """One clause in our own words. `idle` says of one that is not automatable why nothing enforces it.

    `acts` says where one that is automatable decides: in battles that are played ("play"), or in answers alone ("ask"),
    and then `acts_why` says why no battle comes to it.
    """

    id: str
    edition: str
    source: str
    ref: str
    title: str
    topic: str
    rule: str
    example: str
    tier: str
    automatable: bool
    ambiguity: str | None = None
    support: str | None = None
    reconstructed: bool = False
    restates: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    mark: str | None = None
    idle: str | None = None
    acts: str = PLAY
    acts_why: str | None = None

    @property
    def acts_in_play(self) -> bool:
        return self.automatable and self.acts == PLAY


class UnknownClause(KeyError):
    """A clause id that is in no ledger."""

    def __str__(self) -> str:
        return f"there is no clause {self.args[0]!r} in any ledger"


EDITIONS = ("dba22", "rrr", "dbm31", "dbm32", "meg")
_FILES = ("clauses.toml", "base.toml", "gaps.toml")


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """The edition and the text of every ledger, not yet parsed."""
    editions = resources.files("debellis.editions")
    files = ((edition, editions.joinpath(edition, name)) for edition in EDITIONS for name in _FILES)
    return tuple((edition, file.read_text("utf-8")) for edition, file in files if file.is_file())


@cache
def _source(number: int) -> Source:
    """The source of a ledger, which comes before its first clause."""
    edition, text = _texts()[number]
    head = tomllib.loads(text.partition("[[clause]]")[0])["source"]
    return Source(edition, head["prefix"], head["title"], head["tier"], head.get("base", False))


@cache
def _ledger(number: int) -> dict[str, Clause]:
    """The clauses of one ledger, by id."""
    source = _source(number)
    clauses: dict[str, Clause] = {}
    for entry in tomllib.loads(_texts()[number][1])["clause"]:
        if entry["id"] in clauses:
            raise ValueError(f"clause {entry['id']} appears twice")
        clauses[entry["id"]] = Clause(
            id=entry["id"],
            edition=source.edition,
            source=source.prefix,
            ref=entry["ref"],
            title=entry["title"],
            topic=entry["topic"],
            rule=entry["rule"].strip(),
            example=entry.get("example", "").strip(),
            tier=entry.get("tier", source.tier),
            automatable=entry["automatable"],
            ambiguity=entry.get("ambiguity"),
            support=entry.get("support"),
            reconstructed=entry.get("reconstructed", False),
            restates=tuple(entry.get("restates", ())),
            depends=tuple(entry.get("depends", ())),
            mark=entry.get("mark"),
            idle=entry.get("idle"),
            acts=entry.get("acts", PLAY),
            acts_why=entry.get("acts_why"),
        )
    return clauses


@cache
def _loaded() -> dict[str, Clause]:
    """The clauses of all ledgers, by id."""
    found: dict[str, Clause] = {}
    for number in range(len(_texts())):
        for name, clause in _ledger(number).items():
            if name in found:
                raise ValueError(f"clause {name} appears twice")
            found[name] = clause
    return found


@cache
def _found(name: str) -> Clause | None:
    """A clause by its id. Only ledgers that contain the id are parsed."""
    for number, (_, text) in enumerate(_texts()):
        if f'"{name}"' in text and name in _ledger(number):
            return _ledger(number)[name]
    return None


def sources() -> tuple[Source, ...]:
    """All sources, the documents before the base rules of each edition."""
    return tuple(_source(number) for number in range(len(_texts())))


def clauses() -> Iterator[Clause]:
    """All clauses, in the order of their ledgers."""
    return iter(_loaded().values())


def clauses_beginning(start: str) -> tuple[Clause, ...]:
    """The clause of that id, else all clauses whose ids begin with it. Only ledgers that can match are parsed."""
    one = _found(start)
    if one is not None:
        return (one,)
    numbers = (number for number, (_, text) in enumerate(_texts()) if f'"{start}' in text)
    return tuple(found for number in numbers for found in _ledger(number).values() if found.id.startswith(start))


def clause(name: str) -> Clause:
    """The clause of that id; UnknownClause if no ledger has it."""
    found = _found(name)
    if found is None:
        raise UnknownClause(name)
    return found


def is_clause(name: str) -> bool:
    return _found(name) is not None
