"""Mortem et Gloriam as PettingZoo environments."""

from __future__ import annotations

from typing import Any, ClassVar

from debellis.environment.battles import BattleEnv
from debellis.environment.wrapping import ParallelBattle, wrapped


class raw_env(BattleEnv):
    """The environment without wrappers: a choice that the mask excludes raises ValueError."""

    edition = "meg"
    metadata: ClassVar[dict[str, Any]] = {**BattleEnv.metadata, "name": "meg_v0"}


def env(**options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers."""
    return wrapped(raw_env(**options))


def parallel_env(**options: Any) -> ParallelBattle:
    """The parallel form, in which both sides are asked at every step."""
    return ParallelBattle(raw_env(**options))
