"""Calls of the rules from the server: in a thread, with every failure turned into a RequestError."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

import msgspec

from debellis.battle.rules import Rules
from debellis.server.faults import RequestError, broken
from debellis.server.limits import refuse_wild
from debellis.table import writing

T = TypeVar("T")
#: A direction whose length differs from 1 by less than the first is unchanged; by less than the second, it is scaled.
_EXACT, _NEARLY = 1e-12, 1e-3


async def work_out(what: str, work: Callable[[], T], executor: Executor | None = None) -> T:
    """The result of some work done in a thread; RequestError, and no other exception, if it fails."""
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    except RequestError:
        raise
    except Exception:
        raise broken(what) from None


def read_action(rules: Rules, said: dict[str, Any]) -> Any:
    """A decision as the edition's structure; RequestError if it cannot be parsed."""
    refuse_wild(said, "decision")
    try:
        return writing.convert(_straightened(said), rules.action_type)
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError) as wrong:
        raise RequestError("bad_message", f"This decision cannot be read: {wrong}.") from None


def _straightened(value: Any) -> Any:
    """The same value with every `facing` scaled to length 1; ValueError if a length is not nearly 1."""
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
