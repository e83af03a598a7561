"""Recoil: straight back by the base's own depth, through friends, pushing them or over them, and all fatal results."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.dba.aftermath.attached_general import cite_goes_back, destroyed_with
from debellis.dba.aftermath.fords import try_river
from debellis.dba.aftermath.pushback import (
    Pushback,
    may_be_pushed,
    push_back,
    removed,
    rivers_behind,
    stops_behind,
)
from debellis.dba.aftermath.recoil_causes import (
    FATAL_TO_FRIENDS,
    cite_blocked,
    cite_facing,
    cite_fatal,
    cite_off_board,
    cite_river,
    cite_table,
    enemies_met,
    passes_nobody,
    tramples,
)
from debellis.dba.aftermath.road_column import push_along_road, road_of
from debellis.dba.aftermath.straight import (
    base_stops,
    cite_zones_ignored,
    depth_of_move,
    moved_straight,
    standard_depth,
)
from debellis.dba.aftermath.supporters import supporters_lost
from debellis.dba.attached import general_with
from debellis.dba.book import table
from debellis.dba.fighting.fights import fights
from debellis.dba.moving.movement import recoil_into
from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.stops import Stop, backwards, nearest, turned_about
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class Recoiled(Value, frozen=True):
    """The result of a recoil.

    `destroyed`, `pushed` and `through` name bases; `distance` is how far the recoiler went (mm). `closed` are the
    rivers shut for the rest of the bound.
    """

    position: Position
    destroyed: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    distance: float = 0.0
    closed: frozenset[str] = frozenset()


class _Retreat(Value, frozen=True):
    """A recoil to be made: which base, in which direction, how far, against whom, and which rivers are already shut."""

    position: Position
    base: Base
    towards: Point
    far: float
    opponent: str | None
    closed: frozenset[str]


def recoil(
    position: Position,
    element: str,
    dice: Chance,
    finding: Finding,
    *,
    opponent: str | None = None,
    closed: frozenset[str] = frozenset(),
    road: str | None = None,
    shot_at_rear: bool = False,
) -> Recoiled:
    """Make an element recoil.

    `opponent` is the enemy it fights (its supporters may be lost), `road` the road its column is on if it is named,
    `closed` the rivers shut this bound. `shot_at_rear` says that all shots were at its rear edge. A general attached to
    a destroyed base is destroyed too.
    """
    if shot_at_rear and not rear_shots_destroy(position) and position.base(element).on_table:
        position = turn_from_shots(position, element, finding)
        shot_at_rear = False
    done = _go_back(position, element, dice, finding, opponent, closed, road, shot_at_rear)
    lost = destroyed_with(position, done.destroyed, finding)
    return done if lost == done.destroyed else replace(done, position=removed(done.position, lost), destroyed=lost)


def rear_shots_destroy(position: Position) -> bool:
    """Whether a base that must go back is destroyed because all shots were at its rear edge.

    Otherwise it first turns about.
    """
    return bool(table(position, "shooting")["shot_in_rear"] == "destroyed")


def turn_from_shots(position: Position, element: str, finding: Finding) -> Position:
    """The position with an element turned about on the spot, because all shots were at its rear edge."""
    sentence = f"all shots at {element} were at its rear edge: it turns about first"
    finding.cite_all(tuple(table(position, "shooting")["shot_in_rear_clauses"]), sentence)
    return position.with_base(turned_about(position.base(element)))


def _go_back(
    position: Position,
    element: str,
    dice: Chance,
    finding: Finding,
    opponent: str | None,
    closed: frozenset[str],
    road: str | None,
    shot_at_rear: bool,
) -> Recoiled:
    """The recoil itself: over friends, along a road, with a general, through a friend, or pushing."""
    base = position.base(element)
    if _dies_at_once(position, base, opponent, shot_at_rear, finding):
        lost = (element, *supporters_lost(position, base, opponent, None, finding))
        return Recoiled(removed(position, lost), lost, closed=closed)
    towards = backwards(base)
    retreat = _Retreat(position, base, towards, depth_of_move(position, base), opponent, closed)
    if tramples(position, base) and (passes_nobody(position, base) or _meets_the_trampled(retreat)):
        return _trample(retreat, dice, finding)
    road = road or road_of(position, base)
    if road is not None:
        moved = push_along_road(position, base, retreat.far, position.feature(road), finding)
        if moved is not None:
            return _after_push(retreat, replace(moved, closed=closed), finding)
    if general_with(position, base) is None:
        met = base_stops(position, base, towards, retreat.far, frozenset())
        friends = [stop for stop in met if stop.what == "friend"]
        before = stops_behind(position, base, towards, retreat.far, frozenset(stop.id for stop in friends))
        if friends and friends[0].at <= nearest(before):
            return _into_friends(position, retreat, friends, dice, finding)
    return _after_push(retreat, push_back(position, base, towards, retreat.far, dice, closed, finding), finding)


def _dies_at_once(position: Position, base: Base, opponent: str | None, shot_at_rear: bool, finding: Finding) -> bool:
    """Whether it is destroyed before it moves: inside a place, shot at only from behind, or hit in flank or rear."""
    fatal = False
    if base.inside is not None:
        kind = position.feature(base.inside).kind
        sentence = f"{base.id} is in a {'town' if kind == 'bua' else 'camp'} and would have to recoil"
        finding.cite_all(("BOB-LES-8b", "DBA22-B8.8") if kind == "bua" else ("DBA22-B7.6",), sentence)
        fatal = True
    if shot_at_rear:
        names = tuple(table(position, "shooting")["shot_in_rear_clauses"])
        finding.cite_all(names, f"all shots at {base.id} were at its rear edge")
        fatal = True
    for enemy in position.enemies(base.side) if base.on_table else ():
        there = meet(enemy.rectangle, base.rectangle)
        if there.front_touches_flank_or_rear and not _is_faced(position, base, enemy, opponent):
            sentence = f"the front edge of {enemy.id} is on the flank or rear of {base.id}"
            finding.cite("BOB-REC-5e", sentence)
            fatal = True
    if fatal:
        cite_fatal(base, finding)
    return fatal


def _is_faced(position: Position, base: Base, enemy: Base, opponent: str | None) -> bool:
    """Whether that enemy is the front opponent of a base that never turns, by the edge that acts as its front."""
    found = fights(position, opponent)
    return base.id in found.acting and found.opponent[base.id] == enemy.id


def _into_friends(
    position: Position, retreat: _Retreat, friends: list[Stop], dice: Chance, finding: Finding
) -> Recoiled:
    """The recoil into friends.

    The table decides for the first friend met; without room to pass it, the recoiler pushes.
    """
    base = retreat.base
    first = retreat.position.base(friends[0].id)
    if same_direction(first.facing, base.facing):
        result = recoil_into(position, base, first)
        if result == "pass":
            passed = _pass(retreat, first, dice, finding)
            if passed is not None:
                return passed
            if may_be_pushed(position, first, base):
                finding.cite("BOB-REC-3a", f"{base.id} cannot pass {first.id} and pushes it instead")
        else:
            cite_table(position, base, first, result, finding)
    else:
        cite_facing(position, base, first, finding)
    went = push_back(retreat.position, base, retreat.towards, retreat.far, dice, retreat.closed, finding)
    return _after_push(retreat, went, finding)


def _pass(retreat: _Retreat, friend: Base, dice: Chance, finding: Finding) -> Recoiled | None:
    """Pass through one friend and stand beyond it; None, with the clause cited, if there is no room there."""
    position, base, towards = retreat.position, retreat.base, retreat.towards
    clear = max(_ahead(corner, base.front, towards) for corner in friend.rectangle.corners)
    far = max(retreat.far, clear)
    stops = stops_behind(position, base, towards, far, frozenset({friend.id}))
    if stops:
        _cite_no_room(base, friend, stops, clear, finding)
        return None
    closed = retreat.closed
    for river in rivers_behind(position, base, towards, far):
        ford = try_river(position, river.id, base, "recoil", dice, closed, finding)
        position, closed = ford.position, ford.closed
        if not ford.entered:
            cite_fatal(base, finding)
            lost = (base.id, *supporters_lost(retreat.position, base, retreat.opponent, None, finding))
            return Recoiled(removed(position, lost), lost, closed=closed)
    cite_table(position, base, friend, "pass", finding)
    sentence = f"{base.id} is set down beyond {friend.id}, {far:g} mm back"
    finding.cite("BOB-REC-3e", sentence)
    after = moved_straight(position, base, towards, far)
    cite_river(position, base, after, True, finding)
    cite_zones_ignored(position, base, towards, far, finding)
    finding.measure(f"recoil of {base.id}", far)
    return Recoiled(position.with_base(after), through=(friend.id,), distance=far, closed=closed)


def _cite_no_room(base: Base, friend: Base, stops: list[Stop], needed: float, finding: Finding) -> None:
    others = ", ".join(dict.fromkeys(stop.id for stop in stops))
    sentence = f"no room for {base.id} beyond {friend.id}: {others} within the {needed:g} mm it needs"
    finding.cite("BOB-INT-2a", sentence)
    if any(stop.what == "friend" for stop in stops):
        finding.cite_all(("BOB-REC-3f", "BOB-INT-1d", "BOB-REC-3e"), f"{base.id} may pass one friend only: {others}")


def _after_push(retreat: _Retreat, went: Pushback, finding: Finding) -> Recoiled:
    """The result after the recoiler and the bases it pushed have gone as far as they could."""
    base = retreat.base
    general = general_with(retreat.position, base)
    attached = None if general is None else general.id
    pushed = tuple(name for name in went.moved if name not in (base.id, attached))
    if pushed:
        _cite_push(base, went, pushed, finding)
    if general is not None and general.id in went.moved and not went.blocked:
        cite_goes_back(retreat.position, general, base, went.moved[general.id], finding)
    if went.off_board:
        cite_off_board(went.off_board, finding)
    if not went.blocked:
        return _completed(retreat, went, pushed, finding)
    cite_fatal(base, finding)
    enemies = enemies_met(retreat.position, base, retreat.towards, went, finding)
    supporters = supporters_lost(retreat.position, base, retreat.opponent, went, finding)
    cite_blocked(retreat.position, base, went, supporters, finding, attached)
    lost = tuple(dict.fromkeys((base.id, *enemies, *supporters, *went.off_board)))
    return Recoiled(removed(went.position, lost), lost, pushed, distance=went.got, closed=went.closed)


def _completed(retreat: _Retreat, went: Pushback, pushed: tuple[str, ...], finding: Finding) -> Recoiled:
    base = retreat.base
    _cite_distance(retreat, finding)
    for name in went.moved:
        start, end = retreat.position.base(name), went.position.base(name)
        cite_river(went.position, start, end, name == base.id, finding)
    cite_zones_ignored(retreat.position, base, retreat.towards, retreat.far, finding)
    finding.measure(f"recoil of {base.id}", retreat.far)
    after = removed(went.position, went.off_board)
    return Recoiled(after, went.off_board, pushed, distance=retreat.far, closed=went.closed)


def _cite_push(base: Base, went: Pushback, pushed: tuple[str, ...], finding: Finding) -> None:
    shares = ", ".join(f"{name} {went.moved[name]:g} mm" for name in pushed)
    finding.cite_all(("BOB-REC-4a", "DBA22-B29.2"), f"{base.id} pushes back {shares}")
    finding.cite("BOB-MOV-1a", f"being pushed by {base.id} is no tactical move and costs no PIPs")


def _cite_distance(retreat: _Retreat, finding: Finding) -> None:
    base, width = retreat.base, retreat.position.scale.base_width
    standard = standard_depth(retreat.position, base)
    finding.cite_all(("BOB-REC-1a", "DBA22-B29.1"), f"{base.id} recoils {retreat.far:g} mm straight back")
    if standard > width + COINCIDE:
        finding.cite(
            "BOB-REC-1e", f"{base.id} is {standard:g} millimetres deep and recoils one base width, {width:g} mm"
        )
    else:
        finding.cite("DBA22-B2.5", f"{base.code} is {standard:g} millimetres deep in this scale")
    if abs(base.depth - standard) > COINCIDE and abs(min(base.depth, width) - retreat.far) > COINCIDE:
        sentence = f"{base.code} is {standard:g} millimetres deep by the rules, whatever this base measures"
        finding.cite_all(("BOB-TRN-1c", "DBA22-B2.6"), sentence)


def _meets_the_trampled(retreat: _Retreat) -> bool:
    """Whether a friend in its way is destroyed by this recoil, according to the recoil table."""
    position, base = retreat.position, retreat.base
    friends = [
        position.base(stop.id)
        for stop in base_stops(position, base, retreat.towards, retreat.far, frozenset())
        if stop.what == "friend"
    ]
    fatal = [
        recoil_into(position, base, b) in FATAL_TO_FRIENDS for b in friends if same_direction(b.facing, base.facing)
    ]
    return any(fatal)


def _trample(retreat: _Retreat, dice: Chance, finding: Finding) -> Recoiled:
    """Elephants go over friends.

    Another elephant, or a friend that faces another way, destroys the recoiler as well.
    """
    position, base, towards = retreat.position, retreat.base, retreat.towards
    trodden = frozenset(
        b.id
        for b in position.friends(base.side)
        if b.id != base.id and same_direction(b.facing, base.facing) and recoil_into(position, base, b) == "tramples"
    )
    met = [s for s in base_stops(position, base, towards, retreat.far, frozenset()) if s.id in trodden]
    apart_from = frozenset(b.id for b in position.friends(base.side) if b.id in trodden)
    went = push_back(position, base, towards, retreat.far, dice, retreat.closed, finding, apart_from)
    under = tuple(s.id for s in met if s.at < went.got - COINCIDE)
    for name in under:
        cite_table(position, base, position.base(name), "tramples", finding)
    if under:
        finding.cite("BOB-REC-3g", f"{base.id} goes on over {', '.join(under)}")
    if not went.blocked:
        done = _completed(retreat, went, (), finding)
        return Recoiled(removed(done.position, under), under, distance=retreat.far, closed=went.closed)
    cite_fatal(base, finding)
    enemies = enemies_met(position, base, towards, went, finding)
    friends = _elephants_and_turned(retreat, went, finding)
    cite_blocked(position, base, went, [], finding)
    lost = tuple(dict.fromkeys((base.id, *under, *friends, *enemies)))
    return Recoiled(removed(went.position, lost), lost, distance=went.got, closed=went.closed)


def _elephants_and_turned(retreat: _Retreat, went: Pushback, finding: Finding) -> list[str]:
    """The friends that stopped a recoiling elephant and are destroyed with it."""
    lost = []
    for _, stop in went.blocked:
        if stop.what != "friend":
            continue
        friend = retreat.position.base(stop.id)
        if recoil_into(retreat.position, retreat.base, friend) == "both_destroyed":
            cite_table(retreat.position, retreat.base, friend, "both_destroyed", finding)
        else:
            sentence = f"{friend.id} does not face as {retreat.base.id} does: both are destroyed"
            finding.cite_all(("BOB-REC-2a", "DBA22-B29.3"), sentence)
        finding.cite("BOB-REC-3g", f"{retreat.base.id} meets {friend.id}, an elephant or turned another way")
        lost.append(friend.id)
    return lost


def rivers_found(before: Position, after: Position, closed: frozenset[str]) -> dict[str, Any]:
    """What an answer says about rivers: the nature found, and the rivers shut for the rest of the bound."""
    said: dict[str, Any] = {}
    for river in after.features("river"):
        if river.nature != before.feature(river.id).nature:
            said["nature"] = river.nature
    if closed:
        said["closed"] = sorted(closed)
    return said


def _ahead(p: Point, start: Point, towards: Point) -> float:
    """How far a point lies ahead of another in a direction."""
    return (p[0] - start[0]) * towards[0] + (p[1] - start[1]) * towards[1]
