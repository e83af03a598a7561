"""All commands. Each imports what it needs only when it runs, so that `--help` is fast."""

from __future__ import annotations

import typer

from debellis import __version__
from debellis.cli.armies import armies
from debellis.cli.ask import ask
from debellis.cli.battle import battle
from debellis.cli.case_draw import draw
from debellis.cli.case_run import run
from debellis.cli.clauses import clauses
from debellis.cli.ladder import ladder
from debellis.cli.odds import odds
from debellis.cli.questions import questions
from debellis.cli.replay import replay
from debellis.cli.serve import play, serve
from debellis.cli.simulate import simulate
from debellis.cli.tour import tour

app = typer.Typer(
    name="debellis",
    help="The umpire for tabletop battles: rulings with the clause, the measurement and the drawing.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
case = typer.Typer(help="Run or draw case files.", no_args_is_help=True, rich_markup_mode=None)

app.command()(ask)
app.add_typer(case, name="case")
case.command()(run)
case.command()(draw)
app.command()(clauses)
app.command()(questions)
app.command()(armies)
app.command()(battle)
app.command()(replay)
app.command()(odds)
app.command()(simulate)
app.command()(ladder)
app.command()(serve)
app.command()(play)
app.command()(tour)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"debellis {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass
