"""The first events of battles: new ones, branches of others, and those of another version."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from debellis import __version__
from debellis.battle.chance import Chance
from debellis.battle.log import FORMAT, Closing, Header, first_hash, is_sealed, line, next_hash, shown_to
from debellis.battle.playable import playable, rules_of
from debellis.battle.rules import Result, Rules
from debellis.battle.stream import new_seed, published
from debellis.battle.taking_back import is_take_back, read
from debellis.server import seats
from debellis.server.packing import pack, unpack
from debellis.server.storage.records import DECISION, START, TAKE_BACK, StoredBattle, StoredEvent, WhichDice
from debellis.table import writing

#: A stored event with its packed state.
Stated = tuple[StoredEvent, bytes]


def new_battle(edition: str, setup: dict[str, Any], players: dict[str, Any], dice: WhichDice) -> StoredBattle:
    """A battle that is not begun, with a new seed unless the players roll real dice."""
    seed = None if dice == "typed" else new_seed()
    return StoredBattle(seats.new_name(), edition, __version__, setup, players, dice, seed, time.time())


def header_of(stored: StoredBattle) -> Header:
    """The header of a battle's log."""
    seed_hash = None if stored.seed is None else published(stored.seed)
    return Header(stored.version, FORMAT, stored.edition, stored.setup, seed_hash)


def begin(stored: StoredBattle) -> Stated:
    """The start of a battle as its first event; ValueError if its set-up cannot be played."""
    state = rules_of(stored.edition).start(stored.setup)
    hash_ = first_hash(header_of(stored), state)
    return StoredEvent(0, START, "start", None, None, (), hash_, (), time.time()), pack(state)


def begin_from(stored: StoredBattle, standing: list[StoredEvent], states: dict[int, bytes]) -> list[Stated]:
    """The decisions of another battle as the first events of this one, with new numbers and hashes."""
    rules = rules_of(stored.edition)
    events: list[Stated] = []
    hash_ = first_hash(header_of(stored), unpack(rules, states[standing[0].number]))
    sealed = False
    for n, item in enumerate(standing):
        packed = states[item.number]
        if item.action is not None:
            sealed = sealed or bool(item.secret) or is_sealed(item.action, rules.sealed)
            hash_ = next_hash(hash_, item.action, item.dice, unpack(rules, packed), stored.seed if sealed else None)
        key = f"taken-over:{n}" if n else "start"
        events.append((msgspec.structs.replace(item, number=n, key=key, hash=hash_, made=time.time()), packed))
    return events


def still_plays(rules: Rules, stored: StoredBattle, line: list[StoredEvent]) -> bool:
    """Whether a battle of another version, with all lines of its log, replays to its hashes."""
    try:
        state = rules.start(stored.setup)
        hash_ = first_hash(header_of(stored), state)
        sealed = False
        states = [state]
        for item in line:
            if item.action is not None:
                sealed = sealed or bool(item.secret) or is_sealed(item.action, rules.sealed)
                if is_take_back(item.action):
                    del states[-read(item.action, item.by, len(states) - 1).decisions :]
                else:
                    action = writing.convert(item.action, rules.action_type)
                    states.append(rules.apply(states[-1], action, Chance(item.dice))[0])
                state = states[-1]
                hash_ = next_hash(hash_, item.action, item.dice, state, stored.seed if sealed else None)
            if hash_ != item.hash:
                return False
    except Exception:
        return False
    return True


def written_log(stored: StoredBattle, events: list[StoredEvent], result: Result | None) -> bytes:
    """The log of a battle so far, as `debellis replay` reads it; the seed and secrets only when it is over.

    A battle taken on from another has dice of two seeds, so its log shows none.
    """
    decisions = [item for item in events if item.kind in (DECISION, TAKE_BACK)]
    lines = [line(header_of(stored))]
    sealed = rules_of(stored.edition).sealed if stored.edition in playable() else frozenset()
    for n, item in enumerate(decisions, 1):
        entry = item.entry(n)
        lines.append(line(shown_to(entry, None, sealed) if result is None else entry))
    if result is not None:
        seed = stored.seed if not stored.began_at else None
        lines.append(line(Closing(result.winner, result.why, events[-1].hash, seed)))
    return b"\n".join(lines) + b"\n"
