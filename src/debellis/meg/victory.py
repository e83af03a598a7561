"""Who has won: tactical unit groups counted and lost, and camps."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import table
from debellis.meg.arguments import SIDE, question
from debellis.meg.losses import breaks_at
from debellis.meg.tests_of_nerve import counts_as_tug
from debellis.meg.troops import CAMP, is_flexible
from debellis.meg.units import bases_of, units_of
from debellis.meg.words import SIDES
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import WHOLE, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling


def is_counted(position: Position, unit: Unit) -> bool:
    """Whether a unit group counts for its army: TuGs on the table, those in ambush included, expendables never."""
    there = bool(bases_of(position, unit.id)) or bool(unit.hidden_in) or unit.broken
    return counts_as_tug(unit) and "expendable" not in unit.troops.traits and there


def is_lost(position: Position, unit: Unit) -> bool:
    """Whether a unit group or camp is broken."""
    standing = len(bases_of(position, unit.id))
    return unit.broken or (standing > 0 and breaks_at(position, unit, unit.original - standing))


def _army_count(position: Position, side: str) -> Ruling:
    found = Finding()
    own = [unit for unit in units_of(position) if unit.side == side]
    counted = [unit for unit in own if is_counted(position, unit)]
    lost = [unit for unit in counted if is_lost(position, unit)]
    camps = [unit for unit in own if unit.kind == CAMP and is_lost(position, unit)]
    found.cite("MEG-B27.1", f"{side.capitalize()} has {len(counted)} TuGs and lost {len(lost)}.")
    for unit in counted:
        if is_flexible(unit) and unit.form == "skirmisher":
            found.cite("MEG-20l", f"{unit.id} counts as a TuG whatever its form.")
    for unit in own:
        if "expendable" in unit.troops.traits:
            found.cite("MEG-B25.14", f"{unit.id} are expendables and worth nothing for the army.")
    each = int(table(position, "break_points")["camp_lost_counts_tugs"])
    if camps:
        found.cite("MEG-B8.4", "A lost camp counts as one lost TuG.")
    return found.rule("army_count", {"tugs": len(counted), "lost": len(lost) + each * len(camps)})


def _victory(
    position: Position, tugs: dict[str, int], lost: dict[str, int], camps_lost: tuple[str, ...] = ()
) -> Ruling:
    found = Finding()
    each = int(table(position, "break_points")["camp_lost_counts_tugs"])
    gone = {side: lost.get(side, 0) + each * (side in camps_lost) for side in SIDES}
    broken = [side for side in SIDES if 2 * gone[side] >= tugs.get(side, 0)]
    for side in SIDES:
        found.measure(f"{side} lost", gone[side], "TuGs", tugs.get(side, 0) / 2.0)
    if len(broken) == 2:
        found.cite("MEG-B27.2", "Both armies break: a draw.")
        return found.rule("victory", "draw")
    found.cite("MEG-B27.1", "An army breaks when half or more of its TuGs are lost.")
    answer: Any = "none" if not broken else next(side for side in SIDES if side not in broken)
    return found.rule("victory", answer)


QUESTIONS = (
    question("army_count", "the TuGs that an army counts and has lost", {"side": SIDE}, _army_count),
    question(
        "victory",
        "who has won, by TuGs and camps lost",
        {"tugs": table_of(WHOLE), "lost": table_of(WHOLE), "camps_lost": list_of(SIDE).or_none()},
        _victory,
    ),
)
