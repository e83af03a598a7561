"""Armies chosen from a ready army as their list: numbers by line, sizes, ranks of generals, the camp (MEG-B8.11)."""

from __future__ import annotations

import re
from typing import Any

from debellis.mechanics.tables import load, rows_of
from debellis.meg.arguments import question
from debellis.meg.setting_up.armies import check_written, group_points, judge_army, size_row
from debellis.meg.setting_up.lists import MAGNA, army_lists, size_of
from debellis.meg.setting_up.pre_battle import entitlement
from debellis.meg.troops import TUG
from debellis.meg.words import QUALITIES, SKILLS
from debellis.table.position import Position
from debellis.umpire.questions import TABLE, TEXT, WHOLE, BadQuestion, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: A line by its number, perhaps with the number of bases of a smaller unit group, and with a grade less of quality or
#: shooting skill; or a general with his rank, and whether he floats.
_UNITS = re.compile(r"(\d+)(?:: (.+))?")
_BASES = re.compile(r"(\d+) bases")
_GENERAL = re.compile(r"g(\d+): (\w+)(, floating)?")
FORTIFIED = "fortified camp"
LOWER_QUALITY, LOWER_SKILL, FLOATING = "lower quality", "lower skill", "floating"
#: The grades of quality and of shooting skill, from the best down.
GRADES = {"quality": QUALITIES, "skill": SKILLS}


def army_named(edition: str, name: str) -> dict[str, Any] | None:
    """The ready army of an id or a name; None if there is none."""
    lists = army_lists(edition)
    return lists.get(name) or next((army for army in lists.values() if army["name"] == name), None)


def limits(group: dict[str, Any]) -> tuple[int, int]:
    """How many unit groups of a line may be taken: half to one and a half times, one may be left out or doubled."""
    count = int(group.get("n", 1))
    return (0, 2) if count == 1 else (count // 2, -(-3 * count // 2))


def sizes_of(edition: str, army: dict[str, Any], group: dict[str, Any]) -> tuple[int, ...]:
    """The numbers of bases that a unit group of a line may have: that of the list, and smaller ones."""
    row = next(row for row in rows_of(edition, "ug_size") if row["kind"] == size_row(group))
    if size_of(army) == MAGNA:
        pikes = group.get("melee") == "pike" and "sizes_magna_pikes" in row
        allowed = list(row["sizes_magna_pikes" if pikes else "sizes_magna"])
    else:
        allowed = [*row["sizes"], *row.get("rare", ())]
    listed = int(group["bases"])
    smaller = [] if group.get("mixed") else [one for one in sorted(allowed, reverse=True) if one < listed]
    return (listed, *smaller)


def ready_choice(army: dict[str, Any]) -> dict[str, int]:
    """The ready army as a choice from its own list."""
    found = {f"g{i}: {one['rank']}": 1 for i, one in enumerate(army["general"], start=1)}
    found |= {str(i): int(group.get("n", 1)) for i, group in enumerate(army["ug"], start=1)}
    if army.get("camp") == "fortified":
        found[FORTIFIED] = 1
    return found


def chosen_army(edition: str, army: dict[str, Any], choice: dict[str, int]) -> tuple[dict[str, Any], list[str]]:
    """The army that a choice gives, written as a list, and the words of the choice that mean nothing."""
    groups: list[dict[str, Any]] = []
    ranks: dict[int, tuple[str, bool]] = {}
    unknown: list[str] = []
    for word, count in choice.items():
        general = _GENERAL.fullmatch(word)
        group = _line(army, word)
        if group is not None:
            if count:
                groups.append({**group, "n": count})
        elif general is not None and 1 <= int(general[1]) <= len(army["general"]):
            if count:
                ranks[int(general[1])] = (general[2], bool(general[3]))
        elif word != FORTIFIED:
            unknown.append(word)
    leaders = list(army["general"])
    if ranks:
        leaders = [_ranked(one, *ranks[i]) for i, one in enumerate(army["general"], start=1) if i in ranks]
    camp = "fortified" if choice.get(FORTIFIED) else "basic"
    found = {**army, "general": leaders, "ug": groups, "camp": camp}
    return {**found, "pbs_cards": entitlement(edition, found, Finding())}, unknown


def _ranked(general: dict[str, Any], rank: str, floats: bool) -> dict[str, Any]:
    found = {**general, "rank": rank}
    return {**found, "floating": True} if floats else found


def _line(army: dict[str, Any], word: str) -> dict[str, Any] | None:
    """A line of a list as a word of a choice wants it; None if the word means none."""
    match = _UNITS.fullmatch(word)
    if match is None or not 1 <= int(match[1]) <= len(army["ug"]):
        return None
    group = army["ug"][int(match[1]) - 1]
    bases, lower = int(group["bases"]), dict[str, str]()
    for part in match[2].split(", ") if match[2] else ():
        sized = _BASES.fullmatch(part)
        if sized is not None:
            bases = int(sized[1])
        elif part == LOWER_QUALITY and lower_grade(group, "quality"):
            lower["quality"] = lower_grade(group, "quality")
        elif part == LOWER_SKILL and lower_grade(group, "skill"):
            lower["skill"] = lower_grade(group, "skill")
        else:
            return None
    return {**_sized(group, bases, 1, int(match[1])), **lower}


def lower_grade(group: dict[str, Any], key: str) -> str:
    """The next lower quality or shooting skill of a line; empty if there is none, or its bases differ (MEG-B8.5)."""
    grades = GRADES[key]
    word = str(group.get(key, ""))
    if group.get("mixed") or word not in grades[:-1]:
        return ""
    return grades[grades.index(word) + 1]


def _sized(group: dict[str, Any], bases: int, count: int, line: int) -> dict[str, Any]:
    """A line with so many unit groups of a size; a smaller one keeps its files as far as it has bases."""
    found = {**group, "n": count, "bases": bases, "line": line}
    if bases != int(group["bases"]):
        found["files"] = max(1, min(int(group.get("files", bases)), -(-bases // 2)))
    return found


def judge_choice(verdict: Verdict, edition: str, army: dict[str, Any], chosen: dict[str, Any]) -> None:
    """Refuse an army that its list does not give, or that may not be fielded at all (MEG-B8.11, MEG-B8.8)."""
    taken = taken_of(army, chosen)
    for i, group in enumerate(army["ug"], start=1):
        least, most = limits(group)
        if not least <= taken[i] <= most:
            verdict.refuse(f"{group['name']}: {least} to {most} may be taken, and there are {taken[i]}.", "MEG-B8.11")
    for group in chosen["ug"]:
        listed = army["ug"][int(group["line"]) - 1]
        if int(group["bases"]) not in sizes_of(edition, army, listed):
            verdict.refuse(f"{group['name']} has no size of {group['bases']} bases.", "MEG-B8.11")
    lines = [i for i, group in enumerate(army["ug"], start=1) if group["kind"] == TUG]
    present = [i for i in lines if taken[i]]
    if 2 * len(present) < len(lines):
        verdict.refuse("At least half of the lines of TuGs must be present.", "MEG-B8.11")
    known = {str(row["name"]) for row in load(edition)["general_rank"]}
    for one in chosen["general"]:
        if one.get("floating") and one["role"] != "AC":
            verdict.refuse("Only the army commander floats.", "MEG-B7.7", "MEG-B8.9")
        if one["rank"] not in known:
            verdict.refuse(f"There is no rank {one['rank']!r}.", "MEG-B7.2")
    try:
        judge_army(verdict, edition, chosen)
    except BadQuestion as bad:
        verdict.refuse(f"{bad.sentence[:1].upper()}{bad.sentence[1:]}.", "MEG-B8.8")


def taken_of(army: dict[str, Any], chosen: dict[str, Any]) -> dict[int, int]:
    """How many unit groups of each line a chosen army has."""
    taken = dict.fromkeys(range(1, len(army["ug"]) + 1), 0)
    for group in chosen["ug"]:
        taken[int(group["line"])] += int(group["n"])
    return taken


def points_of(edition: str, group: dict[str, Any], bases: int) -> float:
    """What one unit group of a line costs with so many bases."""
    return group_points(edition, {**group, "bases": bases})


def _may_field(position: Position, army: dict[str, Any] | None = None, **given: Any) -> Ruling:
    verdict = Verdict()
    if (army is None) == ("list" not in given):
        raise BadQuestion("name an army, or a list and what is chosen from it", "army")
    if army is not None:
        check_written(army)
        judge_army(verdict, position.edition, army)
        return verdict.decide("may_field")
    ready = army_named(position.edition, given["list"])
    if ready is None:
        raise BadQuestion(f"there is no ready army {given['list']!r}", "list")
    chosen, unknown = chosen_army(position.edition, ready, given["chosen"])
    if unknown:
        raise BadQuestion(f"{unknown[0]!r} is no line of {given['list']}", "chosen")
    judge_choice(verdict, position.edition, ready, chosen)
    return verdict.decide("may_field")


QUESTIONS = (
    question(
        "may_field",
        "whether an army is legal, as it is written or as it is chosen from a ready army",
        {"army": TABLE.or_none(), "list": TEXT.or_none(), "chosen": table_of(WHOLE).or_none()},
        _may_field,
        apart={"army": ("list", "chosen")},
        needs={"list": ("chosen",), "chosen": ("list",)},
    ),
)
