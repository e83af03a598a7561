"""The verdicts on a log: what is forged, cut, seedless or broken is told as what it is, and any bytes are judged."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debellis.battle.audit import CHANGED, CUT, MALFORMED, NOT_PROVEN, Audit, audit
from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance
from debellis.battle.log import Header, first_hash, next_hash
from debellis.battle.playable import rules_of
from debellis.battle.stream import seed_of
from debellis.table import writing
from tests.battle.toy import TOY, Deal, Parry, Pass, Strike

KEPT = Path(__file__).parent.parent / "battles" / "dba22" / "battle-0014.jsonl"
LOG = KEPT.read_bytes()
LINES: list[dict[str, Any]] = [msgspec.json.decode(text) for text in LOG.splitlines()]
#: The first line with a decision that threw dice, counted from 0.
THROWS = next(at for at, line in enumerate(LINES) if line.get("dice"))
SEED = seed_of(11)

Lines = list[dict[str, Any]]


def _written(lines: Lines) -> bytes:
    return b"".join(writing.encode(line) + b"\n" for line in lines)


def _forged(change: Callable[[Lines], None], honest_hashes: bool = True) -> bytes:
    """The kept log with a change; whoever forges it well computes the hashes anew as far as the decisions play."""
    lines: Lines = msgspec.json.decode(msgspec.json.encode(LINES))
    change(lines)
    if honest_hashes:
        _hash_anew(lines)
    return _written(lines)


def _hash_anew(lines: Lines) -> None:
    rules = rules_of("dba22")
    header = writing.convert(lines[0], Header)
    state = rules.start(header.setup)
    hash_ = first_hash(header, state)
    for line in lines[1:]:
        if "winner" in line:
            line["hash"] = hash_
            return
        dice = tuple(line["dice"])
        try:
            state, _ = rules.apply(state, writing.convert(line["action"], rules.action_type), Chance(dice))
        except Exception:
            return
        line["hash"] = hash_ = next_hash(hash_, line["action"], dice, state)


def _set(at: int, **fields: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[at].update(fields)


def _without(at: int, name: str) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        del lines[at][name]

    return change


def _shrunk(lines: Lines) -> None:
    """The first base deployed faces in a direction of half the length, so that it would be half as large."""
    pose = next(iter(next(line["action"] for line in lines if line.get("action", {}).get("places"))["places"].values()))
    pose["facing"] = [part * 0.5 for part in pose["facing"]]


def _seedless(lines: Lines) -> None:
    lines[0]["seed_hash"] = None
    lines[-1]["seed"] = None


def _holds(found: Audit) -> dict[str, bool | None]:
    return {name: verdict.holds for name, verdict in found.verdicts.items()}


def test_a_sound_log_holds_in_everything_and_names_its_engine() -> None:
    found = audit(LOG)
    assert found.audit.holds and found.audit.code == 0 and found.fault is None
    assert found.audit.engine.says.startswith("written by debellis 0.2.0; this is ")
    assert found.replayed is not None and found.replayed.closing is not None


FORGED = [
    ("a die of 17", lambda: _forged(_set(THROWS, dice=[17, 1])), "dice", CHANGED, "from 1 to 6 is needed, not 17"),
    ("a die of -3", lambda: _forged(_set(THROWS, dice=[4, -3])), "dice", CHANGED, "from 1 to 6 is needed, not -3"),
    (
        "a die too many",
        lambda: _forged(_set(THROWS, dice=[4, 1, 5])),
        "dice",
        CHANGED,
        "dice were not asked for",
    ),
    ("a die too few", lambda: _forged(_set(THROWS, dice=[4])), "dice", CHANGED, "a die is missing"),
    ("a changed hash", lambda: _forged(_set(3, hash="0" * 64), False), "unbroken", CHANGED, "the hash does not follow"),
    ("a forbidden decision", lambda: _forged(_set(1, action={"do": "end_moves"})), "allowed", CHANGED, "not allowed"),
    ("a facing of half the length", lambda: _forged(_shrunk), "allowed", CHANGED, "length 1, not 0.5"),
    ("the other side decides", lambda: _forged(_set(1, by="blue")), "allowed", CHANGED, "it is for red to decide"),
    ("another winner", lambda: _forged(_set(-1, winner="blue")), "finished", CHANGED, "the closing does not follow"),
    ("another seed", lambda: _forged(_set(-1, seed="number 7")), "proven", CHANGED, "not the one whose hash"),
    ("a closing without a seed", lambda: _forged(_set(-1, seed=None)), "proven", NOT_PROVEN, "does not show the seed"),
    ("no seed at all", lambda: _forged(_seedless), "proven", NOT_PROVEN, "publishes no hash"),
    ("only the header", lambda: _written(LINES[:1]), "finished", CUT, "after 0 decisions"),
    ("no closing", lambda: _written(LINES[:-1]), "finished", CUT, "without a result"),
    ("a line cut in the middle", lambda: LOG[: len(LOG) // 2], "finished", CUT, "breaks off in the middle"),
    ("an unknown key", lambda: _forged(_set(2, note="me"), False), "well_formed", MALFORMED, "not know: 'note'"),
    (
        "a key in the header",
        lambda: _forged(_set(0, note=1), False),
        "well_formed",
        MALFORMED,
        "not know: 'note'",
    ),
    (
        "a missing key",
        lambda: _forged(_without(4, "by"), False),
        "well_formed",
        MALFORMED,
        "not a line of",
    ),
    ("a decision left out", lambda: _written(LINES[:5] + LINES[6:]), "well_formed", MALFORMED, "this is decision 6"),
    ("a line after the end", lambda: LOG + b"{}\n", "well_formed", MALFORMED, "over on the line before"),
    ("rubbish after the end", lambda: LOG + b"rubbish", "well_formed", MALFORMED, "over on the line before"),
    ("an unknown edition", lambda: _forged(_set(0, edition="dba9"), False), "well_formed", MALFORMED, "dba9"),
    ("an impossible set-up", lambda: _forged(_set(0, setup={"red": 7}), False), "well_formed", MALFORMED, "set-up"),
    ("a newer format", lambda: _forged(_set(0, format=99)), "well_formed", MALFORMED, "use a newer one"),
    ("no version", lambda: _forged(_set(0, debellis="\x1b[2J")), "engine", MALFORMED, "no version of debellis"),
    ("a case file", lambda: b'title = "A case"\n', "well_formed", MALFORMED, "not the header"),
    ("nothing", lambda: b"", "well_formed", MALFORMED, "not the header"),
]


@pytest.mark.parametrize(("make", "name", "code", "says"), [row[1:] for row in FORGED], ids=[row[0] for row in FORGED])
def test_what_is_wrong_is_told_by_its_verdict(make: Callable[[], bytes], name: str, code: int, says: str) -> None:
    found = audit(make()).audit
    verdict = found.verdicts[name]
    assert not verdict.holds and verdict.code == code and says in verdict.says
    assert not found.holds
    assert found.code <= code and found.code != 0
    assert "\x1b" not in verdict.says


def test_dice_changed_with_good_hashes_are_disproved_by_the_seed() -> None:
    battle = Battle(TOY, {}, lambda throw: 1, SEED)
    for action in (Deal(), Pass(), Pass()):
        battle.play(action)
    found = audit(battle.log(), TOY).audit
    assert _holds(found) | {"proven": None} == dict.fromkeys(found.verdicts, True) | {"proven": None}
    assert found.proven.holds is False and "not those of its seed" in found.proven.says
    assert found.code == CHANGED


def test_one_wrong_hash_leaves_the_other_verdicts_as_they_are() -> None:
    found = audit(_forged(_set(3, hash="0" * 64), honest_hashes=False)).audit
    assert found.unbroken.line == 4
    holds = _holds(found)
    assert [name for name, held in holds.items() if not held] == ["unbroken", "engine"]
    assert holds["engine"] is None


def test_beyond_a_fault_nothing_is_claimed() -> None:
    holds = _holds(audit(_forged(_set(THROWS, dice=[17, 1]))).audit)
    assert holds.pop("dice") is False
    assert holds.pop("well_formed") is True
    assert set(holds.values()) == {None}


def test_an_unfinished_battle_with_secret_throws_leaves_its_hashes_open() -> None:
    battle = Battle(TOY, {}, StreamOfDice(SEED), SEED)
    battle.play(Deal())
    battle.play(Strike(battle.state.hands["red"].value[0]))
    battle.play(Parry())
    found = audit(battle.log(), TOY).audit
    assert found.unbroken.holds is None and "only the seed" in found.unbroken.says
    assert found.code == CUT
    assert audit(battle.log(), TOY, SEED).audit.unbroken.holds


def test_a_key_twice_or_in_a_decision_is_refused() -> None:
    twice = LOG.replace(b'{"n":1,', b'{"n":7,"n":1,', 1)
    assert "the key 'n' twice" in audit(twice).audit.well_formed.says
    lines: Lines = msgspec.json.decode(msgspec.json.encode(LINES))
    lines[1]["action"]["cheat"] = True
    _hash_anew(lines)
    assert "does not know: 'cheat'" in audit(_written(lines)).audit.well_formed.says


def test_lines_written_with_other_spaces_are_the_same_lines() -> None:
    spaced = b"".join(msgspec.json.format(text, indent=0) + b"\n" for text in LOG.splitlines())
    assert spaced != LOG and audit(spaced).audit.holds


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_judged(rest: bytes, headed: bool) -> None:
    start = LOG.partition(b"\n")[0] + b"\n" if headed else b""
    found = audit(start + rest)
    assert found.audit.code != 0
    assert all(verdict.says.isprintable() for verdict in found.audit.verdicts.values())


def test_any_changed_value_is_judged() -> None:
    """Values of lines exchanged for anything that JSON can say, with the hashes as they were."""
    chosen = random.Random(5)
    anything: list[Any] = [
        None,
        True,
        -1,
        10**30,
        1e308,
        "",
        "\u0000",
        "\ud7ff",
        [],
        {},
        [[]],
        {"do": "move"},
        "x" * 999,
    ]
    for _ in range(40):
        lines: Lines = msgspec.json.decode(msgspec.json.encode(LINES[:6]))
        inside = lines[chosen.randrange(len(lines))]
        while True:
            key = chosen.choice(list(inside))
            if not isinstance(inside[key], dict) or not inside[key] or chosen.random() < 0.4:
                break
            inside = inside[key]
        inside[key] = chosen.choice(anything)
        found = audit(_written(lines))
        assert found.audit.code != 0


@pytest.mark.parametrize(
    "line",
    [b"[" * 5000, b'{"n":' + b"9" * 5000 + b"}", b'"\\ud800"', b"\xff\xfe", b"\x00", b"nan", b'{"winner":null}'],
)
def test_lines_that_readers_stumble_over(line: bytes) -> None:
    header = LOG.partition(b"\n")[0] + b"\n"
    for log in (line, line + b"\n", header + line + b"\n"):
        assert audit(log).audit.well_formed.holds is False
