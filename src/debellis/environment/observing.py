"""What a side sees of a battle as arrays. docs/environment.md lists every number."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from debellis.dba.book import book_of
from debellis.dba.playing.state import State
from debellis.environment.ground import GRID, ground_grid
from debellis.environment.offers import KINDS, SLOTS, Choosing
from debellis.environment.packing import BASE, BOTH, CHOICE, NOBODY, TURN, Packer, phase_now
from debellis.table.terrain import KINDS as TERRAIN

Array = NDArray[Any]


def observation_space(edition: str) -> spaces.Dict:
    """The space of one side's observation."""
    types = len(book_of(edition).types)
    seen = spaces.Dict(
        {
            "bases": spaces.Box(-1.0, 8.0, (BOTH, BASE), np.float32),
            "types": spaces.Box(0, types, (BOTH,), np.int8),
            "ground": spaces.Box(0, len(TERRAIN), (GRID, GRID), np.int8),
            "turn": spaces.Box(0.0, 16.0, (TURN,), np.float32),
            "choice_kinds": spaces.Box(0, len(KINDS) - 1, (SLOTS,), np.int8),
            "choice_bases": spaces.Box(NOBODY, BOTH - 1, (SLOTS, 2), np.int8),
            "choices": spaces.Box(-8.0, 8.0, (SLOTS, CHOICE), np.float32),
        }
    )
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8)})


class Observer:
    """Turns the moments of one battle into arrays; what did not change is not worked out again."""

    def __init__(self, state: State, rows: dict[str, int]) -> None:
        self._packer = Packer(state, rows)
        self._shown: dict[str, tuple[Array, Array, bytes]] = {}
        self._terrain: object = None
        self._ground = np.zeros((GRID, GRID), np.int8)

    def observe(self, state: State, side: str, acts: bool, choosing: Choosing) -> dict[str, Any]:
        """What a side sees; the mask is empty unless it acts."""
        if self._packer.look(state):
            self._shown.clear()
            self._look_at_ground(state)
        if side not in self._shown:
            self._shown[side] = self._view(state, side)
        table, types, turn = self._shown[side]
        kinds, mask, bases, numbers = self._packer.choices(choosing.offers if acts else {}, side)
        seen = {
            "bases": table,
            "types": types,
            "ground": self._ground,
            "turn": np.frombuffer(bytearray(phase_now(state, choosing) + turn), np.float32),
            "choice_kinds": np.frombuffer(kinds, np.int8),
            "choice_bases": np.frombuffer(bases, np.int8).reshape(SLOTS, 2),
            "choices": np.frombuffer(numbers, np.float32).reshape(SLOTS, CHOICE),
        }
        return {"observation": seen, "action_mask": np.frombuffer(mask, np.int8)}

    def _look_at_ground(self, state: State) -> None:
        terrain = state.position.terrain
        if terrain is not self._terrain:
            self._terrain = terrain
            self._ground = ground_grid(terrain, state.position.size)
            self._ground.setflags(write=False)

    def _view(self, state: State, side: str) -> tuple[Array, Array, bytes]:
        """What all observations of a state share, not to be written to: bases, types, the turn without its phase."""
        bases, types = self._packer.table(side)
        table = np.frombuffer(bases, np.float32).reshape(BOTH, BASE)
        return table, np.frombuffer(types, np.int8), self._packer.turn(state, side)
