"""The enemy's answer to a plan: what his best moves would gain him, by the same measure as our own."""

from __future__ import annotations

from debellis.battle.rules import Rules
from debellis.db.aftermath.turning import turn_to_face
from debellis.db.playing.state import State, other
from debellis.generals.centurion import weighed
from debellis.generals.character import Character
from debellis.generals.evaluation import worth_of
from debellis.generals.melees import Memo
from debellis.table.value import replace

#: The PIPs the enemy is thought to have, the moves looked ahead, and how many he weighs for each.
_PIPS = 3
_MOVES = 2
_WEIGHED = 5


def answer(rules: Rules, state: State, side: str, by: Character) -> float:
    """What the enemy's next moves would gain him if our moves ended here and no fight changed anything."""
    enemy = other(side)
    now = _his_bound(rules, state, enemy)
    memo: Memo = {}
    before = worth_of(now, enemy, by, memo).total
    gained = 0.0
    for _ in range(_MOVES):
        found = weighed(rules, now, enemy, by, _WEIGHED, memo, more=False)
        if not found:
            break
        _, after, there = max(found, key=lambda one: one[2].total)
        if there.total <= before + gained:
            break
        now, gained = after, there.total - before
    return gained


def _his_bound(rules: Rules, state: State, enemy: str) -> State:
    """The moment the enemy begins to move."""
    position = turn_to_face(state.position, state.contacts).position
    bases = tuple(replace(base, moved=False, recoiled=False) for base in position.bases)
    position = replace(position, bases=bases, active=enemy, bound=max(state.bounds.get(enemy, 0) + 1, 2))
    now: State = rules.from_position(position, "moves", _PIPS)
    return now
