"""Modifying the terrain: after the defender has finished his board, dice may allow the invader to change it.

First bad going may come to the centre, then every area feature may be shifted or turned.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from debellis.dba.book import book, in_mm, table
from debellis.dba.setting_up.terrain_choice import (
    TERRAIN_KIND,
    TOPOGRAPHY,
    faults_of_kinds,
    name_of,
    own_clauses,
    topography_row,
)
from debellis.dba.setting_up.terrain_setup import is_area, judge_area, judge_gaps, quarters_wanting
from debellis.geometry.outline import least_rectangle, share_ground
from debellis.geometry.plane import COINCIDE, Point, direction, distance, middle, turn_between, turned
from debellis.geometry.polygon import Polygon, area, boundary_distance, inside
from debellis.mechanics.two_dice import DIE
from debellis.table.board import EDGES, nearest_inward
from debellis.table.ground_kinds import kind_of
from debellis.table.position import Position
from debellis.table.terrain import HILLS, Terrain
from debellis.table.value import replace
from debellis.umpire.editions import edition
from debellis.umpire.questions import (
    FEATURE,
    FLAG,
    NUMBER,
    POINT,
    TABLE,
    TEXT,
    BadQuestion,
    Kind,
    Question,
    list_of,
    one_of,
)
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_TABLE = "terrain_modification"
#: Directions closer than this (degrees) count as equal.
_SAME_ANGLE = 0.01


class Change(Struct, frozen=True):
    """One change: a piece shifted, or turned by degrees clockwise around its middle, or a new piece."""

    piece: str | None = None
    shift: Point = (0.0, 0.0)
    turn: float = 0.0
    new: Terrain | None = None

    @property
    def is_none(self) -> bool:
        """Whether nothing is changed."""
        return self.new is None and self.piece is None

    @property
    def leaves(self) -> bool:
        """Whether a piece is named that stays as it lies."""
        return self.piece is not None and self.new is None and self.shift == (0.0, 0.0) and not self.turn


def modifies(position: Position) -> bool:
    """Whether terrain is modified at all in this edition."""
    return _TABLE in book(position).tables.other


def may_modify_terrain(
    position: Position,
    *,
    die: int,
    centre: bool = False,
    piece: str | None = None,
    shift: Point | None = None,
    turn: float | None = None,
    to: Polygon | None = None,
    new: Terrain | None = None,
    topography: str | None = None,
    by: str = "invader",
) -> Ruling:
    """Whether the invader may make this change to the defender's board after that die, and where the piece then lies.

    With `centre`, or a `new` piece, it is the die for bad going in the centre; otherwise the die for the piece itself.
    """
    verdict = Verdict()
    if not modifies(position):
        verdict.refuse("The defender's board stays as it is.", "DBA22-B4.2")
        return verdict.decide("may_modify_terrain")
    change = Change(piece, shift or (0.0, 0.0), turn or 0.0, new)
    if to is not None:
        change = _told_by_outline(position, piece, to)
    if by != "invader" and not change.is_none:
        clauses = own_clauses(position, _TABLE, "centre" if centre or new else "shift")
        verdict.refuse("The invader rolls, and he alone changes the board.", *clauses)
    after = judge_change(verdict, position, change, die, centre or new is not None, topography)
    lies = None if after is None else [list(p) for p in after.ground]
    return verdict.decide("may_modify_terrain", outline=lies)


def judge_change(
    verdict: Verdict, position: Position, change: Change, die: int, centre: bool, topography: str | None
) -> Terrain | None:
    """Report every fault of a change after a die. Returns where the piece then lies; None if there is none."""
    if change.is_none:
        return None
    if centre:
        after = _judge_centre(verdict, position, change, die, topography)
    else:
        after = _judge_shift(verdict, position, change, die)
    verdict.draw("area", after.ground, "ghost", kind_of(edition(position.edition).ground, after.kind).name)
    _judge_result(verdict, position, after, () if centre else own_clauses(position, _TABLE, "result"))
    return after


def with_change(position: Position, change: Change) -> Position:
    """The table after a change."""
    if change.new is not None:
        return replace(position, terrain=(*position.terrain, change.new))
    if change.piece is None:
        return position
    after = _moved(position.feature(change.piece), change)
    return replace(position, terrain=tuple(after if p.id == after.id else p for p in position.terrain))


def centre_is_open(position: Position) -> bool:
    """Whether no bad going lies near the centre of the board."""
    return not any(_is_near_centre(position, piece) for piece in bad_going(position))


def bad_going(position: Position) -> tuple[Terrain, ...]:
    """The pieces on the board that are bad going for any base."""
    return position.features(*book(position).tables.going.bad)


def smallest(pieces: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """The smallest of these pieces; several if they have the same size."""
    least = min(abs(area(piece.ground)) for piece in pieces)
    return tuple(piece for piece in pieces if abs(area(piece.ground)) <= least + COINCIDE)


def _judge_centre(verdict: Verdict, position: Position, change: Change, die: int, topography: str | None) -> Terrain:
    """Judge bad going brought to the centre.

    It needs an open centre, a low die, and the smallest piece or a small new one.
    """
    limits = table(position, _TABLE)
    clauses = own_clauses(position, _TABLE, "centre")
    if not centre_is_open(position):
        near = next(piece for piece in bad_going(position) if _is_near_centre(position, piece))
        verdict.refuse(f"{near.id} is bad going near the centre already.", *clauses)
    if die > limits["centre_roll_max"]:
        verdict.refuse(f"That needs a die of {limits['centre_roll_max']} or less, not {die}.", *clauses)
    if change.new is not None:
        after = change.new
        _judge_new(verdict, position, after, topography)
    else:
        assert change.piece is not None
        before = position.feature(change.piece)
        if before not in bad_going(position):
            verdict.refuse(f"{before.id} is not bad going.", *clauses)
        elif before not in smallest(bad_going(position)):
            verdict.refuse(f"Only the smallest piece of bad going may be moved; {before.id} is not.", *clauses)
        after = _moved(before, change)
    if not _is_near_centre(position, after):
        within = in_mm(position, limits["centre_radius"])
        verdict.refuse(f"Part of it must come to lie within {within:g} mm of the centre.", *clauses)
    return after


def _judge_new(verdict: Verdict, position: Position, piece: Terrain, topography: str | None) -> None:
    """Judge a new piece: bad going of the defender's topography, not too large."""
    limits = table(position, _TABLE)
    clauses = own_clauses(position, _TABLE, "centre")
    if position.has_feature(piece.id):
        verdict.refuse(f"There is a piece called {piece.id} already.")
    if piece.kind not in book(position).tables.going.bad:
        verdict.refuse(f"The new piece must be bad going, and {name_of(piece.kind)} is not.", *clauses)
    elif topography is not None:
        row = topography_row(position, topography)
        types = own_clauses(position, _TABLE, "new_type")
        if piece.kind not in {kind for either in ([*row["compulsory_any_of"]], *row["optional"]) for kind in either}:
            says = f"{name_of(piece.kind).capitalize()} is no feature of {topography} ground."
            verdict.refuse(says, *types, *row.get("clauses", ()))
        for fault in faults_of_kinds(position, Counter([*(p.kind for p in position.terrain), piece.kind]), row):
            verdict.refuse(fault.says, *fault.clauses)
    length, width = least_rectangle(piece.ground)
    long, wide = (in_mm(position, n) for n in limits["new_piece_max"])
    if length > long + COINCIDE or width > wide + COINCIDE:
        says = f"The new piece is at most {long:g} by {wide:g} mm; this is {length:.2f} by {width:.2f} mm."
        verdict.refuse(says, *clauses)
    judge_area(verdict, position, piece)


def _judge_shift(verdict: Verdict, position: Position, change: Change, die: int) -> Terrain:
    """Judge a small shift or turn of an area feature after a low die."""
    assert change.piece is not None
    limits = table(position, _TABLE)
    clauses = own_clauses(position, _TABLE, "shift")
    before = position.feature(change.piece)
    if not is_area(position, before):
        verdict.refuse(f"Only area features are shifted or turned, and {before.id} is none.", *clauses)
        return before
    far = distance((0.0, 0.0), change.shift)
    verdict.measure("shifted", far, limit=in_mm(position, limits["shift"]))
    if die > limits["shift_roll_max"]:
        verdict.refuse(f"That needs a die of {limits['shift_roll_max']} or less, not {die}.", *clauses)
    if far > COINCIDE and abs(change.turn) > _SAME_ANGLE:
        verdict.refuse(f"{before.id} may be shifted or turned, not both.", *clauses)
    if far > in_mm(position, limits["shift"]) + COINCIDE:
        says = f"{before.id} may be shifted {in_mm(position, limits['shift']):g} mm at most, not {far:.2f} mm."
        verdict.refuse(says, *clauses)
    if abs(_least_turn(change.turn)) > limits["rotate_degrees"] + _SAME_ANGLE:
        says = f"{before.id} may be turned {limits['rotate_degrees']} degrees at most, not {abs(change.turn):.2f}."
        verdict.refuse(says, *clauses)
    return _moved(before, change)


def _judge_result(verdict: Verdict, position: Position, after: Terrain, clauses: tuple[str, ...]) -> None:
    """Judge whether the changed board is still legal: on the board, nothing too near, the quarters still met."""
    if any(nearest_inward(after.ground, edge, position.size) < -COINCIDE for edge in EDGES):
        verdict.refuse("Part of it would lie off the board.", *clauses)
    others = tuple(p for p in position.terrain if p.id != after.id and p.kind != "camp")
    if is_area(position, after):
        for other in others:
            judge_gaps(verdict, position, (after, other), clauses)
    for other in others:
        if other.kind == "waterway" and share_ground(after.ground, other.ground):
            verdict.refuse(f"It would lie in {other.id}.", *clauses)
        if other.kind == "river" and after.kind in HILLS and share_ground(after.ground, other.ground):
            verdict.refuse(f"{other.id} does not cross hills.", "DBA22-B5.2.4", *clauses)
    if not quarters_wanting(position, tuple(p for p in position.terrain if p.kind != "camp")):
        for fault in quarters_wanting(position, (*others, after)):
            verdict.refuse(fault.says, *fault.clauses, *clauses)


def _is_near_centre(position: Position, piece: Terrain) -> bool:
    centre = (position.size[0] * 0.5, position.size[1] * 0.5)
    away = 0.0 if inside(centre, piece.ground) else boundary_distance(centre, piece.ground)
    return away <= in_mm(position, table(position, _TABLE)["centre_radius"]) + COINCIDE


def _moved(piece: Terrain, change: Change) -> Terrain:
    """A piece shifted, or turned around its middle."""
    heart = _heart(piece.ground)
    by = direction(change.turn)

    def moved(p: Point) -> Point:
        about = turned((p[0] - heart[0], p[1] - heart[1]), by)
        return (heart[0] + about[0] + change.shift[0], heart[1] + about[1] + change.shift[1])

    return replace(
        piece,
        outline=tuple(moved(p) for p in piece.outline),
        crest=tuple(moved(p) for p in piece.crest),
        line=tuple(moved(p) for p in piece.line),
    )


def _heart(ground: Polygon) -> Point:
    """The centre of gravity of an outline."""
    x = y = total = 0.0
    a = ground[0]
    for i in range(1, len(ground) - 1):
        b, c = ground[i], ground[i + 1]
        part = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        x += part * (a[0] + b[0] + c[0]) / 3.0
        y += part * (a[1] + b[1] + c[1]) / 3.0
        total += part
    return (x / total, y / total) if abs(total) > COINCIDE else middle(ground[0], ground[-1])


def _least_turn(degrees: float) -> float:
    return (degrees + 180.0) % 360.0 - 180.0


def _told_by_outline(position: Position, name: str | None, to: Polygon) -> Change:
    """The shift and turn that bring a piece to an outline; BadQuestion if the outline is not that of the same piece."""
    if name is None:
        raise BadQuestion("`to` says where a piece is put, so it needs `piece`", "to")
    ground = position.feature(name).ground
    if len(to) == len(ground):
        here, there = _heart(ground), _heart(to)
        shift = (there[0] - here[0], there[1] - here[1])
        for k in range(len(to)):
            change = Change(name, shift, _turn_to(ground[0], here, to[k], there))
            lies = _moved(position.feature(name), change).ground
            if all(distance(lies[i], to[(i + k) % len(to)]) <= 2.0 * COINCIDE for i in range(len(to))):
                return change
    raise BadQuestion(f"the outline is not that of {name} shifted or turned", "to")


def _turn_to(a: Point, heart: Point, b: Point, there: Point) -> float:
    """How many degrees clockwise one arm must turn to point the same way as another."""
    return turn_between((a[0] - heart[0], a[1] - heart[1]), (b[0] - there[0], b[1] - there[1]))


def read_new(value: Any, position: Position) -> Terrain:
    """A new piece as written: kind, outline, and optionally an id."""
    given = TABLE.check(value, position)
    for key in given:
        if key not in ("id", "kind", "outline"):
            raise BadQuestion(f"a new piece has kind, outline and perhaps an id, not {key!r}", key)
    kind: str = TERRAIN_KIND.check(given.get("kind"), position)
    outline = list_of(POINT).check(given.get("outline"), position)
    if len(outline) < 3:
        raise BadQuestion("the outline of a new piece has at least three corners", "outline")
    name = TEXT.check(given["id"], position) if "id" in given else f"new {kind}"
    return Terrain(name, kind, tuple(outline))


NEW = Kind("{ kind, outline }", read_new)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_modify_terrain",
        "whether the invader may change the defender's board like this after that die",
        {
            "die": DIE,
            "centre": FLAG.or_none(),
            "piece": FEATURE.or_none(),
            "shift": POINT.or_none(),
            "turn": NUMBER.or_none(),
            "to": list_of(POINT).or_none(),
            "new": NEW.or_none(),
            "topography": TOPOGRAPHY.or_none(),
            "by": one_of("invader", "defender").or_none(),
        },
        may_modify_terrain,
        tied_to_table=True,
    ),
)
