"""How earlier results of a turn affect a later melee: displaced bases add or remove overlaps."""

from __future__ import annotations

from debellis.dba.fighting.combat import Side, side_of
from debellis.dba.fighting.outcome import Clash
from debellis.dba.playing.state import State
from debellis.geometry.plane import COINCIDE, distance
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding


def displaced(before: Position, after: Position) -> dict[str, Base]:
    """The bases that a result moved, turned or removed, as they stood before."""
    now = {base.id: base for base in after.bases}
    return {base.id: base for base in before.bases if not _stands_as(now.get(base.id), base)}


def _stands_as(now: Base | None, before: Base) -> bool:
    if now is None or now is before:
        return now is before
    return (now.front, now.facing, now.inside) == (before.front, before.facing, before.inside)


def cite_earlier_results(state: State, sides: tuple[Side, Side], clash: Clash, finding: Finding) -> None:
    """Cite that results of this phase changed the factors of a later melee."""
    one, two = sides
    if one.who.id in state.displaced or two.who.id in state.displaced or not _was_near(state, sides):
        return
    at_first = _at_first(state)
    before = [side_of(at_first, a.who, b.who, clash, Finding()).sheet.sum for a, b in ((one, two), (two, one))]
    now = [side.sheet.sum for side in sides]
    if before == now:
        return
    says = f"earlier results of this turn count: {now[0]} against {now[1]}, not {before[0]} against {before[1]}"
    finding.cite_all(("BOB-SEQ-5b", "BOB-OUT-2a", "BOB-SEQ-2a", "DBA22-B10.4"), says)
    gain = (now[0] - now[1]) - (before[0] - before[1])
    if gain != 0 and (gain > 0) == (one.who.side == state.turn):
        finding.cite("BOB-MEL-1b", f"{state.turn} picked this melee when it had become better for it")


def _was_near(state: State, sides: tuple[Side, Side]) -> bool:
    """Whether a displaced base touched one of the fighters, or can touch it now."""
    fighters = [side.who.base for side in sides if side.who.base is not None and side.who.base.on_table]
    places = [*state.displaced.values(), *(b for b in state.position.bases if b.id in state.displaced)]
    return any(_beside(base, fighter) for base in places if base.on_table for fighter in fighters)


def _beside(base: Base, fighter: Base) -> bool:
    """Whether two bases are near enough to touch."""
    reach = base.rectangle.radius + fighter.rectangle.radius
    return distance(base.rectangle.centre, fighter.rectangle.centre) <= reach + COINCIDE


def _at_first(state: State) -> Position:
    """The position with the displaced bases where they stood at the beginning of this phase."""
    kept = tuple(base for base in state.position.bases if base.id not in state.displaced)
    return replace(state.position, bases=(*kept, *state.displaced.values()))
