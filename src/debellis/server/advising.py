"""Advice for players: hints, where bases may get to, and the odds and order of pending combats."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.rules import Rules
from debellis.manoeuvre.reach import Area
from debellis.odds import Report
from debellis.server.answering import as_known, decider, places_after
from debellis.server.faults import RequestError
from debellis.server.guard import read_action, work_out
from debellis.server.limits import Allowance, Limits
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Hint, Hinted, PlannedMove, Reach, Reached, Reckon, Reckoned
from debellis.server.pictures import may_have_hints
from debellis.server.seats import Role
from debellis.server.thinking import Heads
from debellis.server.thoughts import Order, Thought
from debellis.table.value import replace

#: What the general that gives hints is called.
ADVISER = "adviser"
#: How long the reach of bases is worked out without a pause, and the pause (s).
_PIECE, _BREATH = 0.008, 0.004
#: How many answers, and how many seats that asked for hints, are cached.
_REMEMBERED = 500


class Adviser:
    """Gives advice. Each moment of a battle is worked out once for all who ask."""

    def __init__(self, heads: Heads, limits: Limits) -> None:
        self.heads = heads
        self.limits = limits
        self.hints: OrderedDict[tuple[str, int, bool], asyncio.Task[Any]] = OrderedDict()
        self.reports: OrderedDict[tuple[str, int, bool], asyncio.Task[Any]] = OrderedDict()
        self.reaches: OrderedDict[tuple[str, int, tuple[str, ...]], asyncio.Task[Any]] = OrderedDict()
        self.allowances: OrderedDict[tuple[str, str], Allowance] = OrderedDict()

    async def hint(self, battle: LiveBattle, role: Role, wanted: Hint) -> Hinted:
        """The decision a computer would take now, for the side that must decide, if hints are allowed.

        With the plan of the whole bound if it is wanted.
        """
        decider(battle, role)
        if not may_have_hints(battle.stored, role):
            raise RequestError(
                "not_yours", "Hints are off in this battle: two people play it, and did not choose them at the start."
            )
        if battle.pending.setting_up:
            raise RequestError("not_yours", "There are no hints before the battle. Ask for suggestions instead.")
        moment = (battle.stored.id, battle.number, wanted.plan)
        if moment not in self.hints:
            self._take(battle.stored.id, role)
            _remember(self.hints, moment, _begun(self._hint(battle, wanted.plan)))
        found: Hinted = await _kept(self.hints, moment)
        return replace(found, id=wanted.id)

    async def reckon(self, battle: LiveBattle, role: Role, wanted: Reckon) -> Reckoned:
        """The odds of the pending shots or close combats; the best order only if hints are allowed."""
        if battle.frozen is not None:
            raise RequestError("frozen", battle.frozen)
        moment = (battle.stored.id, battle.number, wanted.quick)
        if moment not in self.reports:
            self._give_up(battle.stored.id, battle.number)
            odds = self.heads.odds(battle.stored.edition, battle.state, wanted.quick)
            _remember(self.reports, moment, _begun(odds))
        report: Report | None = await _kept(self.reports, moment)
        advises = may_have_hints(battle.stored, role)
        if report is not None and not advises:
            report = replace(report, order=(), worst=None, reconsidered=None, first=())
        return Reckoned(wanted.id, moment[1], report, advises)

    async def reach(self, battle: LiveBattle, role: Role, wanted: Reach) -> Reached:
        """Where bases of the side that must decide may get to. Asking about others cancels what is not finished."""
        decider(battle, role)
        moment = (battle.stored.id, battle.number, wanted.bases)
        if moment not in self.reaches:
            for (name, _, _), task in self.reaches.items():
                if name == battle.stored.id and not task.done():
                    task.cancel()
            _remember(self.reaches, moment, _begun(_areas(battle, wanted.bases)))
        areas = await _kept(self.reaches, moment)
        return Reached(wanted.id, moment[1], areas)

    def _give_up(self, battle: str, number: int) -> None:
        """Cancel the odds of earlier moments that are not finished."""
        for (name, of, _), task in self.reports.items():
            if name == battle and of != number and not task.done():
                task.cancel()

    async def _hint(self, battle: LiveBattle, whole: bool) -> Hinted:
        rules, state, number = battle.rules, battle.state, battle.number
        side = rules.pending(state).side
        assert side is not None
        order = Order(
            battle.stored.id, battle.stored.edition, state, side, ADVISER, "", int(battle.stored.id[:12], 16), 1.0
        )
        thoughts = await self.heads.plan(order) if whole else (await self.heads.hint(order),)
        plan = await work_out("this hint", lambda: _placed(rules, state, thoughts))
        first = plan[0]
        return Hinted(0, number, first.action, first.reason, first.places, plan if whole else ())

    def _take(self, battle: str, role: Role) -> None:
        found = self.allowances.pop((battle, role), None) or Allowance(self.limits.hints, self.limits.hint_burst)
        _remember(self.allowances, (battle, role), found)
        if not found.take():
            raise RequestError("too_fast", "Too many hints in a short time. Try again in a few seconds.")

    async def close(self) -> None:
        tasks = [*self.hints.values(), *self.reports.values(), *self.reaches.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _areas(battle: LiveBattle, bases: tuple[str, ...]) -> tuple[Area, ...]:
    """The areas of a reach, worked out in short pieces between which rulings are given."""
    areas = battle.rules.reach(battle.state, bases)
    found: list[Area] = []

    def some() -> bool:
        until = time.perf_counter() + _PIECE
        for area in areas:
            found.append(area)
            if time.perf_counter() > until:
                return True
        return False

    while await work_out("this reach", some):
        await asyncio.sleep(_BREATH)
    return tuple(found)


def _placed(rules: Rules, state: Any, thoughts: tuple[Thought, ...]) -> tuple[PlannedMove, ...]:
    """Decisions in order, with where the bases would stand after each."""
    plan: list[PlannedMove] = []
    state = as_known(rules, state)
    for thought in thoughts:
        action = read_action(rules, thought.action)
        plan.append(PlannedMove(thought.action, thought.reason, places_after(rules, state, action)))
        if len(plan) < len(thoughts):
            state, _ = rules.apply(state, action, Middling())
    return tuple(plan)


def _remember(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)


def _begun(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """A task whose failure may go unread."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def _kept(memory: OrderedDict[Any, asyncio.Task[Any]], key: Any) -> Any:
    """The result of a cached task. A failed one is removed from the cache."""
    task = memory[key]
    try:
        return await asyncio.shield(task)
    except BaseException as wrong:
        if task.done() and memory.get(key) is task:
            del memory[key]
        if task.cancelled() and isinstance(wrong, asyncio.CancelledError):
            raise RequestError("conflict", "The battle changed meanwhile. Ask again.") from None
        raise
