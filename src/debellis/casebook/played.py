"""Playing what a case asks: the same question decided by a battle that is taken up in the position of the case.

A family turns a question into an opening, actions and dice (`Family.plays`). Where the battle judges as the case
expects and cites the same clauses, the question counts as a proof in play.
"""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Decided, Playing
from debellis.battle.chance import Chance, Needed, OutOfRange, Throw
from debellis.battle.game import OVER, Game
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event
from debellis.casebook.case import Ask, Case
from debellis.casebook.comparing import asked_about, differences, plain
from debellis.casebook.section import one_line
from debellis.umpire.editions import description, edition
from debellis.umpire.questions import BadQuestion

#: The key under which an answer that is one value is compared.
_VALUE = "value"
#: The arguments by which a battle that judges several of the same kind tells them apart.
OF_WHOM = ("file", "unit", "general", "element", "enemy", "shooter", "met")


def differences_in_play(case: Case, question: Ask, answer: Any) -> tuple[str, ...] | None:
    """How a battle judges otherwise than a question was answered; empty if it does not.

    None if no battle comes to it: the family does not turn it into one, none can be taken up there, or the battle has
    nothing to compare with the answer.
    """
    here = case.position
    if case.opening is not None or not description(here.edition).playable:
        return None
    rules = rules_of(here.edition)
    playing = rules.plays(here, question.question, question.arguments) if isinstance(rules, Game) else None
    if playing is None or not isinstance(rules, Game):
        return None
    try:
        return _compared(rules, question, playing, case, answer)
    except (Needed, OutOfRange) as wrong:
        return (f"the dice of the battle do not fit: {one_line(wrong)}",)
    except BadQuestion as bad:
        return (f"the battle cannot read the action: {one_line(bad)}",)


def _compared(rules: Game, question: Ask, playing: Playing, case: Case, answer: Any) -> tuple[str, ...] | None:
    waits, begun = _taken_up(rules, playing, case)
    decided, passed = _decided(rules, waits, playing), False
    if decided is None:
        decided, passed = _decided(rules, begun, playing), True
    if decided is None:
        return None
    if passed and decided.verdict.answer["legal"]:
        return ("the battle passes the phase, although this is allowed in it",)
    wanted = _wanted(question, answer)
    judged = _judged(rules, decided, question)
    compared = {key: value for key, value in wanted.items() if key in judged}
    if not compared:
        return None
    alternatives = edition(case.position.edition).questions[question.question].alternatives
    wrong = differences(compared, judged, alternatives, asked_about(question.arguments))
    cited = _cited(decided)
    wrong += [f"{name} is not cited" for name in question.because if name not in cited]
    wrong += [f"{name} is cited but should be spared" for name in question.spared if name in cited]
    return tuple(f"in the battle: {one}" for one in wrong)


def _taken_up(rules: Game, playing: Playing, case: Case) -> tuple[Any, Any]:
    """The states in which the battle waits for a decision, and before phases were passed; None if there is none."""
    if playing.states:
        return playing.states[0], playing.states[-1]
    try:
        begun = rules.family.take_up(playing.position or case.position, playing.opening)
    except ValueError:
        return None, None
    return rules.carry_on(begun)[0], begun


def _decided(rules: Game, state: Any, playing: Playing) -> Decided | None:
    """The decision of the battle from a state on; None if that state is not in the phase of the actions."""
    if state is None:
        return None
    last = len(playing.actions) - 1
    for number, (name, arguments) in enumerate(playing.actions):
        action = rules.action_forms[name].read(rules.position(state), arguments)
        if state.phase == OVER or not isinstance(action, rules.phase(state).kinds):
            return None
        verdict = rules.check(state, action)
        if not verdict.answer["legal"] or (number == last and not playing.carried):
            return Decided(state, action, verdict)
        dice = playing.dice if number == last else ()
        chance = _Highest(dice) if playing.goes_on else Chance(dice)
        after, events = rules.apply(state, action, chance)
        if number == last:
            after, more = _chosen(rules, after, playing, chance)
            return Decided(state, action, verdict, after, chance.numbers, (*events, *more))
        state = after
    return None


class _Highest(Chance):
    """The numbers given, and then the highest number of every further throw."""

    def number_of(self, throw: Throw) -> int:
        used = len(self.thrown)
        return self.given[used] if used < len(self.given) else throw.sides


def _chosen(rules: Game, state: Any, playing: Playing, chance: Chance) -> tuple[Any, tuple[Event, ...]]:
    """The state after the choices of owners that it waits for, and what happened."""
    events: tuple[Event, ...] = ()
    for name, arguments in playing.choices:
        action = rules.action_forms[name].read(rules.position(state), arguments)
        if state.phase != OVER and rules.allows(state, action):
            state, more = rules.apply(state, action, chance)
            events = (*events, *more)
    return state, events


def _wanted(question: Ask, answer: Any) -> dict[str, Any]:
    """What the case expects, by the keys of the answer, and whether it is legal in any case."""
    expected = question.expected
    if not isinstance(answer, dict):
        return {_VALUE: expected}
    if not isinstance(expected, dict):
        word = "legal" if isinstance(expected, bool) else next(iter(answer), "legal")
        expected = {} if expected is None else {word: expected}
    legal = answer.get("legal")
    return expected if legal is None else {"legal": legal, **expected}


def _judged(rules: Game, decided: Decided, question: Ask) -> dict[str, Any]:
    """What the battle itself judged of those whom the question names, by the keys of its answer."""
    found: dict[str, Any] = {"legal": decided.verdict.answer["legal"]}
    for asked in rules.asked(decided):
        same = all(asked.arguments.get(key) == question.arguments.get(key) for key in OF_WHOM if key in asked.arguments)
        if asked.question == question.question and same:
            found |= plain(asked.answer) if isinstance(asked.answer, dict) else {_VALUE: plain(asked.answer)}
    return found


def _cited(decided: Decided) -> set[str]:
    """Every clause that the verdict or an event of the decision cites."""
    found = set(decided.verdict.clauses)
    for event in decided.events:
        found.update(event.clauses, () if event.ruling is None else event.ruling.clauses)
    return found
