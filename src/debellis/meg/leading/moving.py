"""Generals who move: by card, free of charge before enemy, along with their troops, and never off the table."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE, Point, distance, part_way
from debellis.geometry.polygon import length_inside
from debellis.manoeuvre.nearest import longest
from debellis.mechanics.tables import table
from debellis.meg.arguments import COLOUR, GENERAL, UNIT, question
from debellis.meg.cards.command import judge_command
from debellis.meg.cards.hands import judge_holding
from debellis.meg.general_facts import ARMY_COMMANDER, IDLE, company, general_of, point_to
from debellis.meg.troops import SUG, is_flexible, is_skirmishing, movement_row
from debellis.meg.units import bases_of, bw, generals_of, has_unit, moment, named_bases, unit_of
from debellis.meg.words import COLOURS, OTHER_MOVES, actions
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.umpire.questions import FLAG, BadQuestion, Kind, WrongValue, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import FirstFault, QuietVerdict, Verdict, first_fault_is_enough, permit

#: The sub-phases in which a general may be moved by a card.
MOVING = ("2.1", "4.3")
#: Moves in which skirmishers may leave the table.
CHARGES = ("charge", "prompted_charge", "free_charge", "forced_charge", "countercharge", "intercept", "C2", "C4")
EVADING = ("skirmish", "run_away", "pushed_back")
#: More than a place moves when it is rounded to hundredths (mm).
_ROUNDED = 0.02


def _place(value: Any, position: Position) -> str | Point:
    """A unit group, a file, or a place [x, y] or { front = [x, y] }."""
    if isinstance(value, str):
        if not has_unit(position, value) and not named_bases(position, value):
            raise WrongValue(f"a unit group, a file or a place, and there is no {value!r}")
        return value
    spot = value.get("front") if isinstance(value, dict) else value
    if isinstance(spot, list | tuple) and len(spot) == 2 and all(isinstance(n, int | float) for n in spot):
        return (float(spot[0]), float(spot[1]))
    raise WrongValue("a unit group, a file, or a place { front = [x, y] }")


PLACE = Kind("unit group, file or place", _place)


def _may_move_general(
    position: Position,
    general: str,
    to: str | Point,
    cards: tuple[str, ...] | None = None,
    payer: str | None = None,
    looks: bool = True,
) -> Ruling:
    """Whether a general may be moved. Beside a refused place of his own stands the farthest legal one on his way."""
    verdict = Verdict()
    he = general_of(position, general)
    who = he if payer is None else general_of(position, payer)
    _judge_moment(verdict, position, he)
    if cards is not None:
        _judge_card(verdict, position, who, cards)
    judge_payer(verdict, position, he, who)
    _judge_way(verdict, position, he, to)
    if isinstance(to, str) and verdict.legal:
        name = to.partition("/")[0]
        others = [other.id for other in generals_of(position) if other.unit == name and other.id != he.id]
        if others:
            permit(verdict, f"Any number of generals may be with {name}.", "MEG-11a")
    more = {} if verdict.legal or not looks or isinstance(to, str) else _add_nearest(verdict, position, he, to)
    return verdict.decide("may_move_general", **more)


def _add_nearest(verdict: Verdict, position: Position, general: General, to: Point) -> dict[str, Any]:
    """The farthest legal place on the way of a general to a refused one, which is drawn; empty if there is none."""
    start = _standing(position, general)
    if start is None or _may_go(position, general, to):
        return {}
    away = distance(start, to)
    far = longest(away, lambda one: _may_go(position, general, part_way(start, to, one / away))) if away else None
    if far is None:
        return {}
    # A little nearer, so that it is legal too for whoever rounds it.
    there = part_way(start, to, max(0.0, far - _ROUNDED) / away)
    if not _may_go(position, general, there):
        there = part_way(start, to, far / away)
    verdict.draw("line", (start, there), "ghost", f"nearest for {general.id}")
    return {"nearest": {"front": list(there)}}


def _may_go(position: Position, general: General, to: Point) -> bool:
    """Whether a general may go to a place of his own, whoever pays."""
    try:
        with first_fault_is_enough():
            verdict = Verdict()
            _judge_moment(verdict, position, general)
            _judge_way(verdict, position, general, to)
    except FirstFault:
        return False
    return True


def judge_payer(verdict: Verdict, position: Position, general: General, payer: General) -> None:
    """A general pays for his own move, or the army commander who has him in his command range does (MEG-B6.12)."""
    if payer.id == general.id:
        return
    quiet = QuietVerdict()
    judge_command(quiet, position, payer, general)
    if payer.role != ARMY_COMMANDER or payer.side != general.side or quiet.faults:
        verdict.refuse(f"{payer.id} cannot pay for {general.id}.", "MEG-B6.12")
    else:
        permit(verdict, f"{payer.id} commands the army and has {general.id} in command.", "MEG-B6.12")


def _judge_moment(verdict: Verdict, position: Position, general: General) -> None:
    """A general moves in SP 2.1 and again in SP 4.3, once in each."""
    phase = moment(position).phase or MOVING[-1]
    if general.state in IDLE:
        verdict.refuse(f"{general.id} is {general.state.replace('_', ' ')} and cannot move.", "MEG-B7.13")
    if phase not in MOVING:
        verdict.refuse(f"Generals are moved in SP 2.1 and 4.3, not in SP {phase}.", "MEG-B7.6")
    elif phase in general.moved:
        verdict.refuse(f"{general.id} has already moved in SP {phase}.", "MEG-09e")
    elif any(other in general.moved for other in MOVING):
        permit(verdict, f"{general.id} moved in the charge phase and may move again in SP {phase}.", "MEG-09e")


def _judge_card(verdict: Verdict, position: Position, general: General, cards: tuple[str, ...]) -> None:
    needed = str(table(position, "general_rules")["move_card"])
    if len(cards) != 1 or COLOURS.index(cards[0]) < COLOURS.index(needed):
        verdict.refuse(f"Moving a general costs one {needed} card.", "MEG-B7.6")
    judge_holding(verdict, general, cards)


def _judge_way(verdict: Verdict, position: Position, general: General, to: str | Point) -> None:
    """He goes straight, not farther than a general's move, through friends but not through enemy."""
    start = _standing(position, general)
    if start is None:
        verdict.refuse(f"{general.id} is not on the table.", "MEG-B7.6")
        return
    end = _spot(position, to)
    if isinstance(to, str) and end is None:
        raise BadQuestion(f"{to} is not on the table", "to")
    assert end is not None
    if isinstance(to, str) and unit_of(position, to.partition("/")[0]).side != general.side:
        verdict.refuse(f"{to} is enemy.", "MEG-B7.6")
    reach = bw(position, float(table(position, "general_rules")["general_move_bw"]))
    away = _way(position, general, to, start, end)
    verdict.measure("distance", away, "mm", reach)
    if away > reach + COINCIDE:
        verdict.refuse(f"{general.id} would move farther than a general's move.", "MEG-B7.6")
    enemies = position.enemies(general.side)
    in_the_way = [base.id for base in enemies if length_inside(start, end, base.rectangle.corners) > COINCIDE]
    if in_the_way:
        verdict.refuse(f"{in_the_way[0]} is in the way of {general.id}, and it is enemy.", "MEG-B7.6")


def _standing(position: Position, general: General) -> Point | None:
    """Where a general stands: behind his file, or at his own place."""
    file = company(position, general)
    return behind(file) if file else general.front


def behind(file: tuple[Base, ...]) -> Point:
    """The middle of the rear edge of a file, where an attached general stands (MEG-B7.11)."""
    last = file[-1]
    return (last.front[0] - last.facing[0] * last.depth, last.front[1] - last.facing[1] * last.depth)


def _spot(position: Position, to: str | Point) -> Point | None:
    if not isinstance(to, str):
        return to
    bases = named_bases(position, to)
    if not bases:
        return None
    x = sum(base.rectangle.centre[0] for base in bases) / len(bases)
    y = sum(base.rectangle.centre[1] for base in bases) / len(bases)
    return (x, y)


def _way(position: Position, general: General, to: str | Point, start: Point, end: Point) -> float:
    """How far he goes: to the nearest point of the troops he joins, or to his place."""
    if not isinstance(to, str):
        return distance(start, end)
    bases = named_bases(position, to)
    own = company(position, general)
    if any(base.id == other.id for base in bases for other in own):
        return 0.0
    return min(point_to(start, base.rectangle) for base in bases)


def _free_move(
    position: Position, general: str, contacted_by: str | None = None, move: str = "charge", kab: str | None = None
) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    free = False
    if contacted_by is not None and unit_of(position, contacted_by).side == he.side:
        raise BadQuestion(f"{contacted_by} is of the same side", "contacted_by")
    if he.state in IDLE and he.state != "stunned":
        found.cite("MEG-B7.13", f"{he.id} is not on the table.")
    elif kab == "killed":
        found.cite("MEG-09b", f"{he.id} did not survive the test, so he is removed.")
    elif contacted_by is not None and move == "pursuit":
        found.cite("MEG-09b", f"{he.id} survived and gets one free move away from the pursuit.")
        free = True
    elif contacted_by is not None:
        found.cite("MEG-09a", f"{he.id} is contacted by enemy and gets one free move at once.")
        found.cite("MEG-B22.9", "He goes up to 8 BW, to a friend or at least 1 BW from enemy.")
        free = True
    return found.rule("free_move", {"free": free, "moves": 1 if free else 0})


def _goes_along(
    position: Position,
    general: str,
    unit: str,
    action: str,
    upgraded: bool = False,
    prompted_by: str | None = None,
) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    if action not in actions(position.edition) and action not in OTHER_MOVES:
        raise BadQuestion(f"action must be a prompted action or a move, and {action!r} is neither", "action")
    if he.unit != unit:
        found.cite("MEG-B7.5", f"{he.id} is not with {unit}.")
        return found.rule("goes_along", {"must_go": False, "may_go": False, "may_stay": True})
    his_own = prompted_by is None or prompted_by == he.id
    if upgraded and his_own:
        found.cite("MEG-09g", f"{he.id} upgraded the card for this move and must go with {unit}.")
        if action in CHARGES:
            found.cite("MEG-B15.31", "A countercharge or charge prompted so takes him along.")
        return found.rule("goes_along", {"must_go": True, "may_go": True, "may_stay": False})
    found.cite("MEG-09h", f"{he.id} may always go with {unit}, and need not.")
    if action in CHARGES:
        found.cite("MEG-B15.31", f"Where a charger goes, {he.id} may go.")
    return found.rule("goes_along", {"must_go": False, "may_go": True, "may_stay": True})


def _edge_near(position: Position, unit: Unit) -> bool:
    """Whether an edge of the table is in reach of the longest flight: a full move and the best variable distance."""
    farthest = max(float(value) for key, value in table(position, "vmd").items() if key.isdigit())
    reach = bw(position, float(movement_row(position, unit)["good"]) + farthest)
    width, depth = position.size
    corners = [corner for base in bases_of(position, unit.id) for corner in base.rectangle.corners]
    return any(min(x, y, width - x, depth - y) <= reach + COINCIDE for x, y in corners)


def _leaves_table(position: Position, unit: str, move: str, general: str | None = None) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    if (move == "rout" or move in EVADING) and not _edge_near(position, group):
        return found.rule("leaves_table", False)
    if general is not None:
        found.cite("MEG-09d", f"{general} halts at the edge when {unit} leaves the table.")
        return found.rule("leaves_table", False)
    if move == "rout":
        found.cite("MEG-B20.16", f"{unit} is removed at the edge.")
        return found.rule("leaves_table", True)
    if move in EVADING and group.kind == SUG:
        found.cite("MEG-B14.7", f"{unit} is a SuG and is lost when a base leaves the table.")
        return found.rule("leaves_table", True)
    if move in EVADING and is_flexible(group) and is_skirmishing(group):
        found.cite("MEG-20i", f"{unit} stops at the edge and takes a test, although it is in skirmisher form.")
    elif move in EVADING:
        found.cite("MEG-B14.7", f"{unit} stops at the edge and takes a test.")
    else:
        found.cite("MEG-B20.16" if move == "pursuit" else "MEG-B13.29", f"{unit} stops at the edge.")
    return found.rule("leaves_table", False)


_MOVE = one_of(*OTHER_MOVES)
_ANY = Kind("prompted action or move", lambda value, position: str(value))
QUESTIONS = (
    question(
        "may_move_general",
        "whether a general may be moved by a card",
        {"general": GENERAL, "to": PLACE, "cards": list_of(COLOUR).or_none(), "payer": GENERAL.or_none()},
        _may_move_general,
    ),
    question(
        "free_move",
        "whether a general gets a free move",
        {
            "general": GENERAL,
            "contacted_by": UNIT.or_none(),
            "move": one_of("charge", "pursuit").or_none(),
            "kab": one_of("survived", "killed").or_none(),
        },
        _free_move,
    ),
    question(
        "goes_along",
        "whether a general goes with his unit group when it moves",
        {
            "general": GENERAL,
            "unit": UNIT,
            "action": _ANY,
            "upgraded": FLAG.or_none(),
            "prompted_by": GENERAL.or_none(),
        },
        _goes_along,
    ),
    question(
        "leaves_table",
        "whether a unit group leaves the table with a move, or its general does",
        {"unit": UNIT, "move": _MOVE, "general": GENERAL.or_none()},
        _leaves_table,
    ),
)
