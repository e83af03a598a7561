"""Prints rulings for people to read in a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debellis.casebook.case import Step
from debellis.casebook.comparing import plain, written
from debellis.umpire.clauses import clause
from debellis.umpire.ruling import Measure, Ruling
from debellis.umpire.sheet import Sheet


class Printer:
    """Prints titles and rulings to standard output."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)

    def title(self, text: str) -> None:
        self.console.print(Text(text, style="bold"))

    def line(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)

    def ruling(self, ask: Step, ruling: Ruling) -> None:
        """One question and its ruling: answer, reasons, measures, factor sheets."""
        arguments = ", ".join(f"{key} = {written(value)}" for key, value in ask.arguments.items())
        self.console.print(Text.assemble("\n", (ask.question, "bold cyan"), "  ", (arguments, "dim")))
        grid = Table.grid(padding=(0, 2), pad_edge=False)
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(overflow="fold")
        for label, text in _answer_rows(plain(ruling.answer)):
            grid.add_row(label, text)
        for i, reason in enumerate(ruling.because):
            cited = Text.assemble((reason.clause, "bold"), (f" ({clause(reason.clause).tier})  ", "dim"), reason.says)
            grid.add_row("because" if i == 0 else "", cited)
        for i, measure in enumerate(ruling.measures):
            grid.add_row("measured" if i == 0 else "", Text(f"{measure.name}: {_measured(measure)}"))
        self.console.print(Padding(grid, (0, 0, 0, 2)))
        for sheet in ruling.sheets:
            self.console.print(Padding(_sheet(sheet), (0, 0, 0, 2)))


def _answer_rows(answer: Any) -> list[tuple[str, Text]]:
    if not isinstance(answer, dict):
        return [("answer", _verdict(answer))]
    rows: list[tuple[str, Text]] = []
    for key, value in answer.items():
        label = "answer" if not rows else ""
        rows.append((label, Text.assemble((f"{key} = ", "dim"), _verdict(value))))
    return rows or [("answer", Text("{}"))]


def _verdict(value: Any) -> Text:
    style = {True: "bold green", False: "bold red"}[value] if isinstance(value, bool) else "bold"
    return Text(written(value), style=style)


def _measured(measure: Measure) -> str:
    value = f"{measure.value:.2f}".rstrip("0").rstrip(".")
    said = f"{value} {measure.unit}".strip()
    return f"{said} (at the limit of {measure.limit:g}, within tolerance)" if measure.at_limit else said


def _sheet(sheet: Sheet) -> Table:
    table = Table(show_footer=True, pad_edge=False, box=None)
    table.add_column("", justify="right", footer=Text(f"{sheet.sum:+d}", style="bold"), no_wrap=True)
    table.add_column(Text(f"factors of {sheet.of}"), footer=Text("before the die"))
    table.add_column("", style="dim")
    for line in sheet.lines:
        table.add_row(f"{line.value:+d}", Text(line.reason), Text(", ".join(line.clauses)))
    return table
