"""Sentences about events, in the players' words."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Event
from debellis.umpire.ruling import Finding

_VERBS = {"shoot": "shoots at", "fight": "fights"}
_FATES = {
    "no_effect": "holds",
    "recoil": "recoils",
    "flee": "flees",
    "destroyed": "is destroyed",
    "change_sides": "changes sides",
}


def told(kind: str, one: str, two: str, answer: dict[str, Any], rolls: tuple[int, int], finding: Finding) -> Event:
    """One combat in one sentence: factors and dice of both, and the fate of the loser."""
    sheets = {sheet.of: sheet.sum for sheet in finding.sheets}
    sums = list(sheets.values())
    totals = answer["totals"]
    numbers = f"{sums[0]}+{rolls[0]}={totals[0]} against {sums[1]}+{rolls[1]}={totals[1]}"
    outcome = answer["outcome"]
    fate = "nothing happens" if "loser" not in answer else f"{answer['loser']} {_FATES[outcome]}"
    says = f"{one} {_VERBS[kind]} {two}: {numbers}; {fate}"
    return Event(kind, says, tuple(finding.reasons), (one, two), finding.rule(kind, answer | {"dice": list(rolls)}))


def because(kind: str, says: str, finding: Finding, *bases: str) -> Event:
    """An event with the clauses collected before it."""
    return Event(kind, says, tuple(finding.reasons), bases)
