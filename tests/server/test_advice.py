"""Levels of the computer, the reasons it gives, hints, and the odds and order of a phase, on a real server."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from debellis.battle.playable import rules_of
from debellis.odds import report
from debellis.server.storage.records import Player
from debellis.server.thinking import Heads
from debellis.server.thoughts import ODDS_SAMPLES, ODDS_WORK, QUICK_SAMPLES, QUICK_WORK, Order, Thought
from debellis.table import writing
from tests.server.kept import BATTLES, fought, put
from tests.server.servers import Listening, Nursery, Seat, Server, begin, checked

#: A kept battle after whose decision five close combats wait.
MELEES = (BATTLES / "dba22" / "battle-0038.jsonl", 61)
#: Others after which three close combats wait, and two shots.
FEW = (BATTLES / "dba22" / "battle-0038.jsonl", 92)
SHOTS = (BATTLES / "dba22" / "battle-0067.jsonl", 97)


def _to_move(seat: Seat, side: str = "red") -> dict[str, Any]:
    """The battle when a side may move with PIPs to spend; meanwhile the computer plays the other."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        shown = seat.shown
        if shown["pending"]["side"] == side and "end_moves" in shown["pending"]["kinds"]:
            return shown
        if shown["decides"]:
            seat.step()
        else:
            time.sleep(0.05)
    raise AssertionError("it was never to move")


def _set_up(account: list[dict[str, Any]]) -> int:
    """The number of the last event before the first bound."""
    begins = (item["number"] for item in account if any(" bound 1" in event["says"] for event in item["said"]))
    first: int = next(begins)
    return first - 1


def _hint(seat: Seat, plan: bool = False) -> httpx.Response:
    return seat.client.post("/hint", json={"type": "hint", "id": 5, "plan": plan}, timeout=60)


def _reckon(seat: Seat, quick: bool = False) -> dict[str, Any]:
    answer = seat.client.post("/reckon", json={"type": "reckon", "id": 6, "quick": quick})
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _plain(value: Any) -> Any:
    return msgspec.json.decode(writing.encode(value))


@pytest.mark.parametrize(("wrong", "says"), [({"level": "caesar"}, "caesar"), ({"character": "mad"}, "mad")])
def test_a_general_there_is_not_is_refused_in_one_sentence(server: Server, wrong: dict[str, str], says: str) -> None:
    blue = {"kind": "computer", **wrong}
    answer = httpx.post(
        f"{server.address}/api/battles", json={"setup": {"red": "II/33", "blue": "II/32"}, "blue": blue}, timeout=60
    )
    assert (answer.status_code, answer.json()["kind"]) == (400, "bad_message")
    assert says in answer.json()["says"]
    assert answer.json()["says"].count(".") == 1


@pytest.mark.parametrize(
    ("level", "character"),
    [("recruit", ""), ("centurion", "bold"), ("legate", "cautious"), ("eager", ""), ("random", "")],
)
def test_every_level_plays_a_bound_and_a_thinking_one_says_why(
    nursery: Nursery, place: Path, level: str, character: str
) -> None:
    server = nursery.serve(f"sqlite:///{place / 'battles.sqlite3'}", place / "log", legate_seconds=0.2).wait()
    computer = {"kind": "computer", "level": level, "character": character}
    seats = begin(server.address, red={"kind": "person"}, blue=computer, automatic=True)
    red = Seat(server.address, seats["red"])
    _to_move(red)
    red.act({"do": "end_moves"})
    _to_move(red)
    account = red.says()["account"]
    decided = [item for item in account if item["by"] == "blue"]
    in_bounds = [item for item in decided if item["number"] > _set_up(account)]
    assert len(in_bounds) >= 2
    thinks = level in ("recruit", "centurion", "legate")
    rolls = [item for item in in_bounds if any(" bound " in event["says"] for event in item["said"]) and item["dice"]]
    assert rolls
    assert all(bool(item["reason"]) == (thinks and item not in rolls) for item in in_bounds)
    assert red.shown["trouble"] is None
    server.stop()
    assert "Traceback" not in server.said

    again = nursery.serve(f"sqlite:///{place / 'battles.sqlite3'}", place / "log").wait()
    assert Seat(again.address, seats["spectator"]).says()["account"][: len(account)] == account
    again.stop()


def test_the_reason_changes_nothing_in_the_log(server: Server) -> None:
    both = {"kind": "computer", "level": "recruit"}
    seats = begin(server.address, red=both, blue=both, automatic=True, setup={"limit": 1})
    watching = Seat(server.address, seats["spectator"])
    until = time.monotonic() + 60
    while watching.shown["result"] is None and time.monotonic() < until:
        time.sleep(0.1)
    assert any(item["reason"] for item in watching.says()["account"])
    result = rules_of("dba22").result(checked(watching.log().content).state)
    assert result is not None
    assert result.why == watching.shown["result"]["why"]


def test_a_hint_is_a_legal_decision_with_a_reason_and_places(server: Server) -> None:
    seats = begin(server.address, blue={"kind": "computer", "level": "recruit"}, automatic=True)
    red = Seat(server.address, seats["red"])
    assert red.shown["hints"]
    shown = _to_move(red)
    hinted = _hint(red).json()
    assert (hinted["type"], hinted["id"], hinted["number"]) == ("hinted", 5, shown["number"])
    assert hinted["reason"].endswith(".")
    assert red.check(hinted["action"]).json()["ruling"]["answer"]["legal"]
    before = {base["id"]: (base["front"], base["facing"]) for base in shown["view"]["position"]["bases"]}
    red.act(hinted["action"])
    bases = {base["id"]: base for base in red.shown["view"]["position"]["bases"]}
    if hinted["action"]["do"] == "move":
        assert hinted["places"]
    rolled = red.says()["account"][-1]["dice"]
    for name, pose in hinted["places"].items():
        assert bases[name]["side"] == "red"
        there = (bases[name]["front"], bases[name]["facing"])
        assert there != before[name]
        # Where a river's die decides how far it goes, the hint shows a middling roll.
        assert rolled or there == (pose["front"], pose["facing"])


def test_a_hint_is_for_who_decides_and_only_in_the_battle(server: Server) -> None:
    seats = begin(server.address, same_screen=True)
    both, spectator = Seat(server.address, seats["both"]), Seat(server.address, seats["spectator"])
    assert (both.shown["hints"], spectator.shown["hints"]) == (True, False)
    early = _hint(both)
    assert (early.status_code, early.json()["kind"]) == (403, "not_yours")
    assert _hint(spectator).status_code == 403


def test_two_people_have_hints_only_if_they_chose_so(server: Server) -> None:
    for agreed in (False, True):
        seats = begin(server.address, automatic=True, hints=agreed)
        players = {side: Seat(server.address, seats[side]) for side in ("red", "blue")}
        side = players["red"].shown["pending"]["side"]
        decides, waits = players[side], players["blue" if side == "red" else "red"]
        assert decides.shown["hints"] is agreed
        decides.act({"do": "roll_pips"})
        assert _hint(waits).json()["kind"] == "not_yours"
        answer = _hint(decides)
        if agreed:
            assert decides.check(answer.json()["action"]).json()["ruling"]["answer"]["legal"]
        else:
            assert answer.status_code == 403
            assert "Hints are off" in answer.json()["says"]


def test_hints_are_not_for_ever(nursery: Nursery, place: Path) -> None:
    server = nursery.serve(f"sqlite:///{place / 'b.sqlite3'}", place / "log", hints=0.001, hint_burst=1.0).wait()
    seats = begin(server.address, same_screen=True, automatic=True)
    both = Seat(server.address, seats["both"])
    both.act({"do": "roll_pips"})
    first = _hint(both).json()
    assert _hint(both).json() == first
    both.act({"do": "end_moves"})
    both.act({"do": "roll_pips"})
    assert _hint(both).json()["kind"] == "too_fast"
    server.stop()


def test_the_plan_of_a_bound_begins_with_its_hint_and_can_be_carried_out(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True, setup={"variety": 3})
    both = Seat(server.address, seats["both"])
    _to_move(both, both.shown["pending"]["side"])
    hint, whole = _hint(both).json(), _hint(both, plan=True).json()
    assert hint["plan"] == []
    assert (whole["action"], whole["reason"]) == (hint["action"], hint["reason"])
    *moves, last = whole["plan"]
    assert (moves or [last])[0] == {key: whole[key] for key in ("action", "reason", "places")}
    assert len(moves) <= 6
    assert last["action"] == {"do": "end_moves"}
    for move in moves:
        assert move["reason"] and move["places"]
        both.act(move["action"])
    assert "end_moves" in both.shown["pending"]["kinds"]


@pytest.mark.parametrize("kept", [FEW, SHOTS], ids=["fights", "shots"])
def test_order_and_losses_are_those_of_the_engine(nursery: Nursery, place: Path, kept: tuple[Path, int]) -> None:
    database = f"sqlite:///{place / 'battles.sqlite3'}"
    battle = fought(*kept)
    seats = put(database, battle)
    server = nursery.serve(database, place / "log").wait()
    wanted = _plain(report(rules_of("dba22"), battle.battle.state, work=ODDS_WORK, samples=ODDS_SAMPLES))
    both = _reckon(Seat(server.address, seats["both"]))
    assert both["report"] == wanted
    assert both["advises"]
    assert sorted(wanted["order"]) == list(range(len(wanted["combats"])))

    # Between people without hints everybody is told what may be lost, and nobody the order.
    red = _reckon(Seat(server.address, seats["red"]))
    assert red["advises"] is False
    assert (red["report"]["order"], red["report"]["first"]) == ([], [])
    assert red["report"]["losses"] == wanted["losses"]

    quick = report(rules_of("dba22"), battle.battle.state, work=QUICK_WORK, samples=QUICK_SAMPLES)
    assert _reckon(Seat(server.address, seats["both"]), quick=True)["report"] == _plain(quick)
    server.stop()
    assert "Traceback" not in server.said


def test_odds_are_worked_out_aside(nursery: Nursery, place: Path) -> None:
    database = f"sqlite:///{place / 'battles.sqlite3'}"
    seats = put(database, fought(*MELEES))
    server = nursery.serve(database, place / "log").wait()
    with Listening(server, seats["both"]) as seat:
        seat.next()
        seat.socket.send('{"type": "reckon", "id": 1}')
        ruled = seat.say("ask", id=2, question="melees")
        assert (ruled["type"], ruled["id"]) == ("ruled", 2)
        assert seat.until("reckoned")["id"] == 1
    server.stop()


def test_there_is_nothing_to_reckon_where_nobody_fights(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True)
    assert _reckon(Seat(server.address, seats["both"]))["report"] is None


def test_battles_of_a_database_without_reasons_and_hints_go_on(nursery: Nursery, place: Path) -> None:
    file = place / "battles.sqlite3"
    old = {"red": Player(), "blue": Player("computer", "eager")}
    seats = put(f"sqlite:///{file}", fought(*FEW), players=old)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE events DROP COLUMN reason")
        database.execute("ALTER TABLE events DROP COLUMN secret")
        database.execute("ALTER TABLE battles DROP COLUMN hints")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    server = nursery.serve(f"sqlite:///{file}", place / "log").wait()
    red = Seat(server.address, seats["red"])
    said = red.says()
    assert {item["reason"] for item in said["account"]} == {None}
    assert said["shown"]["frozen"] is None
    assert said["shown"]["players"]["blue"]["level"] == "eager"
    until = time.monotonic() + 60
    while red.shown["number"] == said["shown"]["number"] and time.monotonic() < until:
        time.sleep(0.05)
    assert red.says()["account"][-1]["number"] > said["shown"]["number"]
    server.stop()


def test_a_general_whose_process_dies_is_replaced() -> None:
    async def think() -> tuple[Thought, Thought]:
        heads = Heads()
        state = fought(*FEW).battle.state
        side = rules_of("dba22").pending(state).side or ""
        order = Order("0123456789abcdef", "dba22", state, side, "recruit", "", 1, 1.0)
        first = await heads.general(order)
        for process in list(next(iter(heads.pools.values())).executor._processes.values()):
            process.kill()
            process.join()
        try:
            return first, await heads.general(order)
        finally:
            heads.close()

    first, again = asyncio.run(think())
    assert first == again
