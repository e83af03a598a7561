"""Pursuit: impetuous troops follow an enemy that leaves the fight, straight ahead by their own depth."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance, Throw
from debellis.dba.aftermath.attached_general import cite_pursues, follows_pursuit
from debellis.dba.aftermath.fords import try_river
from debellis.dba.aftermath.recoil import recoil, rivers_found
from debellis.dba.aftermath.straight import (
    base_stops,
    cite_zones_ignored,
    depth_of_move,
    dice_of_question,
    edge_stop,
    ground_stops,
    moved_straight,
    standard_depth,
)
from debellis.dba.attached import is_own_element
from debellis.dba.book import book, in_mm, table
from debellis.dba.fighting.fighters import Fighter, fighter, in_the_open
from debellis.dba.fighting.fights import fights, touches_place
from debellis.dba.fighting.support import supports
from debellis.dba.going import WET, is_bad_for
from debellis.dba.moving.zone import is_hostile
from debellis.dba.troops import fits
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.banks import stands_on_bank
from debellis.manoeuvre.contact import directly_behind, meet
from debellis.manoeuvre.stops import Stop, backwards, fronts_of, nearest
from debellis.mechanics.two_dice import DIE
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, FEATURE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


class Pursued(Value, frozen=True):
    """The result of a pursuit: how far it went (mm), whether the pursuer touches an enemy to its front again, the
    bases behind that followed, and the place it entered."""

    position: Position
    distance: float = 0.0
    in_contact: bool = False
    followed: tuple[str, ...] = ()
    entered: str | None = None


def pursues(position: Position, base: Base) -> bool:
    """Whether the type of this base pursues."""
    return base.kind in table(position, "pursuit")["types"]


def followers(position: Position, base: Base, against: Fighter | None, finding: Finding) -> tuple[str, ...]:
    """The bases that follow a pursuer: the supporting second rank, and an attached general.

    They are judged before the opponent leaves the fight.
    """
    if against is None or base.inside is not None:
        return ()
    given = supports(position, in_the_open(position, base), against, finding)
    kinds = table(position, "pursuit")["rear_support_follows"]
    ranks = tuple(item.supporter for item in given if position.base(item.supporter).kind in kinds)
    return (*ranks, *follows_pursuit(position, base, ranks))


def pursue(
    position: Position,
    element: str,
    dice: Chance,
    finding: Finding,
    *,
    after: str,
    along: tuple[str, ...] = (),
    closed: frozenset[str] = frozenset(),
) -> Pursued:
    """Make an element pursue after its opponent has left (`after`: destroyed, recoil, flee or break_off).

    `along` names the second rank that follows it, `closed` the rivers shut this bound.
    """
    base = position.base(element)
    if not pursues(position, base) or base.inside is not None:
        _cite_stays(position, base, finding)
        return Pursued(position)
    far = depth_of_move(position, base)
    stops = _stops_ahead(position, base, far)
    got = min(far, nearest(stops))
    for river in ground_stops(position, base, base.facing, got, _river):
        ford = try_river(position, river.id, base, "pursuit", dice, closed, finding)
        position = ford.position
        if not ford.entered:
            stops, got = [river], river.at
            break
    _cite_distance(position, base, far, got, stops, after, finding)
    _cite_entered(position, base, got, finding)
    cite_zones_ignored(position, base, base.facing, got, finding)
    return _gone(position, base, got, stops, along, finding)


def _gone(
    position: Position, base: Base, got: float, stops: list[Stop], along: tuple[str, ...], finding: Finding
) -> Pursued:
    """Put the pursuer and its second rank in their final places."""
    there = moved_straight(position, base, base.facing, got)
    position = position.with_base(there)
    for name in along:
        rank = position.base(name)
        position = position.with_base(moved_straight(position, rank, rank.facing, got))
        if is_own_element(rank):
            cite_pursues(position, rank, base, got, finding)
            continue
        sentence = f"{name} supported {base.id} and goes along by the same {got:g} mm, whatever its own depth"
        finding.cite_all(("BOB-PUR-4a", "DBA22-B31.1"), sentence)
    met = any(stop.what == "enemy" and stop.at <= got + COINCIDE for stop in stops)
    contact = met or _faces_enemy(position, there)
    if contact:
        finding.cite("BOB-PUR-1c", f"{base.id} is in contact again and fights in the next bound, without PIPs")
    finding.measure(f"pursuit of {base.id}", got)
    return Pursued(position, got, contact, along)


def _stops_ahead(position: Position, base: Base, far: float) -> list[Stop]:
    """What stops a pursuer: enemies, friends, places, ground it does not enter, the edge; nearest first."""

    def stops(piece: Terrain) -> str | None:
        if piece.is_place:
            return "place"
        if piece.kind in book(position).tables.going.impassable:
            return "impassable"
        bad = is_bad_for(position, piece, base) and piece.kind not in _ground_row(position, base)["enters"]
        return "bad_going" if bad else None

    found = base_stops(position, base, base.facing, far, frozenset())
    found += ground_stops(position, base, base.facing, far, stops)
    edge = edge_stop(position, base, base.facing, far)
    return sorted(found if edge is None else [*found, edge], key=lambda stop: stop.at)


def _ground_row(position: Position, base: Base) -> dict[str, Any]:
    """The table row that says which bad going a pursuer enters."""
    rows: list[dict[str, Any]] = table(position, "pursuit")["ground"]
    return next(row for row in rows if fits(position, base.kind, tuple(row["types"])))


def _cite_entered(position: Position, base: Base, far: float, finding: Finding) -> None:
    """Cite what allows a pursuer to enter bad going."""
    row = _ground_row(position, base)

    def entered(piece: Terrain) -> str | None:
        return "bad_going" if is_bad_for(position, piece, base) and piece.kind in row["enters"] else None

    for stop in ground_stops(position, base, base.facing, far, entered):
        finding.cite_all(tuple(row["enter_clauses"]), f"{base.code} {base.id} pursues into {stop.id}")


def _river(piece: Terrain) -> str | None:
    return "river" if piece.kind == "river" else None


def _faces_enemy(position: Position, base: Base) -> bool:
    """Whether the front edge of a base lies on an edge or corner of an enemy."""
    for enemy in position.enemies(base.side):
        there = meet(base.rectangle, enemy.rectangle)
        if any(touch.mine == FRONT and (touch.length > 0.0 or touch.theirs >= CORNER) for touch in there.touches):
            return True
    return False


def _cite_stays(position: Position, base: Base, finding: Finding) -> None:
    """Cite why an element does not pursue. A type that never pursues needs only the list."""
    if base.inside is None:
        finding.cite("DBA22-B31.1", f"{base.code} is not of a type that pursues")
        return
    place = position.feature(base.inside)
    if not pursues(position, base):
        return
    names = ("BOB-PUR-3d", "DBA22-B31.2", *(("DBA22-B8.8",) if place.kind == "bua" else ()))
    finding.cite_all(names, f"{base.id} is in {place.id} and never pursues out of it")
    if place.kind == "bua":
        clauses = tuple(table(position, "pursuit")["stays_in_town_clauses"].get(base.kind, ()))
        finding.cite_all(clauses, f"{base.id} wins in a town and does not pursue")


def _cite_distance(
    position: Position, base: Base, far: float, got: float, stops: list[Stop], after: str, finding: Finding
) -> None:
    """Cite what determined the length of the pursuit."""
    standard = standard_depth(position, base)
    width = position.scale.base_width
    if after == "break_off":
        sentence = f"{base.id} follows the enemy that broke off by {got:g} mm, at no cost and out of its own bound"
        finding.cite_all(tuple(table(position, "pursuit")["break_off_clauses"]), sentence)
    if got >= far - COINCIDE:
        finding.cite_all(("BOB-PUR-1a", "DBA22-B31.1"), f"{base.id} pursues {far:g} mm straight ahead")
        if standard > width + COINCIDE:
            sentence = f"{base.id} is {standard:g} millimetres deep and pursues one base width, {width:g} mm"
            finding.cite("BOB-PUR-2b", sentence)
        else:
            finding.cite("DBA22-B2.5", f"{base.code} is {standard:g} millimetres deep in this scale")
        if abs(base.depth - standard) > COINCIDE and abs(min(base.depth, width) - far) > COINCIDE:
            sentence = f"{base.code} is {standard:g} millimetres deep by the rules, whatever this base measures"
            finding.cite_all(("BOB-TRN-1c", "DBA22-B2.6"), sentence)
        return
    for stop in (s for s in stops if s.at <= got + COINCIDE):
        sentence = f"{base.id} stops at {stop.id} after {got:.2f} mm of {far:g} mm"
        if stop.what == "bad_going":
            finding.cite_all(tuple(_ground_row(position, base)["stop_clauses"]), sentence)
            continue
        finding.cite("DBA22-B31.2", sentence)
        if stop.what == "enemy":
            finding.cite("BOB-PUR-1b", sentence)
        elif stop.what in ("edge", "impassable", "place"):
            finding.cite("BOB-PUR-3b", sentence)


def occupy(position: Position, element: str, place: Terrain, finding: Finding) -> Position:
    """The position with the winner inside, and in control of, the camp or town whose holder it beat in close combat."""
    base = position.base(element)
    sentence = f"{base.id} beat the holder of {place.id} and goes in"
    finding.cite_all(("BOB-PUR-5a", "DBA22-B31.3"), sentence)
    inside = replace(base, inside=place.id, sacking=place.kind == "bua", crossing=None)
    taken = replace(place, owner=base.side, home=place.home or place.owner, occupant="none")
    terrain = tuple(taken if piece.id == place.id else piece for piece in position.terrain)
    return replace(position.with_base(inside), terrain=terrain)


def out_of_river(position: Position, winner: Base, loser: Base | None, finding: Finding) -> Position:
    """The position with a winner that fought from a river against a defender of the bank; it now counts as on land."""
    if loser is None or not winner.on_table or not loser.on_table:
        return position
    for river in position.features("river"):
        fought_in = river.nature in WET and lies(winner.rectangle, river.ground) != OUTSIDE
        if fought_in and stands_on_bank(loser.rectangle, river.ground):
            sentence = f"{winner.id} beat {loser.id} on the bank of {river.id} and counts as on land"
            finding.cite("BOB-RIV-7d", sentence)
            return position.with_base(replace(position.base(winner.id), crossing=None))
    return position


class _Always(Chance):
    """Dice for a recoil that is known to have succeeded: every throw is 4."""

    def number_of(self, throw: Throw) -> int:
        return 4


def ask_pursue(
    position: Position,
    *,
    element: str,
    after: str,
    dice: tuple[int, ...] | None = None,
    closed: tuple[str, ...] = (),
) -> Ruling:
    """How far an element pursues an opponent that is still shown in place, and whether it is then in contact."""
    finding = Finding()
    base = position.base(element)
    place = _place_before(position, base)
    opponent = fights(position).opponent.get(element)
    against = fighter(position, opponent) if opponent else (None if place is None else fighter(position, place.id))
    if place is not None and opponent is None and after != "break_off":
        gone = Pursued(occupy(_emptied(position, place), element, place, finding), entered=place.id)
        return finding.rule("pursue", _answer(position, gone, element))
    along = goes_along(position, base, against, after, finding) if pursues(position, base) else ()
    cleared = _after_leaving(position, base, opponent, after)
    with dice_of_question(dice) as handed:
        done = pursue(cleared, element, handed, finding, after=after, along=along, closed=frozenset(closed))
    loser = position.base(opponent) if opponent else None
    after_all = out_of_river(done.position, base, loser, finding) if after != "break_off" else done.position
    return finding.rule("pursue", _answer(position, replace(done, position=after_all), element))


def goes_along(
    position: Position, base: Base, against: Fighter | None, after: str, finding: Finding
) -> tuple[str, ...]:
    """The second rank that follows a pursuer. A rank that gave no support does not."""
    refusals = Finding()
    along = followers(position, base, against, refusals)
    for friend in position.friends(base.side):
        idle = (
            friend.kind in table(position, "pursuit")["rear_support_follows"]
            and friend.kind == base.kind
            and friend.id not in along
        )
        if idle and friend.id != base.id and directly_behind(friend.rectangle, base.rectangle):
            finding.absorb(refusals)
            if after == "break_off":
                finding.cite("BOB-DIS-2b", f"{friend.id} gave no support in this fight and does not follow")
    return along


def _place_before(position: Position, base: Base) -> Terrain | None:
    """The hostile camp or town whose outline the front edge of a base touches."""
    if not base.on_table:
        return None
    places = [p for p in position.terrain if p.is_place and is_hostile(position, p, base.side)]
    return next((place for place in places if touches_place(base, place)), None)


def _emptied(position: Position, place: Terrain) -> Position:
    holder = position.within(place.id)
    return position if holder is None else position.without(holder.id)


def _after_leaving(position: Position, base: Base, opponent: str | None, after: str) -> Position:
    """The position after the front opponent has left."""
    if opponent is None:
        return position
    if after in ("destroyed", "flee"):
        return position.without(opponent)
    enemy = position.base(opponent)
    if after == "break_off":
        far = in_mm(position, table(position, "breaking_off")["minimum"])
        gone = enemy.rectangle.moved(backwards(enemy)[0] * far, backwards(enemy)[1] * far)
        return position.with_base(replace(enemy, front=gone.front))
    made = recoil(position, opponent, _Always(), Finding(), opponent=base.id)
    rivers = {river.id: river for river in position.features("river")}
    return replace(made.position, terrain=tuple(rivers.get(piece.id, piece) for piece in made.position.terrain))


def _answer(before: Position, done: Pursued, element: str) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "distance": done.distance,
        "in_contact": done.in_contact,
        "followed": list(done.followed),
        "fronts": fronts_of(done.position),
        "crossing": done.position.base(element).crossing,
    }
    if done.entered is not None:
        answer["enters"] = done.entered
    return answer | rivers_found(before, done.position, frozenset())


QUESTIONS: tuple[Question, ...] = (
    Question(
        "pursue",
        "how far an element pursues when its opponent, still shown in place, has left the fight",
        {
            "element": BASE,
            "after": one_of("destroyed", "recoil", "flee", "break_off"),
            "dice": list_of(DIE).or_none(),
            "closed": list_of(FEATURE).or_none(),
        },
        ask_pursue,
    ),
)
