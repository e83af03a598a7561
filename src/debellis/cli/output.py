"""What every command shares: exiting with one sentence, and writing JSON."""

from __future__ import annotations

from typing import Any, NoReturn

import typer

#: Exit code: an answer differs from the expected one.
MISMATCH = 1
#: Exit code: the input cannot be used.
MALFORMED = 2


def refuse(sentence: str) -> NoReturn:
    """Exit with one sentence on standard error."""
    typer.echo(sentence, err=True)
    raise typer.Exit(MALFORMED)


def write_json(value: Any) -> None:
    """Write a value to standard output as indented JSON."""
    import msgspec

    from debellis.table import writing

    typer.echo(msgspec.json.format(writing.encode(value), indent=2).decode())
