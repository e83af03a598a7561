"""Tactical factors of close combat: generals, slopes, works, enemies pressing, demoralisation, bad going, rivers."""

from __future__ import annotations

from typing import Any

from debellis.dbm.commands import is_demoralised
from debellis.dbm.fighting.fighters import CombatSetting, Fighter, fighter, ground_of
from debellis.dbm.fighting.pressing import HELD, Press, front_touches
from debellis.dbm.fighting.slopes import upslope
from debellis.dbm.going import GOOD, going_at, halves
from debellis.dbm.troops import among, arm, noted, troop
from debellis.dbm.weather import CLAUSE as WEATHER
from debellis.dbm.weather import against as weather_against
from debellis.geometry.polygon import inside, partly_in
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import rows
from debellis.table.position import Position
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line


def factor_row(position: Position, name: str) -> dict[str, Any]:
    """The row of a tactical factor."""
    found: dict[str, Any] = next(row for row in rows(position, "tactical") if row["id"] == name)
    return found


def _line(row: dict[str, Any], says: str, *more: str) -> Line:
    return Line(int(row["value"]), says, (*row.get("clauses", ()), *more))


def tactical_lines(
    position: Position,
    who: Fighter,
    against: Fighter,
    setting: CombatSetting,
    pressed: tuple[Press, ...],
    finding: Finding,
) -> list[Line]:
    """All tactical factors of an element in close combat."""
    return [
        *_general(position, who),
        *_heights(position, who, against, finding),
        *standing_lines(position, who),
        *_pressed(position, who, pressed),
        *_mounted(position, who, pressed, finding),
        *_bad_going(position, who, against, setting, finding),
        *weather_lines(position, who, False),
        *_laden(position, who, against),
    ]


def weather_lines(position: Position, who: Fighter, shooting: bool) -> list[Line]:
    """The factor of weather into which an element faces as it shoots or fights."""
    found = weather_against(position, who.base, shooting)
    if found is None:
        return []
    return [_line(factor_row(position, "weather"), f"{who.id} faces into the {found}", WEATHER)]


def standing_lines(position: Position, who: Fighter) -> list[Line]:
    """The factors that apply in both close combat and shooting: works in front of it, a demoralised command."""
    lines: list[Line] = []
    for name in ("tf", "pf"):
        row = factor_row(position, name)
        if noted(who.base, row["note"]):
            lines.append(_line(row, f"{who.id} {row['says']}"))
    row = factor_row(position, "demoralised")
    if is_demoralised(position, who.base) and not who.base.general:
        lines.append(_line(row, f"{who.id} {row['says']}"))
    return lines


def _laden(position: Position, who: Fighter, against: Fighter) -> list[Line]:
    """The factor of a vessel from which those aboard fight another vessel."""
    row = factor_row(position, "laden")
    if not noted(who.base, row["note"]) or arm(position.edition, against.what.type) != "naval":
        return []
    return [_line(row, f"{who.id} {row['says']}")]


def _general(position: Position, who: Fighter) -> list[Line]:
    row = factor_row(position, "general")
    return [_line(row, f"{who.id} {row['says']}")] if who.base.general else []


def _heights(position: Position, who: Fighter, against: Fighter, finding: Finding) -> list[Line]:
    lines: list[Line] = []
    told = Finding()
    if upslope(position, who, against, told) == who.id:
        row = factor_row(position, "upslope")
        lines.append(_line(row, f"{who.id} {row['says']} of {against.id}"))
    finding.absorb(told)
    row = factor_row(position, "river_bank")
    if wades(position, against) and not wades(position, who) and not lines:
        lines.append(_line(row, f"{who.id} {row['says']}"))
    return lines


def wades(position: Position, who: Fighter) -> bool:
    """Whether an element is crossing a river that is not paltry, except by a road."""
    rivers = [piece for piece in position.features("river") if piece.nature != "paltry"]
    if not any(partly_in(who.where, piece.ground) for piece in rivers):
        return False
    return not any(inside(who.where.centre, road.ground) for road in position.features("road"))


def _pressed(position: Position, who: Fighter, pressed: tuple[Press, ...]) -> list[Line]:
    lines: list[Line] = []
    for press in pressed:
        if press.kind != HELD:
            row = factor_row(position, "overlapped")
            lines.append(_line(row, f"{press.enemy.id} overlaps {who.id} by its {press.kind}"))
            continue
        more: tuple[str, ...] = () if press.legal else ("IWF-19.1",)
        says = f"the front of {press.enemy.id} is on the flank or rear of {who.id}"
        if press.by is not None:
            figure = ("DBM32-FIG12",) if press.by.id != who.id else ()
            more = (*more, "DBM32-P21-cc-rearhit", *figure)
            part = f"{press.by.id}, which supports {who.id}" if figure else f"the rear half of {who.id}"
            says = f"the front of {press.enemy.id} is on {part}: that counts as on its own flank or rear"
        lines.append(_line(factor_row(position, "held"), says, *more))
    return lines


def _mounted(position: Position, who: Fighter, pressed: tuple[Press, ...], finding: Finding) -> list[Line]:
    """The factor for mounted in difficult going, or touched by the front of foot in rough or difficult going."""
    row = factor_row(position, "mounted")
    if not among(position.edition, who.what, row["who"]):
        return []
    if going_at(position, who.where, who.what)[0] in row["own_going"]:
        ground = ground_of(position, who.what, who.where, who.id, finding)
        return [_line(row, f"{who.id} is mounted in {ground} going")]
    _cite_rear_half(position, row, who, finding)
    by_rear = {press.enemy.id for press in pressed if press.kind == HELD}
    for enemy in position.enemies(who.base.side):
        if not among(position.edition, troop(enemy), row["touched_by"]):
            continue
        if enemy.id not in by_rear and not front_touches(meet(enemy.rectangle, who.where)):
            continue
        foe = fighter(position, enemy)
        ground = going_at(position, foe.where, foe.what)[0]
        if ground in row["their_going"]:
            ground_of(position, foe.what, foe.where, foe.id, finding)
            says = f"{who.id} is mounted and touched by the front of {enemy.id}, foot in {ground} going"
            return [Line(int(row["value"]), says, tuple(row["touched_clauses"]))]
    return []


def _bad_going(
    position: Position, who: Fighter, against: Fighter, setting: CombatSetting, finding: Finding
) -> list[Line]:
    lines: list[Line] = []
    for row in rows(position, "tactical"):
        if "own_going" not in row or "touched_by" in row or not among(position.edition, who.what, row["who"]):
            continue
        in_front = setting.in_front_of(who) and among(position.edition, against.what, row.get("v", ()))
        if "v" in row and not in_front:
            continue
        ground = going_at(position, who.where, who.what)[0]
        if ground in row["own_going"]:
            ground_of(position, who.what, who.where, who.id, finding)
            lines.append(_line(row, f"{who.id}, {who.what.name}, fights in {ground} going"))
        elif row.get("river") and wades(position, who):
            lines.append(_line(row, f"{who.id}, {who.what.name}, is crossing a river"))
        else:
            _cite_rear_half(position, row, who, finding)
    return lines


def _cite_rear_half(position: Position, row: dict[str, Any], who: Fighter, finding: Finding) -> None:
    """Cite that only the rear half of a double base is in going that would count against the front half."""
    if who.what.rear is None or going_at(position, who.where, who.what)[0] != GOOD:
        return
    where, what = halves(position, who.base)[1]
    rear = going_at(position, where, what)[0]
    if rear in row["own_going"]:
        finding.cite("IWF-4.2a", f"the halves of {who.id} are judged apart: good and {rear} going")
        finding.cite("IWF-4.2c", f"the front half of {who.id} is in good going, whatever the rear half stands in")
