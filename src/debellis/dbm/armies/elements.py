"""Elements as they are written in an army: "6 x Reg Bd (O)", "Irr El (O) C-in-C", "Reg Bd (X) + Reg Bw (O)"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from debellis.dbm.troops import Troop, read_troops, troop, written
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.umpire.questions import BadQuestion

BAGGAGE = "Bge"
_SEVERAL = re.compile(r"([1-9]\d{0,2})\s*x\s*(\S.*)")


class Element(Struct, frozen=True):
    """An element of an army, or a double base of two: its troops, a general's rank, the foot it may dismount as."""

    what: Troop
    rank: str | None = None
    foot: str | None = None

    @property
    def halves(self) -> tuple[Troop, ...]:
        """The elements on its base, the front one first."""
        return (self.what,) if self.what.rear is None else (alone(self.what), self.what.rear)

    @property
    def notation(self) -> str:
        """The notation that players write."""
        front = " + ".join(written(half) for half in self.halves)
        return " ".join(part for part in (front, self.rank) if part) + (f"//{self.foot}" if self.foot else "")


def alone(what: Troop) -> Troop:
    """The front half of a double base as a single element."""
    return Troop(what.drill, what.type, what.grade, what.chariot, what.on_mounts, what.weapon)


def read_element(edition: str, text: str, scale: Scale) -> Element:
    """The element of a notation. Raises ValueError with one sentence if the notation is not valid."""
    found = read_troops(edition, text, scale)
    base = Base(id="", side="", code=found.code, kind=found.kind, width=found.width, depth=found.depth)
    return Element(troop(base), found.rank, found.dismounts)


def read_elements(position: Position, texts: Sequence[str], argument: str) -> tuple[Element, ...]:
    """The elements of some notations. "6 x Reg Bd (O)" gives six."""
    found: list[Element] = []
    for text in texts:
        several = _SEVERAL.fullmatch(text.strip())
        try:
            element = read_element(position.edition, several[2] if several else text, position.scale)
        except ValueError as error:
            raise BadQuestion(str(error), argument) from None
        found += [element] * (int(several[1]) if several else 1)
    return tuple(found)


def is_baggage(element: Element) -> bool:
    """Whether an element is baggage."""
    return element.what.type == BAGGAGE
