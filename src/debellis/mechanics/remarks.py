"""Remarks: the reasons for an answer, in one sentence each, with their clauses."""

from __future__ import annotations

from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Remark(Value, frozen=True):
    """A reason that decides a shot or another question, in one sentence, with its clauses."""

    says: str
    clauses: tuple[str, ...] = ()


def cite(finding: Finding, remarks: tuple[Remark, ...] | list[Remark]) -> None:
    """Cite the clauses of some remarks."""
    for remark in remarks:
        finding.cite_all(remark.clauses, remark.says)
