"""Armies: what they cost, and whether one may be fielded."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import load, rows_of
from debellis.mechanics.years import span_words, year_words
from debellis.meg.arguments import ANY_UNIT, question
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMELRY, CAVALRY, CHARIOTS, ELEPHANTS, SKIRMISHER, SUG, TUG
from debellis.meg.units import unit_of
from debellis.meg.words import unit_words
from debellis.table.position import Position
from debellis.table.units import TroopDescription, Unit
from debellis.umpire.questions import TABLE, BadQuestion
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: The parts of a description that stand once in it.
SINGLE = ("type", "order", "training", "quality", "protection", "horse", "melee", "shoot", "skill")
ALLY = "ally"
#: The paragraphs that name the words of each part of a description.
PARAGRAPHS = {
    "type": "MEG-B4.1",
    "order": "MEG-B4.2",
    "training": "MEG-B4.3",
    "quality": "MEG-B4.4",
    "protection": "MEG-B4.5",
    "horse": "MEG-B4.5",
    "melee": "MEG-B4.6",
    "shoot": "MEG-B4.7",
    "skill": "MEG-B4.7",
}


def base_points(edition: str, troops: dict[str, Any]) -> float:
    """What one base costs (MEG-B8.7)."""
    costs = load(edition)["points"]
    key = f"{troops.get('type', '')} {troops.get('order', '')}"
    if key not in costs["type_order"]:
        raise BadQuestion(f"there is no cost for {key} troops", "army")
    found = float(costs["type_order"][key])
    for part, table in (
        ("training", "training"),
        ("quality", "quality"),
        ("protection", "protection"),
        ("horse", "horse"),
        ("melee", "melee"),
        ("skill", "skill"),
        ("shoot", "shooting_weapon"),
    ):
        found += float(costs[table].get(troops.get(part, ""), 0))
    return found + sum(float(costs["traits"].get(trait, 0)) for trait in troops.get("traits", ()))


def group_points(edition: str, group: dict[str, Any]) -> float:
    """What one unit group costs: base by base where it is mixed."""
    parts = group.get("mixed", ())
    if not parts:
        return int(group["bases"]) * base_points(edition, group)
    return sum(int(part["bases"]) * base_points(edition, {**group, **part}) for part in parts)


def army_points(edition: str, army: dict[str, Any]) -> float:
    """What an army costs: its unit groups, its generals and its camp."""
    costs = load(edition)["points"]
    groups = sum(int(group.get("n", 1)) * group_points(edition, group) for group in army.get("ug", ()))
    generals = sum(float(costs["general"].get(str(one.get("rank", "")).capitalize(), 0)) for one in _generals(army))
    return groups + generals + float(costs["camp"].get(army.get("camp", "basic"), 0))


def _generals(army: dict[str, Any]) -> list[dict[str, Any]]:
    return list(army.get("general", ()))


def _written(troops: TroopDescription) -> dict[str, Any]:
    return {**{key: getattr(troops, key) for key in SINGLE}, "traits": troops.traits}


def unit_points(edition: str, unit: Unit) -> float:
    """What a unit group of a position cost, with the bases it had at the start."""
    if unit.parts:
        return sum(part.bases * base_points(edition, _written(part.troops)) for part in unit.parts)
    return unit.original * base_points(edition, _written(unit.troops))


def _points(position: Position, army: dict[str, Any] | None = None, unit: str | None = None) -> Ruling:
    found = Finding()
    if (army is None) == (unit is None):
        raise BadQuestion("name an army or a unit", "army")
    found.cite("MEG-B8.7", "A unit group costs its bases times the sum of what its description costs.")
    if unit is not None:
        return found.rule("points", unit_points(position.edition, unit_of(position, unit)))
    assert army is not None
    check_written(army)
    return found.rule("points", army_points(position.edition, army))


def check_written(army: dict[str, Any]) -> None:
    """Raise BadQuestion for an army whose tables are not of the right form."""
    for key in ("ug", "general"):
        if not all(isinstance(one, dict) for one in _listed(army, key)):
            raise BadQuestion(f"{key} of an army must be a list of tables", "army")
    for group in army.get("ug", ()):
        for part in (group, *_listed(group, "mixed")):
            if not isinstance(part, dict) or not isinstance(part.get("bases"), int) or part["bases"] < 1:
                raise BadQuestion(f"{_name(group)} of an army must have bases, a whole number of 1 or more", "army")
        if not isinstance(group.get("n", 1), int) or group.get("n", 1) < 1:
            raise BadQuestion(f"n of {_name(group)} must be a whole number, 1 or more", "army")


def _listed(table: dict[str, Any], key: str) -> list[Any]:
    found = table.get(key, [])
    if not isinstance(found, list | tuple):
        raise BadQuestion(f"{key} of an army must be a list", "army")
    return list(found)


def judge_army(verdict: Verdict, edition: str, army: dict[str, Any]) -> None:
    """Refuse an army for every fault, in the order of MEG-B8.8."""
    size = _size(edition, army)
    _judge_generals(verdict, edition, army, size)
    groups = list(army.get("ug", ()))
    for group in groups:
        _judge_size(verdict, edition, group, size)
    for group in groups:
        _judge_description(verdict, edition, group)
    for group in groups:
        _judge_kind(verdict, group)
    _judge_allies(verdict, edition, army)
    known = load(edition)["points"]["type_order"]
    if all(f"{group.get('type', '')} {group.get('order', '')}" in known for group in groups):
        _judge_points(verdict, edition, army, size)
    tugs = sum(int(group.get("n", 1)) for group in groups if group.get("kind") == TUG)
    least = int(load(edition)["army"]["min_tugs"])
    verdict.measure("TuGs", tugs, "unit groups", least)
    if tugs < least:
        verdict.refuse(f"An army has at least {least} TuGs, and this one has {tugs}.", "MEG-B8.8")
    if verdict.legal:
        permit(verdict, "The army is legal.", "MEG-B8.8")


def _size(edition: str, army: dict[str, Any]) -> dict[str, Any]:
    named = army.get("size", "Maximus")
    found: dict[str, Any] | None = next((row for row in rows_of(edition, "game_size") if row["name"] == named), None)
    if found is None:
        raise BadQuestion(f"there is no size of game {named!r}", "army")
    return found


def _judge_generals(verdict: Verdict, edition: str, army: dict[str, Any], size: dict[str, Any]) -> None:
    """Their number, at most two of them talented or better, and one army commander."""
    generals, rules = _generals(army), load(edition)["army"]
    least, most = size["generals"]
    if not least <= len(generals) <= most:
        verdict.refuse(f"An army has {least} to {most} generals, and this one has {len(generals)}.", "MEG-B8.5")
    able = [one for one in generals if str(one.get("rank", "")).casefold() in ("talented", "legendary")]
    if len(able) > int(rules["talented_or_better_max"]):
        verdict.refuse("At most two generals are talented or legendary.", "MEG-B8.5", "MEG-B7.1")
    style = next((one.get("style") for one in generals if one.get("role") == "AC"), None)
    for one in generals:
        if one.get("role") == ALLY and style and one.get("style") not in (None, style):
            verdict.refuse(f"An ally general has the style of the army commander, {style}.", "MEG-B7.12")
        if one.get("role") == ALLY and str(one.get("rank", "")).casefold() == "legendary":
            verdict.refuse("An ally general is never legendary.", "MEG-B7.12")
    if army.get("camp", "basic") not in load(edition)["points"]["camp"]:
        verdict.refuse(f"A camp is basic or fortified, not {army['camp']}.", "MEG-B8.3")
    _judge_year(verdict, army)
    commanders = sum(1 for one in generals if one.get("role") == "AC")
    if commanders != 1:
        verdict.refuse(f"An army has one army commander, and this one has {commanders}.", "MEG-B7.1")


def _judge_year(verdict: Verdict, army: dict[str, Any]) -> None:
    """Refuse a date outside the list of the army (MEG-B8.9)."""
    first, last, year = army.get("list_from"), army.get("list_to"), army.get("year")
    if not isinstance(first, int) or not isinstance(last, int) or not isinstance(year, int):
        return
    if not first <= year <= last:
        verdict.refuse(f"The list is of {span_words(first, last)}, and the army of {year_words(year)}.", "MEG-B8.9")


def size_row(group: dict[str, Any]) -> str:
    """The name of the row that says how many bases such a unit group has."""
    kind = group.get("type", "")
    if group.get("kind") == SUG:
        return "SuG artillery" if kind == ARTILLERY else "SuG"
    if "expendable" in group.get("traits", ()):
        return "TuG expendables"
    if kind in (CAVALRY, CAMELRY, CHARIOTS):
        return "TuG cavalry, camelry, chariots"
    return {ELEPHANTS: "TuG elephants", BATTLEWAGONS: "TuG battlewagons"}.get(kind, "TuG infantry")


def _judge_size(verdict: Verdict, edition: str, group: dict[str, Any], size: dict[str, Any]) -> None:
    row = next(row for row in rows_of(edition, "ug_size") if row["kind"] == size_row(group))
    if size["name"] == "Magna":
        pikes = group.get("melee") == "pike" and "sizes_magna_pikes" in row
        allowed, clause = list(row["sizes_magna_pikes" if pikes else "sizes_magna"]), "MEG-B8.12"
    else:
        allowed, clause = [*row["sizes"], *row.get("rare", ())], "MEG-B3.2"
    if int(group.get("bases", 0)) not in allowed:
        told = ", ".join(str(one) for one in sorted(allowed))
        verdict.refuse(f"{_name(group)} has {group.get('bases', 0)} bases; it may have {told}.", clause)


def _judge_description(verdict: Verdict, edition: str, group: dict[str, Any]) -> None:
    """Every word of a description is one that exists."""
    words = unit_words(edition)
    for part in (group, *group.get("mixed", ())):
        for key in SINGLE:
            if part.get(key) and part[key] not in words[key]:
                verdict.refuse(f"{_name(group)}: there is no {key} {part[key]!r}.", "MEG-B8.8", PARAGRAPHS[key])
        for trait in part.get("traits", ()):
            if trait not in words["traits"]:
                verdict.refuse(f"{_name(group)}: there is no characteristic {trait!r}.", "MEG-B8.8", "MEG-B4.8")


def _judge_kind(verdict: Verdict, group: dict[str, Any]) -> None:
    """Skirmishers are SuGs, and SuGs are skirmishers; flexible troops are TuGs."""
    light = group.get("order") == SKIRMISHER
    flexible = group.get("order") == "flexible" or "flexible" in group.get("traits", ())
    if flexible and group.get("kind") == SUG:
        verdict.refuse(f"{_name(group)} is flexible and counts as a TuG.", "MEG-20l")
    elif light != (group.get("kind") == SUG):
        verdict.refuse(f"{_name(group)}: skirmishers stand in SuGs only, and SuGs are skirmishers.", "MEG-B8.8")


def _judge_allies(verdict: Verdict, edition: str, army: dict[str, Any]) -> None:
    """An ally general has 2 to 4 unit groups of his contingent."""
    rules = load(edition)["army"]
    least, most = int(rules["ally_ugs_min"]), int(rules["ally_ugs_max"])
    groups = list(army.get("ug", ()))
    for ally in (one for one in _generals(army) if one.get("role") == ALLY):
        named = ally.get("group", "")
        count = sum(int(group.get("n", 1)) for group in groups if group.get("group", "") == named)
        if not least <= count <= most:
            verdict.refuse(f"The ally {named} has {least} to {most} unit groups, not {count}.", "MEG-B8.5")


def _judge_points(verdict: Verdict, edition: str, army: dict[str, Any], size: dict[str, Any]) -> None:
    least, most = size["points"]
    cost = army_points(edition, army)
    verdict.measure("points", cost, "points", float(most if cost > least else least))
    if not least <= cost <= most:
        says = f"The army costs {cost:g} points; {size['name']} allows {least} to {most}."
        verdict.refuse(says, "MEG-B8.10", "MEG-B8.7")


def _name(group: dict[str, Any]) -> str:
    return str(group.get("name") or f"{group.get('type', '')} {group.get('kind', '')}")


QUESTIONS = (
    question(
        "points",
        "what an army or a unit group costs",
        {"army": TABLE.or_none(), "unit": ANY_UNIT.or_none()},
        _points,
    ),
)
