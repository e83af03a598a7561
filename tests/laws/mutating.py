"""A decision with one of its values changed to something it should not be, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nan
from random import Random
from typing import Any

import msgspec

from debellis.battle.game import Game
from debellis.table import writing
from debellis.table.position import Position

NUMBERS = (nan, inf, -inf, 1e300, 1e-300, 1e9, -1.0, 0.0, 1e-9)
WHOLE = (0, -1, 7, 10**12)
WORDS = ("x", "", "R1", "B1", "red", "left")


def mutations(action: Any, position: Position, random: Random) -> Iterator[Any]:
    """The written forms of an action with one value changed each."""
    written = writing.plain(action)
    ids = [base.id for base in position.bases] + [piece.id for piece in position.terrain]
    for path in _paths(written):
        value = _at(written, path)
        for other in _others(value, str(path[-1]), ids, random):
            yield _with(written, path, other)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of a written action but its name."""
    if path and path != ("do",):
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            yield from _paths(item, (*path, i))


def _others(value: Any, name: str, ids: list[str], random: Random) -> list[Any]:
    """What may stand instead of a value."""
    found: list[Any] = [None]
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int):
        found += [*WHOLE, *NUMBERS[:3]]
    elif isinstance(value, float):
        found += [*NUMBERS, value * 3.0]
    elif isinstance(value, str) or value is None:
        found += [*WORDS, *random.sample(ids, min(3, len(ids)))]
    elif isinstance(value, list | tuple):
        items = list(value)
        found += [[], items[:1], items[:-1], items + items[:1], items[::-1], items * 2]
        if name == "facing":
            found += [[part * scale for part in items] for scale in (0.5, 2.0, 1e-5, 0.0)]
        if items and isinstance(items[0], str):
            found += [[*items, random.choice(ids)], [random.choice(ids)], ["x"]] if ids else [["x"]]
        if not items:
            found += [["x"], [random.choice(ids)] if ids else ["y"], [[0.0, 0.0]], [{}]]
    elif isinstance(value, dict):
        first = next(iter(value.items()), None)
        found += [{}, {"x": "x"}, {random.choice(ids): random.choice(ids)} if ids else {"x": 1}]
        if first is not None:
            found += [{"x": first[1]}, {**value, "x": first[1]}, {first[0]: first[1]}]
            found += [{**value, random.choice(ids): first[1]}] if ids else []
    return found


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    if isinstance(value, dict):
        return {key: _with(item, path[1:], other) if key == path[0] else item for key, item in value.items()}
    return [_with(item, path[1:], other) if i == path[0] else item for i, item in enumerate(value)]


def judged(game: Game, state: Any, written: Any) -> str | None:
    """What a check of a written decision raises, and None if it answers."""
    try:
        action = writing.convert(written, game.action_type)
    except (msgspec.ValidationError, ValueError, OverflowError):
        return None
    try:
        game.check(state, action)
    except Exception as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return None
