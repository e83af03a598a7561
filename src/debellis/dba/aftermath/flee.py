"""Flight: a recoil, a turn about, and a full move to the original rear.

The move turns only enough to pass obstacles.
"""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance, Needed
from debellis.dba.aftermath.attached_general import after_flight, destroyed_with
from debellis.dba.aftermath.choosing import HAND, HANDS, NOBODY, Choices, Turning, standing
from debellis.dba.aftermath.flee_causes import cite_drowned, cite_flight, cite_in_the_way, cite_no_room
from debellis.dba.aftermath.flight import (
    Flight,
    full_move,
    is_free,
    is_wet,
    outlines,
    passable,
    passed_on_the_way,
    rivers_ahead,
    straight_stops,
)
from debellis.dba.aftermath.fords import find_nature, has_natures
from debellis.dba.aftermath.recoil import Recoiled, rear_shots_destroy, recoil, rivers_found, turn_from_shots
from debellis.dba.aftermath.straight import crossing_now, dice_of_question, front_of, stands_in_river
from debellis.dba.attached import general_with
from debellis.dba.book import table
from debellis.dba.going import WET
from debellis.geometry.plane import COINCIDE, bearing, turn_between
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.geometry.turning import furthest_corner
from debellis.manoeuvre.least_turn import least_turn, turned_on_spot
from debellis.manoeuvre.pushing import until_ground
from debellis.manoeuvre.stops import Stop, facings_of, fronts_of, nearest, turned_about
from debellis.mechanics.two_dice import DIE
from debellis.table.bases import Base
from debellis.table.board import OUTWARD, is_off, overhang
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, BASE_OR_PLACE, FEATURE, FLAG, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


class Fled(Value, frozen=True):
    """The result of a flight.

    `lost`, `pushed` and `through` name the bases destroyed, pushed and passed through. `turned` is the turn it made
    (degrees clockwise), `distance` how far it then moved (mm), `closed` the rivers shut this bound.
    """

    position: Position
    destroyed: bool
    lost: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    turned: float = 0.0
    distance: float = 0.0
    may_return: bool = False
    closed: frozenset[str] = frozenset()


def flee(
    position: Position,
    element: str,
    dice: Chance,
    finding: Finding,
    *,
    opponent: str | None = None,
    closed: frozenset[str] = frozenset(),
    choices: Choices = NOBODY,
    shot_at_rear: bool = False,
) -> Fled:
    """Make an element flee, together with a general attached to it.

    `choices` say to which hand its owner turns it if both are equally good. `shot_at_rear` says that all shots were at
    its rear edge.
    """
    if shot_at_rear and not rear_shots_destroy(position) and position.base(element).on_table:
        position = turn_from_shots(position, element, finding)
        shot_at_rear = False
    general = general_with(position, position.base(element))
    if general is not None:
        with_him = _flee_with(position, general, element, dice, finding, opponent, closed, choices)
        if with_him is not None:
            return with_him
    done = _flee(position, element, dice, finding, opponent, closed, choices, shot_at_rear)
    return _general_destroyed(position, done, element, finding)


def flee_home(
    position: Position,
    element: str,
    edge: str,
    dice: Chance,
    finding: Finding,
    closed: frozenset[str] = frozenset(),
    choices: Choices = NOBODY,
) -> Fled:
    """The flight of a demoralised element towards the nearest point of its base edge, without a recoil before it.

    An element in a camp or town cannot flee from it and is destroyed.
    """
    start = position.base(element)
    if not start.on_table:
        sentence = f"{element} must flee from {start.inside}, where nobody can, and is destroyed"
        finding.cite_all(("DBA22-B33.6", "DBA22-B8.8" if _in_town(position, start) else "DBA22-B7.6"), sentence)
        return Fled(position.without(element), True, (element,), closed=closed)
    base = _facing_home(position, start, edge)
    begun = Recoiled(position.with_base(base), closed=closed)
    done = _run(
        position, Flight(begun.position, base, full_move(position, start), begun), start, dice, choices, Finding()
    )
    if done.destroyed:
        finding.cite_all(("DBA22-B33.6", "DBA22-B30.2"), f"{element} flees and is lost")
    else:
        sentence = f"{element} is not held and flees {done.distance:.2f} mm towards the {edge} edge"
        finding.cite("DBA22-B33.6", sentence)
    return _general_destroyed(position, done, element, finding)


def _in_town(position: Position, base: Base) -> bool:
    return base.inside is not None and position.feature(base.inside).kind == "bua"


def _facing_home(position: Position, base: Base, edge: str) -> Base:
    """The base turned on the spot to its edge; by quarters, as far as there is room, if others stand too close."""
    home = OUTWARD[edge]
    exact = turn_between(base.facing, home)
    quarters = sorted((0.0, 90.0, 180.0, -90.0), key=lambda turn: abs((turn - exact + 180.0) % 360.0 - 180.0))
    for turn in (exact, *quarters):
        there = turned_on_spot(base.rectangle, turn)
        others = [other for other in position.standing if other.id != base.id]
        if not any(overlaps(there, other.rectangle) for other in others) and not is_off(there, position.size):
            return replace(base, front=there.front, facing=there.facing)
    return base


def _flee_with(
    position: Position,
    general: Base,
    element: str,
    dice: Chance,
    finding: Finding,
    opponent: str | None,
    closed: frozenset[str],
    choices: Choices,
) -> Fled | None:
    """The flight together with an attached general, who is taken off the table first and put back afterwards.

    None if there is no room for him; he is then an obstacle like any other friend.
    """
    found = Finding()
    done = _flee(position.without(general.id), element, dice, found, opponent, closed, choices, False)
    if done.destroyed:
        finding.absorb(found)
        return _general_destroyed(position, done, element, finding)
    after = after_flight(position, done.position, general, element, found)
    if after is None:
        return None
    finding.absorb(found)
    return replace(done, position=after)


def _general_destroyed(before: Position, done: Fled, element: str, finding: Finding) -> Fled:
    """The flight, with every general also lost who was attached to a destroyed base."""
    gone = tuple(dict.fromkeys((*done.lost, element))) if done.destroyed else done.lost
    lost = destroyed_with(before, gone, finding)
    return done if lost == gone else replace(done, position=done.position.without(*lost), lost=lost)


def _flee(
    position: Position,
    element: str,
    dice: Chance,
    finding: Finding,
    opponent: str | None,
    closed: frozenset[str],
    choices: Choices,
    shot_at_rear: bool,
) -> Fled:
    """The flight of the element without its general."""
    start = position.base(element)
    begun = recoil(position, element, dice, finding, opponent=opponent, closed=closed, shot_at_rear=shot_at_rear)
    if element in begun.destroyed:
        finding.cite_all(("BOB-FLEE-1a", "DBA22-B30.1"), f"{element} cannot make the recoil its flight begins with")
        return _ended(begun, begun.position)
    back = begun.position.base(element)
    if stands_in_river(begun.position, back) and not stands_in_river(position, start) and is_wet(begun.position, back):
        cite_drowned(element, finding)
        return _ended(begun, begun.position.without(element))
    about = turned_about(back)
    flight = Flight(begun.position.with_base(about), about, full_move(begun.position, about), begun)
    return _run(position, flight, start, dice, choices, finding)


def _run(position: Position, flight: Flight, start: Base, dice: Chance, choices: Choices, finding: Finding) -> Fled:
    """The full move: straight if the way is free, else with the smallest turn that passes, else as far as possible."""
    ways = passable(flight)
    stops = straight_stops(flight, ways)
    river = nearest(rivers_ahead(flight.position, flight.base, flight.far))
    if river < nearest(stops):
        known, drowned = _into_river(flight, flight.base, min(flight.far, nearest(stops)), dice, finding)
        if drowned:
            return _ended(flight.begun, known.without(flight.base.id))
        flight = replace(flight, position=known)
    turn, far = 0.0, flight.far
    if stops:
        cite_in_the_way(position, flight, stops, finding)
        found = _least_turn(position, flight, start, ways, choices)
        if found is None:
            far = _short_of_friends(flight, ways, nearest(stops), finding)
            finding.cite_all(("BOB-FLEE-7", "DBA22-B30.2"), f"{start.id} is blocked and stops after {far:.2f} mm")
        else:
            turn = found
            sentence = f"{start.id} turns {abs(turn):.2f} degrees, the least that gets past {_names(stops)}"
            finding.cite_all(("BOB-FLEE-5a", "DBA22-B30.4"), sentence)
    return _arrive(position, flight, start, turn, far, ways, dice, finding)


def _least_turn(
    position: Position, flight: Flight, start: Base, ways: frozenset[str], choices: Choices
) -> float | None:
    """The least turn with which the fleer gets past, to the hand that its owner chooses if both are as good."""
    most = float(table(flight.position, "flee").get("most_turn_degrees", 90))
    in_the_way = outlines(flight)

    def turn_to(hand: str) -> float | None:
        here = flight.base.rectangle
        return least_turn(here, flight.far, in_the_way, lambda way: is_free(flight, way), most, hand)

    left = turn_to("left")
    right = left if left is None or left >= 0.0 else turn_to("right")
    if left is None or right is None or left >= 0.0 or right <= 0.0:
        return left

    def differ() -> bool:
        try:
            ends = [
                _arrive(position, flight, start, turn, flight.far, ways, Chance(), Finding()) for turn in (left, right)
            ]
        except Needed:
            return True
        return len({(end.destroyed, standing(end.position)) for end in ends}) > 1

    both = tuple([(start.id, hand) for hand in HANDS])
    return left if choices.choose(start.side, HAND, both, differ)[-1] == "left" else right


def _arrive(
    position: Position,
    flight: Flight,
    start: Base,
    turn: float,
    far: float,
    ways: frozenset[str],
    dice: Chance,
    finding: Finding,
) -> Fled:
    """Make the move in the direction found, and apply the effects of the board edge and of rivers."""
    here = turned_on_spot(flight.base.rectangle, turn)
    base = replace(flight.base, front=here.front, facing=here.facing)
    if not turn:
        far = _short_of_friends(flight, ways, _short_of_places(flight.position, base, far, finding), finding)
    known, drowned = _into_river(flight, base, far, dice, finding)
    end = here.advanced(far)
    if drowned or _leaves_board(flight, here, end, finding):
        return _ended(flight.begun, known.without(base.id))
    after = crossing_now(known, start, replace(base, front=end.front), base.facing)
    passed = () if turn else tuple(sorted(passed_on_the_way(flight, ways, far)))
    limit = full_move(known, start)
    returns = furthest_corner(end, start.rectangle)[1] <= limit + COINCIDE
    cite_flight(position, flight, base, start, far, passed, returns, finding)
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


def _leaves_board(flight: Flight, here: Rectangle, end: Rectangle, finding: Finding) -> bool:
    """Whether a flight takes an element that was on the board over its edge."""
    size = flight.position.size
    off = max(overhang(here, size), overhang(end, size))
    if off <= COINCIDE or is_off(flight.base.rectangle, size):
        return False
    sentence = f"{flight.base.id} flees over the edge of the board by {off:.2f} mm and does not turn along it"
    finding.cite_all(("BOB-FLEE-5b", "BOB-PUR-3a", "DBA22-B30.2"), sentence)
    return True


def _short_of_friends(flight: Flight, ways: frozenset[str], far: float, finding: Finding) -> float:
    """How far a flight goes that is cut short and would end on top of a friend it was passing."""
    here = flight.base.rectangle
    for name in sorted(ways):
        friend = flight.position.base(name).rectangle
        if overlaps(here.advanced(far), friend):
            cite_no_room(flight, name, finding)
            return _short_of_friends(flight, ways, free_slide(here, flight.base.facing, far, friend), finding)
    return far


def _short_of_places(position: Position, base: Base, far: float, finding: Finding) -> float:
    """How far a flight goes that would end partly in an empty camp or town. No base may be partly in one."""
    end = base.rectangle.advanced(far)
    for place in (piece for piece in position.terrain if piece.is_place):
        if lies(end, place.ground) != OUTSIDE:
            far = min(far, until_ground(base.rectangle, base.facing, far, place.ground))
            name = "BOB-CAP-4b" if place.kind == "bua" else "DBA22-B7.4"
            finding.cite(name, f"{base.id} cannot end partly in {place.id}")
    return far


def _into_river(flight: Flight, base: Base, far: float, dice: Chance, finding: Finding) -> tuple[Position, bool]:
    """The position with the nature of each river the fleer runs into, and whether one of them destroys it."""
    position = flight.position
    for stop in rivers_ahead(position, base, far):
        river = position.feature(stop.id)
        if not has_natures(position):
            finding.cite("BOB-FLEE-8b", f"{base.id} reaches {river.id} and goes in: nobody throws for a river here")
        elif river.nature in (None, "unknown"):
            finding.cite("BOB-FLEE-8b", f"{base.id} reaches {river.id}, whose nature is thrown for, and goes in")
            position = find_nature(position, river, base, dice, finding)
        if position.feature(stop.id).nature in WET:
            cite_drowned(base.id, finding)
            return position, True
    return position, False


def _names(stops: list[Stop]) -> str:
    return ", ".join(dict.fromkeys(stop.id for stop in stops))


def ask_flee(
    position: Position,
    *,
    element: str,
    opponent: str | None = None,
    dice: tuple[int, ...] | None = None,
    choice: str = "left",
    closed: tuple[str, ...] = (),
    shot_at_rear: bool = False,
) -> Ruling:
    """What a flight does: whether the element is destroyed, whom it passes through, where it ends."""
    finding = Finding()
    with dice_of_question(dice) as handed:
        done = flee(
            position,
            element,
            handed,
            finding,
            opponent=opponent,
            closed=frozenset(closed),
            choices=Turning(choice),
            shot_at_rear=shot_at_rear,
        )
    lost = list(dict.fromkeys((*done.lost, element))) if done.destroyed else list(done.lost)
    answer: dict[str, Any] = {
        "destroyed": lost,
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
        "what a flight does: who is destroyed, whom it passes through, where it ends",
        {
            "element": BASE,
            "opponent": BASE_OR_PLACE.or_none(),
            "dice": list_of(DIE).or_none(),
            "choice": one_of("left", "right").or_none(),
            "closed": list_of(FEATURE).or_none(),
            "shot_at_rear": FLAG.or_none(),
        },
        ask_flee,
    ),
)
