"""What the documents say is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from debellis.casebook import reading, run_case
from debellis.casebook.case_text import CaseText
from debellis.umpire.clauses import clauses, is_clause

ROOT = Path(__file__).parents[2]
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _cases() -> list[tuple[str, str]]:
    return [
        (text.name, found)
        for text in TEXTS
        for found in re.findall(r"```toml\n(.*?)```", text.read_text("utf-8"), re.DOTALL)
        if "[[ask]]" in found
    ]


@pytest.mark.parametrize(("name", "text"), _cases())
def test_cases_in_the_documents_are_green(name: str, text: str) -> None:
    results, faults = run_case(reading.case_from(CaseText(name, text)))
    assert not faults
    assert [result.failures for result in results if not result.ok] == []


@pytest.mark.parametrize(
    ("file", "sources"),
    [
        ("interpretations.md", ("BOB", "REN")),
        ("interpretations-dbm.md", ("IWF", "DBM32")),
        ("interpretations-meg.md", ("MEG",)),
    ],
)
def test_every_doubt_of_the_ledger_has_an_interpretation(file: str, sources: tuple[str, ...]) -> None:
    text = (ROOT / "docs" / file).read_text("utf-8")
    told = set(re.findall(r"^\*\*([A-Z0-9]+-[\w.-]+)\*\*", text, re.MULTILINE))
    assert told >= {clause.id for clause in clauses() if clause.source in sources and clause.ambiguity}


def _begins_ids(name: str, known: list[str]) -> bool:
    """Whether clauses of DBM or base clauses of MeG begin so: their ids go on after the page or the number."""
    further = (f"{name}-", f"{name}.")
    return name.startswith(("DBM32-", "IWF-", "MEG-B")) and any(one.startswith(further) for one in known)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_clauses_and_links_of_the_documents_exist(text: Path) -> None:
    content = text.read_text("utf-8")
    named = re.findall(r"\b(?:BOB|REN|IWF|DBM32|MEG)-[A-Z]+-?\d+[a-z]*\b", content)
    known = [clause.id for clause in clauses()]
    assert [name for name in named if not is_clause(name) and not _begins_ids(name, known)] == []
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", content) if "://" not in link]
    assert [link for link in links if link and not (text.parent / link).exists()] == []
