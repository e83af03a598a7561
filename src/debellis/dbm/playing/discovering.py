"""Ambushers discovered in a move: where the movers first see them, what they may do then, and the rest of the move."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.ambush.discovery import GO_ON, on_discovery
from debellis.dbm.ambush.placing import ENEMY_MOVES, must_place_ambush
from debellis.dbm.grouping.groups import MARCH, TACTICAL
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.hidden import lurking, show, with_bases
from debellis.dbm.playing.state import Rest, State
from debellis.dbm.sight import can_see
from debellis.geometry.plane import bearing, direction, distance, turn_between
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import block_ways
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

#: A move is looked at after every so many millimetres, and after every so many degrees of a wheel.
_EVERY, _DEGREES = 15.0, 5.0


def movers(before: Position, after: Position) -> tuple[str, ...]:
    """The elements that stand elsewhere than before, or have come on the table."""
    return tuple(
        base.id
        for base in after.standing
        if not before.has_base(base.id) or _place(before.base(base.id)) != _place(base)
    )


def _place(base: Base) -> tuple[tuple[float, float], tuple[float, float]]:
    return base.front, base.facing


def seen_by(position: Position, hidden: tuple[Base, ...], names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The hidden elements that an enemy among those who moved now sees, each with the clauses that place it."""
    found: dict[str, tuple[str, ...]] = {}
    for base in hidden:
        whole = with_bases(position, (base,))
        for name in names:
            if not position.has_base(name) or position.base(name).side == base.side:
                continue
            if not can_see(whole, whole.base(name), base):
                continue
            ruling = must_place_ambush(whole, element=base.id, event=ENEMY_MOVES, mover=name)
            if ruling.answer["placed"]:
                found[base.id] = ruling.clauses
                break
    return found


def cut_short(state: State, action: MoveElements) -> MoveElements | None:
    """The part of a move after which a mover first sees a hidden enemy; None if it sees nobody before the end."""
    hidden = lurking(state, other(state.turn))
    if not hidden or action.ends or action.manoeuvre:
        return None
    # Whom the whole move would touch need not be those whom a part of it touches.
    action = replace(action, conform=UNSET)
    position = state.position
    bases = tuple(position.base(name) for name in action.elements)
    for part in _parts(bases, action):
        places = _places_after(bases, part)
        if seen_by(position.placed(places), hidden, action.elements):
            return part
    return None


def _places_after(bases: tuple[Base, ...], part: MoveElements) -> dict[str, Pose]:
    """Where the movers stand after a part of a move."""
    if part.steps:
        ways = block_ways(bases, part.steps)
        return {base.id: Pose(way.end.front, way.end.facing) for base, way in zip(bases, ways, strict=True)}
    return {bases[0].id: part.path[-1]}


def _parts(bases: tuple[Base, ...], action: MoveElements) -> Iterator[MoveElements]:
    """Ever greater parts of a move, without the whole."""
    if action.steps:
        for i, step in enumerate(action.steps):
            many = int(max(abs(step.advance) / _EVERY, abs(step.shift) / _EVERY, abs(step.wheel) / _DEGREES))
            for k in range(1, many + 1):
                part = _share(step, k / (many + 1))
                yield replace(action, steps=(*action.steps[:i], part))
        return
    at = Pose(bases[0].front, bases[0].facing)
    for i, end in enumerate(action.path):
        by = turn_between(at.facing, end.facing)
        many = int(max(distance(at.front, end.front) / _EVERY, abs(by) / _DEGREES))
        for k in range(1, many + 1):
            share = k / (many + 1)
            x = at.front[0] + (end.front[0] - at.front[0]) * share
            y = at.front[1] + (end.front[1] - at.front[1]) * share
            yield replace(action, path=(*action.path[:i], Pose((x, y), direction(bearing(at.facing) + by * share))))
        at = end


def _share(step: Step, share: float) -> Step:
    return replace(step, advance=step.advance * share, wheel=step.wheel * share, shift=step.shift * share)


def discovered(state: State, after: State, action: MoveElements, found: dict[str, tuple[str, ...]]) -> Happened[State]:
    """Place the ambushers whom movers have discovered, and say what the movers may do: stop, or use the rest."""
    names = tuple(name for name in action.elements if after.position.has_base(name))
    clauses = tuple(dict.fromkeys(clause for cited in found.values() for clause in cited))
    after, events = show(after, tuple(sorted(found)), "they are discovered", clauses)
    if not names:
        return after, events
    moved = max(distance(state.position.base(name).front, after.position.base(name).front) for name in names)
    ruling = on_discovery(
        after.position,
        movers=names,
        ambushers=tuple(sorted(found)),
        move=MARCH if action.march else TACTICAL,
        moved=moved,
        march_number=max(after.bound.acts.get(name, ()).count(MARCH) for name in names) or 1,
    )
    goes = GO_ON in ruling.answer["may"] and ruling.answer["remaining"] > 0.0
    what = f"may go on {ruling.answer['remaining']:.0f} mm otherwise" if goes else "stop there"
    event = Event("discovery", f"{', '.join(names)} discover them and {what}", ruling.clauses, names, ruling)
    if goes:
        rest = Rest(names, float(ruling.answer["remaining"]), ruling.answer["go_on_as"] == MARCH)
        after = replace(after, bound=replace(after.bound, rest=rest))
    return after, (*events, event)
