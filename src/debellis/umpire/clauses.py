"""The clause registry: every clause of every source, from the data files of the editions.

A ledger lies in `editions/<edition>/clauses.toml` (source documents) or `base.toml` (the rules a source presumes)
or `gaps.toml` (what it leaves open).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct


class Source(Struct, frozen=True):
    """One source document: its clauses share a prefix. A base source holds the rules the documents presume."""

    edition: str
    prefix: str
    title: str
    tier: str
    base: bool = False


class Clause(Struct, frozen=True):
    """One clause in our own words."""

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


class UnknownClause(KeyError):
    """A clause id that is in no ledger."""

    def __str__(self) -> str:
        return f"there is no clause {self.args[0]!r} in any ledger"


EDITIONS = ("dba22", "rrr", "dbm31", "dbm32", "meg")
_FILES = ("clauses.toml", "base.toml", "gaps.toml")


@cache
def _loaded() -> tuple[dict[str, Source], dict[str, Clause]]:
    sources: dict[str, Source] = {}
    clauses: dict[str, Clause] = {}
    for edition in EDITIONS:
        for name in _FILES:
            file = resources.files("debellis.editions").joinpath(edition, name)
            if file.is_file():
                _read(edition, tomllib.loads(file.read_text("utf-8")), sources, clauses)
    return sources, clauses


def _read(edition: str, ledger: dict[str, Any], sources: dict[str, Source], clauses: dict[str, Clause]) -> None:
    head = ledger["source"]
    source = Source(edition, head["prefix"], head["title"], head["tier"], head.get("base", False))
    sources[source.prefix] = source
    for entry in ledger["clause"]:
        if entry["id"] in clauses:
            raise ValueError(f"clause {entry['id']} appears twice")
        clauses[entry["id"]] = Clause(
            id=entry["id"],
            edition=edition,
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
        )


def sources() -> tuple[Source, ...]:
    """All sources, the documents before the base rules of each edition."""
    return tuple(_loaded()[0].values())


def clauses() -> Iterator[Clause]:
    """All clauses, in the order of their ledgers."""
    return iter(_loaded()[1].values())


def clause(name: str) -> Clause:
    """The clause of that id; UnknownClause if no ledger has it."""
    try:
        return _loaded()[1][name]
    except KeyError:
        raise UnknownClause(name) from None


@cache
def is_clause(name: str) -> bool:
    return name in _loaded()[1]
