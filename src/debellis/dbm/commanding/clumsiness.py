"""The extra cost of irregulars that turn aside or stop short, what cancels it, and the cost of repeated marches."""

from __future__ import annotations

from debellis.dbm.commanding.orders import ILLEGAL, LEGAL, NONE, Done, Mover, may_stop_short
from debellis.dbm.commanding.surcharges import modifier_row
from debellis.dbm.grouping.groups import column_order
from debellis.dbm.troops import among, arm
from debellis.table.position import Position
from debellis.umpire.sheet import Line

CLUMSY = "DBM-B14.6"
NEEDS_LEGAL, FULL, AT_ONCE = "IWF-10.2a", "IWF-10.3a", "IWF-10.3b"
LIMIT, DISCOVERED, SINGLE = "IWF-10.4a", "IWF-10.4b", "IWF-10.5"
SLIDES, WHEELS, STOPS_SHORT = "IWF-13.7.1a", "IWF-13.7.1b", "IWF-13.7.1c"
FOURTH, TYPES, IRREGULARS = (
    "DBM32-P16-pip-march-4th",
    "DBM32-P16-pip-march-3rd-types",
    "DBM32-P16-pip-march-3rd-irr",
)


def is_clumsy(position: Position, one: Mover) -> bool:
    """Whether an element has irregular land troops that are neither light nor cavalry."""
    nimble = modifier_row(position, "clumsy")["nimble"]
    edition = position.edition
    return any(
        not what.regular and not among(edition, what, nimble) and arm(edition, what.type) != "naval"
        for what in one.troops
    )


def clumsy_line(
    position: Position, movers: tuple[Mover, ...], done: Done, stopped_by: str | None, along: str | None, marching: bool
) -> list[Line]:
    """What clumsy irregulars add to the cost of a move, once. A line with value 0 shows a clause that cancels it."""
    if not any(is_clumsy(position, one) for one in movers):
        return []
    value = int(modifier_row(position, "clumsy")["value"])
    full = done.full or all(may_stop_short(position, one) for one in movers)
    if not done.straight and along is None and _leads(position, movers):
        return _aside(value, done, full)
    saved = [Line(0, "the slide to line up is straight ahead for PIPs", (SLIDES,))] if done.slide else []
    return [*saved, *([] if full else _short(value, done, stopped_by, marching))]


def _leads(position: Position, movers: tuple[Mover, ...]) -> bool:
    """Whether a clumsy irregular turns aside itself. Elements behind the head of a column do not count."""
    order = column_order([one.base.rectangle for one in movers]) if len(movers) > 1 else None
    leading = movers if order is None else (movers[order[0]],)
    return any(is_clumsy(position, one) for one in leading)


def _aside(value: int, done: Done, full: bool) -> list[Line]:
    """The cost of a move that is not straight ahead. Two kinds of legal contact cancel it."""
    if done.contact == LEGAL and full:
        return [Line(0, "it makes legal contact and every irregular goes its full move", (FULL,))]
    if done.contact == LEGAL and not done.went_on:
        return [Line(0, "it makes legal contact and stops at once", (AT_ONCE,))]
    if done.contact == LEGAL:
        says = "it goes on after making contact without using the full move of every irregular"
        return [Line(value, says, (CLUMSY, AT_ONCE))]
    if done.contact == ILLEGAL:
        return [Line(value, "it turns aside and ends in contact that is not legal", (CLUMSY, NEEDS_LEGAL))]
    if done.lines_up:
        return [Line(value, "it wheels to line up and does not end in contact", (CLUMSY, WHEELS))]
    return [Line(value, "irregulars move otherwise than straight ahead", (CLUMSY,))]


def _short(value: int, done: Done, stopped_by: str | None, marching: bool) -> list[Line]:
    """The cost of an irregular that stops short, unless something stopped it."""
    if marching and stopped_by == "discovery":
        return [Line(0, "it is stopped by enemy not known before", (DISCOVERED,))]
    if marching and stopped_by == "limit":
        return [Line(value, "the limit to marching near enemy makes it stop short", (CLUMSY, LIMIT))]
    if done.barred:
        return []
    if done.contact == ILLEGAL:
        return [Line(value, "it stops short in contact that is not legal", (CLUMSY, NEEDS_LEGAL))]
    if done.contact != NONE or stopped_by in ("enemy", "river", "impassable"):
        return []
    if done.lines_up:
        return [Line(value, "it stops short by choice, lined up and not in contact", (CLUMSY, STOPS_SHORT))]
    return [Line(value, "irregulars stop short of their full move", (CLUMSY,))]


def repeated_march(position: Position, movers: tuple[Mover, ...], number: int) -> list[Line]:
    """What a group pays extra for repeated marches in one bound. A single element never pays it."""
    row = modifier_row(position, "marches")
    found = _why_dearer(position, movers, number)
    if found is None:
        return []
    says, clause = found
    if len(movers) == 1:
        return [Line(0, f"{movers[0].base.id} is a single element: it never pays for marching again", (SINGLE,))]
    return [Line(int(row["value"]), says, (clause, "DBM-B14.11"))]


def _why_dearer(position: Position, movers: tuple[Mover, ...], number: int) -> tuple[str, str] | None:
    """Why this march of a group costs more, and the clause. None if it does not."""
    row = modifier_row(position, "marches")
    edition = position.edition
    if number >= row["later"]:
        return (f"it is march number {number} of this bound", FOURTH)
    if number < row["sooner"]:
        return None
    for one in movers:
        names = row["sooner_always"] if one.company else [*row["sooner_always"], *row["sooner_not_general"]]
        heavy = [what for what in one.troops if among(edition, what, names)]
        if heavy:
            return (f"it is march number {number} and {one.base.id} is {heavy[0].name}", TYPES)
    if len(movers) > 1 and column_order([one.base.rectangle for one in movers]) is not None:
        return None
    for one in movers:
        if any(not what.regular and not among(edition, what, row["irregulars_not"]) for what in one.troops):
            says = f"it is march number {number} and {one.base.id} is irregular, in no column one element wide"
            return (says, IRREGULARS)
    return None
