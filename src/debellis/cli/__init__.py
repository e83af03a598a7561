"""The command line: one file for each command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from debellis.battle.collecting import collect_seldom
    from debellis.cli.app import app

    collect_seldom()
    app()
