"""What `simulate` and `ladder` share: playing a plan with a progress bar, in a separate folder."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from debellis.cli.output import MISMATCH, refuse

if TYPE_CHECKING:
    from debellis.simulation.outcome import Outcome
    from debellis.simulation.plan import Plan

#: The exit code after Ctrl-C, as in shells.
INTERRUPTED = 130


def folder_of(plan: Plan) -> Path:
    """The default folder of a plan. It does not depend on the number of battles."""
    import msgspec

    from debellis.table.value import replace

    digest = hashlib.sha256(msgspec.json.encode(replace(plan, battles=0))).hexdigest()[:8]
    first = plan.meetings[0]
    words = [plan.edition, *(first.armies or ()), *first.generals] if len(plan.meetings) == 1 else [plan.edition]
    return Path(re.sub(r"[^A-Za-z0-9-]+", "_", "-".join(["simulation", *words, digest])))


def played(plan: Plan, folder: Path, on: str, workers: int) -> tuple[Outcome, ...]:
    """Play the rest of a plan. Exits with one sentence if that is impossible, and silently on Ctrl-C."""
    from debellis.simulation.journal import BadJournal
    from debellis.simulation.on_ray import NoRay
    from debellis.simulation.runner import BattleFailed, runner_for
    from debellis.simulation.simulating import simulate

    try:
        runner = runner_for(on, workers or os.cpu_count() or 1)
        with Bar() as bar:
            return simulate(plan, runner, folder, bar.show)
    except (BadJournal, NoRay, ValueError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{folder} cannot be used ({(error.strerror or 'no reason given').lower()})")
    except BattleFailed as failed:
        typer.echo(str(failed), err=True)
        raise typer.Exit(MISMATCH) from None
    except KeyboardInterrupt:
        typer.echo(f"interrupted; the results so far are in {folder}, and the same command continues", err=True)
        raise typer.Exit(INTERRUPTED) from None


class Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("battles"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("battles", total=None)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *left: object) -> None:
        self._progress.stop()

    def show(self, done: int, total: int) -> None:
        """Show the number of finished battles."""
        self._progress.update(self._task, completed=done, total=total)
