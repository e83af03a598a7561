"""What may be chosen now, in a fixed number of slots.

A tactical move is chosen in three steps: who moves, which way, and which of the legal moves that way. So only a few
ideas are put to the umpire at a time, none is left out, and every move a slot offers is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from debellis.battle.rules import Rules
from debellis.dba.fighting.fights import fights
from debellis.dba.moving.further_moves import may_move_on
from debellis.dba.playing.actions import EndMoves, Fight, Land, MoveElements, PickShooter, Shoot
from debellis.dba.playing.ideas import generals_file, groups_of, ideas_for_element, ideas_for_group
from debellis.dba.playing.state import State
from debellis.environment.ways import WAYS, way_of
from debellis.table.bases import Base
from debellis.table.value import Value

#: How many slots there are, and how many elements a side may have.
SLOTS = 32
ROWS = 16
#: Where the groups and the landing are among the movers; elements have the slot after their row.
GROUPS = 1 + ROWS
LANDING = SLOTS - 1

#: What a slot may offer. The order is that of the observation.
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
    """One choice: a decision of the rules, or without `action` a step towards one."""

    kind: int
    action: Any = None
    mover: tuple[Base, ...] = ()
    ideas: tuple[Any, ...] = ()


_LEAVE = Offer(NUMBER["leave it"])
_END = Offer(NUMBER["end moves"], EndMoves())
_OF_ACTION: dict[Any, str] = {
    EndMoves: "end moves",
    PickShooter: "shooter",
    Shoot: "shot",
    Fight: "fight",
    Land: "landing",
}

Offers = dict[int, Offer]


class Choosing:
    """The choices of one moment. `step` is where in the choice of a move we are: "", "way" or "move"."""

    def __init__(self, rules: Rules, rows: dict[str, int]) -> None:
        self.rules = rules
        self.rows = rows
        self.offers: Offers = {}
        self.step = ""
        self._movers: Offers = {}
        self._ways: Offers = {}
        self._mover = 0

    def renew(self, state: State) -> None:
        """A decision was taken: everything may be chosen anew."""
        self.step = ""
        if state.phase == "moves":
            self.offers = self._movers = self._who_may_move(state)
        else:
            ideas = islice(self._legal(state, self.rules.ideas(state)), SLOTS)
            self.offers = {slot: _offer(action) for slot, action in enumerate(ideas)}

    def go_on(self, state: State, slot: int) -> None:
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
        """The picked mover stays where he is until the next decision."""
        self._movers = {slot: offer for slot, offer in self._movers.items() if slot != self._mover}
        self.step, self.offers = "", self._movers

    def _find_ways(self, state: State, picked: Offer) -> None:
        ways: dict[int, list[Any]] = {}
        for action in self._ideas(state, picked):
            ways.setdefault(way_of(picked.mover, action), []).append(action)
        if not ways:
            self._set_mover_aside()
            return
        self._ways = {way: Offer(NUMBER["way"], ideas=tuple(ideas)) for way, ideas in sorted(ways.items())}
        self.step, self.offers = "way", {0: _LEAVE, **self._ways}

    def _find_moves(self, state: State, way: int) -> None:
        """The legal moves a way; a way that has none is closed."""
        ideas = self._ways.pop(way).ideas
        legal = list(islice(self._legal(state, ideas), SLOTS - 1))
        if legal:
            self.step = "move"
            self.offers = {0: _LEAVE, **{slot: _offer(action) for slot, action in enumerate(legal, 1)}}
        elif self._ways:
            self.offers = {0: _LEAVE, **self._ways}
        else:
            self._set_mover_aside()

    def _who_may_move(self, state: State) -> Offers:
        found = {0: _END}
        if state.pips <= 0:
            return found
        position, side = state.position, state.turn
        may = {b.id for b in position.bases if b.side == side and may_move_on(position, b, state.bound)}
        for base in position.bases:
            if base.id in may:
                found[1 + self.rows[base.id] % ROWS] = Offer(NUMBER["element"], mover=(base,))
        contacts = fights(position)
        groups = groups_of(position, side, contacts)
        behind = generals_file(position, side, contacts)
        if behind and behind not in groups:
            groups.append(behind)
        for slot, group in zip(range(GROUPS, LANDING), groups, strict=False):
            if all(base.id in may for base in group):
                found[slot] = Offer(NUMBER["group"], mover=group)
        if state.held_back.get(side) and state.bounds.get(side) == 1:
            found[LANDING] = Offer(NUMBER["landing"])
        return found

    def _ideas(self, state: State, picked: Offer) -> list[Any]:
        """All ideas for whoever was picked."""
        if not picked.mover:
            return [action for action in self.rules.ideas(state) if isinstance(action, Land)]
        if len(picked.mover) > 1:
            return [MoveElements(move) for move in ideas_for_group(state.position, picked.mover)]
        return [MoveElements(move) for move in ideas_for_element(state.position, picked.mover[0])]

    def _legal(self, state: State, ideas: Iterable[Any]) -> Iterator[Any]:
        for action in ideas:
            if self.rules.allows(state, action):
                yield action


def _offer(action: Any) -> Offer:
    if isinstance(action, MoveElements):
        move = action.move
        return Offer(NUMBER["enter" if move.enters is not None else "march" if move.steps else "move"], action)
    return Offer(NUMBER[_OF_ACTION.get(type(action), "other")], action)


__all__ = ["GROUPS", "KINDS", "LANDING", "NUMBER", "ROWS", "SLOTS", "WAYS", "Choosing", "Offer", "Offers"]
