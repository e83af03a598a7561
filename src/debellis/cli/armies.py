"""`debellis armies`: the army lists of an edition, and the elements of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import refuse, write_json

if TYPE_CHECKING:
    from debellis.battle.armies import ArmyInfo, Slot


def armies(
    army: str | None = typer.Argument(None, metavar="[ARMY]", help="One list, by its number or name."),
    edition: str = typer.Option("dba22", "--edition", help="The edition whose lists are meant."),
    json: bool = typer.Option(False, "--json", help="Write the answer as JSON."),
) -> None:
    """List the armies on file, or the elements of one of them."""
    from debellis.battle.playable import rules_of
    from debellis.umpire.editions import UnknownEdition

    try:
        found = rules_of(edition).survey.armies()
    except (UnknownEdition, ValueError) as error:
        refuse(str(error))
    if army is not None:
        chosen = _find(found, army)
        if chosen is None:
            refuse(f"there is no army {army!r} in {edition}; `debellis armies --edition {edition}` lists them")
        write_json(_in_full(chosen)) if json else _print_army(chosen)
    elif json:
        write_json([_in_brief(one) for one in found.values()])
    else:
        _print_list(list(found.values()))


def _find(found: dict[str, ArmyInfo], wanted: str) -> ArmyInfo | None:
    """The list of that number, or the only one of that name."""
    if wanted in found:
        return found[wanted]
    named = [army for army in found.values() if wanted.casefold() in (army.id.casefold(), army.name.casefold())]
    return named[0] if len(named) == 1 else None


def _in_brief(army: ArmyInfo) -> dict[str, Any]:
    return {
        "id": army.id,
        "name": army.name,
        "years": army.years,
        "topography": army.topography,
        "aggression": army.aggression,
    }


def _in_full(army: ArmyInfo) -> dict[str, Any]:
    return {
        **_in_brief(army),
        "general": army.general,
        "elements": army.elements,
        "alternatives": army.alternatives,
        "note": army.note,
        "conf": army.conf,
    }


def _print_list(found: list[ArmyInfo]) -> None:
    rows = [("id", "name", "years", "topography", "aggression")]
    rows += [(army.id, army.name, army.years, army.topography, str(army.aggression)) for army in found]
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip())


def _print_army(army: ArmyInfo) -> None:
    typer.echo(f"{army.id} {army.name}, {army.years}")
    typer.echo(f"{army.topography}, aggression {army.aggression}")
    for slot in army.elements:
        typer.echo(f"  {_slot(slot)}")
    for i, block in enumerate(army.alternatives):
        typer.echo("and one of these, whole:" if i == 0 else "or:")
        for slot in block:
            typer.echo(f"  {_slot(slot)}")
    if army.note:
        typer.echo(army.note)


def _slot(slot: Slot) -> str:
    """Some elements of a list in words: "2 x 4Sp or 2Ps, all the same"."""
    same = ", all the same" if slot.all_same and slot.count > 1 else ""
    return f"{slot.count} x {' or '.join(slot.any_of)}{same}{' (general)' if slot.general else ''}"
