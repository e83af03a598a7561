"""Kept battles: which of many to keep, and how they are written: a log and a transcript for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from debellis.battle.battle import Battle

#: A battle that was played: its plan and number, how long its log is, and what it shows.
Seen = tuple[int, int, int, set[str]]


def choose(seen: list[Seen], wanted: frozenset[str]) -> tuple[list[tuple[int, int]], set[str]]:
    """The battle to keep of each plan, and what of the wanted none of them shows.

    A battle with the rarest sight that is still missing comes first, then the one that adds most, then the shortest.
    """
    missing = set(wanted)
    chosen: dict[int, int] = {}
    while len(chosen) < len({row[0] for row in seen}):
        left = [row for row in seen if row[0] not in chosen]
        times = Counter(sight for row in left for sight in row[3] & missing)
        rarest = min(times, key=lambda sight: (times[sight], sight), default="")
        best = max(left, key=lambda row: (rarest in row[3], len(row[3] & missing), -row[2]))
        chosen[best[0]] = best[1]
        missing -= best[3]
    return sorted(chosen.items()), missing


def write_kept(folder: Path, battles: Iterable[tuple[str, Battle]]) -> None:
    """Write battles by name, after removing those that the folder had."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("battle-*"):
        old.unlink()
    for name, battle in battles:
        (folder / f"battle-{name}.jsonl").write_bytes(battle.log())
        account = "\n".join(event.says for event in battle.events) + "\n"
        (folder / f"battle-{name}.txt").write_text(account, "utf-8")
