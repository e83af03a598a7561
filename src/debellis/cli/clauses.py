"""`debellis clauses`: the ledgers, and how much of them is enforced."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import refuse, write_json

if TYPE_CHECKING:
    from debellis.casebook.enforcement import ClauseStanding, Tally


def clauses(
    name: str | None = typer.Argument(None, metavar="[ID]", help="One clause, or the beginning of several (BOB-SHO)."),
    summary: bool = typer.Option(
        False, "--summary", help="Count per source: clauses, automatable, proven in rulings, open, proven in play."
    ),
    open_: bool = typer.Option(False, "--open", help="Only clauses that could be enforced and are not, and why."),
    play: bool = typer.Option(
        False, "--play", help="Judge by play alone; with --open, only clauses that play is not proven to obey, and why."
    ),
    edition: str | None = typer.Option(None, "--edition", help="Only this edition."),
    base: bool = typer.Option(
        False, "--base", help="The base rules that the source documents presume, instead of their own clauses."
    ),
    cases: Path | None = typer.Option(None, "--cases", help="Another casebook directory to take as proof."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """Show clauses. Enforced means: cited by code, and proven by green cases on both sides."""
    from debellis.casebook import enforcement
    from debellis.umpire.clauses import EDITIONS

    if edition is not None and edition not in EDITIONS:
        refuse(f"there is no edition {edition!r}; there are {', '.join(EDITIONS)}")
    if cases is not None and not cases.is_dir():
        refuse(f"there is no directory {cases}")
    if name is not None and not summary:
        found, report = enforcement.standings_beginning(name, cases)
    else:
        report = enforcement.run_casebook(cases)
        found = enforcement.judge(enforcement.cited_in_code(), report)
    if not report.green:
        bad = sum(not result.ok for result in report.results) + len(report.faults)
        typer.echo(f"warning: {bad} faults in the casebook; what is not green proves nothing", err=True)
    if summary:
        tallies = [line for line in enforcement.tally(found, base) if edition in (None, line.edition)]
        write_json(tallies) if json else _print_summary(tallies)
        return
    chosen = _choose(found, name, edition, base)
    if name in found:
        write_json(_in_full(chosen[0])) if json else _print_clause(chosen[0])
        return
    if open_:
        chosen = [standing for standing in chosen if (standing.open_in_play if play else standing.open)]
    write_json([_in_brief(standing) for standing in chosen]) if json else _print_list(chosen, play)


def _choose(
    found: dict[str, ClauseStanding], name: str | None, edition: str | None, base: bool
) -> list[ClauseStanding]:
    from debellis.umpire.clauses import UnknownClause, sources

    if name is not None:
        chosen = [found[name]] if name in found else [found[key] for key in found if key.startswith(name)]
        if not chosen:
            refuse(f"{UnknownClause(name)}; `debellis clauses` lists them")
    else:
        prefixes = {source.prefix for source in sources() if source.base == base}
        chosen = [standing for standing in found.values() if standing.clause.source in prefixes]
    return [standing for standing in chosen if edition in (None, standing.clause.edition)]


def _print_summary(tallies: list[Tally]) -> None:
    typer.echo("prefix  edition  clauses  automatable  in rulings  open  act in play  in play  source")
    for line in tallies:
        in_rulings = f"{line.clauses:>7}  {line.automatable:>11}  {line.enforced:>10}  {line.open:>4}"
        in_play = f"{line.acts:>11}  {line.in_play:>7}"
        typer.echo(f"{line.prefix:<6}  {line.edition:<7}  {in_rulings}  {in_play}  {line.source}")


def _print_list(chosen: list[ClauseStanding], play: bool) -> None:
    state, lacks = (_state_in_play, _lacks_in_play) if play else (_state, _lacks)
    for standing in chosen:
        typer.echo(f"{standing.clause.id:<14} {state(standing):<11} {standing.clause.title}{lacks(standing)}")
    if play:
        acting = [standing for standing in chosen if standing.clause.acts_in_play]
        proven = sum(standing.in_play for standing in acting)
        typer.echo(f"{len(acting)} clauses act in play, {proven} proven, {len(acting) - proven} open")
        return
    enforced = sum(standing.enforced for standing in chosen)
    typer.echo(f"{len(chosen)} clauses, {enforced} enforced, {sum(standing.open for standing in chosen)} open")


def _state(standing: ClauseStanding) -> str:
    if standing.enforced:
        return "enforced"
    if standing.clause.idle is not None:
        return "idle"
    return "open" if standing.open else "by people"


def _state_in_play(standing: ClauseStanding) -> str:
    if standing.in_play:
        return "in play"
    return "open" if standing.open_in_play else "not in play"


def _lacks(standing: ClauseStanding) -> str:
    return _listed(standing.missing) if standing.open else ""


def _lacks_in_play(standing: ClauseStanding) -> str:
    if standing.clause.automatable and not standing.clause.acts_in_play:
        return f" ({standing.clause.acts_why})"
    return _listed(standing.missing_in_play) if standing.open_in_play else ""


def _listed(lacks: tuple[str, ...]) -> str:
    return f" (lacks {', '.join(lacks)})" if lacks else ""


def _print_clause(standing: ClauseStanding) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    clause = standing.clause
    console = Console(highlight=False)
    console.print(Text.assemble((clause.id, "bold cyan"), "  ", (clause.title, "bold")))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    rows = {
        "edition": f"{clause.edition}, {clause.ref}",
        "authority": clause.tier,
        "state": _state(standing) + _lacks(standing),
        "in play": _state_in_play(standing) + _lacks_in_play(standing),
        "why": clause.idle or "",
        "rule": clause.rule,
        "example": clause.example,
        "doubt": clause.ambiguity or "",
        "support": clause.support or "",
        "restates": ", ".join(clause.restates),
        "builds on": ", ".join(clause.depends),
        "cited in": "\n".join(standing.cited_in),
        "bites in": "\n".join(f"{proof.file}, {proof.kind} {proof.number}" for proof in standing.bites),
        "spares in": "\n".join(f"{proof.file}, {proof.kind} {proof.number}" for proof in standing.spares),
    }
    for label, text in rows.items():
        if text:
            grid.add_row(label, Text(text))
    console.print(grid)


def _in_brief(standing: ClauseStanding) -> dict[str, Any]:
    clause = standing.clause
    return {
        "id": clause.id,
        "edition": clause.edition,
        "title": clause.title,
        "topic": clause.topic,
        "automatable": clause.automatable,
        "enforced": standing.enforced,
        "missing": standing.missing if standing.open else (),
        "acts": clause.acts_in_play,
        "in_play": standing.in_play,
        "missing_in_play": standing.missing_in_play if standing.open_in_play else (),
    }


def _in_full(standing: ClauseStanding) -> dict[str, Any]:
    import msgspec

    return {
        **msgspec.to_builtins(standing.clause),
        "enforced": standing.enforced,
        "in_play": standing.in_play,
        "cited_in": standing.cited_in,
        "bites": standing.bites,
        "spares": standing.spares,
    }
