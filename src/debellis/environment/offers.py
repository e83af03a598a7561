"""What can be chosen now, in a fixed number of slots.

A tactical move is chosen in three steps: the mover, the way, and one of the legal moves that way. So the umpire checks
only a few ideas at a time, no idea is left out, and every move that a slot offers is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from debellis.battle.rules import Rules
from debellis.environment.sizes import Sizes
from debellis.environment.ways import WAYS, way_of
from debellis.table.bases import Base
from debellis.table.value import Value

#: What a slot may offer, in the order of the observation.
KINDS = (
    "nothing",
    "end moves",
    "leave it",
    "element",
    "group",
    "landing",
    "way",
    "move",
    "march",
    "enter",
    "shooter",
    "shot",
    "fight",
    "other",
)
NUMBER = {kind: number for number, kind in enumerate(KINDS)}


class Offer(Value, frozen=True):
    """One choice: a decision of the rules or, without `action`, a step towards one."""

    kind: int
    action: Any = None
    mover: tuple[Base, ...] = ()
    ideas: tuple[Any, ...] = ()


_LEAVE = Offer(NUMBER["leave it"])

Offers = dict[int, Offer]


class Choosing:
    """The choices of one moment. `step` is the present step in the choice of a move: "", "way" or "move"."""

    def __init__(self, rules: Rules, rows: dict[str, int], sizes: Sizes) -> None:
        self.rules = rules
        self.survey = rules.survey
        self.sizes = sizes
        self.rows = rows
        self.offers: Offers = {}
        self.step = ""
        self._movers: Offers = {}
        self._ways: Offers = {}
        self._mover = 0

    def renew(self, state: Any) -> None:
        """Start again after a decision: everything may be chosen. Where the moves may not end yet, because somebody
        must come on first, what is legal is chosen from directly."""
        self.step = ""
        if self.survey.by_movers(state) and self.rules.allows(state, self.survey.ending(state)):
            self.offers = self._movers = self._who_may_move(state)
        else:
            ideas = islice(self._legal(state, self.rules.ideas(state)), self.sizes.slots)
            self.offers = {slot: self._offer(action) for slot, action in enumerate(ideas)}

    def go_on(self, state: Any, slot: int) -> None:
        """Take a step towards a move: a mover, a way, or back to the movers."""
        offer = self.offers[slot]
        if offer is _LEAVE:
            self._set_mover_aside()
        elif self.step == "":
            self._mover = slot
            self._find_ways(state, offer)
        else:
            self._find_moves(state, slot)

    def _set_mover_aside(self) -> None:
        """Exclude the picked mover until the next decision."""
        self._movers = {slot: offer for slot, offer in self._movers.items() if slot != self._mover}
        self.step, self.offers = "", self._movers

    def _find_ways(self, state: Any, picked: Offer) -> None:
        ways: dict[int, list[Any]] = {}
        for action in self._ideas(state, picked):
            ways.setdefault(way_of(self.survey, picked.mover, action), []).append(action)
        if not ways:
            self._set_mover_aside()
            return
        self._ways = {way: Offer(NUMBER["way"], ideas=tuple(ideas)) for way, ideas in sorted(ways.items())}
        self.step, self.offers = "way", {0: _LEAVE, **self._ways}

    def _find_moves(self, state: Any, way: int) -> None:
        """Find the legal moves of a way, and close a way that has none."""
        ideas = self._ways.pop(way).ideas
        legal = list(islice(self._legal(state, ideas), self.sizes.slots - 1))
        if legal:
            self.step = "move"
            self.offers = {0: _LEAVE, **{slot: self._offer(action) for slot, action in enumerate(legal, 1)}}
        elif self._ways:
            self.offers = {0: _LEAVE, **self._ways}
        else:
            self._set_mover_aside()

    def _who_may_move(self, state: Any) -> Offers:
        survey, sizes = self.survey, self.sizes
        found = {0: Offer(NUMBER["end moves"], survey.ending(state))}
        if survey.moves_left(state) <= 0:
            return found
        may: set[str] = set()
        for base in survey.may_move(state):
            may.add(base.id)
            row = self.rows.get(base.id)
            if row is not None:
                found[1 + row % sizes.rows] = Offer(NUMBER["element"], mover=(base,))
        for slot, group in zip(range(sizes.groups, sizes.landing), survey.groups(state), strict=False):
            if all(base.id in may for base in group):
                found[slot] = Offer(NUMBER["group"], mover=group)
        if survey.may_land(state):
            found[sizes.landing] = Offer(NUMBER["landing"])
        return found

    def _ideas(self, state: Any, picked: Offer) -> Iterable[Any]:
        """All ideas for the picked mover."""
        if not picked.mover:
            return [action for action in self.rules.ideas(state) if self.survey.comes_on(action)]
        return self.survey.ideas_for(state, picked.mover)

    def _offer(self, action: Any) -> Offer:
        return Offer(NUMBER[self.survey.kind_of(action)], action)

    def _legal(self, state: Any, ideas: Iterable[Any]) -> Iterator[Any]:
        for action in ideas:
            if self.rules.allows(state, action):
                yield action


__all__ = ["KINDS", "NUMBER", "WAYS", "Choosing", "Offer", "Offers"]
