"""A general who is sensible but shallow: keeps the line, goes for the enemy, and looks no further."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import ENDS, MOVES, WEIGHED
from debellis.generals.candidates import Glance
from debellis.generals.character import Character, character_of
from debellis.generals.decision import Decision, first_legal
from debellis.generals.reasons import why_glanced
from debellis.generals.weighing import ranked
from debellis.table.value import replace

#: How many moves of single elements are considered, in addition to those of lines.
_SINGLES = 30
#: The gain a move must seem to have, and how many moves are checked against the rules.
_ENOUGH = 0.03
_ASKED = 25
#: How often an idea is overlooked.
_OVERLOOKS = 0.4


#: The weights of a recruit of any character: the line counts for much, and which type beats which for little.
_BOOKISH = {"face": 0.05, "line": 0.06, "ground": 0.12, "shot": 0.18, "command": 0.04, "camp": 0.05}
_UNSEEN = {"volley": 0.0, "exposed": 0.0, "flank": 0.0, "threat": 0.0, "mass": 0.0, "support": 0.0}
#: The weights of losses are simplified too.
_LOSSES = {"flee": 0.4, "recoil": 0.1, "lead": 1.0}
#: A recruit advances in a hurry, accepts worse odds with every bound, and worries less about the general.
_HURRIES = 6.25
_HASTE = 1.0
_DARING = 0.06
_DARES = 10.0
_WORRIES = 0.55


def simple(character: Character) -> Character:
    """The same character without experience: it sees how near the enemy is and which friends are beside it."""
    return replace(
        character,
        advance=_HURRIES * character.advance,
        haste=_HASTE,
        daring=_DARING,
        dares=_DARES,
        loosening=0.0,
        guard=_WORRIES * character.guard,
        **_BOOKISH,
        **_UNSEEN,
        **_LOSSES,
    )


class Recruit:
    """Takes the first legal move that looks good at a glance."""

    def __init__(self, seed: int, character: Character | None = None) -> None:
        self.random = Random(seed)
        self.character = character or character_of("steady")

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        return self.decide(rules, state).action

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with the main reason."""
        side = rules.pending(state).side
        assert side is not None
        seen = rules.survey.imagined(state, side, self.random)
        if rules.survey.moment(seen) == MOVES:
            found = self._move(rules, seen, side)
            if rules.allows(state, found.action):
                return found
        if rules.survey.moment(seen) == WEIGHED:
            return self._glanced(rules, state, seen, side)
        return Decision(first_legal(rules, state), "The first suitable choice.")

    def _glanced(self, rules: Rules, state: Any, seen: Any, side: str) -> Decision:
        """The first legal action of those that look good, some of which are overlooked."""
        by = simple(self.character).after(rules.survey.bounds(seen).get(side, 0))
        for one in ranked(rules, seen, side, by, shallow=True):
            if self.random.random() >= _OVERLOOKS and rules.allows(state, one.action):
                return Decision(one.action, one.reason)
        return Decision(first_legal(rules, state), "The first suitable choice.")

    def _move(self, rules: Rules, state: Any, side: str) -> Decision:
        survey = rules.survey
        by = simple(self.character).after(survey.bounds(state).get(side, 0))
        glance = Glance(survey, state, side, by)
        ranked = [(glance.gain(action), action) for action in self._ideas(rules, state)]
        ranked.sort(key=lambda one: -one[0])
        for gain, action in ranked[:_ASKED]:
            if gain < _ENOUGH:
                break
            if self.random.random() >= _OVERLOOKS and rules.allows(state, action):
                return Decision(action, why_glanced(rules, state, action))
        return Decision(survey.ending(state), "Nothing else looks worth a PIP.")

    def _ideas(self, rules: Rules, state: Any) -> list[Any]:
        """Every move of a line, some of single elements, and the slow moves that cross rivers."""
        survey = rules.survey
        lines: list[Any] = []
        singles: list[Any] = []
        for action in rules.ideas(state):
            if survey.kind_of(action) == ENDS:
                continue
            alone = len(survey.moved_by(action)) == 1
            (singles if alone else lines).append(action)
        if len(singles) > _SINGLES:
            singles = self.random.sample(singles, _SINGLES)
        return lines + singles + list(survey.slow_ideas(state))
