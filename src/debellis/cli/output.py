"""What every command shares: refusing with one sentence, and writing JSON."""

from __future__ import annotations

from typing import Any, NoReturn

import typer

#: Something was answered otherwise than expected.
MISMATCH = 1
#: What was given cannot be used.
MALFORMED = 2


def refuse(sentence: str) -> NoReturn:
    """Leave with one sentence on standard error."""
    typer.echo(sentence, err=True)
    raise typer.Exit(MALFORMED)


def write_json(value: Any) -> None:
    """Write a value to standard output as JSON, indented for people."""
    import msgspec

    from debellis.table import writing

    typer.echo(msgspec.json.format(writing.encode(value), indent=2).decode())
