"""Routs: when a broken unit group runs, which way, how far, and who is destroyed where it stands."""

from __future__ import annotations

from typing import Any

from debellis.geometry.contact import touches
from debellis.geometry.plane import COINCIDE, Point, bearing, distance, nearest_on_segment
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.tables import table
from debellis.meg.arguments import HAND, UNIT, question
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.responding import variable_distance
from debellis.meg.charging.turning import EDGE, GROUND, Flight, aside, fly, place_of, quarters_to, turned_towards
from debellis.meg.charging.way import Way, met_on, slid
from debellis.meg.moving.limits import speed
from debellis.meg.troops import SUG, is_flexible, is_foot
from debellis.meg.units import (
    bases_of,
    bw,
    distance_between,
    enemy_tugs,
    facing_of,
    frame_of,
    moment,
    outline,
    unit_name,
    unit_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import NUMBER, BadQuestion, die
from debellis.umpire.ruling import Finding, Ruling

DIE_SIDES = 6
#: The outcome sub-phase of each phase in which unit groups break.
OUTCOMES = {"2": "2.8", "3": "3.2", "5": "5.3"}
OWN_EDGES = {"red": "south", "blue": "north"}
WAYS: dict[str, Point] = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}


def outcome_phase(position: Position, unit: Unit) -> str:
    """The sub-phase in which a broken unit group routs: the next one of outcomes."""
    phase = moment(position).phase
    if phase[:1] in OUTCOMES:
        return OUTCOMES[phase[:1]]
    if charge_of(position, unit.id) is not None:
        return OUTCOMES["2"]
    return OUTCOMES["3" if unit.broken_by == "shooting" else "5"]


def pressing(position: Position, unit: Unit) -> tuple[Base, ...]:
    """The enemy bases whose front edge lies on a unit group, the longest contact first."""
    found: list[tuple[float, str, Base]] = []
    for mine in bases_of(position, unit.id):
        for other in position.near_enemies(unit.side, mine.rectangle, 1.0):
            if unit_of(position, unit_name(other)).broken:
                continue
            for touch in touches(mine.rectangle, other.rectangle):
                if touch.theirs == FRONT and touch.length > 0.0:
                    found.append((-round(touch.length, 2), other.id, other))
    return tuple(base for _, _, base in sorted(found, key=lambda one: one[:2]))


def own_edge(position: Position, side: str) -> Point:
    """The direction of a side's own edge of the table."""
    return WAYS[moment(position).edges.get(side, OWN_EDGES[side])]


def _to_own_edge(position: Position, side: str, found: Finding) -> Point:
    """The direction of the own edge, which is the south of red and the north of blue unless the case says otherwise."""
    if moment(position).edges.get(side, OWN_EDGES[side]) == OWN_EDGES[side]:
        found.cite("MEG-B1.8", f"The own edge of {side} is the {OWN_EDGES[side]} edge.")
    return own_edge(position, side)


def rout_direction(position: Position, unit: Unit, found: Finding) -> Point:
    """The way a broken unit group runs (MEG-B20.12)."""
    found.cite("MEG-B20.12", f"The way in which {unit.id} routs follows from what broke it.")
    if unit.broken_by == "shooting":
        return _to_own_edge(position, unit.side, found)
    enemies = pressing(position, unit) if unit.broken_by != "kab" else ()
    if enemies:
        return enemies[0].facing
    far = bw(position, float(table(position, "evade_direction")["rout_by_kab_from_enemy_within_bw"]))
    own = bases_of(position, unit.id)
    near = [enemy for enemy in enemy_tugs(position, unit.side) if bases_of(position, enemy.id)]
    apart = {enemy.id: distance_between(own, bases_of(position, enemy.id)) for enemy in near}
    within = [enemy for enemy in near if apart[enemy.id] <= far + COINCIDE]
    if not within:
        return _to_own_edge(position, unit.side, found)
    middle = outline(position, unit).centre
    nearest = min(within, key=lambda enemy: apart[enemy.id])
    best = min((_nearest_point(middle, base) for base in bases_of(position, nearest.id)), key=lambda one: one[0])
    away = distance(best[1], middle)
    if away <= COINCIDE:
        return _to_own_edge(position, unit.side, found)
    return ((middle[0] - best[1][0]) / away, (middle[1] - best[1][1]) / away)


def _nearest_point(point: Point, base: Base) -> tuple[float, Point]:
    """The point of a base that is nearest to a point, and how far it is."""
    corners = base.rectangle.corners
    found = [nearest_on_segment(point, corners[i - 1], corners[i]) for i in range(4)]
    return min(((distance(point, one), one) for one in found), key=lambda one: one[0])


def fights_two_ways(position: Position, unit: Unit) -> bool:
    """Whether enemy fronts lie on more than one side of a unit group."""
    ahead = facing_of(position, unit)
    sides = {quarters_to(ahead, (-base.facing[0], -base.facing[1])) for base in pressing(position, unit)}
    return len(sides) > 1


def _rout(
    position: Position, unit: str, die: int | None = None, shift: float | None = None, hand: str = "right"
) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    if not group.broken:
        raise BadQuestion(f"{unit} is not broken", "unit")
    phase = outcome_phase(position, group)
    if group.broken_by == "shooting" and phase == OUTCOMES["3"]:
        found.cite("MEG-B16.8", f"{unit} was broken in the shooting phase and routs in its outcomes.")
    if group.broken_by == "shooting" and phase == OUTCOMES["2"]:
        found.cite("MEG-26b", f"{unit} is broken where it stands and stays there until then.")
        found.cite("MEG-26c", f"Its rout is made in SP {phase} with all others.")
    answer: dict[str, Any] = {"phase": phase, "destroyed": True}
    if not bases_of(position, unit):
        found.cite("MEG-B20.3", f"{unit} has lost its last base.")
        return found.rule("rout", answer)
    if fights_two_ways(position, group):
        found.cite("MEG-B20.3", f"{unit} broke while it fought in two directions and is destroyed where it stands.")
        place = outline(position, group)
        answer.update(front=list(place.front), facing=bearing(place.facing))
        return found.rule("rout", answer)
    found.cite("MEG-B20.2", f"{unit} routs in SP {phase}.")
    flight = rout_of(position, group, die, found, None if shift is None else (shift, hand))
    ends = place_of(position, group, flight) or bases_of(position, unit)
    answer.update(
        destroyed=flight.stopped_by in (EDGE, GROUND),
        front=list(frame_of(ends, ends[0].facing).front),
        facing=bearing(ends[0].facing),
    )
    return found.rule("rout", answer)


def rout_of(
    position: Position, unit: Unit, thrown: int | None, found: Finding, shift: tuple[float, str] | None = None
) -> Flight:
    """The rout move: the turn, the full distance in any going, and what stops it.

    It goes with the shift that is named, or else with the least that leads past those in its way (MEG-B20.12).
    """
    towards = rout_direction(position, unit, found)
    count = speed(position, unit, "good", found) - unit.slowed
    by = 0.0 if thrown is None else variable_distance(position, unit, thrown, found)[1]
    far = max(0.0, bw(position, count) + by)
    found.measure("distance", far)
    bases = turned_towards(position, unit, towards)
    flight = _run(position, unit, bases if shift is None else aside(bases, towards, *shift), towards, far)
    if shift is None and (flight.enemy or flight.friend):
        flight = min(_past(position, unit, bases, towards, far), default=(0.0, "", flight), key=lambda one: one[0])[2]
    if flight.stopped_by == EDGE:
        found.cite("MEG-B20.16", f"{unit.id} leaves the table and is removed at its edge.")
    elif flight.stopped_by == GROUND:
        found.cite("MEG-B10.13", f"{unit.id} runs into impassable ground and is destroyed.")
    elif flight.friend:
        found.cite("MEG-B20.4", f"{unit.id} runs into {flight.stopped_by}.")
    elif flight.enemy:
        found.cite("MEG-B20.12", f"{flight.stopped_by} is in the way and stops it.")
    return flight


def _run(position: Position, unit: Unit, bases: tuple[Base, ...], towards: Point, far: float) -> Flight:
    """A straight rout. Friends of any kind stop it, except that skirmishers on foot pass them (MEG-B20.4)."""
    flight = fly(position, unit, bases, towards, far)
    light = unit.kind == SUG and not is_flexible(unit) and is_foot(unit)
    if light:
        return flight
    met = met_on(position, Way((unit.id,), bases, towards, flight.gone), unit.side)
    if not met:
        return flight
    reached, friend = met[0]
    return Flight(slid(bases, towards, reached), reached, friend.id, False, True)


def _past(
    position: Position, unit: Unit, bases: tuple[Base, ...], towards: Point, far: float
) -> list[tuple[float, str, Flight]]:
    """For each hand the rout with the least shift, up to half a base, that leads past those in the way, if one does."""
    most = bw(position, float(table(position, "document")["universal_shift_bw"]))
    ways: list[tuple[float, str, Flight]] = []
    for hand in ("left", "right"):
        whole = _run(position, unit, aside(bases, towards, most, hand), towards, far)
        if whole.enemy or whole.friend:
            continue
        low, high, found = 0.0, most, whole
        while high - low > 1e-4:
            half = (low + high) / 2.0
            tried = _run(position, unit, aside(bases, towards, half, hand), towards, far)
            if tried.enemy or tried.friend:
                low = half
            else:
                high, found = half, tried
        ways.append((round(high, 3), hand, found))
    return ways


def shifts_past(position: Position, unit: Unit) -> tuple[tuple[float, str], ...]:
    """The shifts by which a router would pass those in its way, if the dice let it come so far; none if it needs none.

    The owner may use one of them, or run into those before him: the words give leave and no duty (MEG-B20.12).
    """
    quiet = Finding()
    towards = rout_direction(position, unit, quiet)
    bases = turned_towards(position, unit, towards)
    count = bw(position, speed(position, unit, "good", quiet) - unit.slowed)
    far = max(0.0, *(count + variable_distance(position, unit, thrown, quiet)[1] for thrown in range(1, DIE_SIDES + 1)))
    straight = _run(position, unit, bases, towards, far)
    if not straight.enemy and not straight.friend:
        return ()
    return tuple((shift, hand) for shift, hand, _ in _past(position, unit, bases, towards, far))


QUESTIONS = (
    question(
        "rout",
        "when and where to a broken unit group routs",
        {"unit": UNIT, "die": die(6).or_none(), "shift": NUMBER.or_none(), "hand": HAND.or_none()},
        _rout,
        needs={"shift": ("hand",), "hand": ("shift",)},
        tied_to_table=True,
    ),
)
