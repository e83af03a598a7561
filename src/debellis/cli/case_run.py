"""`debellis case run`: every question of the given cases, compared with the answers written in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import MALFORMED, MISMATCH, refuse, write_json

if TYPE_CHECKING:
    from debellis.casebook import Report, Result


def run(
    files: list[Path] = typer.Argument(..., metavar="FILES...", help="Case files, or directories of them."),
    frames: bool = typer.Option(
        False, "--frames", help="Also turn, mirror and move every case; the rulings must turn with it."
    ),
    played: bool = typer.Option(
        False, "--played", help="Also let battles decide the questions, where one comes to them; they must agree."
    ),
    json: bool = typer.Option(False, "--json", help="Write one result per question as JSON."),
) -> None:
    """Run cases. Leaves with 1 if any answer is not as expected, with 2 if a file is malformed."""
    from debellis.casebook import CaseError
    from debellis.casebook.running import case_files

    try:
        found = list(case_files(files))
    except CaseError as error:
        refuse(str(error))
    report = _run(found, frames, played)
    if json:
        write_json([_as_json(result) for result in report.results])
    elif report.results:
        _print(report)
        if played:
            _print_played(report)
    for fault in report.faults:
        typer.echo(str(fault), err=True)
    if report.faults:
        raise typer.Exit(MALFORMED)
    if not report.green or any(result.in_play for result in report.results):
        raise typer.Exit(MISMATCH)


def _run(files: list[Path], frames: bool, played: bool) -> Report:
    """Run with a progress bar on a terminal."""
    import sys

    from debellis.casebook import run_files

    if not sys.stderr.isatty():
        return run_files(files, frames=frames, played=played)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("cases", total=len(files))
        return run_files(files, lambda: progress.advance(task), frames=frames, played=played)


def _as_json(result: Result) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "file": result.file,
        "question": result.question,
        "expected": result.expected,
        "answer": result.answer,
        "because": result.because,
        "ok": result.ok,
        result.kind: result.number,
    }
    if result.in_play is not None:
        entry["in_play"] = result.in_play
    if not result.ok:
        entry |= {"line": result.line, "failures": result.failures}
    return entry


def _print(report: Report) -> None:
    for result in report.failed:
        typer.echo(f"{result.file}, line {result.line}: {result.question}")
        for failure in result.failures:
            typer.echo(f"    {failure}")
        if result.because:
            typer.echo(f"    cited: {', '.join(result.because)}")
    good = sum(result.ok for result in report.results)
    count = f"{len(report.results)} questions in {report.files} cases: {good} as expected"
    typer.echo(f"{count}, {len(report.failed)} not, {len(report.faults)} malformed")


def _print_played(report: Report) -> None:
    """How battles judge otherwise than the questions were answered."""
    decided = [result for result in report.results if result.in_play is not None]
    for result in decided:
        for difference in result.in_play or ():
            typer.echo(f"{result.file}, ask {result.number}: {result.question}: {difference}")
    agreed = sum(not result.in_play for result in decided)
    typer.echo(f"{len(decided)} questions also decided by a battle: {agreed} alike, {len(decided) - agreed} not")
