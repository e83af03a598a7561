"""Generals with unit groups that move: each goes along or stays behind, as his owner says (MEG-09g, MEG-09h)."""

from __future__ import annotations

from debellis.mechanics.tables import table
from debellis.meg.general_facts import DEAD, FLANK_MARCHING
from debellis.meg.leading.moving import behind
from debellis.meg.playing.course import Course
from debellis.meg.playing.paying import pays, raised
from debellis.meg.units import bases_of, file_of, generals_of, unit_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.verdict import Verdict, permit


def generals_along(position: Position, units: tuple[str, ...]) -> tuple[General, ...]:
    """The generals with some unit groups, who would go along with them."""
    gone = (DEAD, FLANK_MARCHING)
    return tuple(one for one in generals_of(position) if one.unit in units and one.state not in gone)


def upgraded_by(
    position: Position, general: str, units: tuple[str, ...], cards: tuple[str, ...], needed: tuple[str, ...]
) -> str:
    """The general with some unit groups whose cards pay only because he is with them; empty if he used no upgrade."""
    he = next((one for one in generals_along(position, units) if one.id == general), None)
    if he is None:
        return ""
    up = raised(position, he, tuple(unit_of(position, name) for name in units))
    without = up - int(table(position, "general_rules")["attached_upgrade_colours"])
    return "" if pays(cards, needed, without) else he.id


def judge_stays(
    verdict: Verdict, position: Position, units: tuple[str, ...], stays: tuple[str, ...], bound: tuple[str, ...] = ()
) -> None:
    """Refuse to leave a general behind who is not with those who move, or who upgraded the card for them."""
    there = {one.id for one in generals_along(position, units)}
    for name in stays:
        if name not in there:
            verdict.refuse(f"{name} is with none of {' and '.join(units)}, and cannot be left behind.", "MEG-09h")
        elif name in bound:
            verdict.refuse(f"{name} upgraded the card for {' and '.join(units)} and has to go along.", "MEG-09g")
        else:
            permit(verdict, f"{name} need not go along.", "MEG-09h", "MEG-09g")


def stay_behind(course: Course, stays: tuple[str, ...]) -> None:
    """Leave some generals where they stand, each by himself behind his file, before their unit group moves off."""
    for name in stays:
        he = course.general(name)
        if not he.unit or not bases_of(course.position, he.unit):
            continue
        own = course.position.base(he.file) if course.position.has_base(he.file) else course.bases(he.unit)[0]
        place = behind(file_of(course.position, own))
        course.note_general(name, unit="", file="", front=place, fighting=False)
        course.tell("stays-behind", f"{name} stays behind when {he.unit} moves off", "MEG-09g", "MEG-09h")
