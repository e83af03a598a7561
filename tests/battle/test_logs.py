"""A battle is its log: replay equals play, and a log that was cut or changed says so in one sentence."""

from __future__ import annotations

import msgspec
import pytest

from debellis.battle.battle import Battle
from debellis.battle.log import FORMAT
from debellis.battle.replay import BadLog, replay
from debellis.battle.stream import number, published
from debellis.table import writing


def test_replay_equals_play(battle: Battle) -> None:
    done = replay(battle.log(), battle.rules)
    assert done.state == battle.state
    assert [moment.hash for moment in done.moments[1:]] == [entry.hash for entry in battle.entries]
    assert done.closing is not None
    assert done.closing.seed == battle.seed
    assert [event for moment in done.moments for event in moment.events] == battle.events


def test_cut_anywhere(battle: Battle) -> None:
    log = battle.log()
    for at in range(0, len(log) - 1, max(1, len(log) // 60)):
        try:
            done = replay(log[:at], battle.rules)
        except BadLog as bad:
            assert "\n" not in str(bad)
            if bad.last is not None:
                assert len(bad.last.moments) <= len(battle.entries) + 1
        else:
            assert log[:at].endswith(b"\n")
            assert done.closing is None


def test_changed_byte(battle: Battle) -> None:
    log = battle.log()
    for at in range(10, len(log) - 2, max(1, len(log) // 60)):
        changed = bytearray(log)
        changed[at] = ord("7") if changed[at] != ord("7") else ord("3")
        try:
            done = replay(bytes(changed), battle.rules)
        except BadLog as bad:
            assert "line" in str(bad)
        else:
            raise AssertionError(f"byte {at} was changed to {changed[at]!r} and nobody noticed: {done.closing}")


def test_newer_format(battle: Battle) -> None:
    header = msgspec.json.decode(battle.log().split(b"\n")[0])
    header["format"] = FORMAT + 1
    with pytest.raises(BadLog, match="newer"):
        replay(writing.encode(header) + b"\n", battle.rules)


def test_the_dice_are_those_of_the_published_seed(battle: Battle) -> None:
    assert battle.seed is not None
    assert battle.header.seed_hash == published(battle.seed)
    rolled = [value for entry in battle.entries for value in entry.dice]
    assert rolled == [number(battle.seed, i, 6) for i in range(len(rolled))]


def test_a_number_its_die_cannot_show_is_refused_in_one_sentence(battle: Battle) -> None:
    lines = battle.log().split(b"\n")
    at, entry = next((i, entry) for i, entry in enumerate(battle.entries, start=1) if entry.dice)
    lines[at] = writing.encode(msgspec.structs.replace(entry, dice=(9, *entry.dice[1:])))
    with pytest.raises(BadLog, match=rf"^line {at + 1}: a number from 1 to 6 is needed, not 9: \w"):
        replay(b"\n".join(lines), battle.rules)


def test_undo_takes_back_what_rolled_nothing(battle: Battle) -> None:
    rules = battle.rules
    again = Battle(rules, battle.header.setup, battle.roller)
    states = [again.state]
    dice = [value for entry in battle.entries for value in entry.dice]
    again.roller = lambda throw: dice.pop(0)
    for entry in battle.entries:
        before = (again.state, again.hash, len(again.events), again.pending.side)
        again.play(writing.convert(entry.action, rules.action_type))
        states.append(again.state)
        if not entry.dice and again.pending.side == before[3] and again.result is None:
            assert again.undo()
            assert (again.state, again.hash, len(again.events)) == before[:3]
            again.play(writing.convert(entry.action, rules.action_type))
        elif entry.dice:
            assert not again.undo()
    assert again.state == battle.state
