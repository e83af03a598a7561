"""The generals of a simulation by name: a level, then optionally a character and a number of positions to evaluate.

Examples: "centurion", "centurion:bold", "legate@800" (800 positions a bound), "legate:cautious@800".
"""

from __future__ import annotations

from debellis.generals.players import General, computer

#: The default number of positions that a general who searches may evaluate in a bound.
WORK = 300


def commander(name: str, seed: int) -> General:
    """The general of a name; ValueError if there is none.

    None of them uses a clock here, so the same seed gives the same decisions on any machine.
    """
    level, character = level_of(name)
    work = name.partition("@")[2]
    if not level:
        raise ValueError("a general needs the name of a level, like centurion")
    if work and not (work.isdigit() and int(work)):
        raise ValueError(f"{name!r} must end in a number of positions, like legate@{WORK}")
    return computer(level, seed, character, work=int(work or WORK))


def level_of(name: str) -> tuple[str, str]:
    """The level and the character in a name."""
    level, _, character = name.partition("@")[0].partition(":")
    return level, character or "steady"
