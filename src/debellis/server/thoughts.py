"""What is thought in processes of their own: decisions of generals, hints, plans and odds.

Such a process imports this module and the rules it needs, and nothing else of the server, so that it starts quickly.
"""

from __future__ import annotations

import os
import signal
import time
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from msgspec import Struct

from debellis.battle.collecting import collect_seldom
from debellis.battle.playable import rules_of
from debellis.generals.bound_plan import plan_of_bound
from debellis.generals.players import General, adviser, computer
from debellis.odds import NoCombat, Report, before_combat, report
from debellis.table import writing

#: Work allowed for the exact odds of a phase, and the number of samples beyond that.
ODDS_WORK, ODDS_SAMPLES = 1500, 400
#: The same for odds that are wanted at once.
QUICK_WORK, QUICK_SAMPLES = 50, 20
#: How many generals a process keeps, with their plans.
_REMEMBERED = 200
_POLITE = 5
#: How long a process that has loaded its rules leaves the same work to others (s).
_SHARE = 0.05


class Order(Struct, frozen=True):
    """A request to a general: the moment of a battle, its level and its character."""

    battle: str
    edition: str
    state: Any
    side: str
    level: str
    character: str
    seed: int
    seconds: float


class Thought(Struct, frozen=True):
    """The decision of a general as plain values, and its reason."""

    action: Any
    reason: str


def prepare(heard: Connection) -> None:
    """Prepare a worker: low priority, no reaction to Ctrl+C, and it ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    Thread(target=_follow, args=(heard,), daemon=True).start()


def _follow(heard: Connection) -> None:
    """Wait on a pipe that nothing is written to; it closes when the server ends."""
    with suppress(EOFError, OSError):
        heard.recv()
    os._exit(0)


def load(edition: str) -> None:
    """Load the rules of an edition. It waits a little, so that every process of a pool gets its share."""
    rules_of(edition)
    time.sleep(_SHARE)


_GENERALS: OrderedDict[tuple[str, str], tuple[tuple[Any, ...], General]] = OrderedDict()


def decide(order: Order) -> Thought:
    """The decision of a general that keeps its plan."""
    who = (order.battle, order.side)
    made = (order.level, order.character, order.seed, order.seconds)
    stored = _GENERALS.pop(who, None)
    _GENERALS[who] = stored if stored is not None and stored[0] == made else (made, _general(order))
    if len(_GENERALS) > _REMEMBERED:
        _GENERALS.popitem(last=False)
    return _thought(_GENERALS[who][1], order)


def advise(order: Order) -> Thought:
    """The decision of the general that gives hints, who has not seen this battle before."""
    return _thought(adviser(order.seed), order)


def plan_ahead(order: Order) -> tuple[Thought, ...]:
    """The plan of the bound of the general that gives hints. Its first decision is the hint."""
    plan = plan_of_bound(adviser(order.seed), rules_of(order.edition), order.state)
    return tuple(Thought(writing.plain(found.action), found.reason) for found in plan)


def reckon(edition: str, state: Any, quick: bool = False) -> Report | None:
    """The odds of the pending combats. During the moves: as if the moves ended now."""
    rules = rules_of(edition)
    try:
        work, samples = (QUICK_WORK, QUICK_SAMPLES) if quick else (ODDS_WORK, ODDS_SAMPLES)
        return report(rules, before_combat(rules, state), work=work, samples=samples)
    except NoCombat:
        return None


def _general(order: Order) -> General:
    character = order.character or "steady"
    return computer(order.level, order.seed, character, order.seconds)


def _thought(general: General, order: Order) -> Thought:
    found = general.decide(rules_of(order.edition), order.state)
    return Thought(writing.plain(found.action), found.reason)
