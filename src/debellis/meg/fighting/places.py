"""How two files meet: on a flank, as a charge in flank or rear, uphill."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, point_to_segment
from debellis.geometry.polygon import wholly_in
from debellis.geometry.rectangle import FRONT, REAR
from debellis.meg.fighting.contacts import Fight, charges_of, has_no_flanks
from debellis.meg.going import terrain_row
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import bases_of, facing_of, files_of, front_rank, outline, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Charge, Unit
from debellis.table.value import Value


class Meeting(Value, frozen=True):
    """How a file meets its opponent. `unturned` is true if it fights a flank or rear that has not turned to face it.

    `denied` are the clauses by which what it strikes from aside has no flank and no rear.
    """

    flank_charge: bool = False
    unturned: bool = False
    uphill: bool = False
    denied: tuple[str, ...] = ()


def meeting(position: Position, file: tuple[Base, ...], against: tuple[Base, ...], fight: Fight | None) -> Meeting:
    """How a file meets an enemy file or camp."""
    enemy = unit_of(position, unit_name(against[0]))
    aside = fight is not None and fight.edge == FRONT and fight.their_edge != FRONT
    own = unit_of(position, unit_name(file[0]))
    struck = strikes_flank(position, own, enemy, fight)
    denied = _no_flank(enemy) if aside and has_no_flanks(enemy) else ()
    if aside and not struck and is_keil(position, enemy) and _would_strike(position, own, enemy):
        denied = ("MEG-B25.9",)
    return Meeting(struck, aside and denied in ((), ("MEG-B25.9",)), _is_uphill(position, file, against), denied)


def _would_strike(position: Position, own: Unit, enemy: Unit) -> bool:
    """Whether a charge in flank was made that only the Keil denies."""
    charge = next((one for one in charges_of(position) if own.id in one.by), None)
    if charge is None:
        return False
    return enemy.id in charge.flank if charge.flank is not None else began_behind(position, own, enemy, charge)


def _no_flank(unit: Unit) -> tuple[str, ...]:
    """The clause by which troops without flanks have none."""
    if unit.kind == CAMP:
        return ("MEG-16b",)
    return ("MEG-19b",) if unit.troops.type == BATTLEWAGONS else ("MEG-B25.10",)


def strikes_flank(position: Position, own: Unit, enemy: Unit, fight: Fight | None) -> bool:
    """Whether a unit group charged another in flank or rear with the right to the claim (MEG-B15.15, MEG-B2.6)."""
    if has_no_flanks(enemy):
        return False
    for charge in charges_of(position):
        if own.id not in charge.by:
            continue
        if charge.flank is not None:
            return enemy.id in charge.flank and _keil_lets(position, enemy, fight)
        if fight is None or fight.edge != FRONT or fight.their_edge == FRONT:
            return False
        return began_behind(position, own, enemy, charge) and _keil_lets(position, enemy, fight)
    return False


def _keil_lets(position: Position, enemy: Unit, fight: Fight | None) -> bool:
    """A Keil has no flanks in charge combat, only a rear (MEG-B25.9)."""
    return not is_keil(position, enemy) or (fight is not None and fight.their_edge == REAR)


def is_keil(position: Position, unit: Unit) -> bool:
    """Whether a unit group counts as a Keil: it has the characteristic and stands two bases wide (MEG-21a)."""
    return "keil" in unit.troops.traits and len(front_rank(position, unit)) == 2


def began_behind(position: Position, own: Unit, enemy: Unit, charge: Charge) -> bool:
    """Whether all of a charger stood behind the line of its target's front edge when it declared (MEG-B2.6)."""
    ahead = facing_of(position, enemy)
    front = max(_along(base.front, ahead) for base in bases_of(position, enemy.id))
    return all(_along(corner, ahead) <= front + COINCIDE for corner in corners_at_start(position, own, charge))


def corners_at_start(position: Position, own: Unit, charge: Charge) -> tuple[Point, ...]:
    """The corners of a charger where it began its charge."""
    start = charge.origin or own.was
    place = outline(position, own)
    if start is not None:
        place = start.rectangle(place.width, place.depth)
    return place.corners


def _along(point: Point, ahead: Point) -> float:
    return point[0] * ahead[0] + point[1] * ahead[1]


def _is_uphill(position: Position, file: tuple[Base, ...], against: tuple[Base, ...]) -> bool:
    """Whether a file stands wholly on a slope and nearer to the crest line than its opponent (MEG-B10.6)."""
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        if row is None or not row.get("hill") or not piece.crest:
            continue
        on_it = all(wholly_in(base.rectangle, piece.ground) for base in file)
        if on_it and to_crest(piece, file[0]) < to_crest(piece, against[0]) - COINCIDE:
            return True
    return False


def to_crest(piece: Terrain, base: Base) -> float:
    """The distance of the middle of a base from the crest line of a hill."""
    crest, at = piece.crest, base.rectangle.centre
    if len(crest) == 1:
        return point_to_segment(at, crest[0], crest[0])
    return min(point_to_segment(at, crest[i], crest[i + 1]) for i in range(len(crest) - 1))


def opposing_file(position: Position, name: str, fight: Fight | None) -> tuple[Base, ...]:
    """The file of an enemy that is fought: of a camp, the element touched."""
    unit = unit_of(position, name)
    if unit.kind == CAMP and fight is not None:
        return (fight.theirs,)
    return files_of(position, name)[0]
