"""Armies of your own in files, for the commands that take one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from debellis.cli.output import refuse

if TYPE_CHECKING:
    from debellis.battle.army_building import ChosenArmy


def is_file(army: str) -> bool:
    """Whether an army is given by a file and not by the name of a list."""
    return army.endswith(".toml")


def read_file(file: Path) -> ChosenArmy:
    """The army in a file. Exits with one sentence if it cannot be read."""
    from debellis.mechanics.army_files import BadArmy, read_chosen

    try:
        return read_chosen(file.read_text("utf-8"))
    except OSError as error:
        refuse(f"{file} cannot be read ({(error.strerror or 'no reason given').lower()})")
    except UnicodeDecodeError:
        refuse(f"{file} is not a text file in UTF-8")
    except BadArmy as error:
        refuse(f"{file}: {error}")


def with_armies(edition: str, setup: dict[str, Any], armies: dict[str, str]) -> dict[str, Any]:
    """A set-up with the army of each side: the name of a list, or what a file holds.

    Exits with one sentence for an army with faults, or for two files that agree on different points.
    """
    from debellis.battle.playable import army_builder_of
    from debellis.mechanics.army_files import BadArmy

    found = dict(setup)
    for side, army in armies.items():
        if not is_file(army):
            found[side] = army
            continue
        chosen = read_file(Path(army))
        try:
            checked = army_builder_of(edition).check(chosen)
        except BadArmy as error:
            refuse(f"{army}: {error}")
        if not checked.legal:
            refuse(f"{army} may not be fielded: {' '.join(fault.says for fault in checked.faults)}")
        found[side] = checked.setup
        agreed = chosen.points if chosen.points is None else found.setdefault("points", chosen.points)
        if agreed != chosen.points:
            refuse(f"{army} is an army of {chosen.points:g} points, the other one of {agreed:g}")
    return found
