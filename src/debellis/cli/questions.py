"""`debellis questions`: what may be asked of an edition, with which arguments."""

from __future__ import annotations

import typer

from debellis.cli.output import refuse, write_json


def questions(
    edition: str = typer.Argument(..., metavar="EDITION", help="As in dba22."),
    json: bool = typer.Option(False, "--json", help="Write the list as JSON."),
) -> None:
    """List the questions an edition answers."""
    from debellis.umpire.editions import UnknownEdition
    from debellis.umpire.editions import edition as find

    try:
        rules = find(edition)
    except UnknownEdition as error:
        refuse(str(error))
    asked = [rules.questions[name] for name in sorted(rules.questions)]
    if json:
        write_json(
            [
                {
                    "question": question.name,
                    "about": question.about,
                    "arguments": {
                        name: {"kind": kind.name, "optional": kind.optional}
                        for name, kind in question.arguments.items()
                    },
                }
                for question in asked
            ]
        )
        return
    typer.echo(f"{rules.title}: {len(asked)} questions; arguments in [ ] may be left out")
    for question in asked:
        typer.echo(f"\n{question.name}\n    {question.about}")
        for name, kind in question.arguments.items():
            shown = f"[{name}]" if kind.optional else name
            typer.echo(f"    {shown:<22} {kind.name}")
