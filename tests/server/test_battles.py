"""Battles over HTTP and WebSockets on a real server: playing, watching, taking back, typing dice, branching, ending."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from debellis.battle.stream import published
from tests.server.servers import END_MOVES, Listening, Seat, Server, begin, checked


def test_two_people_play_and_a_third_looks_on(server: Server) -> None:
    seats = begin(server.address, automatic=True)
    assert set(seats) == {"red", "blue", "spectator"}
    with (
        Listening(server, seats["red"]) as red,
        Listening(server, seats["blue"]) as blue,
        Listening(server, seats["spectator"]) as third,
    ):
        everybody = (red, blue, third)
        for one in everybody:
            assert one.next()["type"] == "shown"
        for _ in range(6):
            player = red if red.shown["pending"]["side"] == "red" else blue
            assert player.shown["decides"]
            assert not third.shown["decides"]
            action = player.say("suggest", id=7, most=1)["actions"][0]
            ruled = player.say("check", id=8, action=action)
            assert (ruled["id"], ruled["ruling"]["answer"]["legal"]) == (8, True)
            done = player.act(action)
            assert done["type"] == "done", done
            for one in everybody:
                one.wait_for(done["number"])
        assert red.shown["view"]["position"] == blue.shown["view"]["position"] == third.shown["view"]["position"]
        assert [line["number"] for line in third.account] == list(range(third.shown["number"] + 1))


def test_a_decision_is_told_before_it_is_acknowledged(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True)
    with Listening(server, seats["both"]) as seat:
        seat.next()
        done = seat.act({"do": "roll_pips"})
        assert seat.shown["number"] == done["number"]
        assert seat.account[-1]["dice"]


def test_a_battle_is_fought_to_its_end_and_its_log_checks(server: Server, tmp_path: Path) -> None:
    seats = begin(server.address, same_screen=True, setup={"limit": 1})
    both, spectator = Seat(server.address, seats["both"]), Seat(server.address, seats["spectator"])
    first = both.shown
    assert first["seed"] is None
    assert len(first["seed_hash"]) == 64
    while both.shown["result"] is None:
        assert both.shown["seed"] is None
        both.step()
    last = spectator.shown
    assert last["seed_hash"] == first["seed_hash"] == published(last["seed"])
    assert last["pending"]["side"] is None
    assert last["seed"] in spectator.log().text
    assert _proven(spectator.log().content, tmp_path).startswith(f"{last['number']} decisions")


def test_giving_up_ends_a_battle(server: Server) -> None:
    seats = begin(server.address, automatic=True)
    players = {side: Seat(server.address, seats[side]) for side in ("red", "blue")}
    side = players["red"].shown["pending"]["side"]
    assert players[side].log().json()["kind"] == "not_yours"
    players[side].act({"do": "resign"})
    shown = players["red"].shown
    assert shown["result"]["winner"] == ("blue" if side == "red" else "red")
    assert not shown["can_undo"]
    assert players[side].try_undo().json()["kind"] == "conflict"
    assert players["blue"].log().status_code == 200


def test_the_computer_answers_in_its_turn(server: Server) -> None:
    seats = begin(server.address, blue={"kind": "computer"}, automatic=True)
    assert set(seats) == {"red", "spectator"}
    with Listening(server, seats["red"]) as red:
        red.next()
        for _ in range(500):
            if red.shown["decides"] and red.shown["view"]["bounds"].get("blue"):
                break
            if red.shown["decides"]:
                ends = "end_moves" in red.shown["pending"]["kinds"]
                assert red.act(END_MOVES if ends else _first(red))["type"] == "done"
            else:
                red.next(60)
        assert red.shown["view"]["bounds"]["blue"]
        assert red.shown["trouble"] is None
        assert any(line["by"] == "blue" for line in red.account)


def test_two_computers_play_while_somebody_watches(server: Server) -> None:
    computers = {"red": {"kind": "computer", "level": "random"}, "blue": {"kind": "computer"}}
    seats = begin(server.address, **computers, same_screen=True, setup={"limit": 1})
    assert set(seats) == {"spectator"}
    with Listening(server, seats["spectator"]) as third:
        third.next()
        while third.shown["result"] is None:
            third.next(60)
        assert third.shown["number"] > 10


def test_what_neither_rolled_nor_revealed_can_be_taken_back(server: Server) -> None:
    both = _on_dry_land(server)
    assert not both.shown["can_undo"]
    both.act({"do": "roll_pips"}, dice=[5])
    refused = both.try_undo()
    assert (refused.status_code, refused.json()["kind"]) == (409, "conflict")
    before = both.shown
    both.step()
    assert both.shown["can_undo"]
    assert both.try_undo().status_code == 200
    after = both.shown
    assert after["view"] == before["view"]
    assert after["number"] == before["number"] + 2
    assert both.says()["account"][-1]["kind"] == "undo"
    assert both.moment(after["number"]).status_code == 404
    assert both.moment(before["number"]).json()["view"] == before["view"]
    both.step()
    checked(both.log().content)


def test_dice_are_typed_in_from_a_real_table(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True, dice="typed")
    both = Seat(server.address, seats["both"])
    shown = both.shown
    assert (shown["seed"], shown["seed_hash"], shown["dice"]) == (None, None, "typed")
    needed = both.try_act({"do": "roll_pips"}).json()
    assert (needed["kind"], needed["number"], needed["sides"]) == ("dice_needed", 0, 6)
    impossible = both.try_act({"do": "roll_pips"}, dice=[7]).json()
    assert impossible["kind"] == "bad_message"
    assert "a number from 1 to 6 is needed, not 7: PIPs of" in impossible["says"]
    assert both.shown["number"] == shown["number"]
    too_many = both.try_act({"do": "roll_pips"}, dice=[4, 5]).json()
    assert too_many["kind"] == "bad_message"
    both.act({"do": "roll_pips"}, dice=[4])
    assert both.shown["view"]["purse"] == {"kind": "pips", "left": {both.shown["view"]["turn"]: 4}}
    assert both.says()["account"][-1]["dice"] == [4]
    checked(both.log().content)


def test_an_automatic_real_table_is_the_same_each_time(server: Server) -> None:
    views = []
    for _ in range(2):
        seats = begin(server.address, same_screen=True, automatic=True, dice="typed", setup={"variety": 11})
        views.append(Seat(server.address, seats["both"]).shown["view"])
    assert views[0] == views[1]


def test_typed_dice_need_two_people(server: Server) -> None:
    wanted = {"setup": {"red": "II/33", "blue": "II/32"}, "dice": "typed", "blue": {"kind": "computer"}}
    answer = httpx.post(f"{server.address}/api/battles", json=wanted, timeout=60)
    assert (answer.status_code, answer.json()["kind"]) == (400, "bad_message")


def test_a_branch_goes_its_own_way_and_its_log_checks(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True)
    both = Seat(server.address, seats["both"])
    at = both.act({"do": "roll_pips"})
    both.step()
    here = both.moment(at).json()["view"]
    answer = both.branch(at=at)
    assert answer.status_code == 201, answer.text
    other = Seat(server.address, answer.json()["seats"]["both"])
    assert other.shown["view"] == here
    assert other.shown["seed_hash"] != both.shown["seed_hash"]
    assert not other.shown["can_undo"]
    number = both.shown["number"]
    other.step()
    other.act({"do": "resign"})
    assert both.shown["number"] == number
    assert len(checked(other.log().content).moments) == at + 3


def test_a_branch_against_the_computer_rolls_its_dice(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True, dice="typed")
    both = Seat(server.address, seats["both"])
    answer = both.branch(at=both.shown["number"], blue={"kind": "computer"})
    assert set(answer.json()["seats"]) == {"red", "spectator"}
    assert Seat(server.address, answer.json()["seats"]["red"]).shown["dice"] == "rolled"


def test_a_battle_between_people_is_branched_only_when_it_is_over(server: Server) -> None:
    seats = begin(server.address, automatic=True)
    for role in seats:
        assert Seat(server.address, seats[role]).branch(at=1).json()["kind"] == "not_yours"
    side = Seat(server.address, seats["red"]).shown["pending"]["side"]
    Seat(server.address, seats[side]).act({"do": "resign"})
    assert Seat(server.address, seats["spectator"]).branch(at=1).status_code == 201
    assert Seat(server.address, seats["spectator"]).branch(at=9999).status_code == 404


def test_the_course_of_the_battle_counts_in_what_is_asked(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True)
    both = Seat(server.address, seats["both"])
    assert both.ask("pending").json()["ruling"]["answer"]["what"] == "roll for PIPs"
    assert both.ask("melees").json()["ruling"]["answer"]["count"] == 0
    assert both.ask("about", element="R1").status_code == 200
    assert both.ask("about", element="X1").json()["kind"] == "bad_message"
    assert both.ask("nonsense").json()["kind"] == "bad_message"


def test_a_refusal_carries_its_ruling(server: Server) -> None:
    seats = begin(server.address, same_screen=True, automatic=True)
    both = Seat(server.address, seats["both"])
    refused = both.try_act({"do": "end_moves"})
    assert refused.status_code == 422
    fault = refused.json()
    assert fault["kind"] == "refused"
    assert fault["ruling"]["because"][0]["clause"]
    assert fault["ruling"]["because"][0]["says"] in fault["says"]


def _on_dry_land(server: Server) -> Seat:
    """A table without water, where the first move neither rolls nor lands anything."""
    for variety in range(20):
        seats = begin(server.address, same_screen=True, automatic=True, dice="typed", setup={"variety": variety})
        both = Seat(server.address, seats["both"])
        kinds = {piece["kind"] for piece in both.shown["view"]["position"]["terrain"]}
        if not kinds & {"river", "waterway"}:
            return both
    raise AssertionError("there is water everywhere")


def _first(seat: Listening) -> dict[str, Any]:
    found: dict[str, Any] = seat.say("suggest", id=1, most=1)["actions"][0]
    return found


def _proven(log: bytes, place: Path) -> str:
    """What `debellis replay --check` says of a log it believes."""
    file = place / "battle.jsonl"
    file.write_bytes(log)
    command = [sys.executable, "-m", "debellis", "replay", str(file), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
