"""When the rules themselves fail, that is told in a sentence, noted with all that led to it, and nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.server import answering
from debellis.server.faults import Faulty
from debellis.server.hall import Hall
from debellis.server.limits import Limits
from debellis.server.messages import Act, Ask, Check, NewBattle, Suggest
from debellis.server.rooms import Room
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store

SETUP = {"red": "II/33", "blue": "II/32"}
ROLL = {"do": "roll_for_invader"}


async def _room(place: Path) -> tuple[Hall, Room]:
    hall = Hall(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())
    wanted = NewBattle("dba22", SETUP, Player(), Player(), same_screen=True)
    return hall, await hall.room((await hall.new(wanted)).id)


def _broke(*_arguments: Any, **_named: Any) -> Any:
    raise ZeroDivisionError("a bug of the rules")


def test_rules_that_fail_are_told_and_noted(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        hall, room = await _room(place)
        for name in ("check", "apply", "ask", "allows"):
            monkeypatch.setattr(type(rules_of("dba22")), name, _broke)
        for answer in (
            room.act("both", Act("a-key-of-mine", 0, ROLL)),
            answering.check(room, "both", Check(1, ROLL)),
            answering.question(room, Ask(1, "melees")),
            answering.suggestions(room, "both", Suggest(1, 3)),
        ):
            with pytest.raises(Faulty) as told:
                await answer
            assert told.value.fault.kind == "broken"
            assert told.value.fault.says.endswith("it has been noted.")
        assert caplog.text.count("ZeroDivisionError: a bug of the rules") == 4
        assert caplog.text.count("Traceback") == 4
        monkeypatch.undo()
        assert await room.act("both", Act("a-key-of-mine", 0, ROLL)) == 1
        await hall.close()

    asyncio.run(play())


@pytest.mark.parametrize("kept", [True, False])
def test_a_database_that_fails_while_keeping_loses_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    """Whether or not the decision was kept, the same key settles it afterwards."""

    async def play() -> None:
        hall, room = await _room(place)
        append = hall.store.append

        async def failing(*arguments: Any) -> None:
            if kept:
                await append(*arguments)
            raise OSError("the line is dead")

        monkeypatch.setattr(hall.store, "append", failing)
        with pytest.raises(Faulty) as told:
            await room.act("both", Act("a-key-of-mine", 0, ROLL))
        assert told.value.fault.kind == "broken"
        assert room.number == 0
        monkeypatch.undo()
        assert await room.act("both", Act("a-key-of-mine", 0, ROLL)) == 1
        assert room.number == 1
        assert room.pending.what == "place the terrain"
        await hall.close()

    asyncio.run(play())
