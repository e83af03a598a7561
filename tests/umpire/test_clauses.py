"""The clause registry."""

from __future__ import annotations

import pytest

from debellis.umpire.clauses import UnknownClause, clause, clauses, is_clause, sources


def test_the_five_documents() -> None:
    assert [source.prefix for source in sources() if not source.base] == ["BOB", "REN", "IWF", "DBM32", "MEG"]


def test_every_clause_is_complete() -> None:
    for entry in clauses():
        assert entry.id.startswith(entry.source), entry.id
        assert entry.title and entry.rule and entry.ref and entry.topic and entry.tier, entry.id


def test_clauses_restate_clauses() -> None:
    unknown = [(entry.id, name) for entry in clauses() for name in entry.restates if not is_clause(name)]
    assert unknown == []


def test_an_unknown_clause() -> None:
    with pytest.raises(UnknownClause, match="there is no clause 'BOB-XYZ-1' in any ledger"):
        clause("BOB-XYZ-1")
