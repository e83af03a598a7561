"""Ambushers discovered in a move: where the movers first see them, what they may do then, and the rest of the move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

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

#: What those have done who must stop where they discovered somebody, and move no more in the bound.
STOPPED = "stopped"
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
    bases = tuple(state.position.base(name) for name in action.elements)

    def sees(part: MoveElements) -> bool:
        places = _places_after(bases, part)
        return bool(seen_by(state.position.placed(places), hidden, action.elements))

    for part, many in _strides(bases, action):
        for k in range(1, many + 1):
            if sees(part(k / many)):
                return part(_first(sees, part, (k - 1) / many, k / many))
    return None


#: A part of a move by the share of its last stride.
_Part = Callable[[float], MoveElements]
#: How often the stretch in which somebody is first seen is halved.
_HALVED = 6


def _first(sees: Callable[[MoveElements], bool], part: _Part, low: float, high: float) -> float:
    """The share of a stride after which somebody is seen who was not before."""
    for _ in range(_HALVED):
        middle = (low + high) * 0.5
        if sees(part(middle)):
            high = middle
        else:
            low = middle
    return high


def _places_after(bases: tuple[Base, ...], part: MoveElements) -> dict[str, Pose]:
    """Where the movers stand after a part of a move."""
    if part.steps:
        ways = block_ways(bases, part.steps)
        return {base.id: Pose(way.end.front, way.end.facing) for base, way in zip(bases, ways, strict=True)}
    return {bases[0].id: part.path[-1]}


def _strides(bases: tuple[Base, ...], action: MoveElements) -> Iterator[tuple[_Part, int]]:
    """The strides of a move in turn, each with the number of parts in which it is looked at."""
    if action.steps:
        for i, step in enumerate(action.steps):
            far = max(abs(step.advance) / _EVERY, abs(step.shift) / _EVERY, abs(step.wheel) / _DEGREES)
            yield partial(_of_steps, action, i), int(far) + 1
        return
    at = Pose(bases[0].front, bases[0].facing)
    for i, end in enumerate(action.path):
        by = turn_between(at.facing, end.facing)
        yield partial(_of_path, action, i, at), int(max(distance(at.front, end.front) / _EVERY, abs(by) / _DEGREES)) + 1
        at = end


def _of_steps(action: MoveElements, i: int, share: float) -> MoveElements:
    return replace(action, steps=(*action.steps[:i], _share(action.steps[i], share)))


def _of_path(action: MoveElements, i: int, at: Pose, share: float) -> MoveElements:
    end = action.path[i]
    by = turn_between(at.facing, end.facing)
    x = at.front[0] + (end.front[0] - at.front[0]) * share
    y = at.front[1] + (end.front[1] - at.front[1]) * share
    pose = end if share >= 1.0 else Pose((x, y), direction(bearing(at.facing) + by * share))
    return replace(action, path=(*action.path[:i], pose))


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
    if ruling.answer["must_stop"] and not ruling.answer["moves_again"]:
        acts = {**after.bound.acts, **{name: (*after.bound.acts.get(name, ()), STOPPED) for name in names}}
        after = replace(after, bound=replace(after.bound, acts=acts))
    if goes:
        rest = Rest(names, float(ruling.answer["remaining"]), ruling.answer["go_on_as"] == MARCH)
        after = replace(after, bound=replace(after.bound, rest=rest))
    return after, (*events, event)
