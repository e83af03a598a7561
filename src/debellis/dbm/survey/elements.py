"""The elements on the table as pieces, and what moves look like at a glance."""

from __future__ import annotations

from functools import cache
from typing import Any

from debellis.battle.pieces import Engagement, Field, Piece, Shot
from debellis.battle.sides import other
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.going import counts_good
from debellis.dbm.moving.speeds import allowance, is_immobile
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.melee_phase import melees_of
from debellis.dbm.shooting.shooters import arms, range_of
from debellis.dbm.survey.duels import ElementShot, as_type, duel_of_types, shot_of_types
from debellis.dbm.survey.files import files_of
from debellis.dbm.survey.prices import price_of, urgency_of
from debellis.dbm.troops import service, troop
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT
from debellis.manoeuvre.march import march
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import replace


class Element(Piece):
    """One element as a piece, with the ranks `behind` it; `file` is its type and theirs."""

    def __init__(
        self,
        base: Base,
        reach: float,
        shot: float,
        price: float,
        bystander: bool,
        hampered: bool,
        supports: bool,
        behind: tuple[Base, ...],
    ) -> None:
        super().__init__(base, reach, shot, price, bystander, hampered, supports)
        self.base = base
        self.behind = behind
        self.type = _type(base)
        self.file: tuple[Kind, ...] = (self.type, *[_type(one) for one in behind])

    def gone_to(self, there: Base, hampered: bool) -> Element:
        """The same element somewhere else, with its ranks."""
        return Element(there, self.reach, self.shot, self.price, self.bystander, hampered, self.supports, self.behind)


#: A type of troops, as far as fights by types alone depend on it.
Kind = tuple[str, bool, str | None, float, float]


def _type(base: Base) -> Kind:
    return (base.code, base.general, service(base).rank, base.width, base.depth)


_ELEMENTS = Memory[Element]("an element as a piece")


def elements_of(position: Position, side: str) -> tuple[Element, ...]:
    """The elements of a side as pieces, worked out once for each state of their ranks and commands."""
    bases = position.friends(side)
    files = files_of(bases)
    supporting = {one.id for file in files.values() for one in file}
    urgencies = urgency_of(position, side)
    found: list[Element] = []
    for base in bases:
        urgency = urgencies.get(service(base).command, 1.0)
        found.append(_element_of(position, base, files.get(base.id, ()), base.id in supporting, urgency))
    return tuple(found)


def _element_of(position: Position, base: Base, behind: tuple[Base, ...], supports: bool, urgency: float) -> Element:
    key = (tuple([one.code for one in behind]), supports, urgency)
    return _ELEMENTS.of(base, key, lambda one: _element(position, one, behind, supports, urgency))


def _element(position: Position, base: Base, behind: tuple[Base, ...], supports: bool, urgency: float) -> Element:
    return Element(
        base,
        reach=allowance(position, base) or 0.0,
        shot=range_of(position, base) if arms(position, base) is not None else 0.0,
        price=price_of(position, base, behind, urgency),
        bystander=troop(base).type == BAGGAGE or is_immobile(base),
        hampered=not counts_good(position, base),
        supports=supports,
        behind=behind,
    )


class Nobody(Engagement):
    """A fight that cannot be: nothing comes of it."""

    def chances(self, plus: int = 0) -> tuple[float, float]:
        return (0.0, 0.0)

    def worth(self, by: Any, stakes: Any = None, plus: int = 0, minus: int = 0) -> float:
        return 0.0


Duels = dict[tuple[tuple[Kind, ...], tuple[Kind, ...]], Engagement]
Shots = dict[tuple[Kind, Kind], Shot]


@cache
def _books(edition: str, scale: Scale) -> tuple[Duels, Shots]:
    """Where the fights and shots by types alone are kept once they are known."""
    return {}, {}


class ElementField(Field):
    """Both armies as elements."""

    def __init__(self, position: Position, side: str) -> None:
        mine = elements_of(position, side)
        theirs = elements_of(position, other(side))
        super().__init__(side, mine, theirs)
        self.position = position
        self.known = {element.id: element for element in (*mine, *theirs)}
        self._opponents: dict[str, str] | None = None
        self._duels, self._shots = _books(position.edition, position.scale)

    def matchup(self, one: Piece, two: Piece) -> Engagement:
        assert isinstance(one, Element) and isinstance(two, Element)
        key = (one.file, two.file)
        found = self._duels.get(key)
        if found is None:
            edition, scale = self.position.edition, self.position.scale
            files = _as_types(one, "one", "red"), _as_types(two, "two", "blue")
            found = self._duels[key] = duel_of_types(edition, scale, *files) or Nobody(0, 0)
        return found

    def shot(self, one: Piece, two: Piece) -> Shot:
        assert isinstance(one, Element) and isinstance(two, Element)
        if one.shot == 0.0:
            return ElementShot({})
        key = (one.type, two.type)
        found = self._shots.get(key)
        if found is None:
            edition, scale = self.position.edition, self.position.scale
            pair = as_type(one.base, "one", "red"), as_type(two.base, "two", "blue")
            found = self._shots[key] = shot_of_types(edition, scale, *pair)
        return found

    def opponent(self, name: str) -> str | None:
        if self._opponents is None:
            pairs = melees_of(self.position, self.side)
            self._opponents = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
        return self._opponents.get(name)

    def arrivals(self, action: Any) -> tuple[Piece, ...] | None:
        if not isinstance(action, MoveElements) or not all(name in self.known for name in action.elements):
            return ()  # elements in ambush are not on the table that a side weighs
        found: list[Piece] = []
        for base in arrived(self.position, action):
            here = self.known[base.id]
            # A march goes on as long as there are PIPs; any other move is no longer than the element's.
            if not action.march and _furthest(here.base, base) > here.reach + here.width + COINCIDE:
                return None
            found.append(here.gone_to(base, not counts_good(self.position, base)))
        return tuple(found)


def _as_types(element: Element, name: str, side: str) -> tuple[Base, ...]:
    """An element and its ranks as others of their types are."""
    return tuple([as_type(base, name, side) for base in (element.base, *element.behind)])


def arrived(position: Position, action: MoveElements) -> tuple[Base, ...]:
    """Where a move would bring its elements if nothing were in the way."""
    members = tuple(position.base(name) for name in action.elements)
    if action.steps:
        return march(members, action.steps).arrived
    if action.path:
        end = action.path[-1]
        return (replace(members[0], front=end.front, facing=end.facing),)
    ends = action.ends
    return tuple(replace(b, front=ends[b.id].front, facing=ends[b.id].facing) for b in members if b.id in ends)


def _furthest(here: Base, there: Base) -> float:
    """How far the front corner goes that goes furthest."""
    was, now = here.rectangle.corners, there.rectangle.corners
    return max(distance(was[i], now[i]) for i in (FRONT_LEFT, FRONT_RIGHT))


_FIELDS = Memory[ElementField]("the field of a side")


def field_of(position: Position, side: str) -> ElementField:
    """The field as a side sees it."""
    return _FIELDS.of(position, side, lambda p: ElementField(p, side))
