"""How far a unit group may move: by its troops, the going, its action, slowing, and whom it takes along."""

from __future__ import annotations

from debellis.geometry.polygon import wholly_in
from debellis.mechanics.tables import table
from debellis.meg.arguments import ACTION, UNIT, question
from debellis.meg.cards.costs import action_row
from debellis.meg.going import IMPASSABLE, going_in, going_under
from debellis.meg.troops import is_flexible, is_skirmishing, movement_row
from debellis.meg.units import bases_of, bw, unit_of
from debellis.meg.words import EVADES, GOING
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import die, one_of
from debellis.umpire.ruling import Finding, Ruling

#: Actions on the spot.
STILL = ("M1", "M7", "M8", "M9")
FALLS_BACK = ("M12", "M13")


def speed(position: Position, unit: Unit, going: str, found: Finding) -> float:
    """The move of a unit group in BW in some going: of a mixed one, that of its slowest original part (MEG-53a)."""
    if going == IMPASSABLE:
        return 0.0
    if not unit.parts:
        return float(movement_row(position, unit)[going])
    alike = [replace(unit, troops=part.troops, parts=()) for part in unit.parts]
    speeds = [float(movement_row(position, part)[going]) for part in alike]
    found.cite("MEG-53a", f"{unit.id} keeps the speed of its slowest part for the whole battle.")
    found.cite("MEG-B3.5", f"{unit.id} is mixed and moves as its slowest part.")
    return min(speeds)


def bw_of_small_figures(position: Position) -> float:
    """One BW for 15 mm figures, in mm."""
    return float(table(position, "scale")["bw_mm_15mm_figures"])


def _only_partly(position: Position, unit: Unit, ground: str) -> bool:
    """Whether a unit group is in the going that slows it with a part of it only."""
    if ground == GOING[0]:
        return False
    pieces = [piece for piece in position.terrain if going_in(position, piece, unit.troops.type)[0] == ground]
    return not any(
        all(wholly_in(base.rectangle, piece.ground) for base in bases_of(position, unit.id)) for piece in pieces
    )


def move_limit(
    position: Position,
    unit: Unit,
    found: Finding,
    action: str | None = None,
    part: int = 1,
    pulls: Unit | None = None,
    going: str | None = None,
) -> float:
    """The farthest that a unit group may move, in mm."""
    if action in STILL:
        return 0.0
    ground = going or going_under(position, bases_of(position, unit.id), unit)[0]
    count = speed(position, unit, ground, found)
    found.cite("MEG-B10.1", f"{unit.id} moves {count:g} BW in {ground} going.")
    if going is None and _only_partly(position, unit, ground):
        found.cite("MEG-B10.2", f"The slowest going that any base of {unit.id} is in counts.")
    if position.scale.base_width != bw_of_small_figures(position):
        found.cite("MEG-B1.1", f"1 BW is {position.scale.base_width:g} mm for these figures.")
    if is_flexible(unit) and is_skirmishing(unit):
        found.cite("MEG-20a", f"{unit.id} is in skirmisher form and moves as a SuG.")
    if pulls is not None:
        other = speed(position, pulls, going or going_under(position, bases_of(position, pulls.id), pulls)[0], found)
        found.cite("MEG-49a", f"{unit.id} takes {pulls.id} along, and both move as the slower one.")
        count = min(count, other)
    if action in FALLS_BACK:
        count = min(count, float(action_row(position, action)["max_bw"]))
        found.cite("MEG-B13.12", f"A fall back goes up to {count:g} BW.")
    if part == 1 and unit.slowed:
        found.cite("MEG-B16.7", f"{unit.id} is slowed by {unit.slowed:g} BW.")
        if ground != GOING[0]:
            found.cite("MEG-B13.26", "Slowing is taken off what the going has left.")
        count -= unit.slowed
    elif unit.slowed:
        found.cite("MEG-50a", "Slowing counts in the first move of a double move only.")
    if any(one in EVADES for one in unit.did):
        most = float(table(position, "document")["move_after_evade_max_bw"])
        if count > most:
            found.cite("MEG-02d", f"After an evade {unit.id} moves at most {most:g} BW.")
        count = min(count, most)
    return max(0.0, bw(position, count))


def _move_limit(
    position: Position,
    unit: str,
    action: str | None = None,
    part: int = 1,
    pulls: str | None = None,
    going: str | None = None,
) -> Ruling:
    found = Finding()
    taken = None if pulls is None else unit_of(position, pulls)
    limit = move_limit(position, unit_of(position, unit), found, action, part, taken, going)
    return found.rule("move_limit", limit)


QUESTIONS = (
    question(
        "move_limit",
        "how far one move of a unit group goes, in mm",
        {
            "unit": UNIT,
            "action": ACTION.or_none(),
            "part": die(2).or_none(),
            "pulls": UNIT.or_none(),
            "going": one_of(*GOING).or_none(),
        },
        _move_limit,
    ),
)
