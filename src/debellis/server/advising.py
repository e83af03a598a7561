"""Advice at the table: a hint in one's own bound, and the odds and order of the combats to come."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from debellis.odds import Report
from debellis.server.answering import decider, places_after
from debellis.server.faults import Faulty
from debellis.server.guard import read_action, work_out
from debellis.server.limits import Allowance, Limits
from debellis.server.messages import Hint, Hinted, Reckon, Reckoned
from debellis.server.pictures import may_have_hints
from debellis.server.rooms import Room
from debellis.server.seats import Role
from debellis.server.thinking import Heads, Order
from debellis.table.value import replace

#: Who gives hints.
ADVISER = "centurion"
#: So many answers, and so many seats that ask for hints, are remembered.
_REMEMBERED = 500


class Adviser:
    """Gives advice: each moment of a battle is thought about once, whoever asks."""

    def __init__(self, heads: Heads, limits: Limits) -> None:
        self.heads = heads
        self.limits = limits
        self.hints: OrderedDict[tuple[str, int], asyncio.Task[Any]] = OrderedDict()
        self.reports: OrderedDict[tuple[str, int], asyncio.Task[Any]] = OrderedDict()
        self.allowances: OrderedDict[tuple[str, str], Allowance] = OrderedDict()

    async def hint(self, room: Room, role: Role, wanted: Hint) -> Hinted:
        """What the computer would do in the place of who must decide; only for him, and where hints are allowed."""
        decider(room, role)
        if not may_have_hints(room.kept, role):
            raise Faulty("not_yours", "Hints are off in a battle between two people, unless chosen at its start.")
        if room.pending.setting_up:
            raise Faulty("not_yours", "There are hints in the battle; before it, ask for suggestions.")
        moment = (room.kept.id, room.number)
        if moment not in self.hints:
            self._take(room.kept.id, role)
            _remember(self.hints, moment, _begun(self._hint(room)))
        found: Hinted = await _kept(self.hints, moment)
        return replace(found, id=wanted.id)

    async def reckon(self, room: Room, role: Role, wanted: Reckon) -> Reckoned:
        """What may come of the shots or close combats as things stand; the order only where hints are allowed."""
        if room.frozen is not None:
            raise Faulty("frozen", room.frozen)
        moment = (room.kept.id, room.number)
        if moment not in self.reports:
            self._give_up(room.kept.id)
            _remember(self.reports, moment, _begun(self.heads.odds(room.kept.edition, room.state)))
        report: Report | None = await _kept(self.reports, moment)
        advises = may_have_hints(room.kept, role)
        if report is not None and not advises:
            report = replace(report, order=(), worst=None, reconsidered=None, first=())
        return Reckoned(wanted.id, moment[1], report, advises)

    def _give_up(self, battle: str) -> None:
        """Odds of a moment that has passed are no longer worked out, if that has not begun."""
        for (name, _), task in self.reports.items():
            if name == battle and not task.done():
                task.cancel()

    async def _hint(self, room: Room) -> Hinted:
        rules, state, number = room.rules, room.state, room.number
        side = rules.pending(state).side
        assert side is not None
        order = Order(room.kept.id, room.kept.edition, state, side, ADVISER, "", int(room.kept.id[:12], 16), 1.0)
        thought = await self.heads.hint(order)
        places = await work_out("this hint", lambda: places_after(rules, state, read_action(rules, thought.action)))
        return Hinted(0, number, thought.action, thought.reason, places)

    def _take(self, battle: str, role: Role) -> None:
        found = self.allowances.pop((battle, role), None) or Allowance(self.limits.hints, self.limits.hint_burst)
        _remember(self.allowances, (battle, role), found)
        if not found.take():
            raise Faulty("too_fast", "So many hints so fast; wait a little.")

    async def close(self) -> None:
        tasks = [*self.hints.values(), *self.reports.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _remember(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)


def _begun(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Some work under way, which may end badly without anybody waiting for it any more."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def _kept(memory: OrderedDict[Any, asyncio.Task[Any]], key: Any) -> Any:
    """What a task comes to, for everybody who waits for it; one that failed is forgotten."""
    task = memory[key]
    try:
        return await asyncio.shield(task)
    except BaseException as wrong:
        if task.done() and memory.get(key) is task:
            del memory[key]
        if task.cancelled() and isinstance(wrong, asyncio.CancelledError):
            raise Faulty("conflict", "The battle has gone on meanwhile.") from None
        raise
