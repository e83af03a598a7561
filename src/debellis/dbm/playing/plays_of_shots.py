"""Questions about shooting turned into the shots that decide them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.aftermath.forks import LEFT, NOBODY
from debellis.dbm.aftermath.pushing import PUSH
from debellis.dbm.measures import paces
from debellis.dbm.playing.midgame import state_of
from debellis.dbm.playing.plays_of_moves import Plays
from debellis.dbm.playing.shooting_phase import due
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
_EVEN = (1, 1)
Actions = tuple[tuple[str, dict[str, Any]], ...]
#: A target that shoots back does so without help, if the question does not say more.
_ALONE: Actions = (("choose", {"option": NOBODY}), ("choose", {"option": PUSH}), ("choose", {"option": LEFT}))
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
                opening = Opening("shot", told={**told, "picked": shooter})
                return Playing(opening, (action,), (*dice, *_MORE), here)
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


def _in_turn(position: Position, shooter: str) -> Position:
    """The position in the bound of the shooter's side, if the question does not say whose it is."""
    return replace(position, active=position.active or position.base(shooter).side)


def _picked(position: Position, shooter: str, actions: Actions, dice: tuple[int, ...] = ()) -> Playing:
    """What the owner of a shooter then does; who has nobody to shoot at is not picked at all."""
    here = _in_turn(position, shooter)
    waiting = due(state_of(here, Opening("shooting")))
    if all(shooter != name for name, _ in waiting):
        return Playing(Opening("shooting"), (("pick_shooter", {"shooter": shooter}),), position=here)
    return Playing(Opening("shot", told={"picked": shooter}), actions, (*dice, *_MORE), here)


def _may_shoot(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A shot at a target by the shooter alone."""
    if set(arguments) - {"shooter", "target", "edge"}:
        return None
    return replace(_picked(position, arguments["shooter"], (("shoot", arguments),), _EVEN), choices=_ALONE)


def _shooting(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A shot of several, with these dice."""
    if set(arguments) - {"shooters", "target", "main", "shoots_at", "dice"}:
        return None
    names = list(arguments["shooters"])
    main = arguments.get("main", names[0])
    helpers = [name for name in names if name != main]
    action = {"shooter": main, "target": arguments["target"], **({"helpers": helpers} if helpers else {})}
    aims = ((("choose", {"option": arguments["shoots_at"]}),) if "shoots_at" in arguments else ()) + _ALONE
    dice = tuple(arguments.get("dice", _EVEN))
    return replace(_picked(position, main, (("shoot", action),), dice), choices=aims)


def _aids(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A shot that another aids."""
    main = arguments["shooter"]
    helpers = [arguments["element"], *arguments.get("others", ())]
    action = {"shooter": main, "target": arguments["target"], "helpers": helpers}
    return replace(_picked(position, main, (("shoot", action),), _EVEN), choices=_ALONE)


def _main(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A shot of several, led by one of them."""
    return _shooting(position, arguments)


def _declines(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """A shot left, by a shooter with that target only."""
    waiting = dict(due(state_of(_in_turn(position, arguments["shooter"]), Opening("shooting"))))
    if waiting.get(arguments["shooter"], ()) not in ((arguments["target"],), ()):
        return None
    return _picked(position, arguments["shooter"], (("decline_shot", {}),))


PLAYED: dict[str, Plays] = {
    "may_shoot": _may_shoot,
    "shooting": _shooting,
    "may_aid": _aids,
    "main_shooter": _main,
    "may_decline_shot": _declines,
}
