"""Rulings and findings."""

from __future__ import annotations

import pytest

from debellis.umpire.clauses import UnknownClause
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line, Sheet


def test_a_finding_becomes_a_ruling() -> None:
    finding = Finding()
    finding.cite("BOB-SHO-1", "first")
    finding.cite("BOB-SHO-1", "again")
    finding.measure("range", 75.0)
    finding.draw("line", ((0.0, 0.0), (1.0, 1.0)), "distance")
    ruling = finding.rule("may_shoot", {"legal": True})
    assert ruling.answer == {"legal": True}
    assert [(reason.clause, reason.says) for reason in ruling.because] == [("BOB-SHO-1", "first")]
    assert ruling.cites("BOB-SHO-1") and not ruling.cites("BOB-SHO-2")
    assert ruling.measures[0].unit == "mm"


def test_an_unknown_clause_cannot_be_cited() -> None:
    with pytest.raises(UnknownClause):
        Finding().cite("BOB-SHO-999", "no such clause")


def test_a_sheet_cites_the_clauses_of_its_lines() -> None:
    finding = Finding()
    sheet = Sheet("A", (Line(4, "Spears against mounted"), Line(-1, "overlapped", ("BOB-TAC-6",))))
    finding.add_sheet(sheet)
    assert sheet.sum == 3
    assert finding.rule("combat", {}).clauses == ("BOB-TAC-6",)


def test_absorbing_keeps_the_first_sentence() -> None:
    one, two = Finding(), Finding()
    one.cite("BOB-SHO-1", "mine")
    two.cite("BOB-SHO-1", "theirs")
    two.cite("BOB-SHO-2", "new")
    one.absorb(two)
    assert [reason.says for reason in one.rule("q", True).because] == ["mine", "new"]
