"""`debellis case draw`: the position of a case as a picture, with the evidence of a ruling over it."""

from __future__ import annotations

from pathlib import Path

import typer

from debellis.cli.output import refuse


def draw(
    file: Path = typer.Argument(..., metavar="FILE", help="A case file."),
    output: Path = typer.Option(..., "-o", "--output", metavar="OUT.SVG", help="The picture to write."),
    ask: int | None = typer.Option(
        None, "--ask", min=1, help="Draw the evidence of this question over it (1 = first)."
    ),
    near: bool = typer.Option(True, "--near/--whole", help="With --ask: leave out bases far from those it names."),
    width: int | None = typer.Option(None, "--width", min=50, max=10_000, help="Width of the picture in pixels."),
) -> None:
    """Draw the position of a case as SVG."""
    from debellis.casebook import CaseError, read_case
    from debellis.casebook.drawing import draw_ask, draw_case
    from debellis.casebook.running import RulesBroke

    try:
        case = read_case(file, answered=False)
        if ask is not None and ask > len(case.asks):
            refuse(f"{file} has {len(case.asks)} questions, so there is no question {ask}")
        picture = draw_ask(case, case.asks[ask - 1], width, near=near) if ask else draw_case(case, width)
    except (CaseError, RulesBroke) as error:
        refuse(str(error))
    try:
        output.write_text(picture, "utf-8")
    except OSError as error:
        refuse(f"{output} cannot be written ({(error.strerror or 'no reason given').lower()})")
    typer.echo(f"wrote {output}")
