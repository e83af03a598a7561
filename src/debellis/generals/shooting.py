"""Who shoots next, at which target and with which helpers, by the exact odds of each shot."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import PICKS
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal

#: The largest number of shots compared in one decision.
_COMPARED = 12


def next_shot(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """The target and helpers with the best expected result. Where a side decides the order of all shots, its own first.

    Enemies that are driven back may have nobody left to shoot at. Their shots are still the best that they can make.
    """
    survey = rules.survey
    position = rules.position(state)
    best: tuple[float, Decision] | None = None
    mine: list[Any] = []
    theirs: list[Any] = []
    for idea in rules.ideas(state):
        shooter = survey.about(idea)[0]
        (theirs if shooter is not None and position.base(shooter).side != side else mine).append(idea)
    for number, idea in enumerate((*mine, *theirs)):
        if best is not None and (number >= _COMPARED or number == len(mine)):
            break
        if not rules.allows(state, idea):
            continue
        shot = survey.shot(state, idea, by.weights)
        if shot is not None and (best is None or shot.worth > best[0]):
            helpers = f" with {', '.join(shot.shooters[1:])}" if shot.shooters[1:] else ""
            says = f"{shot.shooters[0]} shoots at {shot.target}{helpers}: {shot.effect:.0%} to drive it back or worse."
            best = (shot.worth, Decision(idea, says))
    return best[1] if best is not None else Decision(first_legal(rules, state), "There is no other target.")


def next_shooter(rules: Rules, state: Any, side: str) -> Decision:
    """Who shoots next: our own shooters first, because enemies that they drive back cannot shoot."""
    survey = rules.survey
    position = rules.position(state)
    ideas = [(survey.about(idea)[0], idea) for idea in rules.ideas(state) if survey.kind_of(idea) == PICKS]
    own = [one for one in ideas if one[0] is not None and position.base(one[0]).side == side]
    for shooter, idea in (*own, *ideas):
        if rules.allows(state, idea):
            return Decision(idea, f"{shooter} shoots next: our own before theirs.")
    return Decision(first_legal(rules, state), "There is no other shooter.")
