"""The tables of an edition by name. Where editions share tables, only the rows of the ruleset count."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from debellis.table.position import Position
from debellis.umpire.editions import description


@cache
def load(edition: str) -> dict[str, Any]:
    """All the tables of an edition. An edition that stands on another inherits the tables it does not have."""
    text = resources.files("debellis.editions").joinpath(edition, "tables.toml").read_text("utf-8")
    own: dict[str, Any] = tomllib.loads(text)
    below = description(edition).stands_on
    return own if below is None else {**load(below), **own}


def table(position: Position, name: str) -> Any:
    """One table of the edition of a position."""
    return load(position.edition)[name]


def ruleset_of(edition: str) -> str:
    """The ruleset of an edition among those that share its tables, for example "3.2"."""
    found: str = load(edition)["meta"]["ruleset"]
    return found


def rows(position: Position, name: str) -> list[dict[str, Any]]:
    """The rows of a table that hold in the ruleset in force."""
    return rows_of(position.edition, name)


@cache
def rows_of(edition: str, name: str) -> list[dict[str, Any]]:
    """The rows of a table of an edition that hold in its ruleset."""
    return [row for row in load(edition)[name] if holds(edition, row)]


def holds(edition: str, row: dict[str, Any]) -> bool:
    """Whether a row is valid in the ruleset of an edition: from its `version` to its `until`, if it names them."""
    now = ruleset_of(edition)
    return bool(row.get("version", now) <= now <= row.get("until", now))


def first(found: list[dict[str, Any]], **keys: Any) -> dict[str, Any] | None:
    """The first row that has these values under these keys."""
    return next((row for row in found if all(row.get(key) == value for key, value in keys.items())), None)
