"""A side's view of a battle as arrays. docs/environment.md lists every number."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from debellis.battle.rules import Rules
from debellis.environment.ground import GRID, ground_grid
from debellis.environment.offers import KINDS, Choosing
from debellis.environment.packing import BASE, CHOICE, NOBODY, TURN, Packer, phase_now
from debellis.environment.sizes import Sizes, sizes_of

Array = NDArray[Any]


def _rows_type(sizes: Sizes) -> type[np.int8] | type[np.int16]:
    """The numbers in which the rows of bases fit."""
    return np.int16 if sizes.wide else np.int8


def observation_space(rules: Rules) -> spaces.Dict:
    """The space of one side's observation."""
    survey = rules.survey
    sizes = sizes_of(survey)
    both, slots = sizes.both, sizes.slots
    seen = spaces.Dict(
        {
            "bases": spaces.Box(-1.0, 8.0, (both, BASE), np.float32),
            "types": spaces.Box(0, len(survey.troop_types()), (both,), np.int8),
            "ground": spaces.Box(0, len(survey.ground_kinds()), (GRID, GRID), np.int8),
            "turn": spaces.Box(0.0, 16.0, (TURN,), np.float32),
            "choice_kinds": spaces.Box(0, len(KINDS) - 1, (slots,), np.int8),
            "choice_bases": spaces.Box(NOBODY, both - 1, (slots, 2), _rows_type(sizes)),
            "choices": spaces.Box(-8.0, 8.0, (slots, CHOICE), np.float32),
        }
    )
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (slots,), np.int8)})


class Observer:
    """Turns the moments of one battle into arrays, and caches what did not change."""

    def __init__(self, rules: Rules, state: Any, rows: dict[str, int], sizes: Sizes) -> None:
        self._rules = rules
        self._sizes = sizes
        self._packer = Packer(rules, state, rows, sizes)
        self._shown: dict[str, tuple[Array, Array, bytes]] = {}
        self._terrain: object = None
        self._ground = np.zeros((GRID, GRID), np.int8)

    def observe(self, state: Any, side: str, acts: bool, choosing: Choosing) -> dict[str, Any]:
        """A side's observation; the mask is empty unless the side acts."""
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
            "choice_bases": np.frombuffer(bases, _rows_type(self._sizes)).reshape(self._sizes.slots, 2),
            "choices": np.frombuffer(numbers, np.float32).reshape(self._sizes.slots, CHOICE),
        }
        return {"observation": seen, "action_mask": np.frombuffer(mask, np.int8)}

    def _look_at_ground(self, state: Any) -> None:
        position = self._rules.position(state)
        terrain = position.terrain
        if terrain is not self._terrain:
            self._terrain = terrain
            self._ground = ground_grid(terrain, position.size, self._rules.survey.ground_kinds())
            self._ground.setflags(write=False)

    def _view(self, state: Any, side: str) -> tuple[Array, Array, bytes]:
        """What all observations of a state share: bases, types, the turn without its phase. Read-only."""
        bases, types = self._packer.table(side)
        table = np.frombuffer(bases, np.float32).reshape(self._sizes.both, BASE)
        return table, np.frombuffer(types, np.int8), self._packer.turn(state, side)
