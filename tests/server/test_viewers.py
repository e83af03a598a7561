"""Viewers that do not listen or leave in the middle: neither costs the table anything."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from debellis.server import live
from debellis.server.limits import Limits
from debellis.server.live import DEAF, Viewer, _attend
from debellis.server.messages import NewBattle
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store
from debellis.table import writing

ACT = writing.encode(
    {"type": "act", "key": "a-key-of-mine", "number": 0, "action": {"do": "roll_for_invader"}}
).decode()
ASK = writing.encode({"type": "ask", "id": 1, "question": "pending"}).decode()


class Socket:
    """A socket that says some things, and then leaves or waits; what is sent to it may never get through."""

    def __init__(self, says: list[str], leaves: bool, listens: bool) -> None:
        self.says, self.leaves, self.listens = says, leaves, listens
        self.heard: list[str] = []
        self.closed: int | None = None

    async def receive_text(self) -> str:
        if self.says:
            return self.says.pop(0)
        if self.leaves:
            raise WebSocketDisconnect(detail="gone")
        await asyncio.Event().wait()
        raise AssertionError

    async def send_text(self, text: str) -> None:
        if not self.listens:
            await asyncio.Event().wait()
        self.heard.append(text)

    async def close(self, code: int) -> None:
        self.closed = code


async def _attended(place: Path, socket: Any, **bounds: Any) -> Any:
    limits = Limits(**{"waiting": 8, **bounds})
    registry = BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), limits)
    wanted = NewBattle("dba22", {"red": "II/33", "blue": "II/32"}, Player(), Player(), same_screen=True)
    battle = await registry.battle((await registry.new(wanted)).id)
    await asyncio.wait_for(_attend(socket, Viewer(registry, battle, "both")), 60)
    assert not battle.listeners
    assert not battle.present["both"]
    async with battle.lock:
        number = battle.number
    await registry.close()
    return number


def test_a_viewer_who_does_not_listen_is_hung_up_on(place: Path) -> None:
    socket = Socket([ASK] * 30, leaves=False, listens=False)
    asyncio.run(_attended(place, socket))
    assert socket.closed == DEAF
    assert len(socket.says) > 10


def test_what_somebody_decided_before_he_left_is_done(place: Path) -> None:
    socket = Socket([ACT], leaves=True, listens=True)
    assert asyncio.run(_attended(place, socket)) == 1
    assert socket.closed is None


def test_whoever_says_too_much_is_heard_no_sooner(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(live.asyncio, "sleep", noted)
    socket = Socket([ASK] * 9, leaves=True, listens=True)
    asyncio.run(_attended(place, socket, messages=0.5, message_burst=4.0))
    told = [json.loads(text) for text in socket.heard]
    assert [one["kind"] for one in told if one["type"] == "fault"] == ["too_fast"] * 5
    assert waited == [2.0] * 5
