"""The server on the compiled package: a battle is begun, decided, asked about and read again as on the plain one."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest

from debellis.battle.playable import rules_of
from tests.compiled import compiled_package, is_compiled, with_package
from tests.server.kept import BATTLES, fought, put
from tests.server.servers import Nursery, Seat, Server, begin, checked

#: A kept battle after whose decision three close combats wait.
MELEES = (BATTLES / "dba22" / "battle-0038.jsonl", 92)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Server]]:
    """A server of the compiled package, and its database."""
    package = compiled_package()
    assert is_compiled(package)
    place = tmp_path_factory.mktemp("compiled")
    database = f"sqlite:///{place / 'battles.sqlite3'}"
    nursery = Nursery(with_package(package))
    server = nursery.serve(database, place / "log").wait()
    yield database, server
    server.stop()
    nursery.close()
    assert "Traceback" not in server.said


@pytest.mark.parametrize(("edition", "red", "blue"), [("dba22", "II/33", "II/32"), ("rrr", "swiss", "french")])
def test_a_battle_is_begun_and_decided_and_its_log_replays(
    kept: tuple[str, Server], edition: str, red: str, blue: str
) -> None:
    """From the first roll by hand on; the log of the compiled server is proved by the plain rules."""
    setup = {"red": red, "blue": blue}
    seat = Seat(kept[1].address, begin(kept[1].address, edition=edition, setup=setup, same_screen=True)["both"])
    shown = seat.shown
    while shown["number"] < 25 and shown["result"] is None:
        seat.step()
        shown = seat.shown
    done = checked(seat.log().content)
    if shown["result"] is None:
        assert rules_of(edition).pending(done.state).side == shown["pending"]["side"]
        assert done.state.phase != "over"
    else:
        assert done.state.phase == "over"
    assert len(done.moments) == shown["number"] + 1 > 8


@pytest.mark.parametrize(
    ("edition", "red", "blue"),
    [
        ("dbm31", "early_imperial_roman", "new_kingdom_egyptian"),
        ("dbm32", "new_kingdom_egyptian", "early_imperial_roman"),
        ("meg", "magna-achaemenid", "magna-pyrrhic"),
    ],
)
def test_a_battle_with_secrets_is_decided_and_its_log_replays_when_they_are_out(
    kept: tuple[str, Server], edition: str, red: str, blue: str
) -> None:
    setup = {"red": red, "blue": blue}
    seat = Seat(kept[1].address, begin(kept[1].address, edition=edition, setup=setup, same_screen=True)["both"])
    while seat.shown["number"] < 25:
        seat.step()
    seat.act({"do": "resign"})
    done = checked(seat.log().content)
    assert done.state.phase == "over"
    assert len(done.moments) == 27


SHOT = """
title = "May the bows shoot?"
edition = "dba22"
active = "red"
base = [
  { id = "Bows", side = "red", troops = "4Bw", front = [300, 200], facing = 0 },
  { id = "Blades", side = "blue", troops = "4Bd", front = [300, 240], facing = 180 },
  { id = "Scouts", side = "red", troops = "2Ps", front = [%d, 225], facing = 0 },
]
ask = [{ question = "may_shoot", shooter = "Bows", target = "Blades", answer = true }]
"""


@pytest.mark.parametrize(("scouts", "legal"), [(300, False), (400, True)])
def test_the_umpire_rules_on_a_position(kept: tuple[str, Server], scouts: int, legal: bool) -> None:
    answer = httpx.post(f"{kept[1].address}/api/case", json={"text": SHOT % scouts}, timeout=60)
    assert answer.is_success, answer.text
    ruling = answer.json()["asked"][0]["ruling"]
    assert ruling["answer"]["legal"] is legal


def test_the_umpire_rules_in_a_battle(kept: tuple[str, Server]) -> None:
    seat = Seat(kept[1].address, begin(kept[1].address, same_screen=True, automatic=True)["both"])
    answer = seat.ask("pending")
    assert answer.is_success and answer.json()["ruling"]["answer"]["side"] in ("red", "blue")
    refused = seat.check({"do": "end_moves"})
    assert refused.is_success and refused.json()["ruling"]["answer"]["legal"] is False


def test_computers_play_and_hints_and_odds_are_given(kept: tuple[str, Server]) -> None:
    database, server = kept
    blue = {"kind": "computer", "level": "centurion"}
    seat = Seat(server.address, begin(server.address, blue=blue, automatic=True)["red"])
    until = time.monotonic() + 120
    while not any(item["by"] == "blue" and item.get("reason") for item in seat.says()["account"]):
        assert time.monotonic() < until
        if seat.shown["decides"]:
            seat.pass_on()
        else:
            time.sleep(0.05)
    waiting = Seat(server.address, put(database, fought(*MELEES))["both"])
    hint = waiting.client.post("/hint", json={"type": "hint", "id": 5})
    assert hint.is_success and hint.json()["reason"].endswith(".")
    odds = waiting.client.post("/reckon", json={"type": "reckon", "id": 6})
    assert odds.is_success and len(odds.json()["report"]["order"]) == 3
