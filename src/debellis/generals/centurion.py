"""A general who weighs every move by the exact odds of the fights it makes and by how both armies stand after it."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.rules import Refused, Rules
from debellis.dba.playing.actions import EndMoves
from debellis.dba.playing.state import State
from debellis.generals.candidates import Candidate, candidates, movers
from debellis.generals.character import Character, character_of
from debellis.generals.decision import Decision, first_legal
from debellis.generals.evaluation import Worth, worth_of
from debellis.generals.fighting import next_fight
from debellis.generals.melees import Memo, melees
from debellis.generals.reasons import why_moved, why_not
from debellis.generals.seeing import as_seen
from debellis.generals.set_up import set_up
from debellis.generals.shooting import next_shooter, next_shot

#: So many legal moves are weighed closely, and so many ideas looked at to find them.
LEGAL = 10
LOOKED_AT = 90
#: Of the ideas for one element or group so many are looked at.
OF_ONE = 6
#: What a move must gain to be worth a PIP.
PIP = 0.01


class Centurion:
    """Weighs the moves that look best; fights and shoots by exact odds."""

    def __init__(self, seed: int, character: Character | None = None) -> None:
        self.random = Random(seed)
        self.character = character or character_of("steady")

    def choose(self, rules: Rules, state: Any) -> Any:
        """One legal action for the side that must decide."""
        return self.decide(rules, state).action

    def decide(self, rules: Rules, state: Any) -> Decision:
        """The same with the main reason of it."""
        side = rules.pending(state).side
        assert side is not None
        seen = as_seen(state, side)
        found = self.consider(rules, seen, side)
        if rules.allows(state, found.action):
            return found
        return Decision(first_legal(rules, state), "Nothing else is allowed here.")

    def consider(self, rules: Rules, state: State, side: str) -> Decision:
        """What to do, of what this side sees."""
        if rules.pending(state).setting_up:
            return set_up(rules, state, side, self.character)
        if state.phase == "moves":
            return self.next_move(rules, state, side)
        return routine(rules, state, side, self.character)

    def next_move(self, rules: Rules, state: State, side: str) -> Decision:
        """The move that gains most, or the end of moves."""
        if state.pips <= 0:
            return Decision(EndMoves(), why_not(state))
        by = self.character.after(state.bounds.get(side, 0))
        memo: Memo = {}
        now = worth_of(state, side, by, memo)
        best: tuple[float, Any, State, Worth] | None = None
        for one, after, there in weighed(rules, state, side, by, LEGAL, memo):
            gain = there.total - now.total
            if gain > PIP and (best is None or gain > best[0]):
                best = (gain, one.action, after, there)
        if best is None:
            return Decision(EndMoves(), why_not(state))
        _, action, after, there = best
        fights = melees(after, after.position, side, by)
        return Decision(action, why_moved(state, action, now, there, fights))


def weighed(
    rules: Rules, state: State, side: str, by: Character, most: int, memo: Memo | None = None, more: bool = True
) -> list[tuple[Candidate, State, Worth]]:
    """The most promising legal moves, where each leads, and what that is worth; without `more` of the usual ideas."""
    found: list[tuple[Candidate, State, Worth]] = []
    for one in varied(candidates(rules, state, by, more))[:LOOKED_AT]:
        if not rules.allows(state, one.action):
            continue
        after = made(rules, state, one.action)
        if after is not None:
            found.append((one, after, worth_of(after, side, by, memo)))
        if len(found) >= most:
            break
    return found


def varied(ranked: list[Candidate]) -> list[Candidate]:
    """The same without those that are but little different: of each mover only the first few."""
    seen: dict[tuple[str, ...], int] = {}
    kept: list[Candidate] = []
    for one in ranked:
        who = movers(one.action)
        seen[who] = seen.get(who, 0) + 1
        if seen[who] <= OF_ONE:
            kept.append(one)
    return kept


def made(rules: Rules, state: State, action: Any) -> State | None:
    """The state after an action with middling dice; None if it is refused."""
    try:
        after: State = rules.apply(state, action, Middling())[0]
        return after
    except Refused:
        return None


def routine(rules: Rules, state: State, side: str, by: Character) -> Decision:
    """Decisions that are no moves: the roll for PIPs, shooters, targets, fights."""
    if state.phase == "melee":
        return next_fight(state, side, by)
    if state.phase == "shooting":
        return next_shooter(rules, state, side) if state.picked is None else next_shot(rules, state, side, by)
    return Decision(first_legal(rules, state), "There is nothing to choose.")
