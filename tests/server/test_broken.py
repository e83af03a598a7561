"""When the rules themselves fail, that is told in a sentence, noted with all that led to it, and nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.server import answering
from debellis.server.faults import RequestError
from debellis.server.limits import Limits
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Act, Ask, Check, NewBattle, Suggest
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store

SETUP = {"red": "II/33", "blue": "II/32"}
ROLL = {"do": "roll_for_invader"}


async def _room(place: Path) -> tuple[BattleRegistry, LiveBattle]:
    registry = BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())
    wanted = NewBattle("dba22", SETUP, Player(), Player(), same_screen=True)
    return registry, await registry.battle((await registry.new(wanted)).id)


def _broke(*_arguments: Any, **_named: Any) -> Any:
    raise ZeroDivisionError("a bug of the rules")


def test_rules_that_fail_are_told_and_noted(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        registry, battle = await _room(place)
        for name in ("check", "apply", "ask", "allows"):
            monkeypatch.setattr(type(rules_of("dba22")), name, _broke)
        for answer in (
            battle.act("both", Act("a-key-of-mine", 0, ROLL)),
            answering.check(battle, "both", Check(1, ROLL)),
            answering.question(battle, Ask(1, "melees")),
            answering.suggestions(battle, "both", Suggest(1, 3)),
        ):
            with pytest.raises(RequestError) as told:
                await answer
            assert told.value.fault.kind == "broken"
            assert told.value.fault.says.endswith("it has been logged.")
        assert caplog.text.count("ZeroDivisionError: a bug of the rules") == 4
        assert caplog.text.count("Traceback") == 4
        monkeypatch.undo()
        assert await battle.act("both", Act("a-key-of-mine", 0, ROLL)) == 1
        await registry.close()

    asyncio.run(play())


@pytest.mark.parametrize("kept", [True, False])
def test_a_database_that_fails_while_keeping_loses_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    """Whether or not the decision was kept, the same key settles it afterwards."""

    async def play() -> None:
        registry, battle = await _room(place)
        append = registry.store.append

        async def failing(*arguments: Any) -> None:
            if kept:
                await append(*arguments)
            raise OSError("the line is dead")

        monkeypatch.setattr(registry.store, "append", failing)
        with pytest.raises(RequestError) as told:
            await battle.act("both", Act("a-key-of-mine", 0, ROLL))
        assert told.value.fault.kind == "broken"
        assert battle.number == 0
        monkeypatch.undo()
        assert await battle.act("both", Act("a-key-of-mine", 0, ROLL)) == 1
        assert battle.number == 1
        assert battle.pending.what == "place the terrain"
        await registry.close()

    asyncio.run(play())
