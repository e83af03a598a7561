"""Who is in contact with whom: every touching pair of enemies, who fights whom to the front, and acting fronts."""

from __future__ import annotations

from msgspec import Struct

from debellis.db.contact import Meeting, meet
from debellis.db.places import front_touches
from debellis.db.troops import type_of
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT, Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain


class Fights(Struct, frozen=True):
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
    for i, a in enumerate(standing):
        for b in standing[i + 1 :]:
            if a.side != b.side:
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
    return base.on_table and front_touches(base.rectangle, place.ground)
