"""Coming onto the table during the battle: flank marches over a short edge, ambushes out of a piece of terrain."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, same_direction
from debellis.geometry.polygon import Polygon, polygon_gap, wholly_in
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANY_UNIT, question
from debellis.meg.going import effect_of, going_under
from debellis.meg.moving.limits import speed
from debellis.meg.places import PLACE, laid_out
from debellis.meg.setting_up.hiding import judge_hill, usable_part
from debellis.meg.setting_up.sizes import corners_of, from_flank, game_size, inward_from, wholly_within
from debellis.meg.troops import SUG, is_skirmishing
from debellis.meg.units import bases_of, bw, distance_between, enemies_of, frame_of, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import FEATURE, BadQuestion, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

LEFT, RIGHT, OWN = "left", "right", "own"
#: No unit group arrives as near to enemy TuGs as this (MEG-B11.15).
NEAR_TUGS = "arrival_min_from_enemy_tugs_bw"


def inward(position: Position, side: str, edge: str) -> Point:
    """The direction in which those face who come on over an edge: a flank of their own, or their own edge."""
    ahead, _ = inward_from(position, side)
    if edge == OWN:
        return ahead
    right = (ahead[1], -ahead[0])
    return right if edge == LEFT else (-right[0], -right[1])


def from_edge(position: Position, side: str, edge: str, point: Point) -> float:
    """How far a point is from the edge over which a side comes on."""
    if edge == OWN:
        ahead, at = inward_from(position, side)
        return point[0] * ahead[0] + point[1] * ahead[1] - at
    return from_flank(position, side, point, edge)


def normal_move(position: Position, unit: Unit, bases: tuple[Base, ...]) -> float:
    """The normal move of a unit group in the going where it stands."""
    return bw(position, speed(position, unit, going_under(position, bases, unit)[0], Finding()))


def judge_entry(verdict: Verdict, position: Position, unit: Unit, bases: tuple[Base, ...], edge: str) -> None:
    """Refuse a place at which a unit group may not come on over an edge (MEG-B11.15)."""
    sizes = game_size(position)
    ahead = inward(position, unit.side, edge)
    corners = corners_of(bases)
    if not all(same_direction(base.facing, ahead) for base in bases):
        verdict.refuse(f"{unit.id} comes on facing straight across the table.", "MEG-B11.15")
        return
    reach = sizes["arrival_max_from_own_edge_bw"]
    if edge != OWN and not wholly_within(position, unit.side, corners, float(reach)):
        verdict.refuse(f"{unit.id} comes on wholly within {reach} BW of its own edge.", "MEG-B11.15", "MEG-B11.7")
    width, depth = position.size
    if any(not (-COINCIDE <= x <= width + COINCIDE and -COINCIDE <= y <= depth + COINCIDE) for x, y in corners):
        verdict.refuse(f"{unit.id} must stand wholly on the table.", "MEG-B11.15")
        return
    here = frame_of(bases, ahead)
    far = max(from_edge(position, unit.side, edge, corner) for corner in corners)
    most = max(here.depth, normal_move(position, unit, bases))
    verdict.measure("front from the edge", far, "mm", most)
    if far > most + COINCIDE:
        verdict.refuse(f"The front of {unit.id} must end within its normal move of the edge.", "MEG-B11.15")
    if effect_of(position, unit, going_under(position, bases, unit)[0]) == "not_allowed":
        verdict.refuse(f"{unit.id} may not enter such going.", "MEG-B11.15", "MEG-B11.17")
    _judge_way(verdict, position, unit, here, far)
    near = bw(position, float(table(position, "flank_march")[NEAR_TUGS]))
    for enemy in enemies_of(position, unit.side):
        if is_pushed(enemy):
            continue
        apart = distance_between(bases, bases_of(position, enemy.id))
        if apart <= near + COINCIDE:
            clauses = ("MEG-B11.15", "MEG-B11.20") if edge != OWN else ("MEG-B11.15",)
            verdict.measure(f"distance to {enemy.id}", apart, "mm", near)
            verdict.refuse(f"{unit.id} may not end within 1 BW of {enemy.id}.", *clauses)


def is_pushed(enemy: Unit) -> bool:
    """Whether an enemy gives way before those who come on."""
    return enemy.kind == SUG or is_skirmishing(enemy)


def way_on(here: Rectangle, far: float) -> Rectangle:
    """The ground that a unit group crosses from the edge to its place."""
    return Rectangle(here.front, here.facing, here.width, far)


def _judge_way(verdict: Verdict, position: Position, unit: Unit, here: Rectangle, far: float) -> None:
    """Refuse a way on which others stand; enemy SuGs give way."""
    way = way_on(here, far)
    for other in position.standing:
        if unit_name(other) == unit.id or not overlaps(way, other.rectangle):
            continue
        group = unit_of(position, unit_name(other))
        if group.side == unit.side or not is_pushed(group):
            verdict.refuse(f"{group.id} stands where {unit.id} would come on.", "MEG-B11.15")
            return


def _placed(position: Position, unit: str, to: Pose | None, form: str | None) -> tuple[Unit, tuple[Base, ...]]:
    group = unit_of(position, unit)
    if form is not None:
        group = replace(group, form=form)
    bases = bases_of(position, unit) if to is None else laid_out(position, group, to)
    if not bases:
        raise BadQuestion(f"{unit} is not on the table; say where it comes on", "to")
    return group, bases


def _may_enter(position: Position, unit: str, edge: str, to: Pose | None = None, form: str | None = None) -> Ruling:
    verdict = Verdict()
    group, bases = _placed(position, unit, to, form)
    judge_entry(verdict, position, group, bases, edge)
    return verdict.decide("may_enter")


# Ambushes


def judge_reveal(verdict: Verdict, position: Position, unit: Unit, bases: tuple[Base, ...], piece: str) -> None:
    """Refuse a place at which an ambush may not be revealed (MEG-B11.10)."""
    ground = position.feature(piece)
    usable: Polygon = usable_part(position, unit.side, ground)
    if not usable or any(not wholly_in(base.rectangle, usable) for base in bases):
        verdict.refuse(f"{unit.id} must stand wholly in the part of {piece} where it may hide.", "MEG-B11.10")
        judge_hill(verdict, position, ground)
    others = [base for base in position.standing if unit_name(base) != unit.id]
    if any(overlaps(base.rectangle, other.rectangle) for base in bases for other in others):
        verdict.refuse(f"{unit.id} would stand on other troops.", "MEG-B11.10")
    if effect_of(position, unit, going_under(position, bases, unit)[0]) == "not_allowed":
        verdict.refuse(f"{unit.id} may not stand in such going.", "MEG-B11.10")


def _may_reveal(position: Position, unit: str, to: Pose | None = None, **given: str | None) -> Ruling:
    verdict = Verdict()
    group, bases = _placed(position, unit, to, given.get("form"))
    judge_reveal(verdict, position, group, bases, str(given["in"]))
    return verdict.decide("may_reveal")


def is_approached(position: Position, side: str, piece: str) -> bool:
    """Whether enemies of a side are so near to a piece of terrain that an ambush in it is revealed (MEG-B11.8)."""
    near = bw(position, float(table(position, "ambush")["revealed_when_enemy_within_bw"]))
    ground = position.feature(piece)
    west, south, east, north = ground.box
    for enemy in enemies_of(position, side):
        for base in bases_of(position, enemy.id):
            x, y = base.rectangle.centre
            reach = near + base.rectangle.radius
            if not (west - reach <= x <= east + reach and south - reach <= y <= north + reach):
                continue
            if polygon_gap(base.rectangle, ground.ground) <= near + COINCIDE:
                return True
    return False


def _is_revealed(position: Position, unit: str, **given: str) -> Ruling:
    found = Finding()
    side = unit_of(position, unit).side
    near = is_approached(position, side, given["in"])
    says = "Enemy are within 2 BW of" if near else "No enemy is within 2 BW of"
    found.cite("MEG-B11.8", f"{says} {given['in']}.")
    return found.rule("is_revealed", near)


_FORM = one_of("loose", "skirmisher").or_none()
QUESTIONS = (
    question(
        "may_enter",
        "whether a unit group that comes on later may stand there",
        {"unit": ANY_UNIT, "edge": one_of(LEFT, RIGHT, OWN), "to": PLACE.or_none(), "form": _FORM},
        _may_enter,
        tied_to_table=True,
    ),
    question(
        "may_reveal",
        "whether a unit group in ambush may be revealed there",
        {"unit": ANY_UNIT, "in": FEATURE, "to": PLACE.or_none(), "form": _FORM},
        _may_reveal,
        tied_to_table=True,
    ),
    question(
        "is_revealed",
        "whether enemy are so near that an ambush in a piece of terrain is revealed",
        {"unit": ANY_UNIT, "in": FEATURE},
        _is_revealed,
    ),
)
