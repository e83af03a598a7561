"""Second and later moves of an element in one bound: who may make them, and where they may end."""

from __future__ import annotations

from debellis.dba.book import book, table
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.dba.fighting.fights import fights, touches_place
from debellis.dba.fighting.support import supports
from debellis.dba.going import is_bad_for
from debellis.dba.moving.contacting import Touched
from debellis.dba.moving.moves import Bound
from debellis.dba.moving.restrictions import starts_in_zones
from debellis.dba.moving.speeds import bad_limit
from debellis.dba.moving.zone import is_hostile
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import box, polygon_gap
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.legs import Leg, boxes_apart, gap_to_area
from debellis.manoeuvre.zones import lined_up
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit
from debellis.umpire.wording import several


def judge_further(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    bound: Bound,
    verdict: Verdict,
    *,
    after: Position,
    contacts: tuple[Touched, ...],
    by_road: bool = False,
    dismounting: bool = False,
) -> None:
    """Judge whether an element that has moved before in this bound may make this move."""
    number = bound.moves.get(base.id, 0) + 1
    if number == 1:
        return
    rules = table(position, "further_moves")
    if dismounting or base.id in bound.dismounted or base.dismounted_this_bound:
        says = f"{base.id} has already moved this bound, and there is no further move with dismounting"
        verdict.bar(base.id, wherever=True)
        verdict.refuse(says, "BOB-EXT-3b", "DBA22-B19")
    elif by_road:
        _judge_by_road(position, base, number, after, contacts, verdict)
    elif base.kind in rules["in_first_bound"]:
        _judge_first_bound(position, base, bound, verdict)
    elif base.kind in rules["charging"]:
        _judge_charge(position, base, number, after, contacts, verdict)
    elif base.kind in rules["keeping_away"]:
        _judge_keeping_away(position, base, legs, verdict)
    else:
        says = f"{base.id} has already moved this bound, and {base.code} make only one move except by road"
        verdict.bar(base.id, wherever=True)
        verdict.refuse(says, "DBA22-B19")


def may_move_on(position: Position, base: Base, bound: Bound) -> bool:
    """Whether an element could still move now, off road, after its earlier moves."""
    if not bound.moves.get(base.id, 0):
        return True
    rules = table(position, "further_moves")
    if base.kind in rules["in_first_bound"]:
        return bound.number == 1
    return base.kind in rules["charging"] or base.kind in rules["keeping_away"]


def _judge_by_road(
    position: Position, base: Base, number: int, after: Position, contacts: tuple[Touched, ...], verdict: Verdict
) -> None:
    most = table(position, "further_moves")["most_moves_by_road"]
    if contacts:
        says = (
            f"{base.id} has already moved this bound, and its further road move may not end in contact: "
            f"it would touch {contacts[0].enemy}"
        )
        verdict.bar(base.id)
        verdict.refuse(says, "BOB-EXT-1d", "DBA22-B19.4")
    if number > most:
        verdict.bar(base.id, wherever=True)
        says = f"{base.id} has already made {several(number - 1, 'move')} this bound, the most by road being {most}"
        verdict.refuse(says, "BOB-EXT-1e")
    permit(verdict, f"any troops may make several moves by road, as {base.id} does", "BOB-EXT-1d", "DBA22-B19.4")
    if verdict.legal and supports_someone(after, base.id):
        permit(verdict, f"{base.id} ends giving rear support without touching the enemy itself", "BOB-EXT-1e")


def _judge_first_bound(position: Position, base: Base, bound: Bound, verdict: Verdict) -> None:
    troops = book(position).types[base.kind].name
    if bound.number == 1:
        says = f"in their side's first bound {troops} such as {base.id} may move on, off road too"
        permit(verdict, says, "BOB-EXT-1b", "DBA22-B19.1")
    else:
        says = f"{base.id} has already moved this bound: off road {troops} move again only in their side's first bound"
        verdict.bar(base.id, wherever=True)
        verdict.refuse(says, "BOB-EXT-1b", "DBA22-B19.1")


def _judge_charge(
    position: Position, base: Base, number: int, after: Position, contacts: tuple[Touched, ...], verdict: Verdict
) -> None:
    most = table(position, "further_moves")["most_moves_charging"]
    if number > most:
        verdict.bar(base.id, wherever=True)
        says = f"{base.id} has already made {several(number - 1, 'move')} this bound, and {most} is the most"
        verdict.refuse(says, "BOB-EXT-1c", "DBA22-B19.2")
    elif any(one.melee or one.overlap for one in contacts) or _attacks_place(after, base.id):
        says = f"the second move of {base.id} ends in melee or helping in one"
        permit(verdict, says, "BOB-EXT-1c", "DBA22-B19.2")
    elif supports_someone(after, base.id):
        says = f"the second move of {base.id} ends giving rear support in a melee"
        permit(verdict, says, "BOB-EXT-1c", "DBA22-B19.2")
    else:
        says = f"{base.id} has already moved this bound, and its second move must end in melee or in support of one"
        verdict.bar(base.id)
        verdict.refuse(says, "BOB-EXT-1c", "DBA22-B19.2")


def _judge_keeping_away(position: Position, base: Base, legs: tuple[Leg, ...], verdict: Verdict) -> None:
    width = position.scale.base_widths(table(position, "further_moves")["keeping_away_bw"])
    outlines = {enemy.id: enemy.rectangle.corners for enemy in position.enemies(base.side)}
    if table(position, "further_moves")["keeping_away_from_places"]:
        places = [p for p in position.features("bua", "camp") if is_hostile(position, p, base.side)]
        outlines |= {place.id: place.ground for place in places}
    near = {
        name: min(gap_to_area(part, outline) for part in legs)
        for name, outline in outlines.items()
        if not all(boxes_apart(part.bounds, box(outline), width + COINCIDE) for part in legs)
    }
    for name, away in near.items():
        if away <= width + COINCIDE:
            says = (
                f"{base.id} has already moved this bound, and its further move starts, passes or ends "
                f"{away:.2f} mm from {name}, within a base width"
            )
            verdict.bar(base.id)
            verdict.measure(f"{base.id} to {name}", away)
            verdict.refuse(says, "BOB-EXT-2a", "DBA22-B19.3")
    if not verdict.legal:
        return
    troops = book(position).types[base.kind].name
    permit(verdict, f"{base.id} is {troops} and keeps more than a base width from every enemy", "DBA22-B19.3")
    ahead = [e.id for e in position.enemies(base.side) if lined_up(base.rectangle, e.rectangle)]
    if ahead:
        says = f"{base.id} has come away from {ahead[0]} and is no longer within a base width before it"
        permit(verdict, says, "BOB-EXT-3a")


def cite_first_move(position: Position, base: Base, bound: Bound, verdict: Verdict) -> None:
    """Cite that Light Horse beside or behind an enemy, outside its zone, are free in their first move."""
    light = base.kind in table(position, "further_moves")["keeping_away"]
    if not light or not base.on_table or bound.moves.get(base.id, 0):
        return
    if starts_in_zones(position, base):
        return
    for enemy in position.enemies(base.side):
        if gap(base.rectangle, enemy.rectangle) <= position.scale.base_width + COINCIDE:
            says = f"{base.id} starts within a base width of {enemy.id} but not in its zone: its first move is free"
            verdict.cite("BOB-EXT-2c", says)
            return


def cite_other_speed(position: Position, base: Base, measured: float, bound: Bound, verdict: Verdict) -> None:
    """Cite that a later move wholly in good going may be faster than an earlier one out of bad going."""
    slow = bad_limit(position, base.kind)
    if not bound.moves.get(base.id, 0) or not base.on_table or measured <= slow + COINCIDE:
        return
    for piece in position.terrain:
        if is_bad_for(position, piece, base) and polygon_gap(base.rectangle, piece.ground) <= slow + COINCIDE:
            says = f"this move of {base.id} is all in good going and has its own speed, whatever the earlier one had"
            verdict.cite_all(("BOB-CAP-1c", *table(position, "further_moves")["own_speed_clauses"]), says)
            return


def _attacks_place(position: Position, name: str) -> bool:
    base = position.base(name)
    return any(is_hostile(position, p, base.side) and touches_place(base, p) for p in position.features("bua", "camp"))


def supports_someone(position: Position, name: str) -> bool:
    """Whether a base stands directly behind a friend in melee and gives it rear support that counts."""
    base = position.base(name)
    if not base.on_table:
        return False
    for friend in position.friends(base.side):
        if friend.id == name or not directly_behind(base.rectangle, friend.rectangle):
            continue
        who = fighter(position, friend.id)
        for opponent in _opponents(position, friend):
            if who is not None and any(g.supporter == name for g in supports(position, who, opponent, Finding())):
                return True
    return False


def _opponents(position: Position, base: Base) -> list[Fighter]:
    """The enemies that a base fights to its front: a base, or the holder of a camp or town."""
    names = [fights(position).opponent.get(base.id)]
    places = position.features("bua", "camp")
    names += [p.id for p in places if is_hostile(position, p, base.side) and touches_place(base, p)]
    found = [fighter(position, name) for name in names if name is not None]
    return [one for one in found if one is not None]
