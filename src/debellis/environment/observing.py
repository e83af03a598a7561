"""What a side sees of a battle as arrays. docs/environment.md lists every number."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from debellis.db.book import book_of
from debellis.db.playing.actions import Fight, MoveElements, PickShooter, Shoot
from debellis.db.playing.phases import phase_of
from debellis.db.playing.state import State, other
from debellis.environment.ground import GRID, ground_grid
from debellis.environment.offers import KINDS, NUMBER, ROWS, SLOTS, Choosing, Offer
from debellis.table.bases import Base
from debellis.table.terrain import KINDS as TERRAIN

Array = NDArray[Any]

PHASES = ("pips", "moves", "way", "move", "shooting", "target", "melee", "setting up", "over")
#: Numbers of a base, of the turn and of a choice.
BASE = 9
TURN = len(PHASES) + 8
CHOICE = 6
_BOTH = 2 * ROWS
_NOBODY = -1
_NUMBER_OF_PHASE = {phase: number for number, phase in enumerate(PHASES)}
_SETTING_UP = _NUMBER_OF_PHASE["setting up"]
_BLANK = (0.0,) * len(PHASES)
_UNTOLD = (0.0,) * CHOICE
_END = NUMBER["end moves"]
_NO_BASES = np.full((SLOTS, 2), _NOBODY, np.int8)
_NO_NUMBERS = np.zeros((SLOTS, CHOICE), np.float32)
#: While the mover is chosen, a slot stands for the row before it whether he may move or not.
_MOVERS = _NO_BASES.copy()
_MOVERS[1 : 1 + ROWS, 0] = range(ROWS)
for _shared in (_NO_BASES, _NO_NUMBERS, _MOVERS):
    _shared.setflags(write=False)
_SAYS_IT_ALL = {NUMBER[kind] for kind in ("end moves", "leave it", "element", "landing", "way", "other")}


def observation_space(edition: str) -> spaces.Dict:
    """The space of one side's observation."""
    types = len(book_of(edition).types)
    seen = spaces.Dict(
        {
            "bases": spaces.Box(-1.0, 8.0, (_BOTH, BASE), np.float32),
            "types": spaces.Box(0, types, (_BOTH,), np.int8),
            "ground": spaces.Box(0, len(TERRAIN), (GRID, GRID), np.int8),
            "turn": spaces.Box(0.0, 16.0, (TURN,), np.float32),
            "choice_kinds": spaces.Box(0, len(KINDS) - 1, (SLOTS,), np.int8),
            "choice_bases": spaces.Box(_NOBODY, _BOTH - 1, (SLOTS, 2), np.int8),
            "choices": spaces.Box(-8.0, 8.0, (SLOTS, CHOICE), np.float32),
        }
    )
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8)})


class Observer:
    """Turns the moments of one battle into arrays; what did not change is not worked out again."""

    def __init__(self, state: State, rows: dict[str, int]) -> None:
        self.rows = rows
        self.size = state.position.size[0]
        self.types = {kind: i for i, kind in enumerate(book_of(state.position.edition).types, 1)}
        self._known: list[Base | None] = [None] * _BOTH
        self._bases = np.zeros((_BOTH, BASE), np.float32)
        self._types = np.zeros(_BOTH, np.int8)
        self._seen: State | None = None
        self._shown: dict[str, tuple[Array, Array, Array]] = {}
        self._terrain: object = None
        self._ground = np.zeros((GRID, GRID), np.int8)

    def observe(self, state: State, side: str, acts: bool, choosing: Choosing) -> dict[str, Any]:
        """What a side sees; the mask is empty unless it acts."""
        if state is not self._seen:
            self._look(state)
        if side not in self._shown:
            self._shown[side] = (*self._view(side), self._turn(state, side))
        table, types, turn = self._shown[side]
        turn = turn.copy()
        turn[_NUMBER_OF_PHASE.get(choosing.step or phase_of(state), _SETTING_UP)] = 1.0
        kinds, bases, numbers = self._choices(choosing, side) if acts else _nothing()
        seen = {
            "bases": table,
            "types": types,
            "ground": self._ground,
            "turn": turn,
            "choice_kinds": kinds,
            "choice_bases": bases,
            "choices": numbers,
        }
        return {"observation": seen, "action_mask": (kinds > 0).view(np.int8)}

    def _look(self, state: State) -> None:
        """Bring the arrays of the table up to date."""
        position = state.position
        if self._seen is None or position is not self._seen.position:
            there: list[Base | None] = [None] * _BOTH
            for base in position.bases:
                if base.id in self.rows:
                    there[self.rows[base.id]] = base
            for row, (now, known) in enumerate(zip(there, self._known, strict=True)):
                if now is not known:
                    self._write(row, now)
            if position.terrain is not self._terrain:
                self._terrain = position.terrain
                self._ground = ground_grid(position.terrain, position.size)
                self._ground.setflags(write=False)
        self._bases[:, 7] = 0.0
        for name, moves in state.bound.moves.items():
            self._bases[self.rows[name], 7] = min(moves, 8)
        self._bases[:, 8] = 0.0
        for name in state.shot:
            self._bases[self.rows[name], 8] = 1.0
        self._seen = state
        self._shown.clear()

    def _view(self, side: str) -> tuple[Array, Array]:
        """The bases and their types, those of a side first; shared by many observations, so not to be written to."""
        found = []
        for both in (self._bases, self._types):
            view = both.copy() if side == "red" else np.concatenate((both[ROWS:], both[:ROWS]))
            view.setflags(write=False)
            found.append(view)
        return found[0], found[1]

    def _write(self, row: int, base: Base | None) -> None:
        self._known[row] = base
        if base is None:
            self._bases[row] = 0.0
            self._types[row] = 0
            return
        self._types[row] = self.types[base.kind]
        inside = base.inside is not None
        x, y = (0.0, 0.0) if inside else base.front
        dx, dy = (0.0, 0.0) if inside else base.facing
        depth = base.depth / base.width
        self._bases[row, :7] = (x / self.size, y / self.size, dx, dy, depth, base.general, 1.0 if inside else 0.0)

    def _turn(self, state: State, side: str) -> Array:
        """The numbers of the turn; which phase it is is still to be written."""
        enemy = other(side)
        lost = state.position.lost
        values = (
            state.turn == side,
            state.invader == side,
            min(state.pips, 16),
            min(state.bounds.get(side, 0) / state.limit, 1.0),
            min(len(lost.get(side, ())), 16),
            min(len(lost.get(enemy, ())), 16),
            len(state.held_back.get(side, ())),
            len(state.held_back.get(enemy, ())),
        )
        return np.array((*_BLANK, *values), np.float32)

    def _choices(self, choosing: Choosing, side: str) -> tuple[Array, Array, Array]:
        flip = 0 if side == "red" else ROWS
        kinds = bytearray(SLOTS)
        slots: list[int] = []
        pairs: list[tuple[int, int]] = []
        values: list[tuple[float, ...]] = []
        for slot, offer in choosing.offers.items():
            kinds[slot] = offer.kind
            # An element's slot says which it is; only what needs more is told more.
            if offer.kind not in _SAYS_IT_ALL:
                one, two, numbers = self._told(offer)
                slots.append(slot)
                pairs.append((one if one == _NOBODY else one ^ flip, two if two == _NOBODY else two ^ flip))
                values.append(numbers or _UNTOLD)
        bases, told = _MOVERS if kinds[0] == _END else _NO_BASES, _NO_NUMBERS
        if slots:
            bases, told = bases.copy(), told.copy()
            bases[slots] = pairs
            told[slots] = values
        return np.frombuffer(kinds, np.int8), bases, told

    def _told(self, offer: Offer) -> tuple[int, int, tuple[float, ...]]:
        """The base an offer is about, the other one, and its numbers."""
        action = offer.action
        if offer.mover:
            return self.rows[offer.mover[0].id], _NOBODY, (0.0, 0.0, 0.0, 0.0, len(offer.mover) / ROWS, 0.0)
        if isinstance(action, MoveElements):
            return self._told_move(action)
        if isinstance(action, PickShooter):
            return self._row(action.shooter), _NOBODY, ()
        if isinstance(action, Shoot):
            return _NOBODY, self._row(action.target), (0.0, 0.0, 0.0, 0.0, len(action.helpers) / ROWS, 0.0)
        if isinstance(action, Fight):
            return self._row(action.attacker), self._row(action.defender), ()
        return _NOBODY, _NOBODY, ()

    def _told_move(self, action: MoveElements) -> tuple[int, int, tuple[float, ...]]:
        move = action.move
        row = self.rows[move.elements[0]]
        if move.path:
            (x, y), (dx, dy) = move.path[-1].front, move.path[-1].facing
            return row, _NOBODY, (x / self.size, y / self.size, dx, dy, 0.0, 0.0)
        ahead = sum(step.advance for step in move.steps) / self.size
        turn = sum(step.wheel * (1.0 if step.pivot == "right" else -1.0) for step in move.steps) / 90.0
        return row, _NOBODY, (0.0, 0.0, 0.0, 0.0, ahead, turn)

    def _row(self, name: str) -> int:
        """The row of a base; a camp or town has none."""
        return self.rows.get(name, _NOBODY)


def _nothing() -> tuple[Array, Array, Array]:
    return np.zeros(SLOTS, np.int8), _NO_BASES, _NO_NUMBERS
