"""How near defeat both armies are."""

from __future__ import annotations

from debellis.battle.pieces import Strength
from debellis.battle.sides import SIDES
from debellis.meg.playing.judging import judged
from debellis.meg.playing.state import State
from debellis.meg.playing.whole import whole


def strengths_of(state: State) -> tuple[Strength, ...]:
    """The tactical unit groups lost by each side, and how many losses break it (MEG-B27.1)."""
    here = whole(state)
    found: list[Strength] = []
    for side in SIDES:
        answer = judged(here, "army_count", side=side).answer
        found.append(Strength(side, int(answer["lost"]), -(-int(answer["tugs"]) // 2)))
    return tuple(found)
