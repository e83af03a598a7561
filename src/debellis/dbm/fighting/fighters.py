"""Fighters: an element as it stands in a combat, and the circumstances of a combat."""

from __future__ import annotations

from debellis.dbm.going import going_at, halves
from debellis.dbm.troops import Troop, noted
from debellis.geometry.polygon import WHOLLY, lies
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding

CLOSE, SHOT = "close", "shot"
#: Notes on elements that defend works.
DEFENDING = ("defends_tf", "defends_pf")


class Fighter(Value, frozen=True):
    """An element in a combat: its base, troops and place. For a double base, its front half.

    `edge` is the edge that acts as its front. It differs from the front only for troops that may use any edge.
    """

    base: Base
    what: Troop
    where: Rectangle
    edge: int = FRONT

    @property
    def id(self) -> str:
        return self.base.id


class CombatSetting(Value, frozen=True):
    """The circumstances of a combat: close or shot, which elements moved into front contact this bound.

    `not_in_front` names an element whose opponent is not on its front edge, but holds its flank or rear.
    """

    mode: str = CLOSE
    moved: frozenset[str] = frozenset()
    not_in_front: str | None = None

    def in_front_of(self, who: Fighter) -> bool:
        """Whether the opponent of an element stands on its front edge. This is false for an element that is shot at."""
        return self.mode == CLOSE and self.not_in_front != who.id


def fighter(position: Position, base: Base, edge: int = FRONT) -> Fighter:
    """The fighter for an element."""
    where, what = halves(position, base)[0]
    return Fighter(base, what, where, edge)


def defends_works(base: Base) -> bool:
    """Whether an element defends fortifications."""
    return any(noted(base, note) for note in DEFENDING)


def ground_of(position: Position, what: Troop, where: Rectangle, name: str, finding: Finding) -> str:
    """The going an element counts as being in. If it lies in several, the clause that selects the worst is cited."""
    found, features = going_at(position, where, what)
    if any(lies(where, piece.ground) != WHOLLY for piece in features):
        names = " and ".join(piece.id for piece in features)
        finding.cite("DBM32-P12-going-move", f"{name} lies partly in {names}: it counts as in {found} going")
    return found
