"""`debellis battle`: two computer generals play out a battle, told as it happens."""

from __future__ import annotations

from pathlib import Path

import typer

from debellis.cli.output import refuse, write_json
from debellis.umpire.wording import several


def battle(
    edition: str = typer.Option("dba22", "--edition", help="The edition to play."),
    red: str = typer.Option(..., "--red", metavar="ARMY", help="Red's army, by the number of its list."),
    blue: str = typer.Option(..., "--blue", metavar="ARMY", help="Blue's army, by the number of its list."),
    seed: int = typer.Option(0, "--seed", help="The number all dice and choices come from."),
    log: Path | None = typer.Option(None, "--log", metavar="FILE", help="Write the log here."),
    limit: int = typer.Option(40, "--limit", min=1, help="Stop after so many bounds of each side."),
    scale: str = typer.Option("15mm", "--scale", help="15mm or 25mm."),
    quiet: bool = typer.Option(False, "--quiet", help="Only tell how it ended."),
    json: bool = typer.Option(False, "--json", help="Answer in JSON."),
) -> None:
    """Play out a battle between two random generals."""
    from debellis.battle.battle import Battle, StreamOfDice
    from debellis.battle.playable import rules_of
    from debellis.battle.stream import seed_of
    from debellis.generals.random_general import RandomGeneral
    from debellis.umpire.editions import UnknownEdition

    secret = seed_of(seed)
    try:
        rules = rules_of(edition)
        setup = {"red": red, "blue": blue, "variety": seed, "limit": limit, "scale": scale}
        played = Battle(rules, setup, StreamOfDice(secret), secret)
    except (UnknownEdition, ValueError) as error:
        refuse(str(error))
    general = RandomGeneral(seed)
    tell = not quiet and not json
    while played.result is None:
        for event in played.play(general.choose(rules, played.state)):
            if tell:
                cited = f"  [{', '.join(event.clauses)}]" if event.clauses else ""
                typer.echo(f"{event.says}{cited}")
    if log is not None:
        try:
            log.write_bytes(played.log())
        except OSError as error:
            refuse(f"{log} cannot be written ({(error.strerror or 'no reason given').lower()})")
    result = played.result
    if json:
        write_json({"winner": result.winner, "why": result.why, "decisions": len(played.entries), "hash": played.hash})
    else:
        end = f"{result.winner} wins ({result.why})" if result.winner else f"nobody wins ({result.why})"
        typer.echo(f"{end} after {several(len(played.entries), 'decision')}")
