"""Reading the [[ask]]s of a case."""

from __future__ import annotations

from collections.abc import Collection

from debellis.casebook.case import Ask
from debellis.casebook.page import CaseError
from debellis.casebook.section import REMARKS, Section, suggest, without_remarks
from debellis.umpire.clauses import is_clause

OWN_KEYS = ("question", "answer", "because", "spared")


def read_ask(section: Section, number: int, questions: Collection[str], answered: bool) -> Ask:
    """One question; a fault in it is kept with it. `answered` says whether an answer must be given."""
    question = section.values.get("question")
    arguments = {
        key: without_remarks(value)
        for key, value in section.values.items()
        if key not in OWN_KEYS and key not in REMARKS
    }
    expected = without_remarks(section.values.get("answer"))
    try:
        _check_question(section, questions)
        if answered:
            section.need("answer", "what the rules say")
        because = read_clauses(section, "because")
        spared = read_clauses(section, "spared")
        for name in because:
            if name in spared:
                raise section.fault("spared", f"{name} is both in because and in spared; it cannot be both")
    except CaseError as fault:
        return Ask(number, str(question or "?"), arguments, expected, fault=fault)
    return Ask(number, str(question), arguments, expected, because, spared)


def read_clauses(section: Section, key: str) -> tuple[str, ...]:
    """A list of clause ids, each of which must exist."""
    names = section.names(key)
    for i, name in enumerate(names):
        if not is_clause(name):
            sentence = f"{key} names {name!r} and no ledger has that clause; `debellis clauses` lists them"
            raise section.page.fault((*section.path, key, i), sentence)
    return names


def _check_question(section: Section, questions: Collection[str]) -> None:
    section.need("question", "the name of a question")
    question = section.text("question")
    if question not in questions:
        sentence = f"there is no question {question!r}; {suggest(question, tuple(sorted(questions)))}"
        raise section.fault("question", sentence)
