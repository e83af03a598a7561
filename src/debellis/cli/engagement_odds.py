"""Prints the odds of the engagements of a position, in editions whose armies consist of units."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debellis.cli.output import refuse, write_json
from debellis.table.position import Position
from debellis.umpire import ask

QUESTION = "odds_of_engagement"


def tell_engagements(position: Position, title: str, *, json: bool) -> None:
    """Print the odds of every engagement of a position, or write them as JSON. Refuses a position without any."""
    told = ask(position, QUESTION).answer["engagements"]
    if not told:
        refuse(f"{title}: nobody fights")
    if json:
        write_json({"engagements": told})
        return
    console = Console(highlight=False)
    console.print(Text(title, style="bold"))
    for number, engagement in enumerate(told, start=1):
        names = " and ".join(engagement["who"].values())
        kind = "charge combat" if engagement["combat"] == "charge" else "melee"
        console.print(Text.assemble(f"\n{number}  ", (names, "bold cyan"), (f"  {kind}", "dim")))
        console.print(Padding(_table(engagement), (0, 0, 0, 3)))
    console.print(Text("\n  Every file of both in one phase, leftmost first. Exact.", style="dim"))


def _table(engagement: dict[str, Any]) -> Table:
    numbers = sorted({int(lost) for side in engagement["bases"].values() for lost in side})
    table = Table(box=None, pad_edge=False)
    table.add_column("bases lost")
    for number in numbers:
        table.add_column(str(number), justify="right")
    for heading in ("expected", "broken", ""):
        table.add_column(heading, justify="right")
    for side, name in engagement["who"].items():
        spread = engagement["bases"][side]
        shares = (_percent(spread[str(number)].value) if str(number) in spread else "-" for number in numbers)
        broken = engagement["broken"][side]
        expected = f"{engagement['expected'][side].value:.2f}"
        table.add_row(f"{name} ({side})", *shares, expected, _percent(broken.value), Text(broken.fraction, style="dim"))
    return table


def _percent(chance: float) -> str:
    return f"{100.0 * chance:.1f} %"
