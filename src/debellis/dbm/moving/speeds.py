"""How far an element moves: the allowance of its type in each going, and what a way through several goings uses."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from debellis.dbm.going import DIFFICULT, GOOD, IMPASSABLE, ROUGH, WATER, going_at, going_of
from debellis.dbm.measures import paces
from debellis.dbm.troops import Troop, arm, troop
from debellis.dbm.weather import into_wind
from debellis.dbm.works import keeps_out
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, length_inside, partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.sweep import stages
from debellis.manoeuvre.legs import Leg, crosses_piece, goes_straight, is_straight
from debellis.mechanics.tables import load
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace

ON_MOUNTS = "mounted infantry while mounted"
#: A river that is not paltry, as a kind of going. It is the slowest that land troops can enter.
WADING = "wading"
#: Water for a vessel that heads into strong wind.
INTO_WIND = "water into wind"
_BOATS = "Bts"
_ORDER = (GOOD, ROUGH, DIFFICULT, WADING, WATER, IMPASSABLE)
IMMOBILE = "immobile"
#: The option that stores the allowances stated in a question.
STATED = "stated allowance"
#: The table value for ground that cannot be entered.
_BARRED = -1


_SLOWING = Memory[list[Terrain]]("features that are not good going for troops")


class Spent(Value, frozen=True):
    """What a way uses of a move: the `share` (at most 1 is legal), the goings met, and barred ground."""

    share: float
    goings: tuple[str, ...]
    barred: tuple[str, ...]


@cache
def _row(edition: str, what: Troop) -> dict[str, int]:
    """The row of the move table for a troop. A row with its grade takes precedence over a row with its type."""
    names = (ON_MOUNTS,) if what.on_mounts else (what.name, f"{what.type} {what.grade}", what.type)
    for name in names:
        for row in load(edition)["move"]:
            if name in row["who"]:
                found: dict[str, int] = {key: row[key] for key in ("good", "rough", "difficult")}
                return found
    raise ValueError(f"the tables give no move for {what.name}")


def in_going(position: Position, what: Troop, going: str) -> float | None:
    """How far a troop moves in a going, in mm. None if it cannot enter."""
    if going == IMPASSABLE:
        return None
    if going == INTO_WIND:
        return paces(position, _row(position.edition, what)["difficult"]) if is_naval(position, what) else None
    if going == WATER:
        return paces(position, _row(position.edition, what)["good"]) if is_naval(position, what) else None
    if is_naval(position, what):
        return None
    if going == WADING:
        return paces(position, float(load(position.edition)["move_special"]["wading_nonpaltry_river"]))
    found = _row(position.edition, what)[going]
    return None if found == _BARRED else paces(position, found)


def is_naval(position: Position, what: Troop) -> bool:
    return arm(position.edition, what.type) == "naval"


def runs_aground(position: Position, base: Base, end: Rectangle) -> bool:
    """Whether a vessel that is on water would end wholly on land. Rivers carry boats alone."""
    what = troop(base)
    if not is_naval(position, what):
        return False
    kinds = ("waterway", "river") if what.type == _BOATS else ("waterway",)
    waters = [piece.ground for piece in position.features(*kinds)]
    afloat = any(partly_in(base.rectangle, ground) for ground in waters)
    return afloat and not any(partly_in(end, ground) for ground in waters)


def parts(base: Base) -> tuple[Troop, ...]:
    """The troops on a base: one, or both halves of a double base."""
    what = troop(base)
    return (what,) if what.rear is None else (what, what.rear)


def allowance(position: Position, base: Base, going: str = GOOD) -> float | None:
    """How far an element moves in a going. A double base moves as its slower half. None if it cannot enter.

    An allowance stated in a question applies in every going that the element can enter.
    """
    if going == WATER and position.options and into_wind(position, base):
        going = INTO_WIND
    found = [in_going(position, what, going) for what in parts(base)]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    said = stated(position, base)
    return min(known) if said is None else said


def with_allowance(position: Position, names: tuple[str, ...], far: float) -> Position:
    """The position with a stated allowance for some elements, in mm, instead of that of their type."""
    return replace(position, options={**position.options, STATED: dict.fromkeys(names, far)})


def stated(position: Position, base: Base) -> float | None:
    """The allowance stated for an element. None if there is none."""
    found: dict[str, float] | None = position.options.get(STATED)
    return None if found is None else found.get(base.id)


def is_immobile(base: Base) -> bool:
    """Whether an element is baggage that can never move."""
    return troop(base).grade == IMMOBILE


def bars(position: Position, base: Base, piece: Terrain) -> bool:
    """Whether an element cannot enter the ground of a feature at all. Works are walls to every move."""
    if keeps_out(position, base, piece):
        return True
    return allowance(position, base, going_of(position, piece, troop(base))) is None


def going_in(position: Position, base: Base, piece: Terrain) -> str:
    """The going of a moving element on the ground of a feature. A river that is not paltry is wading."""
    if piece.kind == "river" and piece.nature != "paltry":
        return WADING
    return going_of(position, piece, troop(base))


def along_road(position: Position, legs: tuple[Leg, ...]) -> bool:
    """Whether a way keeps to a road: straight ahead, with the middle of the front on the road all the way."""
    return any(all(_keeps_to(leg, road) for leg in legs) for road in position.features("road"))


def _keeps_to(leg: Leg, road: Terrain) -> bool:
    a, b = leg.start.front, leg.end.front
    far = distance(a, b)
    inside = length_inside(a, b, road.ground)
    return far > COINCIDE and inside >= far - COINCIDE and goes_straight(leg, ahead=True)


def road_limit(position: Position, base: Base) -> float:
    """How far an element moves on a road: as in good going, and at least the road distance."""
    said = stated(position, base)
    if said is not None:
        return said
    least = paces(position, float(load(position.edition)["move_special"]["road_minimum"]))
    return max(least, allowance(position, base) or 0.0)


def road_share(position: Position, base: Base, measured: float) -> float:
    """The share of its move that an element uses on a road."""
    return measured / road_limit(position, base)


def spend(position: Position, base: Base, legs: tuple[Leg, ...], measured: float) -> Spent:
    """What a way of some measured length uses of an element's move, in proportion to the length in each going.

    A leg that turns counts as wholly in the worst going it meets.
    """
    pieces = _SLOWING.of(position, base.code, lambda p: [one for one in p.terrain if going_in(p, base, one) != GOOD])
    barred = tuple(p.id for p in pieces if bars(position, base, p) and any(crosses_piece(leg, p) for leg in legs))
    total = sum(leg.length for leg in legs)
    stretch = measured / total if total > COINCIDE else 1.0
    lengths: dict[str, float] = {}
    for leg in legs:
        for going, length in _goings(position, base, leg, pieces).items():
            lengths[going] = lengths.get(going, 0.0) + length * stretch
    share = 0.0
    for going, length in lengths.items():
        limit = allowance(position, base, going)
        if limit is not None and length > 0.0:
            share += length / limit if limit > 0.0 else 1.0 + length
    met = tuple(going for going in _ORDER if lengths.get(going, 0.0) > COINCIDE)
    return Spent(share, met or (going_at(position, base.rectangle, troop(base))[0],), barred)


def _goings(position: Position, base: Base, leg: Leg, pieces: list[Terrain]) -> dict[str, float]:
    """The length of a leg in each going."""
    met = [piece for piece in pieces if crosses_piece(leg, piece)]
    if not met:
        return {GOOD: leg.length}
    if not is_straight(leg):
        return {max((going_in(position, base, p) for p in met), key=_ORDER.index): leg.length}
    (x, y), (far_x, far_y) = leg.start.front, leg.end.front
    far = distance((x, y), (far_x, far_y))
    if far <= COINCIDE:
        return {going_at(position, leg.start, troop(base))[0]: leg.length}
    towards = ((far_x - x) / far, (far_y - y) / far)
    cuts = {0.0, far}
    spans: list[tuple[float, float, str]] = []
    for piece in met:
        for stage in stages(leg.start, towards, far, piece.ground):
            if stage.lies != OUTSIDE:
                spans.append((stage.start, stage.end, going_in(position, base, piece)))
                cuts |= {stage.start, stage.end}
    found: dict[str, float] = {}
    ordered = sorted(cuts)
    for low, high in pairwise(ordered):
        middle = (low + high) * 0.5
        worst = max((g for start, end, g in spans if start <= middle <= end), key=_ORDER.index, default=GOOD)
        found[worst] = found.get(worst, 0.0) + (high - low) * leg.length / far
    return found
