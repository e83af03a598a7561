"""`debellis armies`: the army lists of an edition, what one of them offers, and the faults of an army of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import MISMATCH, refuse, write_json
from debellis.cli.own_armies import is_file, read_file

if TYPE_CHECKING:
    from debellis.battle.armies import ArmyInfo, Slot
    from debellis.battle.army_building import ArmyBuilder, ArmyFault, CheckedArmy, OfferedLine


def armies(
    army: str | None = typer.Argument(
        None,
        metavar="[ARMY|FILE]",
        help="One list, by its number or name; or a file with an army of your own to check.",
    ),
    edition: str = typer.Option("dba22", "--edition", help="The edition whose lists to show."),
    points: float | None = typer.Option(
        None, "--points", help="With a file: the points agreed on, instead of those in the file."
    ),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """List the armies on file, show one of them, or check an army of your own.

    A file that ends in .toml is an army of your own: all its faults are told, each with its clause and its points, and
    the exit code is 1 if there is any. docs/armies.md describes the file.
    """
    from debellis.battle.playable import army_builder_of
    from debellis.umpire.editions import UnknownEdition

    try:
        builder = army_builder_of(edition)
    except UnknownEdition as error:
        refuse(str(error))
    if army is not None and is_file(army):
        _check(builder, Path(army), points, json)
    elif points is not None:
        refuse("--points is for checking a file: `debellis armies my_army.toml --points 350`")
    elif army is not None:
        _show(builder, edition, army, json)
    elif json:
        write_json([_in_brief(one) for one in builder.armies().values()])
    else:
        _print_list(list(builder.armies().values()))


def _check(builder: ArmyBuilder, file: Path, points: float | None, json: bool) -> None:
    """Tell the faults of the army in a file. The exit code is 1 if it has any."""
    import msgspec

    from debellis.mechanics.army_files import BadArmy

    chosen = read_file(file)
    if points is not None:
        chosen = msgspec.structs.replace(chosen, points=points)
    try:
        checked = builder.check(chosen)
    except BadArmy as error:
        refuse(f"{file}: {error}")
    if json:
        write_json(checked)
    else:
        _print_checked(chosen.name or chosen.army, checked)
    if not checked.legal:
        raise typer.Exit(MISMATCH)


def _print_checked(name: str, checked: CheckedArmy) -> None:
    typer.echo(f"{name}: {checked.size:g} of {checked.most:g} {checked.unit}")
    for one in checked.commands:
        parts = [f"{one.elements} elements"]
        if checked.unit == "points":
            parts.append(f"{one.points:g} points")
        if one.strength is not None:
            parts.append(f"strength {one.strength:g}, demoralised at {one.breaks_at:g}")
        leader = f" under {one.general}" if one.general else ""
        typer.echo(f"  {f'command {one.name}' if one.name else 'the army'}{leader}: {', '.join(parts)}")
    if checked.works:
        typer.echo(f"  fortifications: {checked.works:g} points")
    if checked.baggage is not None:
        typer.echo(f"  baggage: {checked.baggage} elements")
    if checked.breaks_at is not None:
        typer.echo(f"  the army is defeated at {checked.breaks_at:g}")
    if checked.legal:
        typer.echo("This army may be fielded.")
        return
    typer.echo("This army may not be fielded:" if len(checked.faults) == 1 else f"{len(checked.faults)} faults:")
    for fault in checked.faults:
        typer.echo(f"  - {_fault(fault)}")


def _fault(fault: ArmyFault) -> str:
    """A fault with its points and its clauses."""
    about = f" ({fault.points:g} points)" if fault.points else ""
    return f"{fault.says}{about}" + (f"  [{', '.join(fault.clauses)}]" if fault.clauses else "")


def _show(builder: ArmyBuilder, edition: str, wanted: str, json: bool) -> None:
    """Show one list: its elements, or its lines with their numbers and points."""
    chosen = _find(builder.armies(), wanted)
    if chosen is None:
        refuse(f"there is no army {wanted!r} in {edition}; `debellis armies --edition {edition}` lists them")
    offers = builder.offers(chosen.id)
    by_points = offers.sizes.unit == "points"
    if json:
        write_json(offers if by_points else _in_full(chosen))
    elif not by_points:
        _print_army(chosen)
    else:
        typer.echo(f"{chosen.id} {chosen.name}, {chosen.years}")
        typer.echo(f"{chosen.topography}, aggression {chosen.aggression}")
        _print_lines(offers.lines)
        for works in offers.works:
            typer.echo(f"  {works.kind}: {works.least}-{works.most} at {works.points:g}, {works.name.lower()}")
        for allies in offers.allies:
            typer.echo(f"allied contingent from {allies.army} ({allies.name}):")
            _print_lines(allies.lines)
        if offers.note:
            typer.echo(offers.note)


def _print_lines(lines: tuple[OfferedLine, ...]) -> None:
    rows = [
        (offer.id, f"{line.least}-{line.most}" if i == 0 else "", f"{offer.points:g}", offer.troops, line.name)
        for line in lines
        for i, offer in enumerate(line.offers)
    ]
    _print_table([("line", "number", "points", "troops", "name"), *rows], "  ")


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
    rows = [(army.id, army.name, army.years, army.topography, str(army.aggression)) for army in found]
    _print_table([("id", "name", "years", "topography", "aggression"), *rows])


def _print_table(rows: list[tuple[str, ...]], before: str = "") -> None:
    """Rows of text with straight columns."""
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True))
        typer.echo(f"{before}{cells}".rstrip())


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
