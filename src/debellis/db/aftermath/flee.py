"""Flight: a recoil, a turn about, and a full move to the original rear, turned no more than it takes to get past."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from debellis.battle.chance import Dice
from debellis.db.aftermath.fords import find_nature
from debellis.db.aftermath.recoil import Recoiled, recoil, rivers_found
from debellis.db.aftermath.straight import (
    Stop,
    backwards,
    base_stops,
    cite_zones_ignored,
    crossing_now,
    dice_of_question,
    facings_of,
    front_of,
    fronts_of,
    ground_stops,
    nearest,
    stands_in_river,
)
from debellis.db.book import book, in_mm, table
from debellis.db.fighting.fighters import fighter
from debellis.db.fleeing import least_turn, swept, turned_on_spot
from debellis.db.going import WET, going, is_bad_for
from debellis.db.passing import on_one_line
from debellis.db.pushing import until_ground
from debellis.db.troops import passing_rows
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.geometry.turning import furthest_corner
from debellis.table.bases import Base
from debellis.table.board import overhang
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, BASE_OR_PLACE, DIE, FEATURE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


class Fled(Struct, frozen=True):
    """What came of a flight: the position after it, whether the element is destroyed, everybody destroyed, pushed and
    passed through, the turn it made (degrees clockwise), how far it then moved, and the rivers shut."""

    position: Position
    destroyed: bool
    lost: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    turned: float = 0.0
    distance: float = 0.0
    may_return: bool = False
    closed: frozenset[str] = frozenset()


class _Flight(Struct, frozen=True):
    """A flight under way, after recoil and about turn, and how far it is to go."""

    position: Position
    base: Base
    far: float
    begun: Recoiled


def flee(
    position: Position,
    element: str,
    dice: Dice,
    finding: Finding,
    *,
    opponent: str | None = None,
    closed: frozenset[str] = frozenset(),
    choice: str = "left",
) -> Fled:
    """Make an element flee; `choice` is the hand its owner turns it to when both are as good."""
    start = position.base(element)
    begun = recoil(position, element, dice, finding, opponent=opponent, closed=closed)
    if element in begun.destroyed:
        finding.cite_all(("BOB-FLEE-1a", "DBA22-B30.1"), f"{element} cannot make the recoil its flight begins with")
        return _ended(begun, begun.position)
    back = begun.position.base(element)
    if stands_in_river(begun.position, back) and not stands_in_river(position, start) and _is_wet(begun.position, back):
        _cite_drowned(element, finding)
        return _ended(begun, begun.position.without(element))
    about = replace(back, front=back.rectangle.advanced(-back.depth).front, facing=backwards(back))
    flight = _Flight(begun.position.with_base(about), about, _full_move(begun.position, about), begun)
    return _run(position, flight, start, dice, choice, finding)


def _run(position: Position, flight: _Flight, start: Base, dice: Dice, choice: str, finding: Finding) -> Fled:
    """The full move: straight if the way is free, else turned the least that gets past, else as far as it goes."""
    ways = _passable(flight)
    stops = _straight_stops(flight, ways)
    river = nearest(_rivers(flight.position, flight.base, flight.far))
    if river < nearest(stops):
        known, drowned = _into_river(flight, flight.base, min(flight.far, nearest(stops)), dice, finding)
        if drowned:
            return _ended(flight.begun, known.without(flight.base.id))
        flight = replace(flight, position=known)
    turn, far = 0.0, flight.far
    if stops:
        _cite_in_the_way(position, flight, stops, finding)
        most_turn = float(table(flight.position, "flee").get("most_turn_degrees", 90))
        found = least_turn(
            flight.base.rectangle, far, _outlines(flight), lambda way: _is_free(flight, way), most_turn, choice
        )
        if found is None:
            far = _short_of_friends(flight, ways, nearest(stops))
            finding.cite_all(("BOB-FLEE-7", "DBA22-B30.2"), f"{start.id} is blocked and stops after {far:.2f} mm")
        else:
            turn = found
            sentence = f"{start.id} turns {abs(turn):.2f} degrees, the least that gets past {_names(stops)}"
            finding.cite_all(("BOB-FLEE-5a", "DBA22-B30.4"), sentence)
    return _arrive(position, flight, start, turn, far, ways, dice, finding)


def _arrive(
    position: Position,
    flight: _Flight,
    start: Base,
    turn: float,
    far: float,
    ways: frozenset[str],
    dice: Dice,
    finding: Finding,
) -> Fled:
    """Make the move in the direction found; the edge of the board and rivers take their toll."""
    here = turned_on_spot(flight.base.rectangle, turn)
    base = replace(flight.base, front=here.front, facing=here.facing)
    far = _short_of_friends(flight, ways, _short_of_places(flight.position, base, far, finding)) if not turn else far
    known, drowned = _into_river(flight, base, far, dice, finding)
    end = here.advanced(far)
    if drowned or _leaves_board(flight, here, end, finding):
        return _ended(flight.begun, known.without(base.id))
    after = crossing_now(known, start, replace(base, front=end.front), base.facing)
    passed = () if turn else tuple(sorted(_passed(flight, ways, far)))
    limit = _full_move(known, start)
    returns = furthest_corner(end, start.rectangle)[1] <= limit + COINCIDE
    _cite_flight(position, flight, base, start, far, passed, returns, finding)
    return Fled(
        position=known.with_base(after),
        destroyed=False,
        lost=flight.begun.destroyed,
        pushed=flight.begun.pushed,
        through=(*flight.begun.through, *passed),
        turned=turn,
        distance=far,
        may_return=returns,
        closed=flight.begun.closed,
    )


def _ended(begun: Recoiled, position: Position) -> Fled:
    return Fled(position, True, begun.destroyed, begun.pushed, begun.through, closed=begun.closed)


def _leaves_board(flight: _Flight, here: Rectangle, end: Rectangle, finding: Finding) -> bool:
    """Whether a flight from one place to another takes an element that was on the board over its edge."""
    size = flight.position.size
    off = max(overhang(here, size), overhang(end, size))
    if off <= COINCIDE or overhang(flight.base.rectangle, size) > COINCIDE:
        return False
    sentence = f"{flight.base.id} flees over the edge of the board by {off:.2f} mm and does not turn along it"
    finding.cite_all(("BOB-FLEE-5b", "BOB-PUR-3a", "DBA22-B30.2"), sentence)
    return True


def _short_of_friends(flight: _Flight, ways: frozenset[str], far: float) -> float:
    """How far a flight cut short goes that would end on top of a friend it was passing."""
    here = flight.base.rectangle
    for name in sorted(ways):
        friend = flight.position.base(name).rectangle
        if overlaps(here.advanced(far), friend):
            return _short_of_friends(flight, ways, free_slide(here, flight.base.facing, far, friend))
    return far


def _short_of_places(position: Position, base: Base, far: float, finding: Finding) -> float:
    """How far a flight goes that would end partly in an empty camp or town: nobody is ever partly in one."""
    end = base.rectangle.advanced(far)
    for place in (piece for piece in position.terrain if piece.is_place):
        if lies(end, place.ground) != OUTSIDE:
            far = min(far, until_ground(base.rectangle, base.facing, far, place.ground))
            name = "BOB-CAP-4b" if place.kind == "bua" else "DBA22-B7.4"
            finding.cite(name, f"{base.id} cannot end partly in {place.id}")
    return far


def _full_move(position: Position, base: Base) -> float:
    """A full tactical move in the going the element is in."""
    here = going(position, base)
    if here == "river":
        return in_mm(position, table(position, "river_move")["distance"])
    row = book(position).types[base.kind]
    return in_mm(position, row.move_bad if here == "bad" else row.move_good)


def _passable(flight: _Flight) -> frozenset[str]:
    """The friends ahead that a fleer goes through: by type, facing along exactly its line, and left wholly behind."""
    position, base = flight.position, flight.base
    end = base.rectangle.advanced(flight.far)
    found = set()
    for friend in position.friends(base.side):
        if friend.id != base.id and may_pass(position, base, friend) and not overlaps(end, friend.rectangle):
            found.add(friend.id)
    return frozenset(found)


def may_pass(position: Position, base: Base, friend: Base) -> bool:
    """Whether a fleer may go through a friend, by type and facing."""
    return _by_type(position, base, friend) and on_one_line(base.rectangle, friend.rectangle, True)


def _by_type(position: Position, base: Base, friend: Base) -> bool:
    return bool(passing_rows(position, base, friend, "tactical_or_flee"))


def _straight_stops(flight: _Flight, ways: frozenset[str]) -> list[Stop]:
    """What is in the way straight ahead."""
    position, base = flight.position, flight.base
    found = base_stops(position, base, base.facing, flight.far, ways)
    found += ground_stops(position, base, base.facing, flight.far, lambda piece: avoided(position, base, piece))
    return sorted(found, key=lambda stop: stop.at)


def avoided(position: Position, base: Base, piece: Terrain) -> str | None:
    """What a feature is to a fleer that must avoid it; nothing when it may run into it."""
    if piece.is_place:
        return "place" if fighter(position, piece.id) is not None else None
    if piece.kind in book(position).tables.going.impassable:
        return "impassable"
    if not is_bad_for(position, piece, base) or base.kind in table(position, "flee")["enters_any_bad_going"]:
        return None
    return None if piece.kind in table(position, "flee")["others_enter_only"] else "bad_going"


def _outlines(flight: _Flight) -> list[Polygon]:
    """The outlines of everything a turned fleer could run into."""
    reach = flight.far + flight.base.depth + flight.base.width
    centre = flight.base.rectangle.centre
    found: list[Polygon] = []
    for other in flight.position.standing:
        away = (other.rectangle.centre[0] - centre[0], other.rectangle.centre[1] - centre[1])
        near = reach + other.rectangle.radius
        if other.id != flight.base.id and away[0] * away[0] + away[1] * away[1] <= near * near:
            found.append(other.rectangle.corners)
    return found + [piece.ground for piece in _grounds(flight)]


def _grounds(flight: _Flight) -> list[Terrain]:
    """The features to be avoided that the fleer does not stand in already."""
    position, base = flight.position, flight.base
    return [
        piece
        for piece in position.terrain
        if avoided(position, base, piece) is not None and lies(base.rectangle, piece.ground) == OUTSIDE
    ]


def _is_free(flight: _Flight, way: Rectangle) -> bool:
    """Whether all the ground of a move is free of bases and of what a fleer avoids."""
    for other in flight.position.standing:
        if other.id != flight.base.id and overlaps(way, other.rectangle):
            return False
    return all(lies(way, piece.ground) == OUTSIDE for piece in _grounds(flight))


def _rivers(position: Position, base: Base, far: float) -> list[Stop]:
    def wet(piece: Terrain) -> str | None:
        return "river" if piece.kind == "river" and piece.nature in WET else None

    return ground_stops(position, base, base.facing, far, wet)


def _into_river(flight: _Flight, base: Base, far: float, dice: Dice, finding: Finding) -> tuple[Position, bool]:
    """The position with the natures found of the rivers a fleer runs into, and whether one of them is the end of it."""
    position = flight.position
    for stop in _rivers(position, base, far):
        river = position.feature(stop.id)
        if river.nature in (None, "unknown"):
            finding.cite("BOB-FLEE-8b", f"{base.id} reaches {river.id}, whose nature is thrown for, and goes in")
            position = find_nature(position, river, base, dice, finding)
        if position.feature(stop.id).nature in WET:
            _cite_drowned(base.id, finding)
            return position, True
    return position, False


def _is_wet(position: Position, base: Base) -> bool:
    rivers = position.features("river")
    return any(piece.nature in WET and lies(base.rectangle, piece.ground) != OUTSIDE for piece in rivers)


def _passed(flight: _Flight, ways: frozenset[str], far: float) -> list[str]:
    """The friends a fleer went through on its way straight ahead."""
    way = swept(flight.base.rectangle, far)
    return [name for name in ways if overlaps(way, flight.position.base(name).rectangle)]


def _names(stops: list[Stop]) -> str:
    return ", ".join(dict.fromkeys(stop.id for stop in stops))


def _cite_drowned(name: str, finding: Finding) -> None:
    sentence = f"{name} flees into a river that is not paltry and is destroyed"
    finding.cite_all(("BOB-FLEE-8a", "BOB-RIV-5e", "DBA22-B30.2"), sentence)


def _cite_in_the_way(position: Position, flight: _Flight, stops: list[Stop], finding: Finding) -> None:
    """Cite why what is straight ahead must be avoided."""
    for stop in stops:
        if stop.what == "place":
            finding.cite("BOB-FLEE-6a", f"{stop.id} is occupied and in the way of {flight.base.id}")
        elif stop.what == "bad_going":
            kind = flight.position.feature(stop.id).kind
            finding.cite("BOB-FLEE-6b", f"{flight.base.code} does not flee into {kind} ({stop.id})")
        elif stop.what == "friend":
            friend = flight.position.base(stop.id)
            if not _by_type(position, flight.base, friend):
                finding.cite("DBA22-B18.1", f"{flight.base.code} may not pass through {friend.code}")
            elif not may_pass(position, flight.base, friend):
                finding.cite("BOB-FLEE-5c", f"{friend.id} does not face along the line of {flight.base.id}")


def _cite_flight(
    position: Position,
    flight: _Flight,
    base: Base,
    start: Base,
    far: float,
    passed: tuple[str, ...],
    returns: bool,
    finding: Finding,
) -> None:
    """Cite what made a flight that was survived what it is."""
    full = flight.far
    sentence = f"{base.id} recoils, turns about and moves {far:.2f} mm of the {full:g} its going allows"
    finding.cite_all(("BOB-FLEE-2a", "DBA22-B30.1"), sentence)
    finding.measure(f"flight of {base.id}", far)
    if far > COINCIDE:
        finding.cite("BOB-FLEE-3", f"{base.id} flees to where its rear pointed, whichever table edge is its own")
    if not returns:
        finding.cite("BOB-FLEE-2b", f"{base.id} cannot return to its old place in one move")
    done = "the flight is this one move and leaves no mark"
    finding.cite_all(("BOB-FLEE-4", "BOB-FLEE-1b", "DBA22-B30.3"), f"{base.id} is as good as new: {done}")
    for name in passed:
        finding.cite("DBA22-B18.1", f"{base.code} passes through {flight.position.base(name).code} {name}")
    for piece in flight.position.terrain:
        allowed = is_bad_for(flight.position, piece, base) and avoided(flight.position, base, piece) is None
        if allowed and until_ground(base.rectangle, base.facing, far, piece.ground) < far:
            finding.cite("BOB-FLEE-6b", f"{base.code} may flee into {piece.kind} ({piece.id})")
    cite_zones_ignored(flight.position, base, base.facing, far, finding)


def ask_flee(
    position: Position,
    *,
    element: str,
    opponent: str | None = None,
    dice: tuple[int, ...] | None = None,
    choice: str = "left",
    closed: tuple[str, ...] = (),
) -> Ruling:
    """What a flight does: whether the element is destroyed, whom it passes through, where it ends."""
    finding = Finding()
    with dice_of_question(dice) as handed:
        done = flee(position, element, handed, finding, opponent=opponent, closed=frozenset(closed), choice=choice)
    lost = list(dict.fromkeys((*done.lost, element))) if done.destroyed else list(done.lost)
    answer: dict[str, Any] = {
        "destroyed": done.destroyed,
        "destroyed_ids": [lost],
        "lost": lost,
        "pushed": list(done.pushed),
        "through": list(done.through),
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    if not done.destroyed:
        base = done.position.base(element)
        answer |= {"front": front_of(base.rectangle), "facing": bearing(base.facing)}
        answer |= {"turned": done.turned, "distance": done.distance, "may_return": done.may_return}
    answer |= rivers_found(position, done.position, done.closed - frozenset(closed))
    return finding.rule("flee", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "flee",
        "what a flight does: whether the element is destroyed, whom it passes through, where it ends",
        {
            "element": BASE,
            "opponent": BASE_OR_PLACE.or_none(),
            "dice": list_of(DIE).or_none(),
            "choice": one_of("left", "right").or_none(),
            "closed": list_of(FEATURE).or_none(),
        },
        ask_flee,
        {"destroyed": "destroyed_ids"},
    ),
)
