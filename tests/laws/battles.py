"""Random battles of every edition for the laws: each decision with the state it is taken in and what it leads to.

The armies of DBM and of Mortem et Gloriam begin near each other, so that a few bounds show shots, charges and fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.game import Game
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event, Opening
from debellis.battle.stream import seed_of
from debellis.dbm.troops import service
from debellis.generals.eager import EagerGeneral
from debellis.generals.random_general import RandomGeneral
from debellis.meg.troops import CAMP
from debellis.meg.units import moment
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.editions import description

#: The armies of DBM begin this near each other (mm); of each the elements so near the middle of the table fight.
APART, WIDE = 45.0, 90.0
#: The armies of Mortem et Gloriam begin this near each other (mm).
NEAR = 190.0
#: Every fifth of its battles is taken up in the shooting phase, with the armies so near (mm).
SHOOTING, EVERY, CLOSE = 4, 5, 110.0
#: Bounds of each side that a battle has.
BOUNDS = {"dba": 8, "dbm": 6, "meg": 5}
#: From this number on any army may fight. Before it there are:
FIRST_OF_ANY = 10
#: Battles of DBM with shooters, and with few who move on their own.
OF_DBM = ("early_imperial_roman", "new_kingdom_egyptian")
#: Battles of Mortem et Gloriam with shooters, skirmishers and horse.
OF_MEG = ("magna-achaemenid", "magna-hunnic", "magna-pyrrhic")


class Taken(Struct, frozen=True):
    """A decision of a battle: the state before and after it, the numbers of chance, and the events."""

    state: Any
    action: Any
    after: Any
    numbers: tuple[int, ...]
    events: tuple[Event, ...]


def game_of(edition: str) -> Game:
    """An edition as a game."""
    rules = rules_of(edition)
    assert isinstance(rules, Game)
    return rules


def started(game: Game, number: int) -> Any:
    """The first state of a battle by its number. Armies of some editions only meet others of their size."""
    family = description(game.edition).family or ""
    chosen = {"dbm": OF_DBM, "meg": OF_MEG}.get(family) if number < FIRST_OF_ANY else None
    names = chosen or tuple(game.survey.armies())
    more = {"red": names[number % len(names)], "variety": number, "limit": BOUNDS[family]}
    for i in range(len(names)):
        try:
            return game.start({**more, "blue": names[(number * 7 + 3 + i) % len(names)]})
        except ValueError:
            continue
    raise ValueError(f"nobody can meet {more['red']}")


def _closed_up(position: Position) -> Position:
    """The middle of both armies, brought up to each other on open ground, with all generals."""
    middle = position.size[0] * 0.5
    there = [b for b in position.bases if abs(b.front[0] - middle) < WIDE or service(b).rank is not None]
    fronts = {side: [b.front[1] for b in there if b.side == side] for side in ("red", "blue")}
    south, north = sorted(fronts, key=lambda side: sum(fronts[side]) / len(fronts[side]))
    half = (min(fronts[north]) - max(fronts[south]) - APART) * 0.5
    shift = {south: half, north: -half}
    bases = tuple([replace(b, front=(b.front[0], b.front[1] + shift[b.side])) for b in there])
    return replace(position, bases=bases, terrain=())


def _brought_near(position: Position, apart: float = NEAR) -> Position:
    """Both armies brought up to each other on open ground; their camps stay."""
    there = [base for base in position.bases if base.kind != CAMP]
    south = max(base.front[1] for base in there if base.side == "red")
    north = min(base.front[1] for base in there if base.side == "blue")
    half = (north - south - apart) * 0.5
    shift = {"red": half, "blue": -half}
    moved = tuple(
        base if base.kind == CAMP else replace(base, front=(base.front[0], base.front[1] + shift[base.side]))
        for base in position.bases
    )
    return replace(position, bases=moved, terrain=())


def joined(game: Game, state: Any, number: int) -> Any:
    """A state after setting up, with the armies near each other in the editions whose battles are long."""
    family = description(game.edition).family
    if family == "dbm":
        return replace(state, position=_closed_up(state.position))
    if family == "meg" and number % EVERY == SHOOTING:
        here = _brought_near(state.position, CLOSE)
        return game.from_position(replace(here, moment=replace(moment(here), phase="3.1")), Opening())
    return replace(state, position=_brought_near(state.position)) if family == "meg" else state


def course(
    edition: str, number: int, most: int, *, setting_up: bool = False, eager: bool = True, near: bool = True
) -> Iterator[Taken]:
    """The first decisions of a battle between two eager (or random) generals, by its number."""
    game = game_of(edition)
    general = EagerGeneral(number) if eager else RandomGeneral(number)
    roller = StreamOfDice(seed_of(number))
    state = started(game, number)
    made = 0
    while made < most and game.result(state) is None:
        before = game.pending(state).setting_up
        action = general.choose(game, state)
        after, events, chance = rolled(game, state, action, roller)
        if setting_up or not before:
            made += 1
            yield Taken(state, action, after, chance.numbers, events)
        state = joined(game, after, number) if near and before and not game.pending(after).setting_up else after
