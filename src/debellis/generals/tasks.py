"""The task of each command: to attack, to hold, or to screen, by the odds against the enemies it faces."""

from __future__ import annotations

from typing import Any, Final

from debellis.battle.pieces import Body, Field, Piece, Stakes
from debellis.battle.survey import Survey
from debellis.generals.character import Character
from debellis.generals.distances import apart
from debellis.table.value import Value, replace

ATTACK: Final = "attack"
HOLD: Final = "hold"
SCREEN: Final = "screen"
#: Each piece is compared with so many of the nearest enemies.
_FACED: Final = 3
#: A command attacks if its fights are worth at least this much to it on average, in elements.
_EVEN: Final = -0.02
#: A command that cannot win screens instead of holding if it faces so many times its own strength.
_OUTNUMBERED: Final = 1.4
#: How much more or less than usual a command with each task wants to come nearer to the enemy.
_URGES: Final = {ATTACK: 1.5, HOLD: 0.6, SCREEN: 0.3}


class Task(Value, frozen=True):
    """What a command is to do, the average worth of its fights, and the strength it faces as a share of its own."""

    body: Body
    kind: str
    odds: float
    faced: float

    @property
    def says(self) -> str:
        """The task with the numbers that made it."""
        return (
            f"{self.body.id} is to {self.kind}: a fight of it is worth {self.odds:+.2f} elements on average, "
            f"and it faces {self.faced:.1f} times its own strength"
        )


def tasks_of(survey: Survey, state: Any, side: str, by: Character) -> dict[str, Task]:
    """The task of each command of a side, by its name. The command with the best odds always attacks."""
    bodies = survey.bodies(state, side)
    if not bodies:
        return {}
    field = survey.field(state, side)
    pieces = {piece.id: piece for piece in field.mine if not piece.bystander and not piece.supports}
    foes = [foe for foe in field.theirs if not foe.bystander and not foe.supports]
    weighed: list[tuple[Body, float, float]] = []
    for body in bodies:
        members = [pieces[name] for name in body.pieces if name in pieces]
        if members and foes:
            weighed.append((body, *_faced(members, foes, field, by)))
    best = max([odds for _, odds, _ in weighed], default=0.0)
    return {body.id: Task(body, _kind(odds, faced, best), odds, faced) for body, odds, faced in weighed}


def _kind(odds: float, faced: float, best: float) -> str:
    if odds >= min(_EVEN, best):
        return ATTACK
    return SCREEN if faced >= _OUTNUMBERED else HOLD


def _faced(members: list[Piece], foes: list[Piece], field: Field, by: Character) -> tuple[float, float]:
    """The average worth of the fights of some pieces with the enemies nearest to them, and the strength they face."""
    total = 0.0
    met: dict[str, float] = {}
    for piece in members:
        near = sorted([(apart(piece, foe), foe.id) for foe in foes])[:_FACED]
        known = {foe.id: foe for foe in foes}
        for _, name in near:
            foe = known[name]
            stakes = Stakes(piece.price, foe.price)
            total += field.matchup(piece, foe).worth(by.weights, stakes) / len(near)
        met[near[0][1]] = known[near[0][1]].price
    own = sum([piece.price for piece in members])
    return total / len(members), sum(met.values()) / max(own, 0.1)


def urged(by: Character, tasks: dict[str, Task]) -> Character:
    """The same general with an urge for each piece of a command that has a task, and wary of many charges."""
    if not tasks:
        return by
    urges = {name: _URGES[task.kind] for task in tasks.values() for name in task.body.pieces}
    return replace(by, urges=urges, exposed=max(by.exposed, by.beset))


def task_of(tasks: dict[str, Task], moved: tuple[str, ...]) -> Task | None:
    """The task that a move serves: that of the command of its first piece."""
    for task in tasks.values():
        if moved and moved[0] in task.body.pieces:
            return task
    return None
