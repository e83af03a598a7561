"""An action about an element belongs to its owner: which fields of an action may name somebody of the other side.

`FOREIGN` lists them by family, action and field, each with the row of the table of who decides what that allows it.
Every other field names only elements, unit groups and generals of the side that decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec

from debellis.battle.game import Game
from debellis.table import writing
from debellis.umpire.editions import description
from tests.laws.battles import course, game_of

#: The fields that may name somebody of the other side: by family, by action and field, the rows that say so.
FOREIGN: dict[str, dict[tuple[str, str], str]] = {
    "dba": {
        # The active player says whose shooting is settled next, of either side.
        ("pick_shooter", "shooter"): "A30, R22",
        ("shoot", "target"): "A31, R23",
        ("fight", "defender"): "A34, R25",
        # The active player orders those who conform to his group, and those who turn to face contacts of one instant.
        ("go_next", "element"): "A25, A28, R16, R21",
        ("go_next", "enemy"): "A28, R21",
    },
    "dbm": {
        ("pick_shooter", "shooter"): "D43",
        ("shoot", "target"): "D44",
        ("fight", "defender"): "D50",
        # The assaults on works that the bound's player puts in order may be the enemy's.
        ("storm", "element"): "D50",
        ("man_works", "element"): "D41",
        ("advance", "choice"): "D35",
        # The bound's player orders those who turn to face, of both sides.
        ("turn_to_face", "element"): "D39",
        ("turn_to_face", "first"): "D40",
        ("choose", "option"): "D40, D44",
        ("move", "conform"): "D23",
    },
    "meg": {
        ("charge", "on"): "G24",
        ("respond", "toward"): "G31",
        ("give-way", "toward"): "G61",
        ("move-charge", "toward"): "G34",
        ("pair-up", "pairs"): "G42",
        ("fight", "against"): "G43",
        ("shoot", "aims.target"): "G56",
        ("engage", "enemy"): "G63",
    },
}
#: Ideas judged beside each decision.
BESIDE = 6


def sides_of(state: Any) -> dict[str, str]:
    """The side of everybody who has a name: elements, unit groups and generals."""
    position = state.position
    found = {base.id: base.side for base in position.bases}
    found |= {unit.id: unit.side for unit in position.units or ()}
    return found | {general.id: general.side for general in position.generals or ()}


def named(written: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a written action, with the field it stands in; the keys of a table stand in its field."""
    if isinstance(written, str):
        yield path, written
    elif isinstance(written, dict):
        for key, item in written.items():
            fixed = path == "" or key in _FIELDS
            yield from () if fixed else ((path, key),)
            yield from named(item, f"{path}.{key}".lstrip(".") if fixed else path)
    elif isinstance(written, list | tuple):
        for item in written:
            yield from named(item, path)


#: Fields of the structures inside actions; any other key of a table is a name.
_FIELDS = frozenset(
    [
        "elements",
        "path",
        "steps",
        "ends",
        "road",
        "enters",
        "through",
        "dismount",
        "front",
        "facing",
        "base",
        "pose",
        "file",
        "target",
        "giver",
        "to",
        "cards",
        "kind",
        "amount",
        "hand",
        "form",
    ]
)


def foreign(game: Game, state: Any, action: Any) -> list[tuple[str, str, str]]:
    """The action, the field and the name, wherever it names somebody of the side that does not decide."""
    sides, own = sides_of(state), game.pending(state).side
    written = writing.plain(action)
    return [
        (written["do"], path, name) for path, name in named(written) if path != "do" and sides.get(name, own) != own
    ]


def watched(edition: str, number: int, most: int, *, near: bool = True) -> tuple[int, list[str]]:
    """How many actions of a battle were looked at, and every legal one that names somebody it should not name.

    Besides, in each field that may not name the other side, one of its names is put in: that must be refused.
    """
    game, random = game_of(edition), Random(number)
    allowed = FOREIGN[description(edition).family or ""]
    tried, wrong = 0, []
    for taken in course(edition, number, most, setting_up=True, near=near):
        ideas = islice(game.ideas(taken.state, random.shuffle), BESIDE)
        for action in (taken.action, *(idea for idea in ideas if game.allows(taken.state, idea))):
            tried += 1
            wrong += [
                f"{edition} battle {number}: {do} names {name} of the other side in {path}"
                for do, path, name in foreign(game, taken.state, action)
                if (do, path) not in allowed
            ]
        for other in _with_enemies(game, taken.state, taken.action, random):
            tried += 1
            if game.allows(taken.state, other):
                wrong.append(f"{edition} battle {number}: allowed, though it names an enemy: {other}")
    return tried, wrong


def _with_enemies(game: Game, state: Any, action: Any, random: Random) -> Iterator[Any]:
    """The action with an enemy in the place of each own name, one after the other, in fields that may not name him."""
    family = description(game.edition).family or ""
    sides, own = sides_of(state), game.pending(state).side
    enemies = sorted(name for name, side in sides.items() if side != own)
    written = writing.plain(action)
    for path, name in dict.fromkeys(named(written)):
        if sides.get(name) == own and (written["do"], path) not in FOREIGN[family] and enemies:
            try:
                yield writing.convert(_swapped(written, name, random.choice(enemies)), game.action_type)
            except (msgspec.ValidationError, ValueError):
                continue


def _swapped(written: Any, name: str, other: str) -> Any:
    """The same with another name wherever the name stands."""
    if isinstance(written, str):
        return other if written == name else written
    if isinstance(written, dict):
        return {(other if key == name else key): _swapped(item, name, other) for key, item in written.items()}
    return [_swapped(item, name, other) for item in written] if isinstance(written, list | tuple) else written
