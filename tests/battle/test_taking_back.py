"""Decisions taken back by agreement stay in the log, with their numbers; a log that takes back wrongly is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from debellis.battle.audit import CHANGED, audit
from debellis.battle.log import next_hash
from debellis.battle.playable import rules_of
from debellis.battle.replay import BadLog, replay
from debellis.battle.taking_back import still_standing, told, written
from debellis.table import writing

KEPT = Path(__file__).parent.parent / "battles" / "dba22" / "battle-0121.jsonl"
LINES: list[dict[str, Any]] = [msgspec.json.decode(text) for text in KEPT.read_bytes().splitlines()]
#: The first decision that rolled for PIPs.
ROLL = next(at for at, line in enumerate(LINES) if line.get("action") == {"do": "roll_pips"})


def taken_back(**changes: Any) -> bytes:
    """The kept log up to its first roll for PIPs, and then that roll taken back."""
    start = LINES[: ROLL + 1]
    done = replay(_written(start), rules_of("dba22"))
    by = LINES[ROLL]["by"]
    action = written(1, "blue" if by == "red" else "red")
    action |= changes.pop("action", {})
    hash_ = next_hash(LINES[ROLL]["hash"], action, (), done.moments[-2].state)
    return _written([*start, {"n": ROLL + 1, "by": by, "action": action, "dice": [], "hash": hash_} | changes])


def _written(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(writing.encode(line) + b"\n" for line in lines)


def test_the_state_is_the_one_before_and_the_log_has_all() -> None:
    done = replay(taken_back(), rules_of("dba22"))
    assert done.state == done.moments[-3].state
    assert len(done.moments) == ROLL + 2
    assert [event.kind for event in done.moments[-1].events] == ["take_back"]
    found = audit(taken_back()).audit
    assert found.allowed.holds and found.unbroken.holds and found.dice.holds


@pytest.mark.parametrize(
    "changes",
    [
        {"action": {"decisions": 0}},
        {"action": {"decisions": 9999}},
        {"action": {"agreed_by": LINES[ROLL]["by"]}},
        {"action": {"agreed_by": "green"}},
        {"action": {"more": 1}},
        {"by": None},
    ],
)
def test_a_take_back_nobody_could_agree_to_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadLog, match="this take-back is not allowed"):
        replay(taken_back(**changes), rules_of("dba22"))
    assert audit(taken_back(**changes)).audit.code == CHANGED


def test_a_take_back_rolls_nothing_and_its_hash_follows() -> None:
    for changes, fault in (({"dice": [3]}, "not asked for"), ({"hash": "0" * 64}, "the hash does not follow")):
        with pytest.raises(BadLog, match=fault):
            replay(taken_back(**changes), rules_of("dba22"))


def test_what_stands_after_take_backs() -> None:
    back = written(2, "blue")
    assert still_standing("sabBc", [None, {"do": "x"}, {"do": "y"}, back, {"do": "z"}]) == ["s", "c"]
    assert told("red", 1).says == "red takes back its last decision; blue agrees"
    assert told("red", 2).says == "red takes back its decision and 1 later one; blue agrees"
    assert told("red", 3).says == "red takes back its decision and 2 later ones; blue agrees"
