"""Calling the rules from the server: off the main loop, and whatever happens there ends as one sentence."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

import msgspec

from debellis.battle.rules import Rules
from debellis.server.faults import Faulty, broken
from debellis.server.limits import refuse_wild
from debellis.table import writing

T = TypeVar("T")
#: A direction this close to length 1 is left as it is; one this close is made so.
_EXACT, _NEARLY = 1e-12, 1e-3


async def work_out(what: str, work: Callable[[], T], executor: Executor | None = None) -> T:
    """The outcome of some work done in a thread; Faulty, never anything else, if it fails."""
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    except Faulty:
        raise
    except Exception:
        raise broken(what) from None


def read_action(rules: Rules, said: dict[str, Any]) -> Any:
    """A decision as the edition's own structure; Faulty if it cannot be read."""
    refuse_wild(said, "decision")
    try:
        return writing.convert(_straightened(said), rules.action_type)
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError) as wrong:
        raise Faulty("bad_message", f"This decision cannot be read: {wrong}.") from None


def _straightened(value: Any) -> Any:
    """The same with every `facing` a direction of length 1, as the rules want it; ValueError if it is not nearly so."""
    if isinstance(value, dict):
        return {key: _unit(item) if key == "facing" else _straightened(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_straightened(item) for item in value]
    return value


def _unit(facing: Any) -> Any:
    if not isinstance(facing, list) or not all(type(part) in (int, float) for part in facing):
        return facing
    length = math.hypot(*facing)
    if abs(length - 1.0) <= _EXACT:
        return facing
    if abs(length - 1.0) > _NEARLY:
        raise ValueError("a facing is a direction [x east, y north] of length 1")
    return [part / length for part in facing]
