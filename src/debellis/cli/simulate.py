"""`debellis simulate`: many battles between computer generals, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.levels import remark_levels
from debellis.cli.output import MISMATCH, refuse, write_json
from debellis.umpire.wording import several

if TYPE_CHECKING:
    from debellis.simulation.outcome import Outcome
    from debellis.simulation.plan import Plan
    from debellis.simulation.summary import Record, Summary


def simulate(
    edition: str = typer.Option("dba22", "--edition", help="The edition to play."),
    red: str | None = typer.Option(
        None, "--red", metavar="ARMY", help="The first army; every second battle swaps the sides."
    ),
    blue: str | None = typer.Option(None, "--blue", metavar="ARMY", help="The second army."),
    armies: str | None = typer.Option(
        None,
        "--armies",
        metavar="all|ARMY,ARMY,...",
        help="Instead of --red and --blue: each of these against every other.",
    ),
    generals: str = typer.Option(
        "centurion", "--generals", metavar="NAME[,NAME]", help="Who leads them: a level, or level:character."
    ),
    battles: int | None = typer.Option(None, "--battles", min=1, help="Battles of each pair of armies. [100]"),
    seed: int = typer.Option(0, "--seed", help="The seed of all battles."),
    limit: int = typer.Option(
        40, "--limit", min=1, metavar="BOUNDS", help="Stop a battle as a draw after this many bounds of each side."
    ),
    workers: int = typer.Option(0, "--workers", min=0, help="Number of processes; 0 for one per processor."),
    on: str = typer.Option(
        "local", "--on", metavar="WHERE", help="Where to play: local, ray, or a cluster's address ray://..."
    ),
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Where the journal and the results go."),
    resume: Path | None = typer.Option(None, "--resume", metavar="DIR", help="Continue the simulation in a folder."),
    log: list[int] = typer.Option([], "--log", min=1, metavar="N", help="Also write the log of battle N."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """Play many battles between two computer generals and count who wins, how fast and at what cost.

    Interrupted, it goes on where it stopped when it is called again in the same way, or with --resume.
    """
    from debellis.cli.simulating import folder_of, played

    if resume is None:
        plan = _plan(edition, red, blue, armies, generals, battles or 100, seed, limit)
    else:
        plan = _resumed(resume, battles)
    if log and max(log) > plan.total:
        refuse(f"there is no battle {max(log)}; the last is {plan.total}")
    folder = resume or out or folder_of(plan)
    outcomes = played(plan, folder, on, workers)

    from debellis.simulation.summary import summary
    from debellis.simulation.writing import write_all

    found = summary(plan, outcomes)
    files = write_all(folder, found, outcomes)
    logs = [_write_log(plan, number, outcomes, folder) for number in log]
    if json:
        write_json(found)
    else:
        _tell(found)
        typer.echo(f"\n{', '.join(str(file) for file in (*files, *logs))}")


def _plan(
    edition: str,
    red: str | None,
    blue: str | None,
    armies: str | None,
    generals: str,
    battles: int,
    seed: int,
    limit: int,
) -> Plan:
    from debellis.battle.playable import rules_of
    from debellis.simulation.plan import BadPlan, Meeting, Plan, check_plan, round_robin
    from debellis.umpire.editions import UnknownEdition

    names = [name.strip() for name in generals.split(",")]
    if len(names) > 2:
        refuse(f"two generals can meet here, not {len(names)}; `debellis ladder` is for more")
    both = (names[0], names[-1])
    if (armies is None) == (red is None) or (red is None) != (blue is None):
        refuse("give --red ARMY and --blue ARMY, or --armies all, or --armies with a list of them")
    try:
        rules_of(edition)
        if red is not None and blue is not None:
            meetings: tuple[Meeting, ...] = (Meeting(both, (red, blue)),)
        else:
            among = () if armies in (None, "all") else tuple(name.strip() for name in str(armies).split(","))
            meetings = round_robin(edition, among, both)
        if not meetings:
            refuse("name at least two armies")
        plan = Plan(edition, meetings, battles, seed, limit)
        check_plan(plan)
    except (UnknownEdition, BadPlan) as error:
        refuse(str(error))
    remark_levels(edition, names)
    return plan


def _resumed(folder: Path, battles: int | None) -> Plan:
    from debellis.simulation.journal import BadJournal, read_heading
    from debellis.table.value import replace

    try:
        plan = read_heading(folder).plan
    except BadJournal as error:
        refuse(str(error))
    return plan if battles is None else replace(plan, battles=battles)


def _write_log(plan: Plan, number: int, outcomes: tuple[Outcome, ...], folder: Path) -> Path:
    from debellis.simulation.fighting import fight_with_log

    again, log = fight_with_log(plan, number)
    if again != outcomes[number - 1]:
        typer.echo(f"battle {number} ended differently when it was played again for its log", err=True)
        raise typer.Exit(MISMATCH)
    file = folder / f"battle-{number:04d}.jsonl"
    file.write_bytes(log)
    return file


def _tell(found: Summary) -> None:
    """Print the main numbers."""
    typer.echo(f"{several(found.battles, 'battle')} of {found.plan.edition}, seed {found.plan.seed}")
    for title, records in (
        ("generals", found.generals),
        ("armies", found.armies),
        ("sides", found.sides),
        ("roles", found.roles),
    ):
        if records:
            typer.echo(f"\n{title}")
            for one in records:
                typer.echo(f"  {tell_record(one)}")
    if found.length is not None:
        long = found.length
        typer.echo(
            f"\nlength {long.mean:.1f} bounds ({long.interval.low:.1f} to {long.interval.high:.1f}), "
            f"median {long.median:g}, {long.shortest} to {long.longest}"
        )
    for why, count in found.endings.items():
        typer.echo(f"{count:6d}  {why}")


def tell_record(one: Record) -> str:
    """A record in one line, with draws shown separately."""
    span = f"{100 * one.interval.low:.1f} to {100 * one.interval.high:.1f}"
    counts = f"{one.wins} won, {one.draws} drawn, {one.losses} lost"
    return f"{one.name:20} {100 * one.score:5.1f} %  ({span})  {counts}"
