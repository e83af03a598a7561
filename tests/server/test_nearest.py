"""What one could do instead of a refused move, and more than one board to choose from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from debellis.battle.playable import rules_of
from debellis.table import writing
from tests.server.kept import decided, fought
from tests.server.servers import Listening, Seat, Server, begin

SIDES = ("red", "blue")


def _marching(server: Server) -> tuple[Seat, dict[str, Any]]:
    """A seat in the middle of moves, with all the PIPs one can have."""
    seats = begin(server.address, same_screen=True, automatic=True, dice="typed", setup={"variety": 4})
    both = Seat(server.address, seats["both"])
    both.act({"do": "roll_pips"}, dice=[6])
    return both, both.shown


def _check(seat: Seat, move: dict[str, Any], **more: Any) -> dict[str, Any]:
    said = {"type": "check", "id": 5, "action": {"do": "move", "move": move}, **more}
    answer = seat.client.post("/check", json=said)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _own(shown: dict[str, Any]) -> list[dict[str, Any]]:
    side = shown["pending"]["side"]
    return [base for base in shown["view"]["position"]["bases"] if base["side"] == side and base["inside"] is None]


def test_a_refused_move_comes_with_the_nearest_legal_one(server: Server) -> None:
    both, shown = _marching(server)
    offered = 0
    for base in _own(shown):
        (x, y), (east, north) = base["front"], base["facing"]
        front = [x + 400 * east, y + 400 * north]
        move = {"elements": [base["id"]], "path": [{"front": front, "facing": base["facing"]}]}
        ruled = _check(both, move, nearest=True)
        assert ruled["ruling"]["answer"]["legal"] is False
        near = ruled["nearest"]
        if near is None:
            continue
        offered += 1
        (place,) = near["places"].values()
        assert near["action"]["move"]["path"][-1] == place
        assert 0 < math.dist(base["front"], place["front"]) < 400
        assert _check(both, near["action"]["move"])["ruling"]["answer"]["legal"] is True
    assert offered
    assert _check(both, move)["nearest"] is None


def test_a_group_is_offered_the_same_march_cut_short(server: Server) -> None:
    both, _ = _marching(server)
    group = next(
        action["move"]["elements"] for action in both.suggest(40) if len(action.get("move", {}).get("elements", ())) > 2
    )
    ruled = _check(both, {"elements": group, "steps": [{"advance": 500}]}, nearest=True)
    near = ruled["nearest"]
    (step,) = near["action"]["move"]["steps"]
    assert 0 < step["advance"] < 500
    assert set(near["places"]) == set(group)
    both.act(near["action"])
    stand = {base["id"]: base for base in both.shown["view"]["position"]["bases"]}
    for name, place in near["places"].items():
        assert math.dist(stand[name]["front"], place["front"]) < 1e-6


def test_nothing_is_offered_for_what_is_allowed_or_hopeless(server: Server) -> None:
    both, shown = _marching(server)
    allowed = next(action for action in both.suggest(20) if action["do"] == "move")
    assert _check(both, allowed["move"], nearest=True)["nearest"] is None
    enemy = next(base for base in shown["view"]["position"]["bases"] if base["side"] != shown["pending"]["side"])
    move = {"elements": [enemy["id"]], "path": [{"front": enemy["front"], "facing": enemy["facing"]}]}
    assert _check(both, move, nearest=True)["nearest"] is None
    for wrong in ({"elements": []}, {"elements": ["X9"], "steps": [{"advance": 5}]}, {"elements": [enemy["id"]]}):
        assert _check(both, wrong, nearest=True)["nearest"] is None
    assert both.client.post("/check", json={"type": "check", "id": 1, "action": {"do": "end_moves"}, "nearest": True})


def test_where_nothing_near_is_legal_the_first_legal_one_of_the_others_is_offered(server: Server) -> None:
    both, shown = _marching(server)
    first, second = [action for action in both.suggest(40) if action["do"] == "move"][:2]
    enemy = next(base for base in shown["view"]["position"]["bases"] if base["side"] != shown["pending"]["side"])
    hopeless = {"elements": [enemy["id"]], "path": [{"front": enemy["front"], "facing": enemy["facing"]}]}
    refused = {"do": "move", "move": hopeless}
    near = _check(both, hopeless, nearest=True, also=[refused, second, first])["nearest"]
    assert near["action"] == second
    assert _check(both, hopeless, nearest=True, also=[refused])["nearest"] is None
    assert _check(both, hopeless, also=[first])["nearest"] is None
    assert _check(both, first["move"], nearest=True, also=[second])["nearest"] is None
    assert set(second["move"]["elements"]) <= set(near["places"])
    both.act(second)
    stand = {base["id"]: base for base in both.shown["view"]["position"]["bases"]}
    for name, place in near["places"].items():
        assert math.dist(stand[name]["front"], place["front"]) < 1e-6


def test_what_the_rules_find_goes_before_the_others(server: Server) -> None:
    both, _ = _marching(server)
    first, second = [action for action in both.suggest(40) if len(action.get("move", {}).get("elements", ())) > 2][:2]
    far = {"elements": first["move"]["elements"], "steps": [{"advance": 500}]}
    alone = _check(both, far, nearest=True)["nearest"]
    assert alone is not None
    assert _check(both, far, nearest=True, also=[second])["nearest"] == alone


def test_others_that_cannot_be_read_or_are_too_many_are_a_bad_message(server: Server) -> None:
    both, _ = _marching(server)
    said = {"type": "check", "id": 5, "action": {"do": "end_moves"}, "nearest": True}
    for also in ([{"do": "dance"}], [{"do": "end_moves"}] * 17):
        answer = both.client.post("/check", json={**said, "also": also})
        assert answer.status_code == 400
        assert answer.json()["kind"] == "bad_message"


def test_it_comes_over_a_socket_too(server: Server) -> None:
    both, shown = _marching(server)
    base = next(base for base in _own(shown))
    with Listening(server, both.secret) as seat:
        seat.next()
        action = {"do": "move", "move": {"elements": [base["id"]], "steps": [{"advance": 900}]}}
        assert "nearest" in seat.say("check", id=3, action=action, nearest=True)
        assert seat.say("check", id=4, action=action)["nearest"] is None


def _refused(edition: str) -> Iterator[tuple[Any, Any]]:
    """Moves of a kept battle made far too long, with the state they are refused in."""
    rules = rules_of(edition)
    file, first = decided(lambda action: action["do"] == "move", edition)
    for upto in range(first, first + 12):
        line = msgspec.json.decode(file.read_bytes().splitlines()[upto])
        if line["action"]["do"] != "move" or not line["action"]["move"].get("steps"):
            continue
        state = fought(file, upto - 1).battle.state
        for step in line["action"]["move"]["steps"]:
            step["advance"] = step.get("advance", 0) + 300
        yield state, writing.convert(line["action"], rules.action_type)


@pytest.mark.parametrize("edition", ["dba22", "rrr"])
def test_what_is_offered_is_legal_in_the_middle_of_a_bound(edition: str) -> None:
    rules = rules_of(edition)
    found = [(state, rules.nearest(state, action)) for state, action in _refused(edition)]
    assert any(near is not None for _, near in found)
    for state, near in found:
        assert near is None or rules.check(state, near.action).answer["legal"]


@pytest.mark.parametrize("what", ["place_terrain", "deploy"])
def test_before_the_battle_there_is_more_than_one_suggestion(what: str, server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True)["both"])
    while what not in both.shown["pending"]["kinds"]:
        both.step()
    found = both.suggest(4)
    assert len(found) == 4
    assert len({writing.encode(action) for action in found}) == 4
    assert {action["do"] for action in found} == {what}
    assert found[0] == both.suggest(1)[0]
    for action in found:
        assert both.check(action).json()["ruling"]["answer"]["legal"]


def test_where_a_base_may_get_to_is_told_to_the_side_that_moves(server: Server) -> None:
    """As far ahead as it may move, and never about the enemy's bases."""
    both, shown = _marching(server)
    first = _own(shown)[0]
    said = {"type": "reach", "id": 9, "bases": [first["id"]]}
    told = both.client.post("/reach", json=said).json()
    assert told["id"] == 9 and told["number"] == shown["number"]
    ahead = [
        (p[0] - first["front"][0]) * first["facing"][0] + (p[1] - first["front"][1]) * first["facing"][1]
        for area in told["areas"]
        for p in area
    ]
    far = max(ahead)
    move = {"elements": [first["id"]], "path": [_ahead(first, far)]}
    assert _check(both, move)["ruling"]["answer"]["legal"] is True
    assert both.client.post("/reach", json=said).json()["areas"] == told["areas"]
    enemy = next(base for base in shown["view"]["position"]["bases"] if base["side"] != first["side"])
    assert both.client.post("/reach", json={**said, "bases": [enemy["id"]]}).json()["areas"] == []


def _ahead(base: dict[str, Any], far: float) -> dict[str, Any]:
    (x, y), (east, north) = base["front"], base["facing"]
    return {"front": [x + far * east, y + far * north], "facing": base["facing"]}
