"""A general who plans all PIPs together, rehearses the best plans with separate dice, and orders the fights."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.survey import ENDS, FIGHT, MOVES, Survey
from debellis.generals.bettering import bettered
from debellis.generals.budget import Budget
from debellis.generals.centurion import Centurion, routine
from debellis.generals.character import Character, character_of
from debellis.generals.comparing import best_of, shortlist
from debellis.generals.decision import Decision, first_legal
from debellis.generals.evaluation import worth_of
from debellis.generals.planning import Plan, plans
from debellis.generals.reasons import odds_in_words, why_moved, why_not, with_task
from debellis.generals.rehearsing import DiceByName, rehearse, rehearsed
from debellis.generals.set_up import set_up
from debellis.generals.tasks import task_of, tasks_of, urged
from debellis.generals.trying import made
from debellis.generals.varying import Change, Course, changes, course_of, may_end
from debellis.odds import Spent, best_order
from debellis.table.value import replace

#: The shares of the time of a bound: for the moves, and for ordering the remaining fights before each fight.
_MOVES = 0.8
_ORDER = 0.04
#: The largest share of the time for moves that is spent on the search.
_SEARCH = 0.4
#: The extra weight of the enemy's possible charges; it pays against a good enemy.
_WARY = 0.26
#: The factor by which advancing counts more than for other generals.
_BRISK = 3.75
#: The factor by which a closed line counts less. The rehearsals show what the enemy can do with a gap.
_LOOSE = 1.0 / 3.0
#: How many times as long he thinks where commands pay for their moves by themselves, because there is more to weigh.
_COMMANDS = 4.0
#: The parts of the worth of a position that are zero as long as the armies are out of each other's reach.
_REACH = ("fight", "exposed", "shot", "volley")
#: The number of decisions that ordering the fights may use when work is counted.
_ORDER_WORK = 60


class Legate:
    """Thinks for `seconds` a bound, or over `work` positions; the same `work` always gives the same answer."""

    def __init__(
        self, seed: int, character: Character | None = None, seconds: float = 1.0, work: int | None = None
    ) -> None:
        self.seed = seed
        self.usual = character or character_of("steady")
        self.character = replace(
            self.usual,
            exposed=self.usual.exposed + _WARY,
            line=self.usual.line * _LOOSE,
            advance=self.usual.advance * _BRISK,
        )
        self.seconds = seconds
        self.work = work
        self._plan: list[tuple[Any, Any]] = []

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        return self.decide(rules, state).action

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same, with the main reason."""
        side = rules.pending(state).side
        assert side is not None
        found = self._consider(rules, rules.survey.imagined(state, side, Random(self.seed)), side)
        if rules.allows(state, found.action):
            return found
        return Decision(first_legal(rules, state), "Nothing else is allowed here.")

    def _consider(self, rules: Rules, state: Any, side: str) -> Decision:
        if rules.pending(state).setting_up:
            return set_up(rules, state, side, self._nature(rules), thorough=not rules.survey.commands)
        moment = rules.survey.moment(state)
        if moment == MOVES:
            return self._move(rules, state, side)
        if moment == FIGHT:
            return self._fight(rules, state, side)
        return routine(rules, state, side, self._nature(rules))

    def _nature(self, rules: Rules) -> Character:
        """His character: where armies have commands the usual one, as nothing is known to be better there."""
        return self.usual if rules.survey.commands else self.character

    def _budget(self, share: float, longer: float = 1.0) -> Budget:
        return Budget(self.seconds * share * longer, None if self.work is None else int(self.work * share))

    def _move(self, rules: Rules, state: Any, side: str) -> Decision:
        """The next move of the plan. If the plan no longer applies, the remaining PIPs are spent one by one."""
        survey = rules.survey
        if survey.moves_left(state) <= 0:
            return Decision(survey.ending(state), why_not(rules, state))
        character = self._nature(rules)
        by = character.after(survey.bounds(state).get(side, 0))
        tasks = tasks_of(survey, state, side, by)
        by = urged(by, tasks)
        if not self._plan or self._plan[0][0] != state:
            if survey.moves_made(state):
                return Centurion(self.seed, character).next_move(rules, state, side)
            plan = self._commanded if survey.commands else self._planned
            self._plan = plan(rules, state, side, by)
        if not self._plan:
            return Decision(survey.ending(state), why_not(rules, state))
        action = self._plan.pop(0)[1]
        if survey.kind_of(action) == ENDS:
            return Decision(action, why_not(rules, state))
        why = self._why(rules, state, action, side, by)
        return Decision(action, with_task(why, task_of(tasks, survey.moved_by(action))))

    def _why(self, rules: Rules, state: Any, action: Any, side: str, by: Character) -> str:
        after = made(rules, state, action) or state
        survey = rules.survey
        fights = survey.fights(after, side, by.weights)
        before, then = worth_of(survey, state, side, by), worth_of(survey, after, side, by)
        return why_moved(rules, state, action, before, then, fights)

    def _planned(self, rules: Rules, state: Any, side: str, by: Character) -> list[tuple[Any, Any]]:
        """The best plan, as a list of states and the action to take in each."""
        budget = self._budget(_MOVES)
        found = shortlist(plans(rules, state, side, by, budget.part(_SEARCH)))

        def rehearsal(plan: Plan, seed: int, pips: int) -> float:
            return rehearse(rules, plan.state, side, by, seed, pips)

        best = best_of(found, rehearsal, Random(f"{self.seed} {rules.survey.bounds(state)}"), budget)
        return list(zip((state, *best.states[:-1]), best.actions, strict=True)) if best.actions else []

    def _commanded(self, rules: Rules, state: Any, side: str, by: Character) -> list[tuple[Any, Any]]:
        """What a centurion would do, changed where rehearsals show that something else is clearly better.

        The end of the moves is part of it. Thinking of what a centurion would do does not count as thinking time.
        """
        survey = rules.survey
        usual = course_of(rules, side, self.usual, self.seed, Course((), state))
        budget = self._budget(_MOVES, _COMMANDS)
        found = usual

        def rehearsal(course: Course, seed: int) -> float:
            return rehearsed(rules, course.end, side, by, DiceByName(seed), DiceByName(seed + 1))

        def changed(change: Change, course: Course) -> Course:
            return change.made_to(rules, state, course)

        if may_end(rules, usual) and _at_hand(survey, usual.end, side, by):
            ways = changes(rules, state, side, self.usual, by, self.seed, usual)
            dice = Random(f"{self.seed} {survey.bounds(state)}")
            found = bettered(usual, ways, changed, rehearsal, dice, budget)
        return [*found.moves, (found.end, survey.ending(found.end))]

    def _fight(self, rules: Rules, state: Any, side: str) -> Decision:
        """The first fight of the best order of the remaining fights. Where there are commands, a centurion's."""
        ordinary = routine(rules, state, side, self._nature(rules))
        if rules.survey.commands:
            return ordinary
        budget = self._budget(_ORDER)
        work = _ORDER_WORK if self.work is not None else 400
        try:
            enough = None if self.work is not None else lambda: budget.spent
            advice = best_order(rules, state, side=side, work=work, samples=1, enough=enough)
        except Spent:
            return ordinary
        if not advice.order:
            return ordinary
        action = advice.order[0][0]
        found = rules.survey.fight(state, action, side, self.character.weights)
        if found is None:
            return ordinary
        return Decision(action, f"{found.mine} fights {found.theirs} first: {odds_in_words(found)}.")


def _at_hand(survey: Survey, state: Any, side: str, by: Character) -> bool:
    """Whether anybody fights, or could shoot or charge somebody next."""
    parts = worth_of(survey, state, side, by).parts
    return any([parts[name] != 0.0 for name in _REACH])
