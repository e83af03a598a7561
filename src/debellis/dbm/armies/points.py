"""Army points: what elements, generals and fortifications cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from debellis.dbm.armies.doubles import alike, both_cavalry, count_as, pair_of
from debellis.dbm.armies.elements import BAGGAGE, Element, read_elements
from debellis.dbm.armies.lists import ARMY, ArmyList, Line, find_list, lines_of
from debellis.dbm.troops import ALLY, Troop, written
from debellis.mechanics.tables import load, rows, ruleset_of, table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, TEXT, WHOLE, BadQuestion, Question, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling

#: Wall sections that cost more than a plain one.
_EXTRAS = {"PF_tower": "PF_tower_extra", "PF_gateway": "PF_gateway_extra", "PF_gate_tower": "PF_gate_tower_extra"}
WORKS = ("TF", "TF_camp_or_bua", "PF", *_EXTRAS)


class Terms(Value, frozen=True):
    """The terms on which elements are bought: the lines of a list, and whether the list requires all double bases.

    `alternative` selects the second price where two are printed.
    """

    lines: dict[str, Line]
    all_listed: bool = False
    alternative: bool = False


NO_LIST = Terms({})


@cache
def _prices(edition: str, alternative: bool) -> dict[tuple[str, str, str], float]:
    found: dict[tuple[str, str, str], float] = {}
    for row in load(edition)["cost"]:
        prices = row["ap"] | (row.get("ap_alt", {}) if alternative else {})
        found[row["drill"], row["type"], row["grade"]] = float(prices[ruleset_of(edition)])
    return found


def plain_price(position: Position, what: Troop, alternative: bool = False) -> float:
    """The cost of troops by drill, type and grade alone. Baggage is free."""
    if what.type == BAGGAGE:
        return float(table(position, "army_size")["baggage_cost_ap"])
    found = _prices(position.edition, alternative).get((what.drill, what.type, what.grade))
    if found is None:
        raise BadQuestion(f"no price is known for {what.drill} {what.name}: there are none", "elements")
    return found


def cost(position: Position, element: Element, terms: Terms, finding: Finding) -> float:
    """The cost of an element, or of a double base of two."""
    adjust = table(position, "cost_adjust")
    halves, demanded = bought_as(position, element, terms, finding)
    total = 0.0
    for half in halves:
        price = plain_price(position, half, terms.alternative)
        total += price
        _cite_amended(position, half, price, finding)
        if half.chariot:
            total += adjust["chariot"]
            finding.cite("DBM-B5.3", f"a chariot costs {-adjust['chariot']} less")
        if half.on_mounts:
            total += adjust["mounted_infantry"]
            finding.cite("DBM-B5.3", f"infantry given mounts costs {adjust['mounted_infantry']} more")
    if demanded:
        total += _reduction(position, halves, adjust, finding)
    if element.rank is not None:
        total += _surcharge(position, element, terms, adjust, finding)
    return total


def cost_of_several(position: Position, element: Element, count: int, lines: dict[str, Line]) -> float | None:
    """The cost of some elements of a list; None if such troops have no price."""
    try:
        return count * cost(position, element, Terms(lines), Finding())
    except BadQuestion:
        return None


def bought_as(position: Position, element: Element, terms: Terms, finding: Finding) -> tuple[tuple[Troop, ...], bool]:
    """The elements on a base as they cost and play, and whether the list requires that they share the base."""
    halves = element.halves
    pair = pair_of(terms.lines, element)
    if pair is not None:
        return count_as(position, pair[0].what, pair[1].what, finding), True
    if terms.all_listed and len(halves) == 2:
        return count_as(position, halves[0], halves[1], finding), True
    return halves, False


def _reduction(position: Position, halves: tuple[Troop, ...], adjust: dict[str, Any], finding: Finding) -> float:
    front, rear = halves
    less = float(adjust[f"rear_half_of_listed_double_base_{rear.drill.lower()}"])
    finding.cite("DBM-B5.3", f"the rear half of a double base that its list demands costs {-less:g} less")
    if both_cavalry(front, rear):
        row = table(position, "listed_double_cavalry")
        finding.cite_all(row["rear_half_clauses"], f"the rear Cv(O) of the double base still costs {-less:g} less")
    return less


def _surcharge(position: Position, element: Element, terms: Terms, adjust: dict[str, Any], finding: Finding) -> float:
    """The extra cost of a general."""
    rank = "ally_general" if element.rank == ALLY else "cinc_or_sub"
    by_list = regular_by_list(position, element, terms.lines)
    if by_list:
        finding.cite("DBM32-P11-elgen-a", f"the list makes its {element.rank} on an elephant regular")
        finding.cite("DBM32-P11-elgen-b", "such a general is paid for as a regular one")
    drill = "reg" if by_list or element.what.regular else "irr"
    more = float(adjust[f"{drill}_{rank}"])
    finding.cite("DBM-B5.3", f"a {'regular' if drill == 'reg' else 'irregular'} {element.rank} costs {more:g} more")
    return more


def regular_by_list(position: Position, element: Element, lines: dict[str, Line]) -> bool:
    """Whether a general on an elephant is regular because his list says so, where the rules let lists do that."""
    regular = table(position, "general_regular_by_list")["types"]
    if element.rank is None or element.what.type not in regular:
        return False
    his = [line for line in lines.values() if line.rank == element.rank and alike(line.what, element.what)]
    return any(line.regular_general for line in his)


def _cite_amended(position: Position, what: Troop, price: float, finding: Finding) -> None:
    for row in rows(position, "cost_amended"):
        if (what.drill, what.type) == (row["drill"], row["type"]) and what.grade in row["grades"]:
            says = f"{what.drill} {what.name} cost {price:g} since {row['version']}"
            finding.cite_all(row["clauses"], says)


def army_cost(
    position: Position,
    elements: Sequence[Element],
    army: ArmyList | None,
    works: dict[str, int],
    finding: Finding,
    all_listed: bool = False,
    alternative: bool = False,
) -> float:
    """The total cost of elements and fortifications, with the works that the list makes compulsory."""
    terms = Terms({} if army is None else lines_of(position.edition, army), all_listed, alternative)
    total = sum(cost(position, element, terms, finding) for element in elements)
    if any(element.what.type == BAGGAGE for element in elements):
        finding.cite("DBM-B5.6", "baggage costs nothing")
    return total + works_cost(position, army, works, finding)


def works_cost(position: Position, army: ArmyList | None, works: dict[str, int], finding: Finding) -> float:
    """The cost of fortifications. Permanent works that the list makes compulsory cost points even if not named."""
    prices = table(position, "cost_fortification")
    bought = dict(works)
    for kind, count in bought.items():
        if kind not in WORKS or count < 0:
            raise BadQuestion(f"{kind} = {count} are no fortifications; there are {', '.join(WORKS)}", "fortifications")
    for line in () if army is None else army.fortification:
        if line.kind not in WORKS:
            raise BadQuestion(f"{line.kind} are no fortifications; there are {', '.join(WORKS)}", "army")
        if line.min and line.kind.startswith("PF"):
            finding.cite("IWF-25.6", f"the {line.min} {line.kind} that the list makes compulsory must be paid for")
        bought[line.kind] = max(bought.get(line.kind, 0), line.min)
    total = 0.0
    for kind, count in bought.items():
        each = prices["PF"] + prices[_EXTRAS[kind]] if kind in _EXTRAS else prices[kind]
        total += each * count
        if count:
            finding.cite("DBM-B5.7", f"{kind} costs {each:g} for the width of an element")
    return total


def points(
    position: Position,
    *,
    elements: tuple[str, ...],
    army: str | ArmyList | None = None,
    fortifications: dict[str, int] | None = None,
    list_double_base: bool = False,
    alternative_prices: bool = False,
) -> Ruling:
    """The cost of an army or of a part of it, in army points.

    `list_double_base` says that the list requires the double bases. `alternative_prices` selects the second price where
    two are printed.
    """
    finding = Finding()
    given = read_elements(position, elements, "elements")
    listed = None if army is None else find_list(position, army)
    total = army_cost(position, given, listed, fortifications or {}, finding, list_double_base, alternative_prices)
    finding.measure("army points", total, "points")
    return finding.rule("points", total)


def fielded_as(
    position: Position, *, troops: str, army: str | ArmyList | None = None, list_double_base: bool = False
) -> Ruling:
    """What elements of a list play as. The grade of a double base that the list requires may change."""
    finding = Finding()
    lines = {} if army is None else lines_of(position.edition, find_list(position, army))
    found: list[str] = []
    for element in read_elements(position, (troops,), "troops"):
        halves, _ = bought_as(position, element, Terms(lines, list_double_base), finding)
        found += [written(half) for half in halves]
    return finding.rule("fielded_as", found)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "points",
        "what elements and fortifications cost, in army points",
        {
            "elements": list_of(TEXT),
            "army": ARMY.or_none(),
            "fortifications": table_of(WHOLE).or_none(),
            "list_double_base": FLAG.or_none(),
            "alternative_prices": FLAG.or_none(),
        },
        points,
    ),
    Question(
        "fielded_as",
        "what troops of a list play as",
        {"troops": TEXT, "army": ARMY.or_none(), "list_double_base": FLAG.or_none()},
        fielded_as,
    ),
)
