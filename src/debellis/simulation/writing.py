"""Writes the results of a simulation: JSON, CSV with one line for each battle, and the report."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from debellis.simulation.outcome import Outcome
from debellis.simulation.report import report_page
from debellis.simulation.summary import Summary

_HEADS = (
    "battle",
    "meeting",
    "red_army",
    "red_general",
    "blue_army",
    "blue_general",
    "invader",
    "winner",
    "winning_army",
    "winning_general",
    "why",
    "bounds",
    "decisions",
    "red_lost",
    "blue_lost",
)


def as_csv(outcomes: Sequence[Outcome]) -> str:
    """One line for each battle."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(_HEADS)
    for battle in outcomes:
        won = None if battle.winner is None else battle.party(battle.winner)
        lines.writerow(
            [
                battle.number,
                battle.meeting + 1,
                *(value for party in (battle.red, battle.blue) for value in (party.army, party.general)),
                battle.invader,
                battle.winner or "",
                won.army if won else "",
                won.general if won else "",
                battle.why,
                battle.bounds,
                battle.decisions,
                sum(battle.red.lost.values()),
                sum(battle.blue.lost.values()),
            ]
        )
    return text.getvalue()


def write_all(folder: Path, found: Summary, outcomes: Sequence[Outcome]) -> tuple[Path, ...]:
    """Write the results into a folder; returns the files written."""
    texts = {
        "results.json": msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n",
        "battles.csv": as_csv(outcomes),
        "report.html": report_page(found),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return tuple(folder / name for name in texts)
