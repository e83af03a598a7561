"""Tactical factors of close combat: the general, places, height, banks, going."""

from __future__ import annotations

from debellis.db.banks import stands_on_bank, stands_on_wavy_bank
from debellis.db.book import book, table
from debellis.db.fighting.fighters import Fighter
from debellis.db.fighting.fights import Fights, fighting_rectangle, fights
from debellis.db.fighting.outcome import Clash
from debellis.db.going import WET, bad_going_under, is_bad_for, wholly_in_bad_going
from debellis.db.heights import is_uphill
from debellis.db.options import option
from debellis.db.troops import is_camel, type_of
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


def general_line(position: Position, who: Fighter) -> list[Line]:
    """+1 for the general's element."""
    if not who.general:
        return []
    return [Line(book(position).factors["general"], f"{who.id} is the general's element", ("BOB-TAC-5a",))]


def place_lines(position: Position, who: Fighter, finding: Finding) -> list[Line]:
    """+3 for a garrison or denizens of a town, +2 for foot in its own camp; whoever is inside without is cited.

    Followers have the +2 only where the game is played so.
    """
    place = who.place
    if place is None or (who.kind == "camp_followers" and not option(position, "followers_in_camp_bonus")):
        return []
    if place.kind == "camp":
        return _camp_line(position, who, place, finding)
    if who.base is not None and who.mounted:
        finding.cite("BOB-TAC-3a", f"{who.name} is mounted: it occupies the town but is no garrison")
        return []
    if who.base is not None and who.base.sacking:
        finding.cite("BOB-TAC-3b", f"{who.name} took the town and its side has not yet thrown 5 or 6")
        return []
    clauses = () if who.base is None else ("BOB-TAC-3a",)
    return [Line(book(position).factors["bua"], f"{who.name} holds the town", clauses)]


def _camp_line(position: Position, who: Fighter, place: Terrain, finding: Finding) -> list[Line]:
    if who.mounted:
        return []
    at_first = place.home or place.owner
    if at_first is not None and at_first != who.side:
        finding.cite("BOB-TAC-4", f"{who.name} is in a camp that was the enemy's")
        return []
    return [Line(book(position).factors["camp"], f"{who.name} defends its own camp", ("BOB-TAC-4",))]


def attack_lines(position: Position, who: Fighter, against: Fighter, finding: Finding) -> list[Line]:
    """What an attacker of a camp or town suffers, and what it does not get."""
    place = against.place
    if place is None or who.place is not None:
        return []
    if place.kind == "camp":
        if not who.mounted:
            finding.cite("BOB-CAP-5e", f"{who.name} attacks the camp; the camp factor never helps an attacker")
        return []
    if not who.mounted:
        return []
    if who.kind == "elephants":
        finding.cite("BOB-TAC-12", f"{who.name} are Elephants and attack a town without a minus")
        return []
    return [Line(book(position).factors["bua_attack"], f"{who.name} is mounted and attacks a town", ("DBA22-B8.7",))]


def ground_lines(
    position: Position, who: Fighter, against: Fighter, clash: Clash, finding: Finding, first: str | None = None
) -> list[Line]:
    """Height or bank, and bad going, of a fighter in the open against another in the open.

    `first` names who touched a War Wagon first: the edge that acts as its front is the one that stands high.
    """
    if who.base is None or against.base is None or who.place is not None or against.place is not None:
        return [] if who.base is None or who.place is not None else _bad_going(position, who.base, None, finding)
    lines = _height_or_bank(position, fights(position, first), who.base, against.base, clash, finding)
    return lines + _bad_going(position, who.base, against.base, finding)


def _height_or_bank(
    position: Position, found: Fights, me: Base, enemy: Base, clash: Clash, finding: Finding
) -> list[Line]:
    mine = fighting_rectangle(found, me)
    theirs = fighting_rectangle(found, enemy)
    factor = book(position).factors["uphill_or_bank"]
    for hill in position.features(*HILLS):
        if is_uphill(mine, theirs, hill):
            return [Line(factor, f"part of the front of {me.id} is higher than all of {enemy.id}", ("BOB-TAC-6",))]
    for river in position.features("river"):
        if lies(theirs, river.ground) == OUTSIDE:
            continue
        plain = stands_on_bank(mine, river.ground)
        if not plain and not stands_on_wavy_bank(mine, river.ground, _wavy_slack(position)):
            continue
        if river.nature not in WET:
            finding.cite("BOB-RIV-2a", "the river is paltry and helps nobody in combat")
            continue
        clauses = ["BOB-RIV-7a", "BOB-TAC-7", "DBA22-B6.8"] if plain else ["BOB-RIV-7c", "DBA22-B6.8"]
        if me.id in clash.moved_into_front:
            clauses.append("BOB-RIV-7e")
        return [Line(factor, f"{me.id} defends the bank against {enemy.id} in the river", tuple(clauses))]
    return []


def _wavy_slack(position: Position) -> float:
    return float(table(position, "river_bank")["wavy_slack_mm"])


def _bad_going(position: Position, me: Base, enemy: Base | None, finding: Finding) -> list[Line]:
    under = bad_going_under(position, me)
    if under:
        return _in_bad_going(position, me, under[0], finding)
    _cite_camels(position, me, enemy, finding)
    if enemy is None or not type_of(position, me).mounted:
        return []
    for piece in position.terrain:
        if is_bad_for(position, piece, me) and lies(enemy.rectangle, piece.ground) != OUTSIDE:
            clauses = ["BOB-TAC-10a"]
            if not is_bad_for(position, piece, enemy):
                clauses.append("BOB-TAC-10b")
            return [
                Line(
                    book(position).factors["enemy_in_bad_going"],
                    f"{me.id} is mounted and fights {enemy.id} in {piece.kind}",
                    tuple(clauses),
                )
            ]
    return []


def _in_bad_going(position: Position, me: Base, piece: Terrain, finding: Finding) -> list[Line]:
    if not type_of(position, me).minus_two_in_bad_going:
        finding.cite("BOB-TAC-9a", f"{me.code} {me.id} fights in {piece.kind} without a minus")
        return []
    clauses = ["BOB-TAC-9a"]
    if not wholly_in_bad_going(position, me):
        clauses.append("BOB-TAC-11a")
    if any(lies(me.rectangle, road.ground) != OUTSIDE for road in position.features("road")):
        clauses.append("BOB-CAP-6")
    return [Line(book(position).factors["bad_going"], f"{me.code} {me.id} is in {piece.kind}", tuple(clauses))]


def _cite_camels(position: Position, me: Base, enemy: Base | None, finding: Finding) -> None:
    """Camels take no minus for dunes and oases, their own or their opponent's: say so where another would."""
    if not is_camel(position, me):
        return
    for piece in position.features(*book(position).tables.going.camels_treat_as_good):
        for base in (me, enemy):
            if base is not None and lies(base.rectangle, piece.ground) != OUTSIDE:
                finding.cite("BOB-TAC-10b", f"{me.code} {me.id} are camels and do not mind {piece.kind}")
