"""The cost of a move or halt in PIPs, computed when the PIPs are spent, from the facts about the finished move."""

from __future__ import annotations

from typing import Any

from debellis.dbm.commanding.clumsiness import clumsy_line, repeated_march
from debellis.dbm.commanding.command import CLAUSE as COMMAND
from debellis.dbm.commanding.command import why_out
from debellis.dbm.commanding.halting import halting_line
from debellis.dbm.commanding.orders import (
    ILLEGAL,
    LEGAL,
    NONE,
    Done,
    Mover,
    finished,
    mover,
    to_front_or_flank,
    touches_enemy,
)
from debellis.dbm.commanding.surcharges import artillery_line, mixed_line, modifier, mounting_line
from debellis.dbm.grouping.columns import EXPAND, FORM
from debellis.dbm.grouping.groups import HALT, MARCH, TACTICAL, commands_of, elements_of
from debellis.dbm.moving.moves import Move
from debellis.dbm.moving.special_moves import free_turn
from debellis.dbm.troops import CINC, GENERAL_USED, SUB, is_skirmisher, noted, noted_now, service
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.move_arguments import (
    END,
    FORWARD_STEP,
    POSE,
    WrittenStep,
    group_steps,
    is_forward,
    poses_along,
)
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, FLAG, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line, Sheet

MARCH_PRICE, RECHANGE, BACKWARD, ABOUT, SPENT = (
    "DBM32-P18-march-pip",
    "IWF-10.2b",
    "IWF-4.3a",
    "IWF-4.3b",
    "IWF-10.1",
)
STOPS = ("enemy", "river", "impassable", "limit", "discovery")


class Order(Value, frozen=True):
    """An order to elements or a group: its kind, the number of the march, the finished move, and other conditions."""

    action: str
    done: Done
    march_number: int = 1
    stopped_by: str | None = None
    along: str | None = None
    mounting: bool = False
    sheltered: bool = False
    general_used: bool = False
    in_sight: bool | None = None


def price(position: Position, bases: tuple[Base, ...], order: Order) -> Sheet:
    """The cost of an order, line by line. A double base that goes backward has the lines of two elements."""
    movers = tuple(mover(base) for base in bases)
    if len(movers) == 1 and _pays_twice(position, movers[0], order):
        return _price_halves(position, movers[0], order)
    return Sheet("pips", _lines(position, movers, order))


def _pays_twice(position: Position, one: Mover, order: Order) -> bool:
    """Whether a double base moves backward and pays as two elements. Cavalry and skirmishers do not."""
    if len(one.troops) == 1 or order.action == HALT or not order.done.back:
        return False
    return not all(what.type == "Cv" or is_skirmisher(position.edition, what) for what in one.troops)


def _price_halves(position: Position, one: Mover, order: Order) -> Sheet:
    front, rear = (replace(one, troops=(what,)) for what in one.troops)
    says = f"{one.base.id} is a double base and crosses the line of its first rear edge: its halves pay apart"
    first = _lines(position, (front,), order)
    second = _lines(position, (rear,), replace(order, general_used=True))
    return Sheet("pips", (*first, replace(second[0].by(BACKWARD), reason=says), *second[1:]))


def _lines(position: Position, movers: tuple[Mover, ...], order: Order) -> tuple[Line, ...]:
    bases = tuple(one.base for one in movers)
    group = len(movers) > 1
    base = int(table(position, "pip")[f"base_{order.action}"])
    priced = (MARCH_PRICE,) if order.action == MARCH else ()
    what = HALT if order.action == HALT else f"{order.action} move"
    found = [Line(base, f"a {what} costs {base}", ("DBM-B14.3", *priced))]
    found += _general_lines(position, bases, order)
    out = why_out(position, bases, order.in_sight)
    if out is not None:
        found.append(Line(modifier(position, "command"), out, (COMMAND,)))
    if order.action == HALT:
        found += halting_line(position, movers, order.sheltered)
        return tuple(found)
    found += clumsy_line(position, movers, order.done, order.stopped_by, order.along, order.action == MARCH)
    found += artillery_line(position, movers)
    if group:
        found += mixed_line(position, movers)
    elif order.mounting:
        found += mounting_line(position, movers[0])
    if order.action == MARCH:
        found += repeated_march(position, movers, order.march_number)
    return tuple(found)


def _general_lines(position: Position, bases: tuple[Base, ...], order: Order) -> list[Line]:
    """The reduction for the C-in-C taking part, or for a halt by a sub-general that has never moved. Once a bound."""
    leader = None if order.general_used else general_counted(position, bases, order.action)
    if leader is None:
        return []
    if service(leader).rank == CINC:
        return [Line(modifier(position, "cinc"), f"{leader.id} is the C-in-C", ("DBM-B14.4",))]
    says = f"{leader.id} is a sub-general who has not moved in the game"
    return [Line(modifier(position, "sub_general"), says, ("DBM-B14.4",))]


def general_counted(position: Position, bases: tuple[Base, ...], action: str) -> Base | None:
    """The general that makes an order cheaper, if one does and has not done so in this bound."""
    fresh = [base for base in bases if service(base).rank is not None and not noted_now(position, base, GENERAL_USED)]
    for base in fresh:
        if service(base).rank == CINC:
            return base
    return next((b for b in fresh if action == HALT and service(b).rank == SUB and noted(b, "never_moved")), None)


def total(sheet: Sheet) -> int:
    """The total of a sheet; never less than zero."""
    return max(0, sheet.sum)


def ask_pips(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    action: str = TACTICAL,
    march_number: int = 1,
    straight: bool | None = None,
    full: bool | None = None,
    contact: str | None = None,
    went_on: bool | None = None,
    slide: bool | None = None,
    lines_up: bool | None = None,
    backward: bool | None = None,
    turned_about: bool | None = None,
    stopped_by: str | None = None,
    along: str | None = None,
    dismount: bool = False,
    mount: bool = False,
    sheltered: bool = False,
    general_used: bool = False,
    in_sight: bool | None = None,
    to: Pose | None = None,
    path: tuple[Pose, ...] = (),
    steps: tuple[WrittenStep, ...] = (),
    ends: tuple[tuple[str, Pose], ...] = (),
    manoeuvre: str | None = None,
    about: bool = False,
    earlier: tuple[tuple[str, Pose], ...] = (),
) -> Ruling:
    """Answers what an order costs. The finished move is given by its places or steps, or by its facts."""
    names = group if element is None else (element,)
    bases = elements_of(position, names)
    if not bases or (element is not None and group):
        raise BadQuestion("pips needs element or group, and not both", "element")
    if element is not None and not is_forward(steps):
        path, steps = poses_along(bases[0], steps), ()
    told, turns = group_steps(steps)
    found = finished(position, bases, to, path, told, dict(ends), manoeuvre, about or turns) or Done()
    said: dict[str, Any] = {
        "straight": straight,
        "full": full,
        "contact": contact,
        "went_on": went_on,
        "slide": slide,
        "lines_up": lines_up if lines_up is not None else slide,
        "back": backward,
        "about": turned_about,
    }
    done = replace(found, **{key: value for key, value in said.items() if value is not None})
    order = Order(action, done, march_number, stopped_by, along, dismount or mount, sheltered, general_used, in_sight)
    finding = Finding()
    whole = _sole_price(position, bases, order, end_of(bases[0], to, path))
    if whole is not None:
        finding.add_sheet(whole)
        return finding.rule("pips", total(whole))
    serving = commands_of(bases)
    if len(serving) > 1:
        finding.cite("IWF-12.3b", f"the parts of {' and '.join(serving)} are groups of their own and pay separately")
    cost = 0
    for command in serving:
        part = tuple(base for base in bases if service(base).command == command)
        sheet = price(position, part, order)
        finding.add_sheet(sheet)
        cost += total(sheet)
        _cite_turn(position, part, order, finding)
        _cite_when_spent(position, part, order, earlier, total(sheet), finding)
    return finding.rule("pips", cost)


def end_of(base: Base, to: Pose | None, path: tuple[Pose, ...]) -> Rectangle | None:
    """Where a single element ends; None if the move is not given by its places."""
    last = to if to is not None else path[-1] if path else None
    return None if last is None else last.rectangle(base.width, base.depth)


def price_of_move(position: Position, bases: tuple[Base, ...], order: Order, end: Rectangle | None) -> Sheet:
    """The cost of an order to elements of one command, which end at a place if there is only one of them."""
    return _sole_price(position, bases, order, end) or price(position, bases, order)


def _sole_price(position: Position, bases: tuple[Base, ...], order: Order, end: Rectangle | None) -> Sheet | None:
    """The cost of a single element that pays neither more nor less, whatever it is; None if it pays like others."""
    if len(bases) > 1 or order.action != TACTICAL:
        return None
    base = bases[0]
    if end is not None and free_turn(position, Move(base, (end,))):
        says = f"{base.id} is halted in a demoralised command and turns to face enemy for nothing"
        return Sheet("pips", (Line(0, says, ("IWF-12.2", "DBM-B29.3d")),))
    if not _rechanges(position, base, order, end):
        return None
    says = f"{base.id} touches enemy already and only makes that contact legal: 1 PIP, whatever else it is"
    return Sheet("pips", (Line(int(table(position, "pip")["base_tactical"]), says, (RECHANGE,)),))


def _rechanges(position: Position, base: Base, order: Order, end: Rectangle | None) -> bool:
    """Whether an element already touching an enemy changes to legal contact at front, flank or overlap."""
    if order.done.contact != LEGAL or not touches_enemy(position, base, base.rectangle):
        return False
    return end is None or to_front_or_flank(position, base, end)


def _cite_turn(position: Position, bases: tuple[Base, ...], order: Order, finding: Finding) -> None:
    """Cite that a double base that only turns about does not move backward."""
    if len(bases) > 1 or not order.done.about or order.done.back:
        return
    backward = replace(order, done=replace(order.done, back=True))
    if _pays_twice(position, mover(bases[0]), backward):
        finding.cite(ABOUT, f"{bases[0].id} turns about, which by itself is not moving backward")


def _cite_when_spent(
    position: Position,
    bases: tuple[Base, ...],
    order: Order,
    earlier: tuple[tuple[str, Pose], ...],
    now: int,
    finding: Finding,
) -> None:
    """Cite that the cost is taken when the PIPs are spent, if it was different at the start of the bound."""
    if not earlier:
        return
    before = position
    for name, pose in earlier:
        before = before.with_base(replace(before.base(name), front=pose.front, facing=pose.facing))
    then = tuple(before.base(base.id) for base in bases)
    if why_out(before, then, order.in_sight) != why_out(position, bases, order.in_sight):
        was = total(price(before, then, order))
        if was != now:
            finding.cite(SPENT, f"it counts when the PIPs are spent; as the bound began it would have cost {was}")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "pips",
        "what a tactical move, a march or a halt costs",
        {
            "element": BASE.or_none(),
            "group": list_of(BASE).or_none(),
            "action": one_of(TACTICAL, MARCH, HALT).or_none(),
            "march_number": WHOLE.or_none(),
            "straight": FLAG.or_none(),
            "full": FLAG.or_none(),
            "contact": one_of(NONE, LEGAL, ILLEGAL).or_none(),
            "went_on": FLAG.or_none(),
            "slide": FLAG.or_none(),
            "lines_up": FLAG.or_none(),
            "backward": FLAG.or_none(),
            "turned_about": FLAG.or_none(),
            "stopped_by": one_of(*STOPS).or_none(),
            "along": one_of("road", "river_bank").or_none(),
            "dismount": FLAG.or_none(),
            "mount": FLAG.or_none(),
            "sheltered": FLAG.or_none(),
            "general_used": FLAG.or_none(),
            "in_sight": FLAG.or_none(),
            "to": POSE.or_none(),
            "path": list_of(POSE).or_none(),
            "steps": list_of(FORWARD_STEP).or_none(),
            "ends": list_of(END).or_none(),
            "manoeuvre": one_of(FORM, EXPAND).or_none(),
            "about": FLAG.or_none(),
            "earlier": list_of(END).or_none(),
        },
        ask_pips,
        apart={
            "group": ("element", "to", "path"),
            "element": ("ends", "manoeuvre", "about"),
            "to": ("steps",),
            "path": ("steps",),
            "steps": ("ends", "manoeuvre"),
        },
        needs={"manoeuvre": ("ends",), "march_number": ("action",)},
    ),
)
