"""Questions about shooting turned into the shots that decide them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.measures import paces
from debellis.dbm.shooting.questions import may_shoot
from debellis.dbm.shooting.shooting import shooting
from debellis.dbm.troops import read_troops
from debellis.geometry.plane import direction, turned
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base, Service
from debellis.table.board import is_off
from debellis.table.position import Command, Position
from debellis.table.value import replace

#: An enemy that a question does not name and a battle needs.
SUPPOSED = "supposed enemy"
_COMMAND = "supposed command"
_SHOOTERS = ("Reg Bw (S)", "Reg Art (O)", "Irr Bw (O)")
#: Where a supposed shooter stands: so many paces away, and so many degrees from straight ahead of its target.
_FAR = (60.0, 100.0, 150.0, 190.0)
_ASIDE = (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 150.0, -150.0, 180.0)
#: Dice with every difference, low ones first, and some high ones.
DICE = (
    *((die, 1) for die in range(6, 0, -1)),
    *((1, die) for die in range(2, 7)),
    *((6, 3), (3, 6), (6, 4), (4, 6), (6, 5), (5, 6)),
)
_MORE = (6, 6, 6, 6)


def supposed(position: Position, against: Base, troops: str, place: Rectangle) -> Base | None:
    """An enemy of an element at a place; None if somebody stands there or it is not on the table."""
    if is_off(place, position.size) or any(overlaps(one.rectangle, place) for one in position.standing):
        return None
    read = read_troops(position.edition, troops, position.scale)
    return Base(
        SUPPOSED,
        other(against.side),
        read.code,
        read.kind,
        place.width,
        place.depth,
        place.front,
        place.facing,
        service=Service(_COMMAND),
    )


def with_supposed(position: Position, enemy: Base) -> Position:
    """The position with an enemy supposed, in a command of his own."""
    commands = (*(position.commands or ()), Command(_COMMAND, enemy.side))
    return replace(position, bases=(*position.bases, enemy), commands=commands)


def shot_down(position: Position, name: str, enemy: str | None, fate: str, told: dict[str, Any]) -> Playing | None:
    """The shot by which an element suffers a fate: that of an enemy named, or of one supposed."""
    base = position.base(name)
    for here, shooter in _shooters(position, base, enemy):
        if not may_shoot(here, shooter=shooter, target=name).answer["legal"]:
            continue
        for dice in DICE:
            found = shooting(here, shooters=(shooter,), target=name, dice=dice, main=shooter).answer
            if found.get("outcomes", {}).get(name) == fate:
                here = replace(here, active=here.active or here.base(shooter).side)
                action = ("shoot", {"shooter": shooter, "target": name})
                return Playing(Opening("shooting", told=told), (action,), (*dice, *_MORE), here)
    return None


def _shooters(position: Position, base: Base, enemy: str | None) -> Iterator[tuple[Position, str]]:
    """Who may shoot at an element, each with the position in which it does."""
    if enemy is not None:
        yield position, enemy
        return
    for troops, aside, far in product(_SHOOTERS, _ASIDE, _FAR):
        way = turned(base.facing, direction(aside))
        gone = paces(position, far) + (0.0 if abs(aside) < 45.0 else base.depth)
        at = (base.front[0] + way[0] * gone, base.front[1] + way[1] * gone)
        read = read_troops(position.edition, troops, position.scale)
        foe = supposed(position, base, troops, Rectangle(at, (-way[0], -way[1]), read.width, read.depth))
        if foe is not None:
            yield with_supposed(position, foe), SUPPOSED
