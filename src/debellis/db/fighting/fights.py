"""Who is in contact with whom: every touching pair of enemies, who fights whom to the front, and acting fronts."""

from __future__ import annotations

from debellis.db.contact import Meeting, meet
from debellis.db.places import front_touches
from debellis.db.sweeping import boxes_apart, rectangle_box
from debellis.db.troops import type_of
from debellis.geometry.contact import near_pairs
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT, Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value


class Fights(Value, frozen=True):
    """The contacts of a position.

    `meetings` by (base, enemy) for every touching pair, `opponent` by base in front melee, `acting` the edge that acts
    as front for those that never turn.
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
        """Whether it is in melee to its front."""
        return base in self.opponent


def fights(position: Position, first: str | None = None) -> Fights:
    """The contacts of a position. `first` names the enemy that touched a War Wagon first, when several do.

    If that one is on its side or rear, that edge acts as its front even where another touches the real front.
    """
    return position.remember(f"fights {first}", lambda p: _find(p, first))


def _find(position: Position, first: str | None) -> Fights:
    meetings: dict[tuple[str, str], Meeting] = {}
    standing = position.standing
    for a, b in _near_enemies(standing):
        there = meet(a.rectangle, b.rectangle)
        if there.touching:
            meetings[a.id, b.id] = there
            meetings[b.id, a.id] = meet(b.rectangle, a.rectangle)
    opponent = {a: b for (a, b), there in meetings.items() if there.kind == "front"}
    acting: dict[str, int] = {}
    for wagon in standing:
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
    sides = [[i for i, base in enumerate(standing) if base.side == side] for side in {base.side for base in standing}]
    pairs = []
    for k, ours in enumerate(sides):
        for theirs in sides[k + 1 :]:
            near = near_pairs([standing[i].rectangle for i in ours], [standing[j].rectangle for j in theirs])
            pairs += [(ours[i], theirs[j]) for i, j in near]
    return [(standing[i], standing[j]) for i, j in sorted((min(pair), max(pair)) for pair in pairs)]


def _turned_to(
    wagon: str, meetings: dict[tuple[str, str], Meeting], opponent: dict[str, str], first: str | None
) -> str | None:
    """Who fights a War Wagon from its side or rear: the first to touch it, or anybody if nobody is at its front."""
    attackers = sorted(a for (a, b), m in meetings.items() if b == wagon and m.kind in ("flank", "rear"))
    attackers = [a for a in attackers if a not in opponent]
    if first in attackers:
        return first
    return attackers[0] if attackers and wagon not in opponent else None


def never_turns(position: Position, base: Base) -> bool:
    """Whether it never turns to face: the first edge legally contacted acts as its front."""
    return type_of(position, base).never_turns


def fighting_rectangle(found: Fights, base: Base) -> Rectangle:
    """The footprint with the edge that acts as front as its front."""
    return base.rectangle.fronting(found.acting.get(base.id, FRONT))


def touches_place(base: Base, place: Terrain) -> bool:
    """Whether any part of the front edge of a base touches the outline of a camp or town."""
    if not base.on_table or boxes_apart(rectangle_box(base.rectangle), place.box, COINCIDE):
        return False
    return front_touches(base.rectangle, place.ground)
