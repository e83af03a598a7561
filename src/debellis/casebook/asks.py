"""Reading the [[ask]]s and [[do]]s of a case."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from debellis.battle.chance import MOST_SIDES
from debellis.casebook.case import Ask, Do
from debellis.casebook.case_text import CaseError
from debellis.casebook.section import REMARKS, Section, suggest, without_remarks
from debellis.umpire.clauses import is_clause

OWN_KEYS = ("question", "answer", "because", "spared")
DO_KEYS = ("action", "dice", "answer", "because", "spared")


def read_ask(section: Section, number: int, questions: Collection[str], answered: bool) -> Ask:
    """One question. If it is malformed, its fault is set. `answered` says whether it must have an answer."""
    question = section.values.get("question")
    arguments = _arguments(section, OWN_KEYS)
    expected = without_remarks(section.values.get("answer"))
    try:
        _check_name(section, "question", questions)
        if answered:
            section.need("answer", "what the rules say")
        because, spared = _read_both_sides(section)
    except CaseError as fault:
        return Ask(number, str(question or "?"), arguments, expected, fault=fault)
    return Ask(number, str(question), arguments, expected, because, spared)


def read_do(section: Section, number: int, actions: Collection[str]) -> Do:
    """One action. If it is malformed, its fault is set. Without an answer it is expected to be legal."""
    action = section.values.get("action")
    arguments = _arguments(section, DO_KEYS)
    expected = without_remarks(section.values.get("answer", True))
    try:
        _check_name(section, "action", actions)
        if not isinstance(expected, bool | dict):
            raise section.wrong("answer", "true (it is allowed), false (it is not) or a table")
        dice = _dice(section)
        because, spared = _read_both_sides(section)
    except CaseError as fault:
        return Do(number, str(action or "?"), arguments, expected=expected, fault=fault)
    return Do(number, str(action), arguments, dice, expected, because, spared)


def _arguments(section: Section, own: tuple[str, ...]) -> dict[str, Any]:
    return {
        key: without_remarks(value) for key, value in section.values.items() if key not in own and key not in REMARKS
    }


def _read_both_sides(section: Section) -> tuple[tuple[str, ...], tuple[str, ...]]:
    because = read_clauses(section, "because")
    spared = read_clauses(section, "spared")
    for name in because:
        if name in spared:
            raise section.fault("spared", f"{name} is in because and in spared; remove it from one of them")
    return because, spared


def read_clauses(section: Section, key: str) -> tuple[str, ...]:
    """A list of clause ids, each of which must exist."""
    names = section.names(key)
    for i, name in enumerate(names):
        if not is_clause(name):
            sentence = f"{key} names {name!r}, but no ledger has that clause; `debellis clauses` lists them"
            raise section.case_text.fault((*section.path, key, i), sentence)
    return names


def _dice(section: Section) -> tuple[int, ...]:
    """The dice rolled for an action, in order."""
    value = section.values.get("dice", [])
    sound = isinstance(value, list) and all(
        isinstance(die, int) and not isinstance(die, bool) and 1 <= die <= MOST_SIDES for die in value
    )
    if not sound:
        raise section.wrong("dice", "a list of numbers, 1 or more, in the order rolled")
    return tuple(value)


def _check_name(section: Section, key: str, known: Collection[str]) -> None:
    section.need(key, f"the name of {'a question' if key == 'question' else 'an action'}")
    name = section.text(key)
    if name not in known:
        raise section.fault(key, f"there is no {key} {name!r}; {suggest(name, tuple(sorted(known)))}")
