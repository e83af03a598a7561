"""The numbers of DBM as the rooms read them: tables by name, paces in millimetres, the version in force."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from debellis.table.position import Position
from debellis.table.scale import Scale

V31, V32 = "3.1", "3.2"
#: Versions whose rows hold in the version in force, besides rows without one.
_IN_FORCE = {V31: (V31,), V32: (V31, V32)}


@cache
def tables(edition: str) -> dict[str, Any]:
    """All the tables of an edition; one that stands on another (`stands_on`) has that one's where it has none."""
    text = resources.files("debellis.editions").joinpath(edition, "tables.toml").read_text("utf-8")
    own: dict[str, Any] = tomllib.loads(text)
    meta = own["meta"]
    return {**tables(meta["stands_on"]), **own} if "stands_on" in meta else own


def table(position: Position, name: str) -> Any:
    """One table of the edition a position is played by."""
    return tables(position.edition)[name]


def version(position: Position) -> str:
    """The version of the rules in force: "3.1" (with the IWF clarifications) or "3.2"."""
    found: str = tables(position.edition)["meta"]["ruleset"]
    return found


def rows(position: Position, name: str) -> list[dict[str, Any]]:
    """The rows of a table that hold in the version in force.

    A row of an older version gives way to what replaced it; `only_ruleset` and `not_ruleset` name exceptions.
    """
    return rows_of(position.edition, name)


@cache
def rows_of(edition: str, name: str) -> list[dict[str, Any]]:
    """The rows of a table of an edition that hold in its version."""
    now: str = tables(edition)["meta"]["ruleset"]
    return [row for row in tables(edition)[name] if holds(row, now)]


def holds(row: dict[str, Any], now: str) -> bool:
    """Whether a row holds in a version."""
    if row.get("version", V31) not in _IN_FORCE[now] or row.get("until", now) < now:
        return False
    return bool(row.get("only_ruleset", now) == now)


def paces(position: Position, count: float) -> float:
    """Millimetres of a distance in paces."""
    return position.scale.paces(count)


def in_paces(position: Position, mm: float) -> float:
    """Paces of a distance in millimetres."""
    return position.scale.in_paces(mm)


def base_width(position: Position) -> float:
    """The frontage of an element, in millimetres."""
    return position.scale.base_width


def measures(edition: str) -> tuple[Scale, ...]:
    """The scales of DBM: 50 paces are 25 mm, or 40 mm with the larger figures."""
    return tuple(
        Scale(name, float(row["base_width_mm"]), 2.0 * float(row["mm_per_50_paces"]))
        for name, row in tables(edition)["scale"].items()
    )
