"""Contacts: every touching pair of enemies, who fights whom to the front, and edges that act as fronts."""

from __future__ import annotations

from debellis.dba.fighting.fighters import holding_side
from debellis.dba.troops import type_of
from debellis.geometry.contact import near_pairs
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT, Rectangle
from debellis.manoeuvre.contact import Meeting, meet
from debellis.manoeuvre.legs import boxes_apart, rectangle_box
from debellis.manoeuvre.places import front_touches
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value


class Fights(Value, frozen=True):
    """The contacts of a position.

    `meetings` has every touching pair by (base, enemy), `opponent` the front opponent by base, `acting` the edge that
    acts as front, for bases that never turn.
    """

    meetings: dict[tuple[str, str], Meeting]
    opponent: dict[str, str]
    acting: dict[str, int]

    def meeting(self, base: str, enemy: str) -> Meeting | None:
        return self.meetings.get((base, enemy))

    def touching(self, base: str) -> tuple[str, ...]:
        """The enemies that touch a base."""
        return tuple(enemy for enemy, other in self.meetings if other == base)

    def fights(self, base: str) -> bool:
        """Whether a base is in melee to its front."""
        return base in self.opponent


_FIGHTS = Memory[Fights]("fights")


def fights(position: Position, first: str | None = None) -> Fights:
    """The contacts of a position. `first` names the enemy that touched a War Wagon first, if several touch it.

    If that enemy is on its side or rear, that edge acts as its front, even if another enemy touches the real front.
    """
    found = _FIGHTS.of(position, None, _find)
    if first is None or not _touches_wagon(position, found, first):
        return found
    return _FIGHTS.of(position, first, lambda p: _fights(p, found.meetings, first))


def _touches_wagon(position: Position, found: Fights, first: str) -> bool:
    """Whether `first` touches a base that never turns. Only then does it matter who was first."""
    return any(a == first and never_turns(position, position.base(b)) for a, b in found.meetings)


def _find(position: Position) -> Fights:
    meetings: dict[tuple[str, str], Meeting] = {}
    for a, b in _near_enemies(position.standing):
        there = meet(a.rectangle, b.rectangle)
        if there.touching:
            meetings[a.id, b.id] = there
            meetings[b.id, a.id] = meet(b.rectangle, a.rectangle)
    return _fights(position, meetings, None)


def _fights(position: Position, meetings: dict[tuple[str, str], Meeting], first: str | None) -> Fights:
    """The fights among the bases that touch."""
    opponent = {a: b for (a, b), there in meetings.items() if there.kind == "front"}
    acting: dict[str, int] = {}
    # A base that nothing touches has no acting edge.
    for wagon in position.standing if meetings else ():
        if never_turns(position, wagon):
            fighter = _turned_to(wagon.id, meetings, opponent, first)
            if fighter is not None:
                opponent.pop(opponent.pop(wagon.id, ""), None)
                there = meetings[fighter, wagon.id]
                acting[wagon.id] = REAR if there.kind == "rear" else (LEFT if there.hand == "left" else RIGHT)
                opponent[wagon.id] = fighter
                opponent[fighter] = wagon.id
    return Fights(meetings, opponent, acting)


def _near_enemies(standing: tuple[Base, ...]) -> list[tuple[Base, Base]]:
    """The pairs of enemies near enough to touch, in the order of the position."""
    sides: dict[str, list[int]] = {}
    for i, base in enumerate(standing):
        sides.setdefault(base.side, []).append(i)
    indices = list(sides.values())
    pairs: list[tuple[int, int]] = []
    for k, ours in enumerate(indices):
        for theirs in indices[k + 1 :]:
            near = near_pairs([standing[i].rectangle for i in ours], [standing[j].rectangle for j in theirs])
            for i, j in near:
                one, other = ours[i], theirs[j]
                pairs.append((one, other) if one < other else (other, one))
    pairs.sort()
    return [(standing[i], standing[j]) for i, j in pairs]


def _turned_to(
    wagon: str, meetings: dict[tuple[str, str], Meeting], opponent: dict[str, str], first: str | None
) -> str | None:
    """The enemy that fights a War Wagon from its side or rear: the first to touch it, or any if none is at its
    front."""
    attackers = sorted(a for (a, b), m in meetings.items() if b == wagon and m.kind in ("flank", "rear"))
    attackers = [a for a in attackers if a not in opponent]
    if first in attackers:
        return first
    return attackers[0] if attackers and wagon not in opponent else None


def never_turns(position: Position, base: Base) -> bool:
    """Whether it never turns to face. The first edge in legal contact then acts as its front."""
    return type_of(position, base).never_turns


def fighting_rectangle(found: Fights, base: Base) -> Rectangle:
    """The footprint, turned so that the edge that acts as front is its front."""
    return base.rectangle.fronting(found.acting.get(base.id, FRONT))


def attackers_of(position: Position, place: Terrain) -> list[Base]:
    """The bases of the other side that touch a camp or town with their front edge."""
    holder = holding_side(position, place)
    return [base for base in position.standing if base.side != holder and touches_place(base, place)]


def touches_place(base: Base, place: Terrain) -> bool:
    """Whether any part of the front edge of a base touches the outline of a camp or town."""
    if base.inside is not None:
        return False
    rectangle = base.rectangle
    return not boxes_apart(rectangle_box(rectangle), place.box, COINCIDE) and front_touches(rectangle, place.ground)
