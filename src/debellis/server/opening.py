"""The beginning of battles: a fresh one, one taken on from a moment of another, and one begun with an older version."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from debellis import __version__
from debellis.battle.chance import Chance
from debellis.battle.log import FORMAT, Closing, Header, first_hash, line, next_hash, shown_to
from debellis.battle.playable import rules_of
from debellis.battle.rules import Result, Rules
from debellis.battle.stream import new_seed, published
from debellis.server import seats
from debellis.server.packing import pack, unpack
from debellis.server.storage.records import DECISION, START, Happened, Kept, WhichDice
from debellis.table import writing

#: A kept event with its packed state.
Stated = tuple[Happened, bytes]


def new_kept(edition: str, setup: dict[str, Any], players: dict[str, Any], dice: WhichDice) -> Kept:
    """A battle not yet begun, with a fresh seed unless the players roll real dice."""
    seed = None if dice == "typed" else new_seed()
    return Kept(seats.new_name(), edition, __version__, setup, players, dice, seed, time.time())


def header_of(kept: Kept) -> Header:
    """The header of a battle's log."""
    seed_hash = None if kept.seed is None else published(kept.seed)
    return Header(kept.version, FORMAT, kept.edition, kept.setup, seed_hash)


def begin(kept: Kept) -> Stated:
    """The start of a battle as its first event; ValueError if its set-up cannot be played."""
    state = rules_of(kept.edition).start(kept.setup)
    hash_ = first_hash(header_of(kept), state)
    return Happened(0, START, "start", None, None, (), hash_, (), time.time()), pack(state)


def begin_from(kept: Kept, standing: list[Happened], states: dict[int, bytes]) -> list[Stated]:
    """The decisions of another battle as the first events of this one: numbered anew, with hashes of its own."""
    rules = rules_of(kept.edition)
    events: list[Stated] = []
    hash_ = first_hash(header_of(kept), unpack(rules, states[standing[0].number]))
    sealed = False
    for n, item in enumerate(standing):
        packed = states[item.number]
        if item.action is not None:
            sealed = sealed or bool(item.secret)
            hash_ = next_hash(hash_, item.action, item.dice, unpack(rules, packed), kept.seed if sealed else None)
        key = f"taken-over:{n}" if n else "start"
        events.append((msgspec.structs.replace(item, number=n, key=key, hash=hash_, made=time.time()), packed))
    return events


def still_plays(rules: Rules, kept: Kept, standing: list[Happened]) -> bool:
    """Whether this version plays a battle of another one exactly as that one did."""
    try:
        state = rules.start(kept.setup)
        hash_ = first_hash(header_of(kept), state)
        sealed = False
        for item in standing:
            if item.action is not None:
                sealed = sealed or bool(item.secret)
                action = writing.convert(item.action, rules.action_type)
                state, _ = rules.apply(state, action, Chance(item.dice))
                hash_ = next_hash(hash_, item.action, item.dice, state, kept.seed if sealed else None)
            if hash_ != item.hash:
                return False
    except Exception:
        return False
    return True


def written_log(kept: Kept, standing: list[Happened], result: Result | None) -> bytes:
    """The log of a battle so far, as `debellis replay` reads it; the seed and secret numbers only when it is over.

    A battle taken on from another has dice of two seeds, so its log shows none.
    """
    decisions = [item for item in standing if item.kind == DECISION]
    lines = [line(header_of(kept))]
    for n, item in enumerate(decisions, 1):
        entry = item.entry(n)
        lines.append(line(shown_to(entry, None) if result is None else entry))
    if result is not None:
        seed = kept.seed if not kept.began_at else None
        lines.append(line(Closing(result.winner, result.why, standing[-1].hash, seed)))
    return b"\n".join(lines) + b"\n"
