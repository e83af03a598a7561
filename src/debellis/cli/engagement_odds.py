"""Prints the odds of the engagements of a position, in editions whose armies consist of units."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debellis.cli.loss_table import LossRow, loss_table, percent
from debellis.cli.odds_telling import tell_phase
from debellis.cli.output import refuse, write_json
from debellis.odds.phase import PhaseReport
from debellis.table.position import Position
from debellis.umpire import ask

QUESTION = "odds_of_engagement"


def engagements(position: Position) -> list[dict[str, Any]]:
    """The odds of every engagement of a position; none if nobody fights."""
    told: list[dict[str, Any]] = ask(position, QUESTION).answer["engagements"]
    return told


def tell_engagements(position: Position, title: str, phase: PhaseReport | None, *, json: bool) -> None:
    """Print the odds of every engagement of a position and of the whole phase, or write them as JSON.

    Refuses a position in which nobody fights, if it has no phase to tell either.
    """
    told = engagements(position)
    if not told and phase is None:
        refuse(f"{title}: nobody fights")
    if json:
        write_json({"engagements": told, "phase": phase})
        return
    console = Console(highlight=False)
    console.print(Text(title, style="bold"))
    for number, engagement in enumerate(told, start=1):
        names = " and ".join(engagement["who"].values())
        kind = "charge combat" if engagement["combat"] == "charge" else "melee"
        console.print(Text.assemble(f"\n{number}  ", (names, "bold cyan"), (f"  {kind}", "dim")))
        console.print(Padding(_table(engagement), (0, 0, 0, 3)))
    if told:
        console.print(Text("\n  Every file of both in one phase, leftmost first. Exact.", style="dim"))
    if phase is not None:
        tell_phase(phase)


def _table(engagement: dict[str, Any]) -> Table:
    rows: list[LossRow] = []
    for side, name in engagement["who"].items():
        shares = {int(lost): percent(chance.value) for lost, chance in engagement["bases"][side].items()}
        broken = engagement["broken"][side]
        expected = f"{engagement['expected'][side].value:.2f}"
        more = (expected, percent(broken.value), Text(broken.fraction, style="dim"))
        rows.append(LossRow(f"{name} ({side})", shares, more))
    return loss_table("bases lost", ("expected", "broken", ""), rows)
