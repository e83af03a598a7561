"""The legal decision near a refused one before the battle: the same features, places or orders, changed a little."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from debellis.battle.rules import Nearest
from debellis.dbm.going import WATER, going_at
from debellis.dbm.playing.actions import (
    Choice,
    ChooseTerrain,
    Deploy,
    LayWorks,
    PlaceBaggage,
    PlaceTerrain,
    WriteOrders,
)
from debellis.dbm.playing.hidden import in_ambush, with_bases, with_lurking
from debellis.dbm.playing.setting_up.auto_orders import relations_of
from debellis.dbm.playing.setting_up.auto_terrain_places import room_for
from debellis.dbm.playing.setting_up.drawing_up import is_afloat
from debellis.dbm.playing.setting_up.tasks import commands_to_order
from debellis.dbm.playing.setting_up.terrain_laying import Wanted, fits, wanted, with_piece
from debellis.dbm.playing.setting_up.terrain_tasks import choosing_terrain
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.ambushes import may_ambush
from debellis.dbm.setting_up.deployment import judge_zone
from debellis.dbm.setting_up.room import across, longest
from debellis.dbm.troops import troop
from debellis.geometry.plane import Point, Segment
from debellis.geometry.polygon import box
from debellis.geometry.rectangle import overlaps
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

Allowed = Callable[[Any], bool]
#: Places are tried in rings, each so much further out than the one before, in base widths.
_RINGS = 24
_STEP = 0.5
_AROUND = 12
#: A whole command is tried in fewer places, because each of them is judged as a whole.
_FEW_RINGS, _FEW_AROUND = 10, 8


def nearest_set_up(state: State, action: Any, allowed: Allowed) -> Nearest | None:
    """A legal decision near one that was refused; None if none was found."""
    for other in _tried(state, action):
        if other != action and allowed(other):
            return Nearest(other, getattr(other, "places", None) or getattr(other, "ambushes", None) or {})
    return None


def _tried(state: State, action: Any) -> Iterator[Any]:
    if isinstance(action, ChooseTerrain):
        return _other_choices(state, action)
    if isinstance(action, PlaceTerrain):
        return iter((_laid_nearby(state, action),))
    if isinstance(action, Deploy | PlaceBaggage):
        return _stood_nearby(state, action)
    if isinstance(action, LayWorks):
        return _laid_works(state, action)
    if isinstance(action, WriteOrders):
        return _other_orders(state, action)
    return iter(())


def _ring(far: float, around: int) -> Iterator[Point]:
    """The ways that lead so far away, the first to the north."""
    for i in range(around):
        angle = 2.0 * math.pi * i / around
        yield (far * math.sin(angle), far * math.cos(angle))


def _ways(position: Position, rings: int, around: int) -> Iterator[Point]:
    """Ways of growing length, beginning with none."""
    yield (0.0, 0.0)
    for i in range(1, rings + 1):
        yield from _ring(i * _STEP * position.scale.base_width, around)


# Terrain


def _other_choices(state: State, action: ChooseTerrain) -> Iterator[ChooseTerrain]:
    """The same choice with one feature of another size, one less, or one more; at last with two changes."""
    once = list(_changed(state, action.features))
    for features in once:
        yield ChooseTerrain(features)
    for features in once:
        for again in _changed(state, features):
            yield ChooseTerrain(again)


def _changed(state: State, features: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
    offers = {offer.kind: offer for offer in choosing_terrain(state).offers}
    for i, one in enumerate(features):
        offer = offers.get(one.kind)
        for size in () if offer is None else offer.sizes:
            if size != one.size:
                yield (*features[:i], Choice(one.kind, size), *features[i + 1 :])
    for offer in offers.values():
        for size in offer.sizes or (0.0,):
            yield (*features, Choice(offer.kind, size))
    for i in range(len(features)):
        yield (*features[:i], *features[i + 1 :])


def _laid_nearby(state: State, action: PlaceTerrain) -> PlaceTerrain:
    """The same layout with every feature that may not lie where it does put as near as there is room for it."""
    given = {piece.id: piece for piece in action.pieces}
    position = state.position
    found: list[Terrain] = []
    for want in wanted(state):
        piece = given.get(want.name)
        if piece is None or not fits(position, want, piece):
            piece = (None if piece is None else _moved_there(position, want, piece)) or room_for(position, want)
        if piece is not None:
            found.append(piece)
            position = with_piece(position, piece)
    return PlaceTerrain(tuple(found))


def _moved_there(position: Position, want: Wanted, piece: Terrain) -> Terrain | None:
    """An area feature made as large as it must be and shifted as little as possible; None for lines and water."""
    if not piece.outline or want.kind != piece.kind or want.kind == "waterway":
        return None
    sized = _resized(position, want, piece)
    for by in _ways(position, _RINGS, _AROUND):
        there = _held_on(position, _shifted(sized, by))
        if fits(position, want, there):
            return there
    return None


def _resized(position: Position, want: Wanted, piece: Terrain) -> Terrain:
    least, most = across(position, want.drawn.choice.size)
    long = longest(piece.ground)
    wanted_long = min(max(long, least + 1.0), most - 1.0)
    west, south, east, north = box(piece.outline)
    middle = ((west + east) * 0.5, (south + north) * 0.5)
    share = wanted_long / long if long else 1.0

    def scaled(p: Point) -> Point:
        return (middle[0] + (p[0] - middle[0]) * share, middle[1] + (p[1] - middle[1]) * share)

    return replace(piece, outline=tuple(map(scaled, piece.outline)), crest=tuple(map(scaled, piece.crest)))


def _shifted(piece: Terrain, by: Point) -> Terrain:
    def there(p: Point) -> Point:
        return (p[0] + by[0], p[1] + by[1])

    return replace(piece, outline=tuple(map(there, piece.outline)), crest=tuple(map(there, piece.crest)))


def _held_on(position: Position, piece: Terrain) -> Terrain:
    """A feature shifted so far that it lies on the table."""
    west, south, east, north = box(piece.outline)
    wide, high = position.size
    x = -west if west < 0.0 else min(0.0, wide - east)
    y = -south if south < 0.0 else min(0.0, high - north)
    return piece if x == 0.0 and y == 0.0 else _shifted(piece, (x, y))


# Works and troops


def _laid_works(state: State, action: LayWorks) -> Iterator[LayWorks]:
    """All works moved together."""

    def there(line: Segment, by: Point) -> Segment:
        (a, b), (c, d) = line
        return ((a + by[0], b + by[1]), (c + by[0], d + by[1]))

    for by in _ways(state.position, _FEW_RINGS, _FEW_AROUND):
        yield replace(
            action,
            sections=tuple(
                replace(one, inside=there(one.inside, by), outside=there(one.outside, by)) for one in action.sections
            ),
        )


def _stood_nearby(state: State, action: Deploy | PlaceBaggage) -> Iterator[Deploy | PlaceBaggage]:
    """The troops with those moved who may not stand where they do; then all of them moved together."""
    side = state.turn
    position = with_lurking(state, side)
    own = {base.id: base for base in state.forces[side].elements}
    bases = [replace(own[n], front=at.front, facing=at.facing) for n, at in action.places.items() if n in own]
    yield replace(action, places=_settled(position, bases, state.edges[side]))
    for by in _ways(position, _FEW_RINGS, _FEW_AROUND):
        there = [replace(base, front=(base.front[0] + by[0], base.front[1] + by[1])) for base in bases]
        if not any(is_off(base.rectangle, position.size) for base in there):
            yield replace(action, places={base.id: Pose(base.front, base.facing) for base in there})


def _settled(position: Position, bases: list[Base], edge: str) -> dict[str, Pose]:
    """Each base where it is if it may stand there, or as near to it as it may."""
    others = list(position.standing)
    found: dict[str, Pose] = {}
    for base in bases:
        there = base
        for by in _ways(position, _RINGS, _AROUND):
            tried = replace(base, front=(base.front[0] + by[0], base.front[1] + by[1]))
            if _may_stand(position, tried, others, edge):
                there = tried
                break
        others.append(there)
        found[base.id] = Pose(there.front, there.facing)
    return found


def _may_stand(position: Position, base: Base, others: list[Base], edge: str) -> bool:
    if is_off(base.rectangle, position.size) or any(overlaps(base.rectangle, one.rectangle) for one in others):
        return False
    verdict = Verdict()
    judge_zone(verdict, position, base, edge)
    return verdict.legal and (going_at(position, base.rectangle, troop(base))[0] == WATER) == is_afloat(position, base)


# Orders


def _other_orders(state: State, action: WriteOrders) -> Iterator[WriteOrders]:
    """The same orders with ambushers put where they may hide; with the usual line of commands; without ambushes."""
    side = state.turn
    marches = {name: edge for name, edge in action.flank_marches.items() if _marches(state, name)}
    hidden = _hidden_nearby(state, action)
    usual = relations_of(state, side, tuple(marches))
    for ambushes in (hidden, {}):
        for relations in (action.relations, usual):
            yield WriteOrders(relations, ambushes, marches)


def _marches(state: State, name: str) -> bool:
    return any(one.name == name and one.marches for one in commands_to_order(state))


def _hidden_nearby(state: State, action: WriteOrders) -> dict[str, Pose]:
    """Each ambusher where it may hide, as near as possible to where it was; nobody who can hide nowhere near."""
    side = state.turn
    own = {base.id: base for base in state.forces[side].elements}
    found: dict[str, Pose] = {}
    standing: list[Base] = []
    for name, at in action.ambushes.items():
        if name not in own:
            continue
        for by in _ways(state.position, _RINGS, _AROUND):
            pose = Pose((at.front[0] + by[0], at.front[1] + by[1]), at.facing)
            base = in_ambush(own[name], pose)
            if is_off(base.rectangle, state.position.size):
                continue
            if any(overlaps(base.rectangle, one.rectangle) for one in standing):
                continue
            if may_ambush(with_bases(state.position, (base,)), element=name, base_edge=state.edges[side]).answer[
                "legal"
            ]:
                found[name] = pose
                standing.append(base)
                break
    return found
