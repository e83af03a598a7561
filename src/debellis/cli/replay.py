"""`debellis replay`: replay a log, judge it, draw it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.output import MALFORMED, MISMATCH, refuse, write_json
from debellis.umpire.wording import printable, several

if TYPE_CHECKING:
    from debellis.battle.audit import Audited
    from debellis.battle.replay import Replayed

#: The summary of a log, by exit code.
_SUMMARIES = {
    0: "sound, finished and proven",
    1: "changed or forged",
    2: "not well-formed",
    3: "cut or unfinished",
    4: "sound, but the dice are not proven",
}
#: How a verdict is shown.
_MARKS = {True: "yes", False: "NO", None: "?"}
#: The names of the verdicts in the list.
_NAMES = {
    "well_formed": "well-formed",
    "allowed": "decisions allowed",
    "unbroken": "hashes unbroken",
    "dice": "dice in range",
    "proven": "dice proven",
    "finished": "finished",
    "engine": "engine",
}


def replay(
    file: Path = typer.Argument(..., metavar="LOG", help="The log of a battle."),
    check: bool = typer.Option(
        False, "--check", help="Print only the verdicts on the log; exit code 0 if all of them hold."
    ),
    draw: Path | None = typer.Option(None, "--draw", metavar="DIR", help="Write a picture of each bound here."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """Play a log again, checking every decision, die and hash; tell it, or draw a picture per bound.

    With --check the exit code is 0 for a sound, finished and proven log, 1 for one that was changed, 2 for one that is
    not well-formed, 3 for one that is cut, 4 for one whose dice are not proven. Without --check 3 and 4 are no error.
    """
    from debellis.battle.audit import audit

    try:
        log = file.read_bytes()
    except OSError as error:
        refuse(f"{file} cannot be read ({(error.strerror or 'no reason given').lower()})")
    found = audit(log)
    if draw is not None and found.replayed is not None:
        typer.echo(f"{_draw(found.replayed, draw)} pictures are in {draw}", err=json)
    if json:
        write_json(_as_json(found))
    elif check:
        _tell_verdicts(found)
    elif draw is None and found.replayed is not None:
        for moment in found.replayed.moments:
            for event in moment.events:
                typer.echo(printable(event.says))
    if found.fault is not None and not json:
        good = "" if found.replayed is None else f"; good up to decision {len(found.replayed.moments) - 1}"
        typer.echo(f"{file}, {printable(str(found.fault))}{good}", err=True)
    code = found.audit.code
    if check or code in (MISMATCH, MALFORMED):
        raise typer.Exit(code)


def _as_json(found: Audited) -> dict[str, object]:
    done = found.replayed
    return {
        "ok": found.audit.holds,
        "code": found.audit.code,
        "verdicts": found.audit,
        "decisions": 0 if done is None else len(done.moments) - 1,
        "hash": None if done is None else done.moments[-1].hash,
        "fault": None if found.fault is None else printable(str(found.fault)),
    }


def _tell_verdicts(found: Audited) -> None:
    done = 0 if found.replayed is None else len(found.replayed.moments) - 1
    typer.echo(f"{several(done, 'decision')}, {_SUMMARIES[found.audit.code]}")
    for name, verdict in found.audit.verdicts.items():
        line = "" if verdict.line is None else f"line {verdict.line}: "
        typer.echo(f"{_MARKS[verdict.holds]:3}  {_NAMES[name]:17}  {line}{verdict.says}")


def _draw(done: Replayed, folder: Path) -> int:
    """Write one picture at the end of each bound; returns their number."""
    from debellis.umpire.picture import draw_position

    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for before, after in pairwise(done.moments):
            ended = before.state.turn != after.state.turn or after.state.phase == "over"
            if ended and before.state.bounds:
                count += 1
                number = before.state.bounds.get(before.state.turn, 0)
                title = f"After {before.state.turn}'s bound {number}"
                (folder / f"{count:03d}.svg").write_text(draw_position(after.state.position, title=title), "utf-8")
    except OSError as error:
        refuse(f"{folder} cannot be written ({(error.strerror or 'no reason given').lower()})")
    return count
