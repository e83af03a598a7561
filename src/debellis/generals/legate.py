"""A general who plans all his PIPs together, rehearses the best plans with dice of his own, and orders his fights."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.rules import Rules
from debellis.db.playing.actions import EndMoves, Fight
from debellis.db.playing.state import State
from debellis.generals.budget import Budget
from debellis.generals.centurion import routine
from debellis.generals.character import Character, character_of
from debellis.generals.decision import Decision, first_legal
from debellis.generals.evaluation import worth_of
from debellis.generals.melees import melee, melees
from debellis.generals.planning import Plan, plans
from debellis.generals.reasons import odds_in_words, why_moved, why_not
from debellis.generals.rehearsing import rehearse
from debellis.generals.seeing import as_seen
from debellis.generals.set_up import set_up
from debellis.odds import Spent, best_order

#: The parts of the time of a bound: searching for plans, rehearsing them; the rest is for the order of the fights.
_SEARCH = 0.45
_REHEARSE = 0.75
_ORDER = 0.12
#: So many plans are rehearsed, and each so often at most.
_PLANS = 5
_TIMES = 24
#: The rehearsals that go on to the enemy's answer: every so manieth.
_ANSWERED = 3
#: Somebody asked in the middle of a bound has only a part of its time left.
_LATER = 0.25
#: Decisions worked out for the order of fights when work is counted.
_ORDER_WORK = 60


class Legate:
    """Thinks for `seconds` a bound, or as long as `work` positions take; then the same work gives the same answer."""

    def __init__(
        self, seed: int, character: Character | None = None, seconds: float = 1.0, work: int | None = None
    ) -> None:
        self.seed = seed
        self.character = character or character_of("steady")
        self.seconds = seconds
        self.work = work
        self._plan: list[tuple[State, Any]] = []

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        return self.decide(rules, state).action

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same with the main reason of it."""
        side = rules.pending(state).side
        assert side is not None
        found = self._consider(rules, as_seen(state, side), side)
        if rules.allows(state, found.action):
            return found
        return Decision(first_legal(rules, state), "Nothing else is allowed here.")

    def _consider(self, rules: Rules, state: State, side: str) -> Decision:
        if rules.pending(state).setting_up:
            return set_up(rules, state, side)
        if state.phase == "moves":
            return self._move(rules, state, side)
        if state.phase == "melee":
            return self._fight(rules, state, side)
        return routine(rules, state, side, self.character)

    def _budget(self, state: State, share: float) -> Budget:
        part = share * (_LATER if state.bound.moves else 1.0)
        return Budget(self.seconds * part, None if self.work is None else int(self.work * part))

    def _move(self, rules: Rules, state: State, side: str) -> Decision:
        """The next move of the plan; a new plan if things came otherwise."""
        if state.pips <= 0:
            return Decision(EndMoves(), why_not(state))
        by = self.character.after(state.bounds.get(side, 0))
        if not self._plan or self._plan[0][0] != state:
            budget = self._budget(state, _REHEARSE + _ORDER)
            self._plan = self._planned(rules, state, side, by, budget)
        action = self._plan.pop(0)[1]
        if isinstance(action, EndMoves):
            return Decision(action, why_not(state))
        return Decision(action, self._why(rules, state, action, side, by))

    def _why(self, rules: Rules, state: State, action: Any, side: str, by: Character) -> str:
        from debellis.generals.centurion import made

        after = made(rules, state, action) or state
        fights = melees(after, after.position, side, by)
        return why_moved(state, action, worth_of(state, side, by), worth_of(after, side, by), fights)

    def _planned(self, rules: Rules, state: State, side: str, by: Character, budget: Budget) -> list[tuple[State, Any]]:
        """The best plan as what to do in each state on its way."""
        found = plans(rules, state, side, by, budget.part(_SEARCH))
        best = self._rehearsed(rules, found[:_PLANS], side, by, budget)
        steps = list(zip((state, *best.states), (*best.actions, EndMoves()), strict=True))
        return steps

    def _rehearsed(self, rules: Rules, found: list[Plan], side: str, by: Character, budget: Budget) -> Plan:
        """The plan that comes out best on the average; the worst are given up as it becomes clear."""
        total = {i: 0.0 for i in range(len(found))}
        dice = Random(f"{self.seed} {found[0].state.bounds}")
        times = 0
        while len(total) > 1 and times < _TIMES and not budget.spent:
            seed = dice.getrandbits(32)
            reply = times % _ANSWERED == _ANSWERED - 1
            for i in total:
                total[i] += rehearse(rules, found[i].state, side, by, seed, reply)
                budget.count(4)
            times += 1
            if times >= 4 and times % 4 == 0:
                worst = min(total, key=lambda i: total[i])
                del total[worst]
        return found[max(total, key=lambda i: (total[i], -i))]

    def _fight(self, rules: Rules, state: State, side: str) -> Decision:
        """The first of the best order of the fights that are left."""
        ordinary = routine(rules, state, side, self.character)
        budget = self._budget(state, _ORDER)
        work = _ORDER_WORK if self.work is not None else 400
        try:
            enough = None if self.work is not None else lambda: budget.spent
            advice = best_order(rules, state, side=side, work=work, samples=1, enough=enough)
        except Spent:
            return ordinary
        if not advice.order:
            return ordinary
        action = advice.order[0][0]
        if not isinstance(action, Fight):
            return ordinary
        found = melee(state, state.position, (action.attacker, action.defender), side, self.character)
        if found is None:
            return ordinary
        return Decision(action, f"{found.mine} fights {found.theirs} first: {odds_in_words(found)}.")
