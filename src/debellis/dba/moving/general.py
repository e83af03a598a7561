"""The general: where he is, whether he is lost, which elements he can see to command, and what hampers him."""

from __future__ import annotations

from debellis.dba.book import book, in_mm, table
from debellis.dba.commands import GENERAL_LOST, command_of, has_note
from debellis.dba.troops import read_troops
from debellis.geometry.outline import all_cross, all_run_through, nearest_lines
from debellis.geometry.plane import COINCIDE, Segment, middle
from debellis.geometry.polygon import PARTLY, WHOLLY, Box, Polygon, between_polygons, box, lies
from debellis.geometry.sight import free_line, free_line_past
from debellis.manoeuvre.legs import boxes_apart
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.table.value import Value


class Command(Value, frozen=True):
    """The command relation of an element to its general: distance (mm), the radius it must be within, what hides
    it, the line."""

    distance: float
    radius: float
    hidden_by: Terrain | None
    line: Segment

    @property
    def held(self) -> bool:
        """Whether it is in command."""
        return self.distance <= self.radius + COINCIDE


#: The terrain that hampers a general, with the terrain for which this was computed.
_HAMPERS = Memory[tuple[object, Terrain | None]]("what hampers a general")
#: The command relation of a base, with the general and the terrain for which it was computed.
_COMMANDS = Memory[tuple[Base, object, Command]]("command over a base")


def general_over(position: Position, base: Base) -> Base | None:
    """The general's element of the side of an element, or of its command; on the table or inside a place."""
    own = command_of(base)
    return next(
        (one for one in position.bases if one.side == base.side and one.general and command_of(one) == own), None
    )


def general_lost(position: Position, base: Base) -> bool:
    """Whether an element's side, or its command, is known to have lost its general."""
    if general_over(position, base) is not None:
        return False
    own, side = command_of(base), base.side
    if own is not None:
        return has_note(position, own, GENERAL_LOST)
    return any(_is_general(position, notation) for notation in position.lost.get(side, ()))


def _is_general(position: Position, notation: str) -> bool:
    """Whether a notation is that of a general's element, or of a general who is a separate element."""
    return read_troops(book(position), notation, position.scale).general


def footprint(position: Position, base: Base) -> Polygon:
    """The outline of a base. A base inside a place has the outline of that place."""
    return base.rectangle.corners if base.inside is None else position.feature(base.inside).ground


def hampers(position: Position, general: Base) -> Terrain | None:
    """The place or ground that hampers the general's command: he is inside it, or partly or wholly on it.

    None if there is none.
    """
    known = _HAMPERS.known(general)
    if known is None or known[0] is not position.terrain:
        known = _HAMPERS.keep(general, (position.terrain, _hampers(position, general)))
    return known[1]


def _hampers(position: Position, general: Base) -> Terrain | None:
    kinds: list[str] = table(position, "pips")["extra_if_general_in"]
    enough = (WHOLLY,) if table(position, "pips")["general_in_it"] == "wholly" else (PARTLY, WHOLLY)
    if general.inside is not None:
        place = position.feature(general.inside)
        return place if place.kind in kinds else None
    for piece in position.features(*kinds):
        if not piece.is_place and lies(general.rectangle, piece.ground) in enough:
            return piece
    return None


def command_over(position: Position, general: Base, base: Base) -> Command:
    """The command relation of an element to its general."""
    known = _COMMANDS.known(base)
    if known is None or known[0] is not general or known[1] is not position.terrain:
        known = _COMMANDS.keep(base, (general, position.terrain, _command_over(position, general, base)))
    return known[2]


def _command_over(position: Position, general: Base, base: Base) -> Command:
    here, there = footprint(position, general), footprint(position, base)
    start, end, gap = between_polygons(here, there)
    far = in_mm(position, table(position, "pips")["command_radius"])
    near = in_mm(position, table(position, "pips")["command_radius_hidden"])
    if gap <= near + COINCIDE:
        return Command(gap, far, None, (start, end))
    lines = nearest_lines(here, there)
    line = (middle(lines[0][0], lines[1][0]), middle(lines[0][1], lines[1][1]))
    screen = None
    if base.id != general.id and near + COINCIDE < gap <= far + COINCIDE:
        screen = _hidden_by(position, general, base, lines)
    return Command(gap, near if screen is not None else far, screen, line)


def _hidden_by(position: Position, general: Base, base: Base, lines: tuple[Segment, Segment]) -> Terrain | None:
    """The feature that hides an element from its general: the element is inside it or beyond it."""
    rules = table(position, "pips")
    around = box((*footprint(position, general), *footprint(position, base)))
    for piece in position.terrain:
        if piece.id in (general.inside, base.inside) or _is_aside(piece, around):
            continue
        if piece.kind in rules["hidden_inside"] and base.on_table and lies(base.rectangle, piece.ground) == WHOLLY:
            return piece
        if rules["sight_stopped_when"] == "nearest_lines":
            hidden = _stops_lines(piece, lines, rules["hidden_beyond"])
        else:
            here, there = _sides(footprint(position, general)), _sides(footprint(position, base))
            hidden = _stops_all(piece, here, there, rules["hidden_beyond"])
        if hidden:
            return piece
    return None


def _is_aside(piece: Terrain, around: Box) -> bool:
    """Whether a feature and its crest are outside the box around both elements, so that they cannot lie between
    them."""
    return boxes_apart(piece.box, around) and not (piece.crest and not boxes_apart(box(piece.crest), around))


def _stops_lines(piece: Terrain, lines: tuple[Segment, Segment], kinds: list[str]) -> bool:
    """Whether a feature lies across every shortest line between two elements."""
    if piece.kind in kinds and all_run_through(lines, piece.ground):
        return True
    return piece.kind in HILLS and bool(piece.crest) and all_cross(lines, piece.crest)


def _stops_all(piece: Terrain, here: list[Segment], there: list[Segment], kinds: list[str]) -> bool:
    """Whether a feature lies across every possible line between two elements."""
    if piece.kind in kinds:
        return not any(free_line(a, b, piece.ground) for a in here for b in there)
    if piece.kind in HILLS and piece.crest:
        return not any(free_line_past(a, b, piece.crest) for a in here for b in there)
    return False


def _sides(outline: Polygon) -> list[Segment]:
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]
