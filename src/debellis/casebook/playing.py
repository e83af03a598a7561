"""Playing a case: its actions one by one through the battle engine, with the dice written in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.chance import Chance, Needed, OutOfRange
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event
from debellis.casebook.case import Ask, Case, Do, Step
from debellis.casebook.page import CaseError
from debellis.casebook.section import one_line
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.clauses import clause
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Reason, Ruling


class RulesBroke(RuntimeError):
    """The umpire failed on something it should have ruled on: a fault of the rules code, not of the case."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}, line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Stuck(Exception):
    """An action that did not happen as written, so that nothing after it can be judged."""

    def __init__(self, ruling: Ruling | None, sentence: str) -> None:
        super().__init__(sentence)
        self.ruling = ruling
        self.sentence = sentence


def begin(case: Case) -> Any:
    """The state in which a case is taken up; None for a case that is not played. ValueError if there is none."""
    if case.opening is None:
        return None
    opening = case.opening
    return rules_of(case.position.edition).from_position(case.position, opening.phase, opening.pips, opening.waiting)


def take(case: Case, state: Any, step: Step) -> tuple[Ruling, Any]:
    """The ruling on one question or action, and the state after it.

    CaseError if it cannot be put so, Stuck if an action does not happen as written, RulesBroke if the umpire failed.
    """
    if step.fault is not None:
        raise step.fault
    try:
        return _do(case, state, step) if isinstance(step, Do) else (_ask(case, state, step), state)
    except BadQuestion as bad:
        raise case.page.fault((step.kind, step.number - 1, bad.argument), one_line(bad)) from None
    except (Stuck, CaseError):
        raise
    except Exception as broken:
        what = f"{type(broken).__name__}: {one_line(broken)}"
        sentence = (
            f"the rules broke on this {'question' if step.kind == 'ask' else 'action'} ({what}); please report the case"
        )
        raise RulesBroke(case.file, case.line(step), sentence) from broken


def _ask(case: Case, state: Any, question: Ask) -> Ruling:
    if state is None:
        return ask(case.position, question.question, **question.arguments)
    return rules_of(case.position.edition).ask(state, question.question, question.arguments)


def _do(case: Case, state: Any, do: Do) -> tuple[Ruling, Any]:
    """Play an action if it is allowed; one that the case wants refused is never played."""
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
        raise Stuck(_told(do, checked, ()), f"a die is missing from dice: {need.throw.why}") from None
    except OutOfRange as wrong:
        raise Stuck(_told(do, checked, ()), f"in dice {wrong}") from None
    told = _told(do, checked, events)
    if chance.left_over:
        raise Stuck(told, f"dice holds {len(do.dice)} and only {len(chance.thrown)} are rolled")
    return told, after


def _told(do: Do, checked: Ruling, events: tuple[Event, ...]) -> Ruling:
    """What an action came to as one ruling: its verdict, and what happened, with every clause that decided either."""
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
    """The same as `take`, with an action that does not happen as written as a fault of the case."""
    try:
        return take(case, state, step)
    except Stuck as stuck:
        raise case.page.fault((step.kind, step.number - 1), stuck.sentence) from None


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
    """The ruling on one question of a case; CaseError if it cannot be asked so, RulesBroke if the umpire failed."""
    return take(case, moment(case, question), question)[0]


def position_at(case: Case, question: Ask) -> Position:
    """What stands where when a question of a case is asked."""
    state = moment(case, question)
    return case.position if state is None else rules_of(case.position.edition).position(state)


__all__ = ["RulesBroke", "Stuck", "ask_case", "begin", "moment", "position_at", "rulings", "take"]
