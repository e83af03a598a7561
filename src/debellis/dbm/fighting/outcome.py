"""Outcome: how two final scores compare, and the result for each element."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.fighters import CLOSE, SHOT, CombatSetting, Fighter, ground_of
from debellis.dbm.fighting.grading import counts_as
from debellis.dbm.fighting.support import Supports, cite_given, supported, unsupported
from debellis.dbm.going import GOOD, going_at
from debellis.dbm.troops import among
from debellis.mechanics.tables import holds, rows, table
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

EQUAL, MORE, LESS, HALF = "equal", "more", "less", "half"
NO_EFFECT, RECOIL, FLEE, DESTROYED = "no_effect", "recoil", "flee", "destroyed"
FATES = (NO_EFFECT, RECOIL, FLEE, DESTROYED)
_RESULT = {"none": NO_EFFECT, "recoil": RECOIL, "flee": FLEE, "destroyed": DESTROYED}
_MODE = {"cc": CLOSE, "shot": SHOT}


def compare(mine: int, theirs: int) -> str:
    """How a score compares with another, negative numbers included. Equality comes first, then half or less.

    Each side is compared separately, so that both of two negative scores can be half or less.
    """
    if mine == theirs:
        return EQUAL
    if 2 * mine <= theirs:
        return HALF
    return LESS if mine < theirs else MORE


def compared(scores: tuple[int, int], finding: Finding) -> tuple[str, str]:
    """How two final scores compare for each side, with the clauses that decide it."""
    found = (compare(*scores), compare(scores[1], scores[0]))
    low, high = sorted(scores)
    shown = f"{scores[0]} against {scores[1]}"
    if low == high:
        if high <= 0:
            finding.cite("IWF-21.1d", f"{shown} is equal, though neither is above nothing")
            finding.cite("IWF-21.1e", f"{shown}: whether they are equal is asked first")
        return found
    if HALF in found:
        finding.cite("IWF-21.1a", f"{shown}: twice {low} is no more than {high}, half or less")
    if low <= 0 and (high > 0 or low < high == 0):
        finding.cite("IWF-21.1b", f"{low} is less than half of {high}")
    if high < 0:
        both = "both are" if found[0] == found[1] == HALF else f"only {low} is"
        finding.cite("IWF-21.1c", f"{shown}: of two negative scores {both} half of the other or less")
        finding.cite("IWF-21.1e", f"{shown}: each side is tested for itself against half of the other")
    return found


def fate(
    position: Position,
    who: Fighter,
    against: Fighter,
    how: str,
    setting: CombatSetting,
    backing: Supports,
    finding: Finding,
    held_by: str | None = None,
) -> str:
    """The result of a comparison for an element, in "close" combat or when "shot" at.

    `held_by` is an enemy whose front edge is on its flank or rear. Then it cannot recoil or flee, and is destroyed.
    """
    if how == MORE:
        return NO_EFFECT
    if how == EQUAL:
        return _equal(position, who, finding)
    result = _banded(position, who, against, how, setting, backing, finding)
    if result in (RECOIL, FLEE) and held_by is not None:
        says = f"{who.id} is held by the front of {held_by} and is destroyed where it would {result}"
        finding.cite("DBM-B27.22", says)
        return DESTROYED
    return result


def _equal(position: Position, who: Fighter, finding: Finding) -> str:
    row = table(position, "outcome_equal")
    result = _RESULT[row.get(who.what.type, row["default"])]
    if result != NO_EFFECT:
        finding.cite_all(row["clauses"], f"{who.id}, {who.what.type}, is used up by an equal score")
    return result


def _banded(
    position: Position,
    who: Fighter,
    against: Fighter,
    how: str,
    setting: CombatSetting,
    backing: Supports,
    finding: Finding,
) -> str:
    """The result of the first rule that applies, from the table for half or less or the table for less."""
    name = "outcome_half" if how == HALF else "outcome_less"
    row = next(row for row in rows(position, name) if who.what.type in row.get("types", (row.get("type"),)))
    for rule in row["rules"]:
        if holds(position.edition, rule) and _applies(position, rule, who, against, setting, backing, finding):
            result = _RESULT[rule["result"]]
            says = f"{who.id}, {who.what.name}, beaten by {against.what.name}: {result.replace('_', ' ')}"
            finding.cite_all(rule.get("clauses", row.get("clauses", ())), says)
            says = f"{who.id} has less than {against.id} but more than half"
            finding.cite_all(row.get("amended_clauses", ()), says)
            return result
    return NO_EFFECT


def _applies(
    position: Position,
    rule: dict[str, Any],
    who: Fighter,
    against: Fighter,
    setting: CombatSetting,
    backing: Supports,
    finding: Finding,
) -> bool:
    """Whether a rule of an outcome applies."""
    if (
        _MODE.get(rule.get("mode", "any"), setting.mode) != setting.mode
        or rule.get("grade", who.what.grade) != who.what.grade
    ):
        return False
    if "by" in rule and not among(position.edition, counts_as(position, against, who, setting), rule["by"]):
        return False
    if rule.get("moved_into_front_this_bound") and not (who.id in setting.moved and setting.not_in_front is None):
        return False
    if "self_going" in rule:
        if going_at(position, who.where, who.what)[0] != rule["self_going"]:
            return False
        ground_of(position, who.what, who.where, who.id, finding)
    if rule.get("opp_good") and ground_of(position, against.what, who.where, who.id, finding) != GOOD:
        return False
    return "supported" not in rule or _is_supported(backing, rule["supported"], finding)


def _is_supported(backing: Supports, name: str, finding: Finding) -> bool:
    """Whether a support that changes the outcome is given. If it is refused, the reason is cited."""
    one = supported(backing, name)
    if one is not None:
        cite_given(one, finding)
        return True
    refused = unsupported(backing, name)
    if refused is not None:
        finding.absorb(refused.why)
    return False
