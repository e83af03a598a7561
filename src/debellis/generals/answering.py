"""The enemy's answer to a plan: what the fights and shots of his best moves would cost us, by our own measure."""

from __future__ import annotations

from debellis.battle.rules import Rules
from debellis.db.aftermath.turning import turn_to_face
from debellis.db.playing.state import State, other
from debellis.generals.candidates import movers
from debellis.generals.centurion import PIP, made, weighed
from debellis.generals.character import Character
from debellis.generals.evaluation import worth_of
from debellis.generals.melees import Memo
from debellis.table.value import replace

#: The PIPs the enemy is thought to have, and how many moves he weighs at first.
_PIPS = 3
_WEIGHED = 9
#: The parts of a position's worth that are blows.
_BLOWS = ("fight", "shot")


def answer(rules: Rules, state: State, side: str, by: Character) -> float:
    """What the enemy's next moves would cost us if our moves ended here and no fight changed anything."""
    enemy = other(side)
    now = _his_bound(rules, state, enemy)
    after = _moved(rules, now, enemy, by)
    if after is now:
        return 0.0
    lost = worth_of(now, side, by).over(worth_of(after, side, by))
    return sum([lost[part] for part in _BLOWS])


def _moved(rules: Rules, state: State, enemy: str, by: Character) -> State:
    """The state after the moves that gain him most, one after another; each of those he thought of at first."""
    memo: Memo = {}
    worth = worth_of(state, enemy, by, memo).total
    found = [(there.total, one.action, after) for one, after, there in weighed(rules, state, enemy, by, _WEIGHED, memo)]
    while found:
        best, action, after = max(found, key=lambda one: one[0])
        if best <= worth + PIP:
            break
        state, worth = after, best
        gone = set(movers(action))
        left = [idea for _, idea, _ in found if gone.isdisjoint(movers(idea))]
        found = []
        for idea in left if state.pips > 0 else ():
            then = made(rules, state, idea) if rules.allows(state, idea) else None
            if then is not None:
                found.append((worth_of(then, enemy, by, memo).total, idea, then))
    return state


def _his_bound(rules: Rules, state: State, enemy: str) -> State:
    """The moment the enemy begins to move."""
    position = turn_to_face(state.position, state.contacts).position
    bases = tuple(replace(base, moved=False, recoiled=False) for base in position.bases)
    position = replace(position, bases=bases, active=enemy, bound=max(state.bounds.get(enemy, 0) + 1, 2))
    now: State = rules.from_position(position, "moves", _PIPS)
    return now
