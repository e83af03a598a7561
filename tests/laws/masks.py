"""Random steps in the environments: every action that the mask allows is accepted."""

from __future__ import annotations

from importlib import import_module
from random import Random

import numpy as np

#: Bounds of each side after which a battle is stopped, and every how manieth battle is also set up by the agents.
LIMIT, BY_HAND = 12, 3


def stepped(edition: str, seed: int, most: int) -> tuple[int, str | None]:
    """The steps taken in one battle, and what went wrong in it, if anything did."""
    env = import_module(f"debellis.environment.{edition}_v0").raw_env(setup=seed % BY_HAND == 0, limit=LIMIT)
    env.reset(seed=seed)
    random = Random(seed)
    for step in range(most):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return step, None
        allowed = np.flatnonzero(env.observe(agent)["action_mask"])
        if not len(allowed):
            return step, f"battle {seed}, step {step}: the mask of {agent} allows nothing"
        slot = int(random.choice(list(allowed)))
        try:
            env.step(slot)
        except Exception as wrong:
            return step, f"battle {seed}, step {step}, slot {slot}: {type(wrong).__name__}: {wrong}"
    return most, None
