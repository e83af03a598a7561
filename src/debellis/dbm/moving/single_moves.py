"""The tactical move of a single element: its way and distance, its zones, its end, gaps and friends on the way."""

from __future__ import annotations

from debellis.dbm.demoralised import judge_no_advance
from debellis.dbm.measures import base_width
from debellis.dbm.moving import flank_turns, special_moves
from debellis.dbm.moving.breaking_off import BREAKING_OFF, fighting_with, why_held
from debellis.dbm.moving.contacting import Ending, ending, judge_ending
from debellis.dbm.moving.crossing_works import climbed
from debellis.dbm.moving.gaps import judge_gaps
from debellis.dbm.moving.lining_up import (
    Lined,
    judge_crossing,
    judge_shift,
    nearest_enemy,
    within_base_width,
)
from debellis.dbm.moving.making_room import judge_room
from debellis.dbm.moving.measuring import judge_distance
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.passing import direction_of, is_destroyed, judge_passing, may_pass, passed_through
from debellis.dbm.moving.routes import Route, Wall, find_route, in_the_way, is_free, told_route, walls, zone_walls
from debellis.dbm.moving.speeds import allowance, along_road, is_immobile, is_naval, runs_aground
from debellis.dbm.moving.zone_moves import Way, judge_zones
from debellis.dbm.moving.zones import pinning
from debellis.dbm.troops import is_holder, troop
from debellis.geometry.plane import COINCIDE, quarter_turned
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.turning import furthest_corner
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.legs import Leg, goes_straight, is_straight, motion_of, way_of
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import DeferredVerdict, QuietVerdict, Verdict, permit

#: A sideways leg may be meant to line up within this many base widths of an enemy.
_NEAR = 2.0
#: The search for a way round allows this many moves more than the straight way.
_ROUND = 2.0


def judge_single(position: Position, move: Move, finding: Finding) -> Judged:
    """Judge the move of a single element, as given or with a lining-up shift, whichever is legal."""
    tries = [move]
    with_shift = _with_shift(position, move)
    if with_shift is not None:
        tries = [with_shift, move] if move.told else [move, with_shift]
    shown: tuple[DeferredVerdict, Judged] | None = None
    for one in tries:
        weighing = DeferredVerdict()
        judged = _judge(position, one, weighing)
        if judged.legal or shown is None:
            shown = (weighing, judged)
        if judged.legal:
            break
    assert shown is not None
    shown[0].settle(finding)
    return shown[1]


def _with_shift(position: Position, move: Move) -> Move | None:
    """The same move with a leg, or its sideways part, taken as a lining-up shift. None if it has none."""
    start, end = move.start, move.end
    if not move.told:
        right, ahead = start.local(end.front)
        same = is_straight(Leg(start, end, start.corners, 0.0))
        if not same or abs(right) <= COINCIDE or ahead < -COINCIDE or abs(right) > start.width:
            return None
        x, y = quarter_turned(start.facing, 1)
        before = end.moved(-x * right, -y * right)
        places = (before, end) if ahead > COINCIDE else (end,)
        if not within_base_width(position, before, move.base.side):
            return None
        return replace(move, places=places, told=True, shift=len(places) - 1)
    sideways = [i for i, leg in enumerate(_legs(move)) if _is_sideways(leg)]
    near = _NEAR * base_width(position)
    if not sideways or all(nearest_enemy(position, place, move.base.side) > near for place in (start, *move.places)):
        return None
    return replace(move, shift=sideways[-1])


def _legs(move: Move) -> tuple[Leg, ...]:
    return told_route(move.start, move.places, []).legs


def _is_sideways(leg: Leg) -> bool:
    right, ahead = way_of(leg)
    return is_straight(leg) and abs(ahead) <= COINCIDE < abs(right)


def _judge(position: Position, move: Move, verdict: DeferredVerdict) -> Judged:
    base = move.base
    if is_immobile(base):
        verdict.refuse(f"{base.id} is immobile baggage and can never move", "DBM32-P9-baggage-move")
        return Judged(False, 0.0, 0.0)
    changed, exchanged = special_moves.exchange_met(position, base, move.places)
    changed = climbed(changed, move, verdict)
    found = ending(changed, base, move.end)
    for name in exchanged:
        if not any(meet(place, changed.base(name).rectangle).touching for place in move.places[:-1] or move.places):
            says = f"{name} becomes its foot when touched, which leaves {base.id} short of it and free to go on"
            permit(verdict, says, "IWF-3.4b")
    route = _route(changed, move, found, verdict)
    if route is not None and not special_moves.free_turn(position, move):
        judge_no_advance(position, base, tuple(motion_of(leg) for leg in route.legs), verdict)
    if any(is_off(place, position.size) for place in move.places):
        verdict.refuse(f"{base.id} would leave the table, the playing area itself", "DBM32-GLOSS-table")
    if route is None:
        return Judged(False, furthest_corner(move.start, move.end)[1], allowance(position, base) or 0.0)
    lined = _judge_shift(changed, move, route, found, verdict)
    measured, limit = judge_distance(changed, move, route, found, verdict)
    special_moves.judge_column(changed, move, route.legs, verdict)
    zones = _judge_position(changed, move, route, found, lined, verdict)
    touching = bool(found.touched)
    judge_gaps(
        changed,
        base,
        route.legs,
        verdict,
        touching=touching,
        contracting=move.contracts_behind is not None,
        shift=move.shift,
    )
    destroyed = judge_passing(changed, base, route.legs, verdict)
    displaced = _judge_end(changed, move, route, verdict)
    removed = special_moves.mounts_met(changed, base, route.legs)
    ends_on = [mount.id for mount in found.mounts]
    for name in removed:
        if name not in ends_on:
            says = f"{name} are mounts without riders and are taken off: {base.id} goes on with the rest of its move"
            permit(verdict, says, "DBM32-P9-mounts-b")
    passed = tuple(friend.id for friend, _ in passed_through(changed, base, route.legs))
    contacts = tuple((one.enemy, one.kind) for one in found.legal)
    return Judged(
        verdict.legal,
        measured,
        limit,
        route.legs,
        contacts,
        zones,
        passed,
        destroyed,
        removed,
        exchanged,
        tuple(displaced.items()),
        changed if changed.terrain is position.terrain else replace(changed, terrain=position.terrain),
    )


def _route(position: Position, move: Move, found: Ending, verdict: Verdict) -> Route | None:
    """The way of a move. It is refused if the way is not free."""
    base, start, end = move.base, move.start, move.end
    direct = told_route(start, (end,), []).legs[0]
    obstacles = _walls(position, base, direct)
    most = _ROUND * (allowance(position, base) or 0.0) + direct.length + 2.0 * base.width
    if move.told:
        route = told_route(start, move.places, obstacles, most)
        in_gap = flank_turns.turn_in_gap(position, base, end, found, obstacles, verdict)
        for leg in route.legs:
            in_leg = _walls(position, base, leg)
            if not in_gap and not is_free(leg, in_leg):
                names = " and ".join(wall.name for wall in in_the_way(leg, in_leg))
                verdict.refuse(f"{names} is in the way of {base.id}", "DBM-B16.1")
        return route
    if flank_turns.turn_in_gap(position, base, end, found, obstacles, verdict):
        return Route((direct,), direct.length, 0, (), direct.length)
    shortest = find_route(start, end, obstacles, most)
    if shortest is not None:
        zones = judge_zones(position, Way(base, shortest.legs, end, found.legal), QuietVerdict())
        around = zone_walls(position, base, end, zones)
        return (find_route(start, end, [*obstacles, *around], most) if around else None) or shortest
    met = in_the_way(direct, obstacles)
    names = " and ".join(wall.name for wall in met)
    verdict.refuse(f"{base.id} finds no free way there: {names} is in the way", "DBM-B16.1")
    if any(wall.place is None for wall in met):
        verdict.cite("DBM-B20.1", f"{base.id} is of troops that cannot enter such ground")
    return None


def _walls(position: Position, base: Base, leg: Leg) -> list[Wall]:
    """The obstacles of a leg. By road no ground is barred."""
    found = walls(position, base, direction_of(leg))
    by_road = along_road(position, (leg,)) and not is_naval(position, troop(base))
    return [wall for wall in found if wall.place is not None] if by_road else found


def _judge_shift(position: Position, move: Move, route: Route, found: Ending, verdict: Verdict) -> list[Lined]:
    """Judge the leg that is taken as a lining-up shift."""
    if move.shift is None:
        return []
    leg = route.legs[move.shift]
    movers = [(move.base, leg.start)]
    right = way_of(leg)[0]
    lined = judge_shift(position, movers, right, verdict)
    judge_crossing(position, movers, right, lined, list(found.legal), verdict)
    others = [other for i, other in enumerate(route.legs) if i != move.shift]
    if sum(_is_sideways(other) for other in route.legs) > 1:
        verdict.refuse(f"{move.base.id} may shift only once to line up", "DBM32-P18-para2c")
    elif any(not is_straight(other) for other in others):
        says = f"{move.base.id} wheels too and may shift before, during or after the wheel"
        permit(verdict, says, "DBM32-P18-para2c")
    return lined


def _judge_position(
    position: Position, move: Move, route: Route, found: Ending, lined: list[Lined], verdict: Verdict
) -> tuple[str, ...]:
    """Judge breaking off, contact at the end, and the zones on the way. Returns the owners of zones that forbid it."""
    base = move.base
    held = fighting_with(position, base)
    if held:
        _judge_break_off(position, move, route, held, verdict)
        return ()
    judge_ending(position, base, route.legs, found, verdict)
    legs = route.legs
    if move.shift is not None:
        legs = tuple(leg for i, leg in enumerate(legs) if i != move.shift)
        if not legs:
            legs = route.legs
    if move.shift is None:
        way = Way(base, legs, move.end, found.legal, move.expands_on is not None)
        zones = judge_zones(position, way, verdict)
        if move.expands_on is not None:
            _cite_expanding(position, move, zones, verdict)
        return zones
    return _judge_forward(position, move, legs, found, lined, verdict)


def _cite_expanding(position: Position, move: Move, zones: tuple[str, ...], verdict: Verdict) -> None:
    """Cite that an element that expands from a column obeys the normal rules for entering zones."""
    name = move.base.id
    if zones:
        verdict.cite("IWF-13.5c", f"{name} expands into an enemy zone against the rules for entering it")
    elif pinning(position, move.base.side, move.end):
        permit(verdict, f"{name} expands into an enemy zone by the rules for entering it", "IWF-13.5c")


def _judge_forward(
    position: Position, move: Move, legs: tuple[Leg, ...], found: Ending, lined: list[Lined], verdict: Verdict
) -> tuple[str, ...]:
    """Judge the forward part of a move that lines up: it must be legal in every zone except its partner's."""
    partners = {one.enemy for one in lined}
    trial = DeferredVerdict()
    zones = judge_zones(position, Way(move.base, legs, move.end, found.legal), trial)
    others = tuple(name for name in zones if name not in partners)
    if zones:
        trial.settle(verdict)
        for name in others:
            says = f"the forward part of the move of {move.base.id} is not legal in the zone of {name}"
            verdict.cite("IWF-13.8c", says)
    else:
        for name, says in trial.allowed:
            permit(verdict, says, name)
    return zones


def _judge_break_off(position: Position, move: Move, route: Route, held: list[Base], verdict: Verdict) -> None:
    """Judge breaking off: straight back from fronts on its front, at least a base depth, and only if faster."""
    base = move.base
    names = " and ".join(enemy.id for enemy in held)
    fault = why_held(position, base)
    if fault is not None:
        verdict.refuse(fault, BREAKING_OFF)
        return
    straight = all(goes_straight(leg, ahead=False) for leg in route.legs)
    if not straight or route.measured < base.depth - COINCIDE:
        says = f"{base.id} is engaged by {names}: it may only go straight back a base depth or more"
        verdict.refuse(says, BREAKING_OFF)
    else:
        permit(verdict, f"{base.id} breaks off from {names}, being faster than all who touch it", BREAKING_OFF)


def _judge_end(position: Position, move: Move, route: Route, verdict: Verdict) -> dict[str, Rectangle]:
    """Judge the end of a move: it may overlap only friends that it passes, and they make way."""
    base, end = move.base, move.end
    direction = direction_of(route.legs[-1])
    if runs_aground(position, base, end):
        verdict.refuse(f"{base.id} would end on land, and vessels move on water only", "DBM-B30.1")
    friends = [friend for friend in position.near_friends(base.side, end) if friend.id != base.id]
    inside = [friend for friend in friends if overlaps(end, friend.rectangle)]
    solid = [friend for friend in inside if not may_pass(position, base, friend, direction)]
    for friend in solid:
        verdict.refuse(f"{base.id} would end on top of {friend.id}", "DBM-B16.1")
    for enemy in position.near_enemies(base.side, end):
        if overlaps(end, enemy.rectangle) and not is_holder(enemy):
            verdict.refuse(f"{base.id} would end on top of {enemy.id}", "DBM-B16.1")
    parting = [f for f in inside if f not in solid and not is_destroyed(position, base, f, direction)]
    if not parting or solid:
        return {}
    return judge_room(position, base, end, parting, verdict).places
