"""`debellis questions`: the questions of an edition and the actions in a battle, with their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from debellis.cli.output import refuse, write_json

if TYPE_CHECKING:
    from debellis.umpire.questions import Kind

    #: A name, a description, its arguments, and which arguments exclude or require others.
    Entry = tuple[str, str, dict[str, Kind], dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]


def questions(
    edition: str = typer.Argument(..., metavar="EDITION", help="The edition, for example dba22."),
    actions: bool = typer.Option(False, "--actions", help="List the actions that a [[do]] can play instead."),
    json: bool = typer.Option(False, "--json", help="Write the list as JSON."),
) -> None:
    """List the questions an edition answers, or its actions."""
    from debellis.umpire.editions import UnknownEdition
    from debellis.umpire.editions import edition as find

    try:
        title = find(edition).title
        entries = _actions(edition) if actions else _questions(edition)
    except UnknownEdition as error:
        refuse(str(error))
    if json:
        write_json([_as_json(entry, "action" if actions else "question") for entry in entries])
        return
    what = "actions" if actions else "questions"
    typer.echo(f"{title}: {len(entries)} {what}; arguments in [ ] may be left out")
    for name, about, arguments, apart, needs in entries:
        typer.echo(f"\n{name}\n    {about}")
        for argument, kind in arguments.items():
            shown = f"[{argument}]" if kind.optional else argument
            typer.echo(f"    {shown:<22} {kind.name}")
        for argument, others in apart.items():
            typer.echo(f"    {argument} goes without {', '.join(others)}")
        for argument, others in needs.items():
            typer.echo(f"    {argument} goes only with {' or '.join(others)}")


def _questions(edition: str) -> list[Entry]:
    from debellis.umpire.editions import edition as find

    asked = find(edition).questions
    return [(name, one.about, one.arguments, one.apart, one.needs) for name, one in sorted(asked.items())]


def _actions(edition: str) -> list[Entry]:
    """The actions in the order of a battle."""
    from debellis.battle.playable import rules_of

    return [(form.name, form.about, form.arguments, {}, {}) for form in rules_of(edition).action_forms.values()]


def _as_json(entry: Entry, word: str) -> dict[str, object]:
    name, about, arguments, apart, needs = entry
    kinds = {key: {"kind": kind.name, "optional": kind.optional} for key, kind in arguments.items()}
    return {word: name, "about": about, "arguments": kinds, "apart": apart, "needs": needs}
