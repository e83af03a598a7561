"""Exact odds of shots that are made together, by target, as fractions; and the sheet of each die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from debellis.mechanics.odds_answer import exact
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ANYTHING, FACE, FILE, UNIT, question
from debellis.meg.chances import losses_told, rolls
from debellis.meg.losses import SKULL, WOUND
from debellis.meg.shooting.dice import STEPS, shooting_die
from debellis.meg.troops import BATTLEWAGONS
from debellis.meg.units import named_bases, unit_name, unit_of
from debellis.table.position import Position
from debellis.umpire.questions import BadQuestion, WrongValue, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line, Sheet

#: The clause of the shooting die and its modifiers.
MODIFIERS = "MEG-B16.6"


def _odds_of_shots(
    position: Position,
    shots: dict[str, str],
    already: dict[str, tuple[str, ...]] | None = None,
    running: tuple[str, ...] = (),
) -> Ruling:
    """What some shots do to each target, with the faces rolled at it before in this sub-phase."""
    found = Finding()
    before = already or {}
    dice: dict[str, str | None] = {}
    at: dict[str, list[str | None]] = {}
    for name, target in shots.items():
        file = _named_file(name, position)
        struck = named_bases(position, target)
        if not struck:
            raise BadQuestion(f"{name} shoots at a unit group or file on the table, and {target!r} is none", "shots")
        aimed = unit_of(position, unit_name(struck[0])).id
        shooter = unit_of(position, file.partition("/")[0])
        dice[name] = _die(position, file, target, shooter.id in running, found)
        wagon = shooter.troops.type == BATTLEWAGONS
        at.setdefault(aimed, []).extend([dice[name]] * (2 if wagon else 1))
    if not at:
        raise BadQuestion("name at least one file that shoots", "shots")
    for name in before:
        if name not in at:
            raise BadQuestion(f"no shot is aimed at {name}", "already")
    found.cite("MEG-B16.11", "All shots count before any loss is taken.")
    targets = {name: _told(position, name, tuple(all_of), before.get(name, ())) for name, all_of in at.items()}
    return found.rule("odds_of_shots", {"dice": dice, "targets": targets})


def _named_file(name: str, position: Position) -> str:
    try:
        return str(FILE.check(name, position))
    except WrongValue as wrong:
        raise BadQuestion(f"who shoots must be {wrong}", "shots") from None


def _told(position: Position, name: str, dice: tuple[str | None, ...], already: tuple[str, ...]) -> dict[str, Any]:
    """The chances of one target."""
    unit = unit_of(position, name)
    hits = tuple(face for face in already if face in (SKULL, WOUND))
    tally = rolls(position.edition, unit, dice, hits)
    some = (share for (lost, _), share in tally.items() if lost)
    return {"base_lost": exact(sum(some, Fraction(0))), **losses_told(position, unit, tally)}


def _die(position: Position, file: str, target: str, runs: bool, found: Finding) -> str | None:
    """The die of a file, with its sheet: the colour of its skill, and each step up or down."""
    way = {"as": "run_away"} if runs else {}
    ruling = shooting_die(position, file, target, **way)
    for reason in ruling.because:
        found.cite(reason.clause, reason.says)
    answer = ruling.answer
    skill = str(answer["skill"])
    lines = [Line(0, f"{skill} shooters begin with {table(position, 'shooting_skill')[skill]}", (MODIFIERS,))]
    for name, row in zip(STEPS, rows(position, "shooting_modifier"), strict=True):
        if answer[name]:
            lines.append(Line(int(answer[name]), str(row["what"]), (MODIFIERS,)))
    found.add_sheet(Sheet(file, tuple(lines)))
    die: str | None = answer["die"]
    return die


QUESTIONS = (
    question(
        "odds_of_shots",
        "the exact odds of shots that are made together, by target",
        {
            "shots": table_of(ANYTHING),
            "already": table_of(list_of(FACE)).or_none(),
            "running": list_of(UNIT).or_none(),
        },
        _odds_of_shots,
    ),
)
