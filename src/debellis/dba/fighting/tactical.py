"""Tactical factors of close combat: the general, places, height, banks, going."""

from __future__ import annotations

from debellis.dba.attached import general_with, is_own_element
from debellis.dba.book import book, in_mm, table
from debellis.dba.commands import DEMORALISED, command_of, has_note
from debellis.dba.fighting.factor_rows import factor_line, factor_row
from debellis.dba.fighting.fighters import Fighter, among
from debellis.dba.fighting.fights import Fights, fighting_rectangle, fights
from debellis.dba.fighting.outcome import Clash
from debellis.dba.going import WET, bad_going_under, is_bad_for, wholly_in_bad_going
from debellis.dba.options import option
from debellis.dba.troops import is_camel
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, between_polygons, lies
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.banks import defends_from, stands_on_bank, stands_on_wavy_bank
from debellis.manoeuvre.hills import is_uphill
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


def general_line(position: Position, who: Fighter, phase: str = "close") -> list[Line]:
    """+1 for the general's element, or for the element to which a general with a separate base is attached."""
    if who.base is None:
        return []
    if who.base.general and not is_own_element(who.base):
        return [factor_line(position, "general", f"{who.id} is the general's element", ("BOB-TAC-5a",), phase)]
    general = general_with(position, who.base)
    if general is None:
        return []
    return [factor_line(position, "general", f"the general {general.id} is attached to {who.id}", (), phase)]


def demoralised_line(position: Position, who: Fighter, phase: str = "close") -> list[Line]:
    """-2 for an element whose command is demoralised, in big battles."""
    if who.base is None:
        return []
    own = command_of(who.base)
    if not has_note(position, own, DEMORALISED):
        return []
    return [factor_line(position, "demoralised", f"its command {own} is demoralised", ("BOB-RES-3b",), phase)]


def place_lines(position: Position, who: Fighter, finding: Finding, phase: str = "close") -> list[Line]:
    """+3 for a garrison or denizens of a town, +2 for foot in its own camp. An occupant without the bonus is cited.

    Followers in a camp get the +2 only if the option of the game says so, in editions that exclude them.
    """
    place = who.place
    if place is None:
        return []
    if among(who, factor_row(position, "camp").excluded) and not option(position, "followers_in_camp_bonus"):
        return []
    if place.kind == "camp":
        return _camp_line(position, who, place, finding, phase)
    if who.base is not None and who.mounted:
        finding.cite("BOB-TAC-3a", f"{who.name} is mounted: it occupies the town but is no garrison")
        return []
    if who.base is not None and who.base.sacking:
        finding.cite("BOB-TAC-3b", f"{who.name} took the town and its side has not yet thrown 5 or 6")
        return []
    clauses = () if who.base is None else ("BOB-TAC-3a",)
    return [factor_line(position, "bua", f"{who.name} holds the town", clauses)]


def _camp_line(position: Position, who: Fighter, place: Terrain, finding: Finding, phase: str) -> list[Line]:
    if who.mounted:
        return []
    at_first = place.home or place.owner
    if at_first is not None and at_first != who.side:
        finding.cite("BOB-TAC-4", f"{who.name} is in a camp that was the enemy's")
        return []
    clauses = ("BOB-TAC-4", *who.type.class_clauses)
    return [factor_line(position, "camp", f"{who.name} defends its own camp", clauses, phase)]


def attack_lines(position: Position, who: Fighter, against: Fighter, finding: Finding) -> list[Line]:
    """The minus of an attacker of a camp or town, and citations of factors it does not get."""
    place = against.place
    if place is None or who.place is not None:
        return []
    if place.kind == "camp":
        if not who.mounted:
            finding.cite("BOB-CAP-5e", f"{who.name} attacks the camp; the camp factor never helps an attacker")
        return []
    if not who.mounted:
        return []
    if among(who, factor_row(position, "bua_attack").excluded):
        finding.cite("BOB-TAC-12", f"{who.name} are {who.type.name} and attack a town without a minus")
        return []
    return [factor_line(position, "bua_attack", f"{who.name} is mounted and attacks a town", ("DBA22-B8.7",))]


def ground_lines(
    position: Position, who: Fighter, against: Fighter, clash: Clash, finding: Finding, first: str | None = None
) -> list[Line]:
    """Height or bank, and bad going, for a fighter in the open against another in the open.

    `first` names the enemy that touched a War Wagon first. The edge that acts as the War Wagon's front decides its
    height.
    """
    if who.base is None or against.base is None or who.place is not None or against.place is not None:
        return [] if who.base is None or who.place is not None else _bad_going(position, who, who.base, None, finding)
    lines = _height_or_bank(position, fights(position, first), who.base, against.base, clash, finding)
    return lines + _bad_going(position, who, who.base, against.base, finding)


def _height_or_bank(
    position: Position, found: Fights, me: Base, enemy: Base, clash: Clash, finding: Finding
) -> list[Line]:
    mine = fighting_rectangle(found, me)
    theirs = fighting_rectangle(found, enemy)
    above = str(table(position, "height")["above_all_of"])
    for hill in position.features(*HILLS):
        if is_uphill(mine, theirs, hill, whole_base=above == "base"):
            than = enemy.id if above == "base" else f"the front of {enemy.id}"
            reason = f"part of the front of {me.id} is higher than all of {than}"
            return [factor_line(position, "uphill_or_bank", reason, ("BOB-TAC-6",))]
    for river in position.features("river"):
        if lies(theirs, river.ground) == OUTSIDE:
            continue
        plain = _stands_on_bank(position, mine, river)
        if not plain and not _stands_on_wavy_bank(position, mine, river):
            continue
        if river.nature not in WET:
            finding.cite("BOB-RIV-2a", "the river is paltry and helps nobody in combat")
            continue
        clauses = ["BOB-RIV-7a", "BOB-TAC-7", "DBA22-B6.8"] if plain else ["BOB-RIV-7c", "DBA22-B6.8"]
        if me.id in clash.moved_into_front:
            clauses.append("BOB-RIV-7e")
        reason = f"{me.id} defends the bank against {enemy.id} in the river"
        return [factor_line(position, "uphill_or_bank", reason, tuple(clauses))]
    return []


def _stands_on_bank(position: Position, base: Rectangle, river: Terrain) -> bool:
    """Whether it defends a bank: it touches the water's edge, or is within the reach that the edition gives."""
    reach = table(position, "river_bank").get("within")
    if reach is None:
        return stands_on_bank(base, river.ground)
    if any(lies(base, road.ground) != OUTSIDE and _crosses(road, river) for road in position.features("road")):
        return False
    return defends_from(base, river.ground, in_mm(position, reach))


def _stands_on_wavy_bank(position: Position, base: Rectangle, river: Terrain) -> bool:
    slack = table(position, "river_bank").get("wavy_slack_mm")
    return slack is not None and stands_on_wavy_bank(base, river.ground, float(slack))


def _crosses(road: Terrain, river: Terrain) -> bool:
    """Whether a road crosses a river."""
    return between_polygons(road.ground, river.ground)[2] <= COINCIDE


def _bad_going(position: Position, who: Fighter, me: Base, enemy: Base | None, finding: Finding) -> list[Line]:
    under = bad_going_under(position, me)
    if under:
        return _in_bad_going(position, who, me, under[0], finding)
    _cite_camels(position, me, enemy, finding)
    if enemy is None or not who.mounted:
        return []
    for piece in position.terrain:
        if is_bad_for(position, piece, me) and lies(enemy.rectangle, piece.ground) != OUTSIDE:
            clauses = ["BOB-TAC-10a"]
            if not is_bad_for(position, piece, enemy):
                clauses.append("BOB-TAC-10b")
            reason = f"{me.id} is mounted and fights {enemy.id} in {piece.kind}"
            return [factor_line(position, "enemy_in_bad_going", reason, tuple(clauses))]
    return []


def _in_bad_going(position: Position, who: Fighter, me: Base, piece: Terrain, finding: Finding) -> list[Line]:
    agreed = who.type.bad_going_option
    value = None if agreed is None else int(str(option(position, agreed)))
    if value == 0 or not (who.mounted or who.type.minus_two_in_bad_going or value is not None):
        finding.cite("BOB-TAC-9a", f"{me.code} {me.id} fights in {piece.kind} without a minus")
        return []
    clauses = ["BOB-TAC-9a"]
    if not wholly_in_bad_going(position, me):
        clauses.append("BOB-TAC-11a")
    if any(lies(me.rectangle, road.ground) != OUTSIDE for road in position.features("road")):
        clauses.append("BOB-CAP-6")
    row = "enemy_in_bad_going" if who.mounted else "bad_going"
    return [factor_line(position, row, f"{me.code} {me.id} is in {piece.kind}", tuple(clauses), value=value)]


def _cite_camels(position: Position, me: Base, enemy: Base | None, finding: Finding) -> None:
    """Cite that camels get no minus for dunes and oases, their own or their opponent's, if other troops would."""
    if not is_camel(position, me):
        return
    for piece in position.features(*book(position).tables.going.camels_treat_as_good):
        for base in (me, enemy):
            if base is not None and lies(base.rectangle, piece.ground) != OUTSIDE:
                finding.cite("BOB-TAC-10b", f"{me.code} {me.id} are camels and do not mind {piece.kind}")
