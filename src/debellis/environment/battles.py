"""A battle as a PettingZoo environment: two agents, red and blue, choose among legal suggestions."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from debellis.battle.playable import rules_of
from debellis.battle.sides import SIDES
from debellis.environment.frames import letters, pixels
from debellis.environment.observing import Observer, observation_space
from debellis.environment.session import Session
from debellis.environment.sizes import sizes_of
from debellis.umpire.picture import draw_position

#: The number of bounds of each side after which a battle is stopped.
LIMIT = 20


class BattleEnv(AECEnv, EzPickle):
    """The battles of an edition. The agents are red and blue; the deciding one acts, often several times in a row.

    `armies` are those of red and blue; without it they are drawn for each battle. With `setup` the agents also decide
    the steps before the first bound. With `skip_forced` decisions with only one choice are taken automatically.
    """

    edition = ""
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "rgb_array", "svg", "ansi"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        armies: tuple[str, str] | None = None,
        limit: int = LIMIT,
        max_cycles: int | None = None,
        setup: bool = False,
        skip_forced: bool = False,
    ) -> None:
        EzPickle.__init__(self, render_mode, armies, limit, max_cycles, setup, skip_forced)
        super().__init__()
        self.render_mode = render_mode
        self.armies = armies
        self.limit = limit
        self.max_cycles = max_cycles
        self.setup = setup
        self.skip_forced = skip_forced
        rules = rules_of(self.edition)
        self.possible_agents = list(SIDES)
        self.observation_spaces = {agent: observation_space(rules) for agent in SIDES}
        self.action_spaces = {agent: spaces.Discrete(sizes_of(rules.survey).slots) for agent in SIDES}
        self._random = Random()
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle. A seed determines it and those after it; `options` may name the `armies` of this one."""
        if seed is not None:
            self._random = Random(seed)
        chosen = (options or {}).get("armies", self.armies)
        one = Random(self._random.getrandbits(64))
        self.session = Session(self.edition, one, chosen, self.limit, self.setup, self.skip_forced)
        choosing = self.session.choosing
        self._observer = Observer(self.session.rules, self.session.state, choosing.rows, choosing.sizes)
        self._steps = 0
        self.agents = list(SIDES)
        self.rewards: dict[str, float] = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SIDES}
        self.agent_selection = self.session.side or SIDES[0]

    def observe(self, agent: str) -> dict[str, Any]:
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        acts = agent == self.agent_selection and not over
        return self._observer.observe(self.session.state, agent, acts, self.session.choosing)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.session.choose(int(action))
        self._steps += 1
        self._judge()
        self.agent_selection = self.session.side or agent
        if self.render_mode == "human":
            self.render()

    def _judge(self) -> None:
        """End the battle when it is won, or stop it at the limit of bounds or steps. Only a win gives rewards."""
        result = self.session.result
        if result is not None and result.winner is not None:
            self.rewards = {agent: 1.0 if agent == result.winner else -1.0 for agent in self.agents}
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif result is not None or (self.max_cycles is not None and self._steps >= self.max_cycles):
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> Any:
        """A frame: pixels, an SVG or letters. "human" prints the letters."""
        position = self.session.rules.position(self.session.state)
        if self.render_mode == "rgb_array":
            return pixels(position)
        if self.render_mode == "svg":
            return draw_position(position)
        if self.render_mode == "ansi":
            return letters(self.session.rules, self.session.state)
        if self.render_mode == "human":
            print(letters(self.session.rules, self.session.state))
        return None

    def state(self) -> Any:
        """What red sees, as one row of numbers."""
        seen = self._observer.observe(self.session.state, SIDES[0], False, self.session.choosing)["observation"]
        return np.concatenate([np.ravel(seen[key]).astype(np.float32) for key in ("bases", "types", "ground", "turn")])

    def close(self) -> None:
        """Do nothing: no resource is open."""
