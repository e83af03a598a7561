"""`debellis ladder`: the computer generals play each other, and how strong each is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.output import refuse, write_json

if TYPE_CHECKING:
    from debellis.simulation.ladder import Ladder
    from debellis.simulation.plan import Plan


def ladder(
    edition: str = typer.Option("dba22", "--edition", help="The edition to play."),
    generals: str | None = typer.Option(
        None, "--generals", metavar="NAME,NAME,...", help="Who plays: levels, or level:character. [all levels]"
    ),
    battles: int = typer.Option(
        40, "--battles", min=1, help="Battles of each pair of generals; multiples of four are fairest."
    ),
    seed: int = typer.Option(0, "--seed", help="The seed of all battles."),
    limit: int = typer.Option(
        40, "--limit", min=1, metavar="BOUNDS", help="Stop a battle as a draw after this many bounds of each side."
    ),
    workers: int = typer.Option(0, "--workers", min=0, help="Number of processes; 0 for one per processor."),
    on: str = typer.Option(
        "local", "--on", metavar="WHERE", help="Where to play: local, ray, or a cluster's address ray://..."
    ),
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Where the journal goes."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """Everybody plays everybody, with armies drawn from the lists; Elo ratings with 95 % intervals.

    Interrupted, it goes on where it stopped when it is called again in the same way.
    """
    from debellis.cli.simulating import folder_of, played
    from debellis.simulation.ladder import ladder as climb

    plan = _plan(edition, generals, battles, seed, limit)
    outcomes = played(plan, out or folder_of(plan), on, workers)
    found = climb(plan, outcomes)
    if json:
        write_json(found)
    else:
        _tell(found)


def _plan(edition: str, generals: str | None, battles: int, seed: int, limit: int) -> Plan:
    from debellis.battle.playable import rules_of
    from debellis.cli.levels import remark_levels
    from debellis.generals.players import levels_of
    from debellis.simulation.ladder import ladder_plan
    from debellis.simulation.plan import BadPlan, check_plan
    from debellis.umpire.editions import UnknownEdition

    try:
        rules_of(edition)
    except UnknownEdition as error:
        refuse(str(error))
    names = levels_of(edition) if generals is None else tuple(name.strip() for name in generals.split(","))
    if len(set(names)) < max(len(names), 2):
        refuse("a ladder needs at least two generals, each named once")
    remark_levels(edition, names)
    try:
        plan = ladder_plan(edition, names, battles, seed, limit)
        check_plan(plan)
    except BadPlan as error:
        refuse(str(error))
    return plan


def _tell(found: Ladder) -> None:
    from debellis.cli.simulate import tell_record

    typer.echo(f"{'general':20}   Elo  95 %")
    for rung in found.rungs:
        one = rung.rating
        typer.echo(f"{one.name:20} {one.elo:5.0f}  {one.interval.low:.0f} to {one.interval.high:.0f}")
    typer.echo("\nagainst all")
    for rung in found.rungs:
        typer.echo(f"  {tell_record(rung.record)}")
    typer.echo("\nmeetings")
    for record, enemy in found.meetings:
        typer.echo(f"  {tell_record(record)}  against {enemy}")
