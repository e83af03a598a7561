"""How armies draw themselves up: files of like troops side by side, a stretch of the line for each command."""

from __future__ import annotations

import math
from collections.abc import Iterator

from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.going import WATER, going_at
from debellis.dbm.measures import paces
from debellis.dbm.playing.hidden import orders_of, with_lurking
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.deployment import bounds
from debellis.dbm.setting_up.zones import depth_of_zone, inward_of
from debellis.dbm.troops import arm, service, troop
from debellis.dbm.works import works_on
from debellis.geometry.plane import Point
from debellis.geometry.polygon import OUTSIDE, WHOLLY, box, lies, partly_in
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import edge_line, farthest_inward, is_off, nearest_inward
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace

#: How deep each type likes to stand; all others stand two deep.
_DEEP = {"Pk": 4, "Wb": 3, "El": 1, "Kn": 1, "Cv": 1, "LH": 2, "Ps": 1, "Art": 1, "WWg": 1}
_USUAL = 2
#: How far behind the front of the zone a line stands, in base widths: the first choices, and what varies them.
_BACK = (0.0, 1.0, 2.5, 4.0, 6.0)
_MOST_DEEP = 8
#: From the wings of a command to its middle.
_WINGS = ("LH", "Kn", "Cv", "Cm", "Ps", "Ax", "El", "Exp", "Wb", "Hd", "Bw", "Sp", "Bd", "Pk", "WWg", "Art")
_PLACES = {"L": 0, "C": 1, "R": 2}
_SIDES = ("left_of", "right_of")
_BETWEEN = 0.25
#: How finely places for vessels are tried (mm).
_SPOT = 5.0
#: Where nobody on foot or horse can be deployed.
_WET = ("waterway",)


def is_afloat(position: Position, base: Base) -> bool:
    """Whether an element is a vessel."""
    return arm(position.edition, base.kind) == "naval"


def fighters(state: State, side: str) -> dict[str, tuple[Base, ...]]:
    """The elements of each command of a side that are deployed with it.

    Left out are baggage, vessels without water, ambushers and commands on a flank march.
    """
    water = bool(state.position.features("waterway"))
    orders = orders_of(state, side)
    found: dict[str, tuple[Base, ...]] = {}
    for base in state.forces[side].elements:
        if troop(base).type != BAGGAGE and (water or not is_afloat(state.position, base)):
            name = service(base).command
            if name not in orders.flank_marches and base.id not in orders.ambushes:
                found[name] = (*found.get(name, ()), base)
    return found


def drawn_up(state: State, side: str, name: str) -> Iterator[dict[str, Pose]]:
    """Ways to deploy a command in its stretch of the line, the best first."""
    edge = state.edges[side]
    stretch = stretches(state, side)[name]
    position = with_lurking(state, side)
    width = position.scale.base_width
    members = [base for base in fighters(state, side)[name] if not is_afloat(position, base)]
    behind = _behind_works(position, side)
    start = 0 if behind else state.variety % len(_BACK)
    for i in range(len(_BACK)):
        back = _BACK[(start + i) % len(_BACK)] * width + behind
        for extra in range(_MOST_DEEP):
            places = _block(position, members, stretch, edge, back, extra)
            if places is not None and _fits(position, members, places):
                yield places
                break


def _behind_works(position: Position, side: str) -> float:
    """How far behind the front of its zone a side stands in order to man its works; 0 if it has none."""
    return max((section.depth for piece, section in works_on(position) if piece.owner == side), default=0.0)


def on_works(position: Position, where: Rectangle) -> bool:
    """Whether a place lies partly on works."""
    return any(partly_in(where, piece.ground) for piece, _ in works_on(position))


def left_to_right(state: State, side: str) -> list[str]:
    """The commands to be deployed from left to right as they face: as ordered, or by their names."""
    found = sorted(fighters(state, side), key=lambda name: (_PLACES.get(name[-1], len(_PLACES)), name))
    left = [
        (a, b) if word == "left_of" else (b, a) for a, word, b in orders_of(state, side).relations if word in _SIDES
    ]
    ordered: list[str] = []
    while found:
        free = [name for name in found if not any(two == name and one in found for one, two in left)]
        ordered.append((free or found)[0])
        found.remove(ordered[-1])
    return ordered


def stretches(state: State, side: str) -> dict[str, tuple[float, float]]:
    """The part of the line each command has, from left to right as it faces, by its numbers."""
    found = fighters(state, side)
    order = left_to_right(state, side)
    margin = paces(state.position, table(state.position, "deploy")["side_margin"])
    gap = _BETWEEN * state.position.scale.base_width
    first, last = _dry(state.position, state.edges[side], margin)
    whole = last - first - gap * (len(order) - 1)
    sizes = {name: max(1.0, math.sqrt(len(found[name]))) for name in order}
    at = first
    shares: dict[str, tuple[float, float]] = {}
    for name in order:
        wide = whole * sizes[name] / sum(sizes.values())
        shares[name] = (at, at + wide)
        at += wide + gap
    return shares


def leaves_room(state: State, name: str, places: dict[str, Pose]) -> bool:
    """Whether the rectangle round a command leaves the stretches of those that are still to be deployed alone."""
    side, position = state.turn, state.position
    members = {base.id: base for base in state.forces[side].elements}
    own = bounds([replace(members[one], front=at.front, facing=at.facing) for one, at in places.items()])
    edge, shares = state.edges[side], stretches(state, side)
    deep = depth_of_zone(position, edge)
    for other, (first, last) in shares.items():
        if other == name or other in state.deployed:
            continue
        strip = pose_from(position, edge, (first + last) / 2.0, deep).rectangle(last - first, deep)
        west, south, east, north = box(strip.corners)
        if min(own[2], east) - max(own[0], west) > 0.0 and min(own[3], north) - max(own[1], south) > 0.0:
            return False
    return True


def _dry(position: Position, edge: str, margin: float) -> tuple[float, float]:
    """The longest part of the line without water before or behind it, from left to right as the army faces."""
    width = position.scale.base_width
    deep = depth_of_zone(position, edge)
    waters = position.features(*_WET)
    best = run = (margin, margin)
    at = margin
    while at + width <= position.size[0] - margin + 1e-6:
        strip = pose_from(position, edge, at + 0.5 * width, deep).rectangle(width, deep)
        wet = any(lies(strip, water.ground) != OUTSIDE for water in waters)
        run = (at + width, at + width) if wet else (run[0], at + width)
        best = max(best, run, key=lambda one: one[1] - one[0])
        at += width
    return best


def _block(
    position: Position, members: list[Base], stretch: tuple[float, float], edge: str, back: float, extra: int
) -> dict[str, Pose] | None:
    """A command in files side by side, in the middle of its stretch; None if it does not fit into it."""
    width = position.scale.base_width
    files = _files(position, members, extra)
    room = int((stretch[1] - stretch[0]) / width + 1e-6)
    if len(files) > room:
        return None
    deepest = max(sum(base.depth for base in file) for file in files)
    reach = depth_of_zone(position, edge) - back
    if deepest > reach:
        return None
    left = 0.5 * (stretch[0] + stretch[1]) - 0.5 * width * (len(files) - 1)
    places: dict[str, Pose] = {}
    for i, file in enumerate(files):
        deep = reach
        for base in file:
            places[base.id] = pose_from(position, edge, left + i * width, deep)
            deep -= base.depth
    return places


def pose_from(position: Position, edge: str, along: float, deep: float) -> Pose:
    """A place so far along the line from its left as the army faces, and so far out from its edge."""
    (ax, ay), (bx, by) = edge_line(edge, position.size)
    x, y = inward_of(edge)
    leftward = (ax, ay) if edge in ("south", "east") else (bx, by)
    other = (bx, by) if edge in ("south", "east") else (ax, ay)
    length = math.dist(leftward, other)
    ux, uy = (other[0] - leftward[0]) / length, (other[1] - leftward[1]) / length
    front: Point = (leftward[0] + ux * along + x * deep, leftward[1] + uy * along + y * deep)
    return Pose(front, (x, y))


def _files(position: Position, members: list[Base], extra: int) -> list[list[Base]]:
    """The files of a command from its left wing to its right: like troops behind each other, deeper by some ranks."""
    kinds: dict[str, list[Base]] = {}
    for base in sorted(members, key=lambda one: (not one.general, len(one.id), one.id)):
        kinds.setdefault("general" if base.general else base.code, []).append(base)
    generals = kinds.pop("general", [])
    files: list[tuple[int, list[Base]]] = []
    for bases in kinds.values():
        deep = _DEEP.get(troop(bases[0]).type, _USUAL) + extra
        for i in range(0, len(bases), deep):
            files.append((_rank(troop(bases[0]).type), bases[i : i + deep]))
    files.sort(key=lambda one: (one[0], one[1][0].id))
    left = [file for _, file in files[0::2]]
    right = [file for _, file in files[1::2]]
    ordered = [*left, *reversed(right)]
    for general in generals:
        _join(ordered, general)
    return ordered


def _join(files: list[list[Base]], general: Base) -> None:
    """Put a general behind the middle of his command; mounted among foot he is a file of his own there."""
    middle = len(files) // 2
    if files and troop(files[middle][0]).type == troop(general).type:
        files[middle].insert(0, general)
    else:
        files.insert(middle, [general])


def _rank(kind: str) -> int:
    return _WINGS.index(kind) if kind in _WINGS else len(_WINGS)


def _fits(position: Position, members: list[Base], places: dict[str, Pose]) -> bool:
    """Whether nobody stands in water, off the table or on another."""
    for base in members:
        where = places[base.id].rectangle(base.width, base.depth)
        if is_off(where, position.size) or going_at(position, where, troop(base))[0] == WATER:
            return False
        if on_works(position, where):
            return False
        if any(overlaps(where, other.rectangle) for other in position.standing):
            return False
    return True


def launched(position: Position, vessels: list[Base], edge: str) -> dict[str, Pose]:
    """Vessels on a waterway in the zone of their edge, side by side along the bank and facing it; none if none fit."""
    waters = position.features(*_WET)
    if not vessels or not waters:
        return {}
    west, south, east, north = waters[0].box
    mid = (position.size[0] * 0.5, position.size[1] * 0.5)
    upright = east - west < north - south
    facing: Point = (1.0 if east < mid[0] else -1.0, 0.0) if upright else (0.0, 1.0 if north < mid[1] else -1.0)
    reach, step = depth_of_zone(position, edge), position.scale.base_width
    found: dict[str, Pose] = {}
    taken = list(position.standing)
    low = 0.5 * step
    for vessel in vessels:
        place = None
        while place is None and low < max(position.size):
            for far in range(int(max(position.size) / _SPOT)):
                at = _off_bank(position, edge, low, far * _SPOT, facing, upright)
                spot = Pose(at, facing).rectangle(vessel.width, vessel.depth)
                size, corners = position.size, spot.corners
                out = nearest_inward(corners, edge, size) < 0.0 or farthest_inward(corners, edge, size) > reach
                if out or any(overlaps(spot, one.rectangle) for one in taken):
                    continue
                if not any(lies(spot, water.ground) == WHOLLY for water in waters):
                    continue
                place = Pose(at, facing)
                break
            low += step
        if place is None:
            break
        found[vessel.id] = place
    return found


def _off_bank(position: Position, edge: str, along: float, off: float, facing: Point, upright: bool) -> Point:
    """A spot so far along the bank from the own edge or the west, and so far out from the bank towards the water."""
    wide, high = position.size
    if upright:
        y = along if edge == "south" else high - along
        return (0.5 * wide - facing[0] * off, y)
    return (along, 0.5 * high - facing[1] * off)
