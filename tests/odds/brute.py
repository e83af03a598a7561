"""Brute force: every die a battle rolls, face by face through the rules it is played by, with nothing put together.

`known` may be handed in to look up what was played before from a state that is equal to the last bit, history and all.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from debellis.battle.chance import Chance, Needed
from debellis.battle.rules import Rules
from debellis.table import writing

FACES = range(1, 7)
#: What is asked of every end.
Label = Callable[[Any], Any]
Found = dict[Any, Fraction]
Known = dict[tuple[bytes, int], Found]


def taken(rules: Rules, state: Any, action: Any) -> list[tuple[Fraction, Any]]:
    """Every state a decision leads to, one for each way its dice can fall."""
    ends: list[tuple[Fraction, Any]] = []
    asked: list[tuple[int, ...]] = [()]
    while asked:
        faces = asked.pop()
        try:
            after = rules.apply(state, action, Chance(faces))[0]
        except Needed:
            asked += [(*faces, face) for face in FACES]
        else:
            ends.append((Fraction(1, len(FACES) ** len(faces)), after))
    return ends


def chances(rules: Rules, state: Any, order: tuple[Any, ...], label: Label, known: Known | None = None) -> Found:
    """The chance of every label of the ends of an order, in which what is not legal waits."""
    if not order:
        return {label(state): Fraction(1)}
    key = (writing.encode(state, order="deterministic"), hash(order)) if known is not None else None
    if known is not None and key in known:
        return known[key]
    step = next((action for action in order if rules.allows(state, action)), None)
    found: Found = {}
    if step is None:
        found[label(state)] = Fraction(1)
    else:
        left = tuple(action for action in order if action != step)
        for chance, after in _step(rules, state, step):
            for name, share in chances(rules, after, left, label, known).items():
                found[name] = found.get(name, Fraction(0)) + chance * share
    if known is not None and key is not None:
        known[key] = found
    return found


def _step(rules: Rules, state: Any, action: Any) -> list[tuple[Fraction, Any]]:
    """A step up to and with its dice; a shooter that was picked takes its first legal shot."""
    if "pick_shooter" not in rules.pending(state).kinds:
        return taken(rules, state, action)
    picked = taken(rules, state, action)[0][1]
    shot = next(idea for idea in rules.ideas(picked) if rules.allows(picked, idea))
    return taken(rules, picked, shot)


def table(state: Any) -> Any:
    """Everything on the table and off it, as a label: who stands where to the last bit, who is lost, who holds what."""
    position = state.position
    bases = frozenset((b.id, b.side, b.code, b.front, b.facing, b.inside, b.crossing) for b in position.bases)
    lost = tuple((side, tuple(sorted(position.lost.get(side, ())))) for side in ("red", "blue"))
    places = tuple((piece.id, piece.owner, piece.occupant, piece.home) for piece in position.terrain)
    return (state.phase, state.turn, state.winner, bases, lost, places)
