"""A general who evaluates each move by the exact odds of its fights and by how both armies stand after it."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.pieces import Memo
from debellis.battle.rules import Rules
from debellis.battle.survey import ALLOTMENT, FIGHT, MOVES, SHOOTER, TARGET, WEIGHED, Survey
from debellis.generals.advancing import general_advance
from debellis.generals.allotting import allotted
from debellis.generals.candidates import Candidate, candidates
from debellis.generals.character import Character, character_of
from debellis.generals.decision import Decision, first_legal
from debellis.generals.evaluation import Worth, advantage, worth_of
from debellis.generals.fighting import next_fight
from debellis.generals.reasons import why_moved, why_not, with_task
from debellis.generals.set_up import set_up
from debellis.generals.shooting import next_shooter, next_shot
from debellis.generals.tasks import task_of, tasks_of, urged
from debellis.generals.trying import made
from debellis.generals.weighing import best_prospect

#: How many legal moves are evaluated closely, and how many ideas are examined to find them.
LEGAL = 10
LOOKED_AT = 90
#: How many ideas are examined for one element or group.
OF_ONE = 6
#: The gain a move needs to be worth a PIP.
PIP = 0.004


class Centurion:
    """Evaluates the moves that look best, and fights and shoots by exact odds."""

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
        found = self.consider(rules, seen, side)
        if rules.allows(state, found.action):
            return found
        return Decision(first_legal(rules, state), "Nothing else is allowed here.")

    def consider(self, rules: Rules, state: Any, side: str) -> Decision:
        """What to do, judged from what this side can see."""
        if rules.pending(state).setting_up:
            return set_up(rules, state, side, self.character)
        if rules.survey.moment(state) == MOVES:
            return self.next_move(rules, state, side)
        return routine(rules, state, side, self.character)

    def next_move(self, rules: Rules, state: Any, side: str) -> Decision:
        """The move that gains most, or the end of moves."""
        survey = rules.survey
        if survey.moves_left(state) <= 0:
            return Decision(survey.ending(state), why_not(rules, state))
        better = advantage(survey, state, side, worth_of(survey, state, side, self.character))
        by = self.character.after(survey.bounds(state).get(side, 0), better)
        tasks = tasks_of(survey, state, side, by)
        by = urged(by, tasks)
        memo: Memo = {}
        now = worth_of(survey, state, side, by, memo)
        best: tuple[float, Any, Any, Worth] | None = None
        ranked = candidates(rules, state, side, by)
        for one, after, there in tried(rules, state, side, by, ranked, LEGAL, memo):
            gain = there.total - now.total
            if gain > PIP and (best is None or gain > best[0]):
                best = (gain, one.action, after, there)
        moves = 1
        if best is None:
            together = general_advance(rules, state, side, by, ranked, memo)
            if together is not None and together.end.total - now.total > PIP * len(together.actions):
                moves = len(together.actions)
                best = (0.0, together.actions[0], together.first, together.end)
        if best is None:
            return Decision(survey.ending(state), why_not(rules, state))
        _, action, after, there = best
        fights = survey.fights(after, side, by.weights)
        why = why_moved(rules, state, action, now, there, fights, moves)
        return Decision(action, with_task(why, task_of(tasks, survey.moved_by(action))))


def weighed(
    rules: Rules, state: Any, side: str, by: Character, most: int, memo: Memo | None = None, more: bool = True
) -> list[tuple[Candidate, Any, Worth]]:
    """The most promising legal moves, the state after each, and its worth; without `more`, only the usual ideas."""
    return tried(rules, state, side, by, candidates(rules, state, side, by, more), most, memo)


def tried(
    rules: Rules, state: Any, side: str, by: Character, ranked: list[Candidate], most: int, memo: Memo | None = None
) -> list[tuple[Candidate, Any, Worth]]:
    """The first legal moves of a ranked list, the state after each, and its worth."""
    found: list[tuple[Candidate, Any, Worth]] = []
    for one in varied(rules.survey, ranked)[:LOOKED_AT]:
        if not rules.allows(state, one.action):
            continue
        after = made(rules, state, one.action)
        if after is not None:
            found.append((one, after, worth_of(rules.survey, after, side, by, memo)))
        if len(found) >= most:
            break
    return found


def varied(survey: Survey, ranked: list[Candidate]) -> list[Candidate]:
    """The same list without near duplicates: for each mover only the first few."""
    seen: dict[tuple[str, ...], int] = {}
    kept: list[Candidate] = []
    for one in ranked:
        who = survey.moved_by(one.action)
        seen[who] = seen.get(who, 0) + 1
        if seen[who] <= OF_ONE:
            kept.append(one)
    return kept


def routine(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """Decisions other than moves: the roll for PIPs, shooters, targets, fights."""
    moment = rules.survey.moment(state)
    if moment == WEIGHED:
        return best_prospect(rules, state, side, by)
    if moment == ALLOTMENT:
        return allotted(rules, state, side, by)
    if moment == FIGHT:
        return next_fight(rules, state, side, by)
    if moment == SHOOTER:
        return next_shooter(rules, state, side)
    if moment == TARGET:
        return next_shot(rules, state, side, by)
    return Decision(first_legal(rules, state), "There is nothing to choose.")
