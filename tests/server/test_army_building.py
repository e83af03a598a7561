"""Army lists and armies that people build, as the page asks for them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.servers import Server


def get(server: Server, path: str, **query: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/{path}", params=query, timeout=60)


def check(server: Server, edition: str, army: dict[str, Any]) -> httpx.Response:
    return httpx.post(f"{server.address}/api/offers/{edition}", json=army, timeout=60)


def test_editions_with_lists_are_told_playable_or_not(server: Server) -> None:
    found = {one["edition"]: one for one in get(server, "building").json()}
    assert {"dba22", "rrr", "dbm31", "dbm32"} <= found.keys()
    assert found["dba22"]["sizes"]["unit"] == "elements"
    assert found["dbm31"]["sizes"] == {"unit": "points", "least": 250, "most": 600, "usual": 400, "commands": [2, 4]}


@pytest.mark.parametrize("edition", ["dba22", "rrr", "dbm31", "dbm32"])
def test_a_ready_army_of_every_edition_is_legal(server: Server, edition: str) -> None:
    first = get(server, f"armies/{edition}").json()[0]
    offers = get(server, f"offers/{edition}", army=first["id"]).json()
    checked = check(server, edition, offers["ready"][0]).json()
    assert checked["legal"], checked["faults"]
    assert checked["size"] <= checked["most"]


def test_faults_come_with_clause_and_points(server: Server) -> None:
    army = {"army": "gallic", "points": 300, "commands": [{"name": "C", "elements": {"cinc": 1, "cav": 13}}]}
    checked = check(server, "dbm31", army).json()
    fault = next(one for one in checked["faults"] if one["line"] == "cav")
    assert (fault["clauses"], fault["points"]) == (["DBM-B31.1"], 7)
    assert not checked["legal"]


def test_an_army_of_dba_begins_a_battle(server: Server) -> None:
    ready = get(server, "offers/dba22", army="II/33").json()["ready"][0]
    setup = {"red": check(server, "dba22", ready).json()["setup"], "blue": "II/32"}
    begun = httpx.post(f"{server.address}/api/battles", json={"edition": "dba22", "setup": setup}, timeout=60)
    assert begun.status_code == 201, begun.text


@pytest.mark.parametrize(
    ("edition", "army", "says"),
    [
        ("dba9", {"army": "gallic", "commands": []}, "There is no edition"),
        ("meg", {"army": "martian", "commands": []}, "There is no army 'martian'"),
        ("dbm31", {"army": "martian", "commands": []}, "There is no army 'martian'"),
        ("dbm31", {"army": "gallic", "points": 900, "commands": []}, "Armies are of 250 to 600 points, not 900."),
        ("dbm31", {"army": "gallic", "commands": [{"elements": {"cinc": 999, "cav": 999}}]}, "too large to check"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_a_sentence(
    server: Server, edition: str, army: dict[str, Any], says: str
) -> None:
    answer = check(server, edition, army)
    assert 400 <= answer.status_code < 500
    assert says in answer.json()["says"]
