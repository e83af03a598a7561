"""Judges a log: one verdict for each thing that a log can prove. What it cannot prove is said too.

Any bytes can be judged. Nothing in them is trusted, and they never cause an exception.
"""

from __future__ import annotations

import re

from msgspec import Struct

from debellis import __version__
from debellis.battle.log import Header
from debellis.battle.playable import rules_of
from debellis.battle.replay import BadLog, Kind, Replayed, follow, read_header
from debellis.battle.rules import Rules
from debellis.umpire.editions import UnknownEdition
from debellis.umpire.wording import printable, several

#: The exit codes of faulty logs; if there are several faults, the smallest counts.
CHANGED, MALFORMED, CUT, NOT_PROVEN = 1, 2, 3, 4
#: The verdict that a fault belongs to, and its code.
_BELONGS: dict[Kind, tuple[str, int]] = {
    "form": ("well_formed", MALFORMED),
    "rules": ("allowed", CHANGED),
    "hash": ("unbroken", CHANGED),
    "sealed": ("unbroken", 0),
    "dice": ("dice", CHANGED),
    "seed": ("proven", CHANGED),
    "result": ("finished", CHANGED),
    "cut": ("finished", CUT),
}
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}([.+-]?[a-z0-9]{1,12}){0,3}")
_UNCHECKED = "not checked: the log could not be followed to its end"


class Verdict(Struct, frozen=True):
    """Whether something holds for a log, in one sentence; None if the log does not say enough to tell.

    `line` is the first line that contradicts it. `code` is its exit code, 0 if it has none.
    """

    holds: bool | None
    says: str
    line: int | None = None
    code: int = 0


class Audit(Struct, frozen=True):
    """The verdicts on a log, in order.

    `well_formed`: every line belongs to a debellis log, without unknown keys. `allowed`: the rules allow every
    decision. `unbroken`: every hash follows. `dice`: every number was asked for and is in the range of its die.
    `proven`: all numbers come from a seed whose hash was published first. `finished`: the battle came to its end.
    `engine`: which version of debellis wrote it, and whether this version plays it alike.
    """

    well_formed: Verdict
    allowed: Verdict
    unbroken: Verdict
    dice: Verdict
    proven: Verdict
    finished: Verdict
    engine: Verdict

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdicts by name."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    @property
    def holds(self) -> bool:
        """Whether all verdicts hold."""
        return all(verdict.holds for verdict in self.verdicts.values())

    @property
    def code(self) -> int:
        """0 if all verdicts hold, otherwise the smallest code among them."""
        return min((verdict.code for verdict in self.verdicts.values() if verdict.code), default=0)


class Audited(Struct, frozen=True):
    """A judged log: the verdicts, the first fault, and the battle up to it (None if it could not begin)."""

    audit: Audit
    fault: BadLog | None
    replayed: Replayed | None


def audit(log: bytes, rules: Rules | None = None, seed: str | None = None) -> Audited:
    """Judge a log, by the rules of the edition it names unless some are given."""
    faults: list[BadLog] = []
    done: Replayed | None = None
    try:
        header = read_header(log)
        done = follow(log, rules or _rules_for(header), faults.append, seed)
    except BadLog as fault:
        faults.append(fault)
    first = min(faults, key=lambda fault: fault.line, default=None)
    return Audited(_judged(done, faults, _is_through(log, done)), first, done if first is None else first.last)


def _rules_for(header: Header) -> Rules:
    try:
        return rules_of(header.edition)
    except UnknownEdition as unknown:
        raise BadLog(1, printable(str(unknown))) from None


def _is_through(log: bytes, done: Replayed | None) -> bool:
    """Whether every whole line of a log was followed."""
    return done is not None and log.count(b"\n") == len(done.moments) + (done.closing is not None)


def _judged(done: Replayed | None, faults: list[BadLog], through: bool) -> Audit:
    """The verdicts on a battle as far as it was followed; `through` says that it was followed to its end."""
    found: dict[str, Verdict] = {}
    for fault in faults:
        name, code = _BELONGS[fault.kind]
        holds = None if fault.kind == "sealed" else False
        found.setdefault(name, Verdict(holds, printable(fault.sentence), fault.line, code))
    count = 0 if done is None else len(done.moments) - 1
    numbers = 0 if done is None else sum(len(moment.entry.dice) for moment in done.moments if moment.entry is not None)
    good = {
        "well_formed": f"a header and {several(count, 'decision')}, each line as debellis writes it",
        "allowed": f"the rules allow {_every(count, 'decision')}",
        "unbroken": f"the hash follows for {_every(count, 'decision')}",
        "dice": f"asked for and in range: {_every(numbers, 'number')}",
    }
    for name, says in good.items():
        found.setdefault(name, Verdict(True, says) if through or name == "well_formed" else Verdict(None, _UNCHECKED))
    found.setdefault("finished", _finished(done, through))
    found.setdefault("proven", _proven(done, through))
    found["engine"] = _engine(done, through and all(found[name].holds for name in ("allowed", "unbroken", "dice")))
    return Audit(**found)


def _every(count: int, what: str) -> str:
    return f"every {what} ({count})" if count else f"every {what}, but there is none"


def _finished(done: Replayed | None, through: bool) -> Verdict:
    if done is None or not through:
        return Verdict(None, _UNCHECKED)
    if done.closing is None:
        at = several(len(done.moments) - 1, "decision")
        return Verdict(False, f"cut or unfinished: the log ends after {at} without a result", None, CUT)
    return Verdict(True, f"finished: {done.closing.winner or 'nobody'} wins ({done.closing.why})")


def _proven(done: Replayed | None, through: bool) -> Verdict:
    if done is None or not through:
        return Verdict(None, _UNCHECKED)
    if done.header.seed_hash is None:
        return Verdict(None, "not proven: the header publishes no hash of a seed", 1, NOT_PROVEN)
    if done.closing is None:
        return Verdict(None, "not proven: the seed is shown only on the last line, which is missing", None, NOT_PROVEN)
    if done.closing.seed is None:
        return Verdict(None, "not proven: the last line does not show the seed", None, NOT_PROVEN)
    return Verdict(True, "proven: every number comes from the seed whose hash the header publishes")


def _engine(done: Replayed | None, alike: bool) -> Verdict:
    if done is None:
        return Verdict(None, _UNCHECKED)
    version = done.header.debellis
    if not _VERSION.fullmatch(version):
        return Verdict(False, f"the header names no version of debellis: {printable(version)[:60]!r}", 1, MALFORMED)
    if version == __version__:
        return Verdict(True, f"written by debellis {version}, as this one")
    if alike:
        return Verdict(True, f"written by debellis {version}; this is {__version__} and plays it alike")
    return Verdict(None, f"written by debellis {version}; this is {__version__}, whose rules may differ")
