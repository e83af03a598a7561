"""The usual PettingZoo wrappers, and a parallel form in which both sides are asked at every step."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv
from pettingzoo.utils import wrappers

from debellis.db.playing.state import SIDES
from debellis.environment.battles import BattleEnv
from debellis.environment.offers import SLOTS


def wrapped(env: BattleEnv) -> Any:
    """With PettingZoo's guards: a choice off the mask loses at once."""
    guarded = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class ParallelBattle(ParallelEnv):
    """Both agents answer at every step; only the answer of the one who must decide counts.

    A choice off the mask is taken as the next one on it, so that players who know no masks can play too.
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
        offers = env.session.choosing.offers
        env.step(next(slot for i in range(SLOTS) if (slot := (wanted + i) % SLOTS) in offers))
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
