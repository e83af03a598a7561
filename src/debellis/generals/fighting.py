"""Which fight next: those first that are best, and those that are better while they still stand."""

from __future__ import annotations

from debellis.dba.fighting.fights import fights
from debellis.dba.playing.actions import Fight
from debellis.dba.playing.melee_phase import still_to_fight
from debellis.dba.playing.state import State
from debellis.generals.character import Character
from debellis.generals.decision import Decision
from debellis.generals.melees import Melee, melee
from debellis.generals.reasons import odds_in_words

#: What it counts that a fight takes an enemy off a neighbour's flank, and that its result might spoil another.
_FREES = 0.4
_SPOILS = 0.4


def next_fight(state: State, side: str, by: Character) -> Decision:
    """The fight to choose next, by its odds and by what its result does to the fights beside it."""
    best: tuple[float, Decision] | None = None
    pairs = still_to_fight(state)
    for pair in pairs:
        found = melee(state, state.position, pair, side, by)
        if found is None:
            continue
        rank = found.worth + _FREES * _help(state, found, len(pairs)) - _SPOILS * _harm(state, found, len(pairs))
        if best is None or rank > best[0]:
            best = (rank, Decision(Fight(*pair), _why(found, len(pairs))))
    if best is None:
        return Decision(Fight(*pairs[0]), "There is no other fight.")
    return best[1]


def _help(state: State, found: Melee, count: int) -> float:
    """How probably the enemy goes away who also stands beside others of ours that fight."""
    if count < 2:
        return 0.0
    touched = [name for name in fights(state.position).touching(found.theirs) if name != found.mine]
    won, _ = found.duel.chances()
    return won * len(touched)


def _harm(state: State, found: Melee, count: int) -> float:
    """How probably our fighter goes away who also stands beside other enemies: their fights come first."""
    if count < 2:
        return 0.0
    touched = [name for name in fights(state.position).touching(found.mine) if name != found.theirs]
    _, lost = found.duel.chances()
    return (lost + 0.3) * len(touched)


def _why(found: Melee, count: int) -> str:
    if count == 1:
        return f"{found.mine} fights {found.theirs}, the only fight left: {odds_in_words(found)}."
    return f"{found.mine} fights {found.theirs} now: {odds_in_words(found)}."
