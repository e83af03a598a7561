"""The kept battles, each replayed once for all tests of it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from debellis.battle.playable import rules_of
from debellis.battle.replay import Replayed, replay

BATTLES = Path(__file__).parent / "battles"


def edition_of(file: Path) -> str:
    return file.parent.name


def kept(edition: str) -> list[Path]:
    """The logs of an edition whose battles were chosen for what they show."""
    return sorted((BATTLES / edition).glob("battle-*.jsonl"))


def named(file: Path) -> str:
    """The name of a battle as parameter of a test; by its edition `tests/conftest.py` groups the tests."""
    return f"{edition_of(file)}-{file.stem}"


# As many as an edition has, and the big one.
@lru_cache(maxsize=12)
def replayed(file: Path) -> Replayed:
    """A battle from its log, every decision, die and hash checked."""
    return replay(file.read_bytes(), rules_of(edition_of(file)))


def told(done: Replayed) -> str:
    """The story of a battle, as it is kept beside its log."""
    return "\n".join(event.says for moment in done.moments for event in moment.events) + "\n"
