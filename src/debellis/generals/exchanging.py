"""Finds pairs of elements that gain by exchanging places, and makes the defender's exchanges after deployment."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import Survey
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal

Pair = tuple[str, str]
#: The least gain that makes an exchange worthwhile, in elements.
_WORTH_IT = 0.3


def next_exchange(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """The pairs to exchange, each the best one after the pairs before it; none if no exchange gains enough."""
    none = first_legal(rules, state)
    action, pairs = with_best_pairs(rules, state, none, state, side, by, rules.survey.most_changes(state))
    return Decision(action, _why(rules, state, pairs))


def with_best_pairs(
    rules: Rules, state: Any, action: Any, drawn_up: Any, side: str, by: Character, most: int
) -> tuple[Any, tuple[Pair, ...]]:
    """The action with the best exchanges of places added, and the pairs exchanged.

    `drawn_up` is the state with the pieces where the action puts them.
    """
    survey = rules.survey
    pairs: tuple[Pair, ...] = ()
    while len(pairs) < most:
        found = _best_pair(survey, drawn_up, side, by, _allowed(rules, state, action, pairs))
        if found is None:
            break
        pair, drawn_up = found
        pairs = (*pairs, pair)
    return survey.with_changes(action, pairs, drawn_up), pairs


def _allowed(rules: Rules, state: Any, action: Any, before: tuple[Pair, ...]) -> Callable[[Pair, Any], bool]:
    """A check of whether the rules allow a pair after the pairs before it."""
    return lambda pair, after: rules.allows(state, rules.survey.with_changes(action, (*before, pair), after))


def _best_pair(
    survey: Survey, state: Any, side: str, by: Character, allowed: Callable[[Pair, Any], bool]
) -> tuple[Pair, Any] | None:
    """The allowed pair that gains most by exchanging places, and the state after it; None if none gains enough."""
    now = arrangement_suits(survey, state, side, by)
    gains: list[tuple[float, Pair, Any]] = []
    in_line = [piece for piece in survey.field(state, side).mine if not piece.bystander]
    for one, two in combinations(in_line, 2):
        if (one.code, one.leads) == (two.code, two.leads):
            continue
        after = survey.changed_places(state, one.id, two.id)
        gain = arrangement_suits(survey, after, side, by) - now
        if gain > _WORTH_IT:
            gains.append((gain, (one.id, two.id), after))
    for _, pair, after in sorted(gains, key=lambda one: -one[0]):
        if allowed(pair, after):
            return pair, after
    return None


def _why(rules: Rules, state: Any, pairs: tuple[Pair, ...]) -> str:
    if not pairs:
        return "Nobody would stand better in another's place."
    told = " and ".join(f"{_told(rules, state, one)} with {_told(rules, state, two)}" for one, two in pairs)
    return f"{told}: so each faces what it fights better."


def _told(rules: Rules, state: Any, name: str) -> str:
    return f"{rules.position(state).base(name).code} {name}"
