"""Kept battles as files: a log and a transcript for each, in the place of those kept before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from debellis.battle.battle import Battle


def write_kept(folder: Path, battles: Iterable[tuple[str, Battle]]) -> None:
    """Write battles by name, after removing those that the folder had."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("battle-*"):
        old.unlink()
    for name, battle in battles:
        (folder / f"battle-{name}.jsonl").write_bytes(battle.log())
        account = "\n".join(event.says for event in battle.events) + "\n"
        (folder / f"battle-{name}.txt").write_text(account, "utf-8")
