"""The usual PettingZoo wrappers, and a parallel form in which both sides are asked at every step."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from debellis.battle.sides import SIDES
from debellis.environment.battles import BattleEnv


def wrapped(env: BattleEnv) -> Any:
    """The environment with PettingZoo's usual checks: a choice that the mask excludes loses at once."""
    return Guarded(env)


class Guarded(wrappers.OrderEnforcingWrapper):
    """PettingZoo's usual checks in one wrapper: the order of calls, slots that do not exist, and masked choices.

    Attributes that are used at every step are answered here. Three nested wrappers would pass each of them on by name.
    """

    def last(self, observe: bool = True) -> Any:
        agent, env = self.agent_selection, self.env
        seen = env.observe(agent) if observe else None
        return seen, env._cumulative_rewards[agent], env.terminations[agent], env.truncations[agent], env.infos[agent]

    def step(self, action: Any) -> None:
        env = self.env
        if not self._has_reset or not env.agents:
            super().step(action)
            return
        self._has_updated = True
        agent = env.agent_selection
        if isinstance(action, (int, np.integer)) and int(action) in env.session.choosing.offers:
            env.step(action)
            return
        dead = env.terminations[agent] or env.truncations[agent]
        assert (action is None and dead) or env.action_space(agent).contains(action), "action is not in action space"
        if dead:
            env.step(action)
        else:
            self._lose(agent)

    def _lose(self, agent: str) -> None:
        """End the battle for both agents as a loss for the one that made a masked choice."""
        EnvLogger.warn_on_illegal_move()
        env = self.env
        env._cumulative_rewards[agent] = 0.0
        env.terminations = dict.fromkeys(env.agents, True)
        env.truncations = dict.fromkeys(env.agents, True)
        env.rewards = dict.fromkeys(env.agents, 0.0)
        env.rewards[agent] = -1.0
        env._accumulate_rewards()
        env._deads_step_first()

    @property
    def agents(self) -> Any:
        return self.env.agents

    @property
    def agent_selection(self) -> Any:
        return self.env.agent_selection

    @property
    def terminations(self) -> Any:
        return self.env.terminations

    @property
    def truncations(self) -> Any:
        return self.env.truncations

    def __str__(self) -> str:
        return str(self.env)


class ParallelBattle(ParallelEnv):
    """Both agents answer at every step, and only the answer of the one that must decide counts.

    A masked choice is replaced by the next allowed one, so that players without masks can play too.
    """

    def __init__(self, env: BattleEnv) -> None:
        self.env = env
        self.metadata = {**env.metadata, "is_parallelizable": True}
        self.possible_agents = list(SIDES)
        self.render_mode = env.render_mode

    @property
    def unwrapped(self) -> Any:
        return self

    def observation_space(self, agent: str) -> Any:
        return self.env.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self.env.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.env.reset(seed, options)
        self.agents = list(SIDES)
        return {agent: self.env.observe(agent) for agent in SIDES}, {agent: {} for agent in SIDES}

    def step(self, actions: dict[str, Any]) -> Any:
        env = self.env
        wanted = int(actions[env.agent_selection])
        offers, slots = env.session.choosing.offers, env.session.choosing.sizes.slots
        env.step(next(slot for i in range(slots) if (slot := (wanted + i) % slots) in offers))
        seen = {agent: env.observe(agent) for agent in SIDES}
        ends = dict(env.terminations), dict(env.truncations)
        if any(ends[0].values()) or any(ends[1].values()):
            self.agents = []
        return seen, dict(env.rewards), *ends, {agent: {} for agent in SIDES}

    def render(self) -> Any:
        return self.env.render()

    def state(self) -> Any:
        return self.env.state()

    def close(self) -> None:
        self.env.close()
