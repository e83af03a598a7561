"""Small battles of DBM for tests: a few elements, put where they are wanted."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.rules import Event, Opening
from debellis.dbm.measures import measures
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import State
from debellis.dbm.troops import read_troops
from debellis.geometry.plane import direction
from debellis.table.bases import Base, Service
from debellis.table.position import Command, Position

SIZE = (1800.0, 1200.0)
SCALE = measures("dbm31")[0]
Spot = tuple[float, float, float]


def base(
    name: str, troops: str, at: Spot, *, command: str = "R", rank: str | None = None, notes: tuple[str, ...] = ()
) -> Base:
    """An element with its front at (x, y), facing so many degrees from north; red's commands begin with R."""
    found = read_troops("dbm31", troops, SCALE)
    side = "red" if command.startswith("R") else "blue"
    return Base(
        name,
        side,
        found.code,
        found.kind,
        found.width,
        found.depth,
        (at[0], at[1]),
        direction(at[2]),
        dismounts=found.dismounts,
        service=Service(command, rank, notes),
    )


def battle(
    *bases: Base,
    phase: str = "moves",
    pips: int = 6,
    notes: dict[str, tuple[str, ...]] | None = None,
    turn: dict[str, tuple[str, ...]] | None = None,
    terrain: tuple[Any, ...] = (),
    edition: str = "dbm31",
) -> tuple[Game, State]:
    """A battle of red's bound in which these elements stand. `notes` are those of commands, `turn` of the bound."""
    names = dict.fromkeys(one.service.command for one in bases if isinstance(one.service, Service))
    commands = tuple(
        Command(name, "red" if name.startswith("R") else "blue", (notes or {}).get(name, ()), 12.0) for name in names
    )
    position = Position(edition, SIZE, bases, terrain, SCALE, "red", 2, commands=commands, turn_notes=turn or UNSET)
    game = Game(edition, FAMILY)
    return game, FAMILY.take_up(position, Opening(phase, pips))


def done(game: Game, state: State, action: Any, *dice: int) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, with these dice."""
    after, events = game.apply(state, action, Chance(dice))
    assert isinstance(after, State)
    return after, events


def refused(game: Game, state: State, action: Any) -> tuple[str, ...]:
    """The clauses that refuse an action."""
    ruling = game.check(state, action)
    assert ruling.answer["legal"] is False
    return tuple(ruling.clauses)
