"""`debellis replay`: play a log again, prove it, draw it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.output import MISMATCH, refuse, write_json
from debellis.umpire.wording import several

if TYPE_CHECKING:
    from debellis.battle.replay import Replayed


def replay(
    file: Path = typer.Argument(..., metavar="LOG", help="The log of a battle."),
    check: bool = typer.Option(False, "--check", help="Only say whether every line follows."),
    draw: Path | None = typer.Option(None, "--draw", metavar="DIR", help="Write a picture of each bound here."),
    json: bool = typer.Option(False, "--json", help="Answer in JSON."),
) -> None:
    """Play a log again, checking every decision, die and hash; tell it, or draw a picture per bound."""
    from debellis.battle.playable import rules_of
    from debellis.battle.replay import BadLog, read_header
    from debellis.battle.replay import replay as play_again
    from debellis.umpire.editions import UnknownEdition

    try:
        text = file.read_bytes()
    except OSError as error:
        refuse(f"{file} cannot be read ({(error.strerror or 'no reason given').lower()})")
    fault: BadLog | None = None
    try:
        done = play_again(text, rules_of(read_header(text).edition))
    except UnknownEdition as error:
        refuse(f"{file}: {error}")
    except BadLog as bad:
        if bad.last is None:
            refuse(f"{file}, {bad}")
        fault, done = bad, bad.last
    if draw is not None:
        _draw(done, draw)
    good = len(done.moments) - 1
    if json:
        said = None if fault is None else str(fault)
        write_json({"ok": fault is None, "decisions": good, "hash": done.moments[-1].hash, "fault": said})
    elif not check and draw is None:
        for moment in done.moments:
            for event in moment.events:
                typer.echo(event.says)
    if fault is not None:
        if not json:
            typer.echo(f"{file}, {fault}; good up to decision {good}", err=True)
        raise typer.Exit(MISMATCH)
    if check and not json:
        typer.echo(f"{several(good, 'decision')}, every one allowed and every hash as written")


def _draw(done: Replayed, folder: Path) -> None:
    """One picture at the end of each bound."""
    from debellis.umpire.editions import edition

    unit = edition(done.header.edition).unit
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for before, after in pairwise(done.moments):
        ended = before.state.turn != after.state.turn or after.state.phase == "over"
        if ended and after.state.bounds:
            count += 1
            number = before.state.bounds.get(before.state.turn, 0)
            title = f"After {before.state.turn}'s bound {number}"
            (folder / f"{count:03d}.svg").write_text(after.state.position.draw(title=title, unit=unit), "utf-8")
    typer.echo(f"{count} pictures are in {folder}")
