"""Deployment: which command comes first, the rectangle of each, and where baggage goes afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from debellis.dbm.conduct.guidelines import guidelines_hold, set_aside
from debellis.dbm.measures import paces
from debellis.dbm.setting_up.zones import EDGE, depth_of_zone
from debellis.dbm.troops import CINC, SUB, arm, is_light, noted, service, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, Box, box, lies
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import BESIDE, farthest_inward, nearest_inward
from debellis.table.position import Position
from debellis.umpire.questions import NUMBER, TEXT, BadQuestion, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

BAGGAGE, BOATS = "Bge", "Bts"
AMBUSH, FLANK_MARCH = "ambush", "flank_march"
SIDE = one_of("red", "blue")


def may_deploy(
    position: Position,
    *,
    side: str,
    base_edge: str,
    order: tuple[str, ...] = (),
    declared: dict[str, tuple[float, ...]] | None = None,
) -> Ruling:
    """Whether a side may stand so at the start; `order` names its commands in the order they were deployed."""
    verdict = Verdict()
    fighters = {
        name: members
        for name, members in commands_of(position, side).items()
        if not command_noted(position, name, FLANK_MARCH)
    }
    for base in position.friends(side):
        if not command_noted(position, service(base).command, FLANK_MARCH):
            judge_zone(verdict, position, base, base_edge)
            judge_water(verdict, position, base)
    boxes = {name: bounds(members) for name, members in fighters.items()}
    _judge_boxes(verdict, boxes)
    _cite_baggage(verdict, position, side, boxes)
    if order:
        judge_first(verdict, position, fighters, order)
    flagged = _judge_declared(verdict, position, boxes, declared or {})
    return verdict.decide("may_deploy", rectangles={name: list(b) for name, b in boxes.items()}, flagged=flagged)


def commands_of(position: Position, side: str) -> dict[str, list[Base]]:
    """The elements of a side that are not baggage, by command."""
    found: dict[str, list[Base]] = {}
    for base in position.friends(side):
        if troop(base).type != BAGGAGE:
            found.setdefault(service(base).command, []).append(base)
    return found


def bounds(members: Iterable[Base]) -> Box:
    """The least rectangle parallel to the table edges that holds some elements: west, south, east, north."""
    return box(tuple(p for base in members for p in base.rectangle.corners))


def elements_on(base: Base) -> int:
    """How many elements a base counts as: two if it is double."""
    return 1 if troop(base).rear is None else 2


def judge_zone(verdict: Verdict, position: Position, base: Base, base_edge: str) -> None:
    """Report an element in front of its zone or too near a short edge."""
    baggage = troop(base).type == BAGGAGE
    clauses = ("DBM-B12.3", "DBM-B12.2") if baggage else ("DBM-B12.2",)
    depth = depth_of_zone(position, base_edge)
    reach = farthest_inward(base.rectangle.corners, base_edge, position.size)
    if reach > depth + COINCIDE and not noted(base, AMBUSH):
        says = f"{base.id} reaches {reach:.2f} mm out from its edge; the zone ends at {depth:g} mm."
        verdict.refuse(says, *clauses)
    what = troop(base)
    naval = arm(position.edition, what.type) == "naval"
    if naval or noted(base, AMBUSH) or is_light(position.edition, what):
        return
    margin = paces(position, table(position, "deploy")["side_margin"])
    aside = min(nearest_inward(base.rectangle.corners, edge, position.size) for edge in BESIDE[base_edge])
    if aside < margin - COINCIDE:
        says = f"{base.id} is {aside:.2f} mm from a short edge; only light troops deploy within {margin:g} mm."
        verdict.refuse(says, *clauses)


def judge_water(verdict: Verdict, position: Position, base: Base) -> None:
    """Report land troops in a waterway and vessels that are not on water; a vessel may lie beached."""
    what = troop(base)
    naval = arm(position.edition, what.type) == "naval"
    kinds = ("waterway", "river") if what.type == BOATS else ("waterway",)
    wet = any(lies(base.rectangle, water.ground) != OUTSIDE for water in position.features(*kinds))
    if naval and not wet:
        verdict.refuse(f"{base.id} is a vessel and not on water.", "DBM-B30.1")
    elif wet and not naval:
        verdict.refuse(f"{base.id} is in a waterway, where only vessels can be.", "DBM-B22.1")


def _judge_boxes(verdict: Verdict, boxes: dict[str, Box]) -> None:
    """Report rectangles of commands that overlap or hold one another; they may touch."""
    names = list(boxes)
    for i, name in enumerate(names):
        for other in names[i + 1 :]:
            wide, high = _common(boxes[name], boxes[other])
            if wide > COINCIDE and high > COINCIDE:
                says = f"The rectangles of {name} and {other} overlap by {wide:.2f} by {high:.2f} mm."
                verdict.refuse(says, "DBM32-P15-dep-rect", "DBM32-P15-dep-rect-disjoint")
            elif wide >= -COINCIDE and high >= -COINCIDE:
                verdict.cite("DBM32-P15-dep-touch", f"The rectangles of {name} and {other} touch, as they may.")


def _common(a: Box, b: Box) -> tuple[float, float]:
    """How far two boxes overlap from west to east and from south to north; negative when apart."""
    return (min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def _cite_baggage(verdict: Verdict, position: Position, side: str, boxes: dict[str, Box]) -> None:
    """Tell of baggage among the commands, which does not count."""
    for base in position.friends(side):
        if troop(base).type != BAGGAGE:
            continue
        own = bounds((base,))
        if any(min(_common(own, taken)) > COINCIDE for taken in boxes.values()):
            says = f"{base.id} stands among a command, but baggage belongs to none yet and is ignored."
            verdict.cite("IWF-7.3", says)


def judge_first(verdict: Verdict, position: Position, fighters: dict[str, list[Base]], order: tuple[str, ...]) -> None:
    """The first command deployed is the largest, ambushers left out."""
    sizes = {
        name: sum(elements_on(base) for base in members if not noted(base, AMBUSH))
        for name, members in fighters.items()
        if not command_noted(position, name, FLANK_MARCH)
    }
    if order[0] not in sizes:
        raise BadQuestion(f"order names {order[0]!r} and no such command is on the table", "order")
    largest = max(sizes.values())
    verdict.measure(f"elements of {order[0]}", sizes[order[0]], "", largest)
    if sizes[order[0]] < largest:
        bigger = next(name for name, size in sizes.items() if size == largest)
        says = f"{bigger} has {largest} elements and must be deployed before {order[0]} with {sizes[order[0]]}."
        verdict.refuse(says, "DBM32-P15-dep-first")


def _judge_declared(
    verdict: Verdict, position: Position, boxes: dict[str, Box], declared: dict[str, tuple[float, ...]]
) -> list[str]:
    """The commands that stand outside the area their order gave them; doubt goes to the opponent."""
    flagged: list[str] = []
    for name, area in declared.items():
        if name not in boxes or len(area) != 4:
            raise BadQuestion(f"declared gives west, south, east and north of commands; {name!r} is wrong", "declared")
        found = boxes[name]
        over = max(area[0] - found[0], area[1] - found[1], found[2] - area[2], found[3] - area[3])
        if over > COINCIDE and not guidelines_hold(position):
            set_aside(verdict, f"{name} may stand outside the area its order named")
        elif over > COINCIDE:
            flagged.append(name)
            verdict.cite("IWF-G6.1d", f"{name} stands up to {over:.2f} mm outside the area its order named.")
    return flagged


def command_noted(position: Position, name: str, note: str) -> bool:
    """Whether a note stands on a command."""
    if position.commands is UNSET:
        return False
    return any(command.id == name and note in command.notes for command in position.commands)


def may_give_baggage(
    position: Position, *, side: str, command: str, undeployed: dict[str, float] | None = None
) -> Ruling:
    """Whether a side may now give its baggage to a command; `undeployed` counts commands still to be deployed."""
    verdict = Verdict()
    left = {name: count for name, count in (undeployed or {}).items() if count > 0}
    if left:
        waiting = " and ".join(left)
        verdict.refuse(
            f"Baggage is assigned when both sides have deployed; {waiting} not yet.", "DBM32-P15-dep-baggage"
        )
    members = commands_of(position, side).get(command, [])
    ranks = {service(base).rank for base in members}
    if not members or command_noted(position, command, FLANK_MARCH):
        verdict.refuse(f"Baggage goes to a command on the table, and {command} is not.", "DBM32-P15-dep-baggage")
    elif not ranks & {CINC, SUB}:
        says = f"Baggage goes to a command of the C-in-C or a sub-general, and {command} is led by neither."
        verdict.refuse(says, "DBM32-P15-dep-baggage")
    return verdict.decide("may_give_baggage")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_deploy",
        "whether a side may stand like this at the start",
        {
            "side": SIDE,
            "base_edge": EDGE,
            "order": list_of(TEXT).or_none(),
            "declared": table_of(list_of(NUMBER, 4)).or_none(),
        },
        may_deploy,
        tied_to_table=True,
    ),
    Question(
        "may_give_baggage",
        "whether a side may now give its baggage to a command",
        {"side": SIDE, "command": TEXT, "undeployed": table_of(NUMBER).or_none()},
        may_give_baggage,
    ),
)
