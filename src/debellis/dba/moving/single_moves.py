"""The tactical move of a single element: its path, distance, zones, contacts and cost."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.fighting.fights import fights
from debellis.dba.moving import command, place_moves, rivers
from debellis.dba.moving.breaking_off import cite_break_off, in_melee_with, judge_break_off
from debellis.dba.moving.contacting import (
    Touched,
    is_legal,
    judge_contacts,
    overlapped_before,
    touched,
    touched_places,
)
from debellis.dba.moving.further_moves import cite_first_move, cite_other_speed, judge_further
from debellis.dba.moving.moves import Bound, Judged, Move
from debellis.dba.moving.paths import judge_way
from debellis.dba.moving.restrictions import judge_zones
from debellis.dba.moving.river_crossing import judge_crossing
from debellis.dba.moving.single_plans import Plan, plan_move
from debellis.dba.moving.single_plans import as_foot as as_foot
from debellis.dba.moving.speeds import (
    BAD,
    RIVER,
    ROAD,
    Speed,
    bad_limit,
    by_scale,
    good_limit,
    is_along_road,
    judge_distance,
    judge_ground,
    land_speed,
    measures_front,
    river_limit,
    road_speed,
)
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.manoeuvre.legs import Leg, furthest_travel, goes_straight
from debellis.manoeuvre.road_ways import on_road
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import DeferredVerdict, Verdict, permit


def judge_single(position: Position, move: Move, bound: Bound, dice: Chance, finding: Finding) -> Judged:
    """Judge the tactical move of one element.

    A legal move leads to `after`. A move that seemed legal and was then stopped by its river dice is not legal as
    asked. Its PIPs are spent, and `after` shows what happened.
    """
    weighing = DeferredVerdict()
    judged = _judge(position, plan_move(position, move), bound, dice, weighing)
    weighing.settle(finding)
    return judged


def _judge(position: Position, plan: Plan, bound: Bound, dice: Chance, verdict: Verdict) -> Judged:
    base = plan.base
    contacts = touched(position, base, plan.end) if plan.enters is None else ()
    land, by_road = _speed(position, plan, verdict)
    found = () if by_road else rivers.fords(position, base, plan.legs)
    speed = rivers.river_speed(position, land, found)
    melee = in_melee_with(position, base)
    unmeasured = _judge_pivot(position, plan, contacts, speed, bound, verdict)
    _judge_length(position, plan, land, speed, found, unmeasured, by_road, verdict)
    walls = speed.by if speed.going == BAD and speed.limit == 0.0 else ()
    passed = judge_way(position, base, plan.legs, verdict, places=plan.places, impassable=walls)
    if passed and not unmeasured and plan.measured > speed.limit + COINCIDE:
        says = f"{base.id} has not enough move to get wholly past {', '.join(passed)}"
        verdict.cite("BOB-INT-1b", says)
    if melee:
        judge_break_off(position, base, plan.legs, plan.measured, speed, bound, verdict)
    else:
        _judge_position(position, plan, contacts, verdict)
    legal_contact = any(is_legal(position, base, plan.end, contacts, one) for one in contacts)
    judge_crossing(position, base, plan.legs, found, bound, legal_contact, verdict)
    _judge_places(position, plan, verdict)
    after = _after(position, plan, plan.legs, found)
    judge_further(
        position,
        base,
        plan.legs,
        bound,
        verdict,
        after=after,
        contacts=contacts,
        by_road=by_road,
        dismounting=plan.dismounts,
    )
    cost = _price(position, plan, bound, verdict)
    tried = rivers.Tried()
    if verdict.legal:
        tried = rivers.try_rivers(position, base, plan.legs, found, dice, verdict, plan.measured)
    if verdict.legal:
        _cite_legal(position, plan, found, speed, melee, bound, verdict)
    return _judged(position, plan, speed, cost, contacts, tried, after, verdict)


def _speed(position: Position, plan: Plan, verdict: Verdict) -> tuple[Speed, bool]:
    """The speed of a move without rivers, and whether it goes by road."""
    land = land_speed(position, plan.base, plan.legs, plan.kind)
    road = plan.road
    if road is not None and is_along_road(plan.legs, road):
        return road_speed(position, plan.base, road, plan.kind), True
    judge_ground(position, plan.base, land, verdict, plan.kind)
    if road is not None and plan.measured > land.limit + COINCIDE:
        name = plan.base.id
        if not on_road(plan.legs[0].start, road):
            verdict.cite("BOB-EXT-4a", f"{name} does not start on {road.id}, so it has no road move")
        verdict.cite("DBA22-B13.2", f"the move of {name} is not all along {road.id}, so it has no road distance")
    return land, False


def _judge_pivot(
    position: Position, plan: Plan, contacts: tuple[Touched, ...], speed: Speed, bound: Bound, verdict: Verdict
) -> bool:
    """Whether the move is the turn from overlap to flank contact, which is not measured.

    Cites the reason in either case.
    """
    if plan.measured <= speed.limit + COINCIDE or plan.dismounts or not plan.base.on_table:
        return False
    found = fights(position)
    base = plan.base.id
    for one in contacts:
        if one.kind != "flank":
            continue
        overlap = overlapped_before(found, base, one.enemy)
        if overlap is None:
            if one.fighting:
                says = f"{base} did not start overlapping {one.enemy}: one move cannot reach the overlap and pivot too"
                verdict.cite("BOB-CAP-2c", says)
            continue
        if not one.fighting:
            says = f"{one.enemy} is not fighting to its front, so {base} has no unmeasured pivot on to its flank"
            verdict.cite("BOB-CAP-2b", says)
            continue
        if len(plan.legs) > 1:
            verdict.cite("BOB-CAP-2c", f"the pivot from overlap must be all that the move of {base} does")
            continue
        says = f"{base} goes from overlap to the flank of {one.enemy}, which is fighting to its front: not measured"
        permit(verdict, says, "BOB-CAP-2a", "DBA22-B13.3")
        if overlap == "side_overlap":
            permit(verdict, f"{base} overlapped {one.enemy} side to side, which serves too", "BOB-CAP-2e")
        if bound.moves.get(base, 0):
            permit(verdict, f"{base} was in overlap before this further move, which is enough", "BOB-CAP-2d")
        return True
    return False


def _judge_length(
    position: Position,
    plan: Plan,
    land: Speed,
    speed: Speed,
    found: tuple[rivers.Ford, ...],
    unmeasured: bool,
    by_road: bool,
    verdict: Verdict,
) -> None:
    """Judge the distance by the single speed of the move."""
    verdict.measure("distance", plan.measured)
    verdict.measure("limit", speed.limit)
    if unmeasured:
        return
    _cite_measuring(position, plan, plan.measured > speed.limit + COINCIDE, verdict)
    clauses, says = by_scale(position, plan.measured, speed.limit)
    permit(verdict, says, *clauses)
    if speed.going == RIVER:
        rivers.judge_river_distance(position, plan.base, plan.measured, land, speed, found, verdict)
    else:
        within = judge_distance(position, plan.base, plan.measured, speed, verdict, plan.kind)
        rivers.judge_river_distance(position, plan.base, plan.measured, land, speed, found, verdict)
        if not within and plan.dismounts:
            mounted = good_limit(position, plan.base.kind)
            if plan.measured <= mounted + COINCIDE:
                says = f"{plan.base.id} dismounts and may go no further than the {speed.limit:g} mm of its foot"
                verdict.cite_all(("BOB-PIP-7c", "DBA22-B12.3.1"), says)
        if by_road and within:
            _cite_road(position, plan, verdict)


def _cite_measuring(position: Position, plan: Plan, too_far: bool, verdict: Verdict) -> None:
    """Cite how the distance was measured if it is more than one straight step, for a legal move or one that is too
    far."""

    def cite(says: str, *names: str) -> None:
        if too_far:
            verdict.cite_all(names, says)
        else:
            permit(verdict, says, *names)

    name = plan.base.id
    inside = [place.id for place in (plan.leaves, plan.enters, plan.through) if place is not None]
    if inside:
        says = f"the move of {name} is measured to and from the outline of {inside[0]}, not inside it"
        cite(says, "BOB-CAP-3a", "DBA22-B13.3")
        return
    if plan.dismounts:
        corner = sum(furthest_travel(part.start, part.end, False) for part in plan.legs)
        if abs(corner - plan.measured) > COINCIDE:
            says = f"{name} dismounts: its front edge is measured, {plan.measured:.2f} mm, not its furthest corner"
            cite(says, "BOB-MOV-9b", "DBA22-B12.3.1")
        return
    front_only = measures_front(position)
    if any(not _is_plain(part) for part in plan.legs):
        which = "front corner" if front_only else "corner"
        says = f"the {which} of {name} that goes furthest goes {plan.measured:.2f} mm in a straight line"
        cite(says, "BOB-MOV-3b", "DBA22-B12.1.2")
    direct = furthest_travel(plan.legs[0].start, plan.end, front_only)
    if len(plan.legs) > 1 and plan.measured > direct + COINCIDE:
        stages = " + ".join(f"{part.length:.2f}" for part in plan.legs)
        cite(f"{name} goes in stages, which are added: {stages} mm", "BOB-MOV-3e", "DBA22-B12.1.2")


def _is_plain(part: Leg) -> bool:
    """Whether a leg goes straight along the base's front or side, so that every corner moves the same distance."""
    right, ahead = part.start.local(part.end.front)
    return same_direction(part.start.facing, part.end.facing) and min(abs(right), abs(ahead)) <= COINCIDE


def _cite_road(position: Position, plan: Plan, verdict: Verdict) -> None:
    """Cite what the road gives: its distance, and free passage through bad going and rivers."""
    assert plan.road is not None
    base, road = plan.base, plan.road.id
    off = land_speed(position, base, plan.legs, plan.kind)
    if plan.measured > off.limit + COINCIDE:
        permit(verdict, f"the whole move of {base.id} is along {road}: road distance", "DBA22-B13.2")
        if off.going == BAD:
            says = f"{base.id} is on {road} through {', '.join(off.by)} and moves at road speed"
            permit(verdict, says, "BOB-CAP-6", "DBA22-B5.3.3")
    for ford in rivers.fords(position, base, plan.legs):
        if ford.concerned:
            permit(verdict, f"on {road} the crossing of {ford.river.id} is a ford and hinders nobody", "DBA22-B6.7")


def _judge_position(position: Position, plan: Plan, contacts: tuple[Touched, ...], verdict: Verdict) -> None:
    """Judge the zones and contacts of an element that is not in melee."""
    base = plan.base
    enters = None if plan.enters is None else plan.enters.id
    judge_zones(position, base, plan.legs, verdict, contacts, dismounting=plan.dismounts, enters=enters)
    if plan.enters is None:
        judge_contacts(position, base, plan.end, verdict, plan.dismounts, contacts)


def _judge_places(position: Position, plan: Plan, verdict: Verdict) -> None:
    """Judge leaving, entering and passing through camps and towns."""
    if plan.leaves is not None:
        place_moves.judge_leaving(plan.base, plan.leaves, verdict)
    if plan.through is not None:
        place_moves.judge_entering(position, plan.base, plan.through, False, verdict)
    if plan.enters is not None:
        place_moves.judge_entering(position, plan.base, plan.enters, True, verdict)
    if plan.dismounts and plan.base.dismounts is None:
        verdict.refuse(f"{plan.base.id} is not of those that can dismount", "DBA22-B12.3.1")


def _price(position: Position, plan: Plan, bound: Bound, verdict: Verdict) -> int:
    """The cost of the move. Refused if the bound has too few PIPs left."""
    touched_now = tuple(place.id for place in (plan.enters, plan.through) if place is not None)
    dismount = (plan.base.id,) if plan.dismounts else ()
    order = command.read_move(position, (plan.base.id,), dismount, touched_now)
    cost = command.price(verdict, position, order, bound.number)
    verdict.measure("cost", cost, "pips")
    command.obeys(position, (plan.base.id,), verdict)
    command.pay(position, (plan.base.id,), cost, bound.pips, verdict)
    return cost


def _cite_legal(
    position: Position,
    plan: Plan,
    found: tuple[rivers.Ford, ...],
    speed: Speed,
    melee: tuple[str, ...],
    bound: Bound,
    verdict: Verdict,
) -> None:
    """Cite what makes a move legal."""
    base = plan.base
    if melee:
        cite_break_off(position, base, verdict)
    elif plan.leaves is None and plan.enters is None and not all(goes_straight(p, ahead=True) for p in plan.legs):
        says = f"a single element such as {base.id} may go in any direction and end facing any way"
        verdict.cite_all(("BOB-MOV-3a", "DBA22-B12.1.1"), says)
    rivers.cite_entry(position, base, found, verdict)
    cite_first_move(position, base, bound, verdict)
    cite_other_speed(position, base, plan.measured, bound, verdict)
    if bound.moves.get(base.id, 0):
        says = f"move {bound.moves[base.id] + 1} of {base.id} in this bound costs its own PIPs"
        verdict.cite_all(("BOB-EXT-1a", "BOB-PIP-3", "BOB-GLO-2"), says)
    _cite_places(position, plan, verdict)
    if plan.enters is None and is_off(plan.end, position.size):
        says = f"{base.id} ends partly off the table: it may, and counts as lost"
        verdict.cite_all(("BOB-VIC-3a", "DBA22-B32.1"), says)
        if speed.going not in (BAD, RIVER) and speed.going != ROAD and _faster_in_good(position, plan):
            verdict.cite("BOB-VIC-3c", f"beyond the table is not bad going: {base.id} has its {speed.limit:g} mm")


def _faster_in_good(position: Position, plan: Plan) -> bool:
    slow = bad_limit(position, plan.kind)
    return good_limit(position, plan.kind) > slow + COINCIDE and plan.measured > slow + COINCIDE


def _cite_places(position: Position, plan: Plan, verdict: Verdict) -> None:
    base = plan.base
    if plan.leaves is not None and plan.road is None:
        verdict.cite("BOB-CAP-3b", f"{base.id} may leave {plan.leaves.id} at any point of its outline")
    if plan.through is not None:
        says = f"{base.id} goes up to {plan.through.id}, through it unmeasured, and on with the rest of its move"
        verdict.cite("BOB-CAP-3c", says)
        place_moves.cite_entering(position, base, plan.through, verdict)
    if plan.enters is not None:
        place_moves.cite_entering(position, base, plan.enters, verdict)


def _after(position: Position, plan: Plan, way: tuple[Leg, ...], found: tuple[rivers.Ford, ...]) -> Position:
    """The position after a move, by its own legs or by the legs actually made, and the rivers those meet."""
    if not way:
        return position
    if plan.enters is not None and way is plan.legs:
        inside = replace(plan.arrived, inside=plan.enters.id, crossing=None, sacking=False)
        return place_moves.taken(position.with_base(inside), plan.enters, plan.base.side)
    end = way[-1].end
    crossing = None if plan.road is not None else rivers.crossing_after(plan.base, way, found, position, end)
    moved = replace(plan.arrived, front=end.front, facing=end.facing, inside=None, crossing=crossing, sacking=False)
    return position.with_base(moved)


def _stopped(position: Position, plan: Plan, gone: tuple[Leg, ...]) -> Position:
    """The position after a move that a river cut short."""
    return _after(position, plan, gone, rivers.fords(position, plan.base, gone))


def _judged(
    position: Position,
    plan: Plan,
    speed: Speed,
    cost: int,
    contacts: tuple[Touched, ...],
    tried: rivers.Tried,
    after: Position,
    verdict: Verdict,
) -> Judged:
    """The judgement, with the position after the move."""
    limit = speed.limit
    if tried.nature in ("normal", "difficult"):
        limit = min(limit, river_limit(position))
    if not verdict.legal:
        happened = None if tried.gone is None else _know(_stopped(position, plan, tried.gone), tried)
        return Judged(False, plan.measured, limit, cost, happened, (), tried.nature, tried.closed)
    new = [(plan.base.id, one.enemy) for one in contacts if one.new]
    if plan.enters is None:
        new += [(plan.base.id, p.id) for p in touched_places(position, plan.base, plan.end)]
    return Judged(True, plan.measured, limit, cost, _know(after, tried), tuple(new), tried.nature, tried.closed)


def _know(position: Position, tried: rivers.Tried) -> Position:
    """The position with the nature of a river that was found during the move."""
    if tried.river is None or tried.nature is None:
        return position
    river = replace(position.feature(tried.river), nature=tried.nature)
    return replace(position, terrain=tuple(river if p.id == river.id else p for p in position.terrain))
