"""Playing a case: its actions one by one through the battle engine, with the dice written in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.chance import Chance, Needed, OutOfRange
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event
from debellis.battle.telling import tell_events
from debellis.casebook.case import Ask, Case, Do, Step
from debellis.casebook.case_text import CaseError
from debellis.casebook.section import one_line
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.clauses import clause
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Reason, Ruling


class RulesBroke(RuntimeError):
    """The rules code raised an exception instead of a ruling. The case is not at fault."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}, line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Stuck(Exception):
    """An action did not happen as written. Nothing after it can be judged."""

    def __init__(self, ruling: Ruling | None, sentence: str) -> None:
        super().__init__(sentence)
        self.ruling = ruling
        self.sentence = sentence


def begin(case: Case) -> Any:
    """The state in which a case begins, or None for a case that is not played. ValueError if there is no such state."""
    if case.opening is None:
        return None
    return rules_of(case.position.edition).from_position(case.position, case.opening)


def take(case: Case, state: Any, step: Step) -> tuple[Ruling, Any]:
    """The ruling on one question or action, and the state after it.

    CaseError if it is malformed, Stuck if an action does not happen as written, RulesBroke if the rules code fails.
    """
    if step.fault is not None:
        raise step.fault
    try:
        return _do(case, state, step) if isinstance(step, Do) else (_ask(case, state, step), state)
    except BadQuestion as bad:
        raise case.case_text.fault((step.kind, step.number - 1, bad.argument), one_line(bad)) from None
    except (Stuck, CaseError):
        raise
    except Exception as broken:
        what = f"{type(broken).__name__}: {one_line(broken)}"
        kind = "question" if step.kind == "ask" else "action"
        sentence = f"the rules code failed on this {kind} ({what}); please report the case"
        raise RulesBroke(case.file, case.line(step), sentence) from broken


def _ask(case: Case, state: Any, question: Ask) -> Ruling:
    if state is None:
        return ask(case.position, question.question, **question.arguments)
    return rules_of(case.position.edition).ask(state, question.question, question.arguments)


def _do(case: Case, state: Any, do: Do) -> tuple[Ruling, Any]:
    """Play an action if it is legal. An action that the case expects to be refused is never played."""
    rules = rules_of(case.position.edition)
    action = rules.action_forms[do.action].read(rules.position(state), do.arguments)
    checked = rules.check(state, action)
    legal = bool(checked.answer["legal"])
    if do.refused or not legal:
        told = _told(do, checked, ())
        if do.refused:
            return told, state
        raise Stuck(told, "it is refused: " + "; ".join(dict.fromkeys(reason.says for reason in checked.because)))
    chance = Chance(do.dice)
    try:
        after, events = rules.apply(state, action, chance)
    except Needed as need:
        raise Stuck(
            _told(do, checked, ()), f"`dice` has too few values; one more is needed: {need.throw.why}"
        ) from None
    except OutOfRange as wrong:
        raise Stuck(_told(do, checked, ()), f"in dice {wrong}") from None
    told = _told(do, checked, tell_events(rules.position(after), events))
    if chance.left_over:
        only = f"only {len(chance.thrown)}" if chance.thrown else "none"
        raise Stuck(told, f"`dice` has {_values(len(do.dice))}, but this action uses {only}")
    return told, after


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"


def _told(do: Do, checked: Ruling, events: tuple[Event, ...]) -> Ruling:
    """The ruling on an action: its verdict and the events, with every clause that decided the verdict or an event."""
    because = {reason.clause: reason for reason in checked.because}
    for event in events:
        for name in event.clauses:
            because.setdefault(name, Reason(name, clause(name).title))
    answer = {**checked.answer, "events": [event.kind for event in events], "says": [event.says for event in events]}
    return Ruling(do.question, answer, tuple(because.values()), checked.measures, checked.drawing, checked.sheets)


def rulings(case: Case) -> Iterator[tuple[Step, Ruling]]:
    """Every question and action of a case in turn with the ruling on it; CaseError or RulesBroke where it ends."""
    state = begin(case)
    for step in case.steps:
        ruling, state = _take_surely(case, state, step)
        yield step, ruling


def _take_surely(case: Case, state: Any, step: Step) -> tuple[Ruling, Any]:
    """The same as `take`, but CaseError instead of Stuck."""
    try:
        return take(case, state, step)
    except Stuck as stuck:
        raise case.case_text.fault((step.kind, step.number - 1), stuck.sentence) from None


def moment(case: Case, question: Ask) -> Any:
    """The state in which a question of a case is asked; None for a case that is not played."""
    state = begin(case)
    for step in case.steps:
        if step is question or state is None:
            break
        if isinstance(step, Do):
            _, state = _take_surely(case, state, step)
    return state


def ask_case(case: Case, question: Ask) -> Ruling:
    """The ruling on one question of a case; CaseError if it is malformed, RulesBroke if the rules code fails."""
    return take(case, moment(case, question), question)[0]


def position_at(case: Case, question: Ask) -> Position:
    """What stands where when a question of a case is asked."""
    state = moment(case, question)
    return case.position if state is None else rules_of(case.position.edition).position(state)


__all__ = ["RulesBroke", "Stuck", "ask_case", "begin", "moment", "position_at", "rulings", "take"]
