"""Says which levels of generals are the same in an edition."""

from __future__ import annotations

from collections.abc import Iterable

import typer


def remark_levels(edition: str, names: Iterable[str]) -> None:
    """Say on standard error that a legate is a centurion here, if one is named in an edition where that is so."""
    from debellis.generals.players import LEVELS, levels_of
    from debellis.simulation.commanders import level_of

    same = set(LEVELS) - set(levels_of(edition))
    if any(level_of(name)[0] in same for name in names):
        typer.echo(f"In {edition} a legate decides as a centurion does.", err=True)
