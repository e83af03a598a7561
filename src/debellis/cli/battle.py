"""`debellis battle`: two computer generals play out a battle, reported as it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from debellis.cli.levels import remark_levels
from debellis.cli.output import refuse, write_json
from debellis.cli.own_armies import with_armies
from debellis.umpire.wording import several

if TYPE_CHECKING:
    from debellis.battle.battle import Battle
    from debellis.battle.log import Closing, Entry, Header
    from debellis.battle.rules import Event
    from debellis.generals.players import General

#: The default generals.
GENERALS = "centurion,centurion"


def battle(
    edition: str = typer.Option("dba22", "--edition", help="The edition to play."),
    red: str = typer.Option(..., "--red", metavar="ARMY", help="Red's army: the number of its list, or a file."),
    blue: str = typer.Option(..., "--blue", metavar="ARMY", help="Blue's army, likewise."),
    generals: str = typer.Option(
        GENERALS, "--generals", metavar="RED,BLUE", help="Who plays: levels, or level:character; one name for both."
    ),
    seed: int = typer.Option(0, "--seed", help="The seed of all dice and choices."),
    log: Path | None = typer.Option(
        None, "--log", metavar="FILE", help="Write the log here, line by line; the file must be new or empty."
    ),
    limit: int = typer.Option(40, "--limit", min=1, help="Stop after this many bounds of each side."),
    scale: str = typer.Option("15mm", "--scale", help="The size of the figures: 15mm or 25mm."),
    big: bool = typer.Option(
        False, "--big", help="A big battle: three commands a side. An army may have allies, written II/33+II/12."
    ),
    options: list[str] | None = typer.Option(
        None,
        "--option",
        metavar="NAME=VALUE",
        help="A switch of the edition and its value, with = between them; repeatable.",
    ),
    quiet: bool = typer.Option(False, "--quiet", help="Print only the result."),
    clauses: bool = typer.Option(False, "--clauses", help="Cite every clause, not only the few that decided."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """Play out a battle between two computer generals."""
    told: dict[str, Any] = {"variety": seed, "limit": limit, "scale": scale} | ({"big": True} if big else {})
    if options:
        told["options"] = _options(options)
    setup = with_armies(edition, told, {"red": red, "blue": blue})
    played, commanders = _begin(edition, setup, generals, seed)
    remark_levels(edition, generals.split(","))
    tell = not quiet and not json
    with _log(log) as keep, _progress(shown=not tell) as show:
        keep(played.header)
        while (side := played.pending.side) is not None:
            show(f"{several(len(played.entries), 'decision')}; {side} must {played.pending.what}")
            events = played.play(commanders[side].choose(played.rules, played.state))
            keep(played.entries[-1])
            for event in events if tell else ():
                typer.echo(_told(event, clauses))
        closing = played.closing
        assert closing is not None
        keep(closing)
    if json:
        write_json(
            {"winner": closing.winner, "why": closing.why, "decisions": len(played.entries), "hash": played.hash}
        )
    else:
        end = f"{closing.winner} wins ({closing.why})" if closing.winner else f"nobody wins ({closing.why})"
        typer.echo(f"{end} after {several(len(played.entries), 'decision')}")


def _options(written: list[str]) -> dict[str, Any]:
    """The switches as a set-up has them: true and false are flags, everything else is a word."""
    found: dict[str, Any] = {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals or not name or not value:
            refuse(f"--option needs a name and a value, like before_the_battle=by_hand, not {one!r}")
        found[name] = {"true": True, "false": False}.get(value, value)
    return found


def _begin(edition: str, setup: dict[str, Any], names: str, seed: int) -> tuple[Battle, dict[str, General]]:
    """The battle with the elements its generals choose to field, and the generals by side."""
    from debellis.battle.battle import Battle, StreamOfDice
    from debellis.battle.playable import rules_of
    from debellis.battle.sides import SIDES
    from debellis.battle.stream import seed_of
    from debellis.generals.players import mustered
    from debellis.simulation.commanders import commander, level_of
    from debellis.umpire.editions import UnknownEdition

    named = [name.strip() for name in names.split(",")]
    named = named * len(SIDES) if len(named) == 1 else named
    if len(named) != len(SIDES):
        refuse(f"--generals needs one name for both sides or two, red's first, like {GENERALS}")
    try:
        rules = rules_of(edition)
        commanders = {
            side: commander(name, len(SIDES) * seed + i)
            for i, (side, name) in enumerate(zip(SIDES, named, strict=True))
        }
        rules.start(setup)
        chosen = mustered(edition, setup, {side: level_of(name) for side, name in zip(SIDES, named, strict=True)})
        secret = seed_of(seed)
        return Battle(rules, chosen, StreamOfDice(secret), secret), commanders
    except (UnknownEdition, ValueError) as error:
        refuse(str(error))


def _told(event: Event, every_clause: bool) -> str:
    from debellis.battle.deciding import deciding

    cited = event.clauses if every_clause else deciding(event)
    return f"{event.says}  [{', '.join(cited)}]" if cited else event.says


@contextmanager
def _log(path: Path | None) -> Iterator[Callable[[Header | Entry | Closing], None]]:
    """A function that appends a line to the log, if one is wanted. It exits with one sentence if that fails."""
    from debellis.battle.log_file import LogExists, LogFile

    def cannot(error: OSError) -> NoReturn:
        refuse(f"{path} cannot be written ({(error.strerror or 'no reason given').lower()})")

    if path is None:
        yield lambda _line: None
        return
    try:
        file = LogFile(path)
    except LogExists as error:
        refuse(str(error))
    except OSError as error:
        cannot(error)

    def keep(line: Header | Entry | Closing) -> None:
        try:
            file.write(line)
        except OSError as error:
            cannot(error)

    with file:
        yield keep


@contextmanager
def _progress(shown: bool) -> Iterator[Callable[[str], None]]:
    """A function that shows the progress of the battle on standard error, if that is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield lambda _says: None
        return
    with console.status("") as status:
        yield status.update
