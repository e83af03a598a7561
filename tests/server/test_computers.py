"""A computer player that fails does not take the battle down: it is noted, told, and may try again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from debellis.generals.players import computer as real_computer
from debellis.server import computers
from debellis.server.limits import Limits
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import NewBattle
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store

SETUP = {"red": "II/33", "blue": "II/32", "limit": 1}


class Failing:
    """A general that always fails, or says something impossible."""

    def __init__(self, action: Any = None) -> None:
        self.action = action

    def choose(self, _rules: Any, _state: Any) -> Any:
        if self.action is None:
            raise RuntimeError("no idea")
        return self.action


def _play(place: Path, watch: Callable[[BattleRegistry, LiveBattle], Any]) -> Any:
    async def play() -> Any:
        registry = BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())
        wanted = NewBattle("dba22", SETUP, Player("computer"), Player("computer"))
        battle = await registry.battle((await registry.new(wanted)).id)
        try:
            return await watch(registry, battle)
        finally:
            await registry.close()

    return asyncio.run(play())


async def _until_idle(battle: LiveBattle) -> None:
    while battle.thinking:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("action", [None, {"do": "end_moves"}, {"do": "nonsense"}], ids=["fails", "illegal", "rubbish"])
def test_a_general_that_fails_is_replaced(place: Path, monkeypatch: pytest.MonkeyPatch, action: Any) -> None:
    def half(level: str, seed: int) -> Any:
        return real_computer(level, seed) if level == "random" else Failing(action)

    async def watch(registry: BattleRegistry, battle: LiveBattle) -> None:
        monkeypatch.setattr(computers, "computer", half)
        registry.wake(battle)
        await _until_idle(battle)
        assert battle.result is not None
        assert battle.trouble is None

    _play(place, watch)


def test_a_battle_waits_when_no_general_knows_what_to_do(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    def none(level: str, seed: int) -> Any:
        asked.append(level)
        return Failing()

    async def watch(registry: BattleRegistry, battle: LiveBattle) -> None:
        told: list[str | None] = []
        battle.listeners.add(lambda battle: told.append(battle.shown("spectator").trouble))
        battle.listeners.add(registry.wake)
        with monkeypatch.context() as patch:
            patch.setattr(computers, "computer", none)
            registry.wake(battle)
            await _until_idle(battle)
            assert battle.number == 0
            assert told == [computers.STUCK]
            assert len(asked) == computers.ATTEMPTS
            await asyncio.sleep(0.05)
            assert len(asked) == computers.ATTEMPTS
        assert "no idea" in caplog.text
        registry.wake(battle)
        assert not battle.thinking
        registry.wake(battle, again=True)
        await _until_idle(battle)
        assert battle.result is not None
        assert battle.shown("spectator").trouble is None

    _play(place, watch)


@pytest.mark.parametrize("level", ["centurion", "recruit"])
def test_a_computer_that_knows_how_chooses_what_to_field(place: Path, level: str) -> None:
    """Against Gauls a centurion of Sassanids takes the elephant, whatever the set-up would draw; named troops stay."""
    named = ["LCh general", "LCh", "LCh", *["3Wb"] * 8, "2Ps"]
    setup = {"red": "II/69", "blue": {"army": "II/11", "elements": named}, "variety": 1}

    async def play() -> dict[str, list[str]]:
        registry = BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())
        player = Player("computer", level=level)
        battle = await registry.battle((await registry.new(NewBattle("dba22", setup, player, player))).id)
        try:
            return {side: [base.code for base in battle.state.forces[side].elements] for side in ("red", "blue")}
        finally:
            await registry.close()

    fielded = asyncio.run(play())
    assert ("El" in fielded["red"]) == (level == "centurion")
    assert fielded["blue"] == [name.removesuffix(" general") for name in named]
