"""The clause registry."""

from __future__ import annotations

import pytest

from debellis.umpire.clauses import UnknownClause, clause, clauses, clauses_beginning, is_clause, sources


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


def test_one_clause_or_all_that_begin_so() -> None:
    assert clauses_beginning("BOB-SHO-5a") == (clause("BOB-SHO-5a"),)
    for start in ("BOB-SHO", "DBM", "IWF-1", "REN-OUT-B", "BOB-XYZ"):
        assert clauses_beginning(start) == tuple(entry for entry in clauses() if entry.id.startswith(start))


def test_a_clause_found_by_its_id_is_the_one_in_the_ledgers() -> None:
    assert [entry.id for entry in clauses() if clause(entry.id) is not entry] == []
