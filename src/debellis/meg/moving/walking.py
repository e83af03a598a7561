"""A move as its bases make it: straight parts and wheels are swept, turns and new shapes are taken at once."""

from __future__ import annotations

import math

from debellis.geometry.plane import Point, bearing
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import Motion, arc, turning
from debellis.manoeuvre.body import (
    Body,
    body_of,
    body_place,
    contracted,
    expanded,
    on_places,
    turned_about,
    turned_aside,
)
from debellis.manoeuvre.march import outer_radius, pivot_of
from debellis.meg.moving.steps import ADVANCE, BACK, CONTRACT, EXPAND, FORM, HALF, SHIFT, TURN, WHEEL, UnitStep
from debellis.meg.troops import BATTLEWAGONS
from debellis.table.bases import Base
from debellis.table.units import Unit
from debellis.table.value import Value, replace


class Stride(Value, frozen=True):
    """One step as the bases make it. `motions` is empty where they take new places at once."""

    step: UnitStep
    before: tuple[Base, ...]
    after: tuple[Base, ...]
    motions: tuple[Motion, ...] = ()


class Walk(Value, frozen=True):
    """A whole move: its strides, where the bases end, which way they then face, and how far its front corners went.

    `lead` is the number of bases that move of themselves; those after them are taken along. `fault` says why it cannot
    be made in this shape; it is empty for a move that can.
    """

    start: tuple[Base, ...]
    end: tuple[Base, ...]
    facing: Point
    used: float
    strides: tuple[Stride, ...]
    lead: int
    fault: str = ""

    @property
    def front(self) -> Point:
        """The middle of the front edge of the rectangle round its bases where it ends."""
        ahead = self.facing
        right = (ahead[1], -ahead[0])
        corners = [corner for base in self.end[: self.lead] for corner in base.rectangle.corners]
        across = [x * right[0] + y * right[1] for x, y in corners]
        middle = (min(across) + max(across)) / 2.0
        top = max(x * ahead[0] + y * ahead[1] for x, y in corners)
        return (right[0] * middle + ahead[0] * top, right[1] * middle + ahead[1] * top)

    @property
    def degrees(self) -> float:
        return bearing(self.facing)

    @property
    def wheels(self) -> bool:
        return any(stride.step.kind == WHEEL for stride in self.strides)


def facing_bases(bases: tuple[Base, ...], ahead: Point) -> tuple[Rectangle, ...]:
    """The footprints of the bases that face the front; of all if none does."""
    found = tuple(base.rectangle for base in bases if base.facing[0] * ahead[0] + base.facing[1] * ahead[1] > 0.9)
    return found or tuple(base.rectangle for base in bases)


def front_ends(bases: tuple[Base, ...], ahead: Point) -> tuple[Point, Point]:
    """The left and the right end of the front edge of some bases (MEG-B3.11)."""
    here = facing_bases(bases, ahead)
    return pivot_of(here, "left"), pivot_of(here, "right")


def new_files(body: Body) -> int:
    """How many files a body has after a turn by 90 degrees: its depth in base widths, halves up (MEG-B13.22)."""
    first = body.members[0]
    return max(1, math.floor(body.ranks * first.depth / first.width + 0.5))


def walk(
    unit: Unit, bases: tuple[Base, ...], ahead: Point, steps: tuple[UnitStep, ...], along: tuple[Base, ...] = ()
) -> Walk:
    """The move of some bases through some steps, whatever may be in the way. Others may be taken `along` rigidly."""
    start = (*bases, *along)
    here, facing, lead = start, ahead, len(bases)
    strides: list[Stride] = []
    left = right = 0.0
    fault = ""
    for step in steps:
        before = here
        if step.kind in (ADVANCE, BACK, SHIFT):
            motions = _straight(here, facing, step)
            if step.kind != SHIFT:
                left, right = left + step.amount, right + step.amount
        elif step.kind == WHEEL:
            motions, far = _wheel(here, lead, facing, step)
            if step.hand == "left":
                right += far
            else:
                left += far
        elif step.kind == FORM:
            continue
        else:
            body = body_of(here)
            column = _wagon_column(unit, here, facing, step) if body is None else None
            if column is not None:
                here = column
                strides.append(Stride(step, before, here))
                continue
            if body is None or body.bends:
                fault = f"{unit.id} has no regular shape and must redress first"
                break
            found = reformed(unit, body, step)
            if found is None:
                fault = f"{unit.id} has no files to {step.kind}"
                break
            here, motions = found, ()
            if step.kind == TURN:
                facing = here[0].facing
        if motions:
            here = tuple(
                replace(base, front=motion.end.front, facing=motion.end.facing)
                for base, motion in zip(here, motions, strict=True)
            )
            if step.kind == WHEEL:
                facing = _turned_facing(facing, step)
        strides.append(Stride(step, before, here, motions))
    return Walk(start, here, facing, max(left, right), tuple(strides), lead, fault)


def _straight(here: tuple[Base, ...], ahead: Point, step: UnitStep) -> tuple[Motion, ...]:
    far = -step.amount if step.kind == BACK else step.amount
    by = (ahead[1] * far, -ahead[0] * far) if step.kind == SHIFT else (ahead[0] * far, ahead[1] * far)
    places = [base.rectangle for base in here]
    return tuple(Motion(place, place.moved(*by), place.front, by, 0.0) for place in places)


def _wheel(here: tuple[Base, ...], lead: int, ahead: Point, step: UnitStep) -> tuple[tuple[Motion, ...], float]:
    """The motions of a wheel about a front corner of those who lead, and how far the outermost front corner goes."""
    pivot = pivot_of(facing_bases(here[:lead], ahead), step.hand)
    clockwise = step.amount if step.hand == "right" else -step.amount
    outer = [place for some in (here[:lead], here[lead:]) if some for place in _front_most(some, ahead)]
    far = max(arc(outer_radius(place, pivot), step.amount) for place in outer)
    return tuple(turning(base.rectangle, pivot, clockwise) for base in here), far


def _front_most(here: tuple[Base, ...], ahead: Point) -> list[Rectangle]:
    """The footprints whose front edge lies on the line of the front edge of the whole."""
    places = facing_bases(here, ahead)
    levels = [place.front[0] * ahead[0] + place.front[1] * ahead[1] for place in places]
    return [place for place, level in zip(places, levels, strict=True) if level >= max(levels) - 0.01]


def _turned_facing(ahead: Point, step: UnitStep) -> Point:
    at = turning(
        Rectangle((0.0, 0.0), ahead, 1.0, 1.0), (0.0, 0.0), step.amount if step.hand == "right" else -step.amount
    )
    return at.end.facing


def reformed(unit: Unit, body: Body, step: UnitStep) -> tuple[Base, ...] | None:
    """The bases of a body after a turn, an expansion or a contraction; None if it has too few files or bases."""
    count = int(step.amount)
    if step.kind == TURN:
        if abs(step.amount) == HALF:
            return turned_about(body)
        return turned_aside(body, "right" if step.amount > 0 else "left", new_files(body))
    if step.kind == EXPAND:
        return expanded(body, count, step.hand) if len(body.files) + count <= len(body.members) else None
    if step.kind == CONTRACT and count < len(body.files):
        if is_wagon_square(unit, body):
            kept, dropped = (1, 0) if step.hand == "left" else (0, 1)
            return on_places(
                body, [body_place(body, file, rank) for file, rank in ((kept, 0), (kept, 1), (kept, 2), (dropped, 2))]
            )
        return contracted(body, count, step.hand)
    return None


def is_wagon_square(unit: Unit, body: Body) -> bool:
    """Battlewagons two wide and two deep, which drop back one base at a time (MEG-19f)."""
    return unit.troops.type == BATTLEWAGONS and len(body.files) == 2 and len(body.members) == 4


def _wagon_column(unit: Unit, here: tuple[Base, ...], ahead: Point, step: UnitStep) -> tuple[Base, ...] | None:
    """Battlewagons in the shape between, single bases leading, that drop the rest into the column (MEG-19f)."""
    if unit.troops.type != BATTLEWAGONS or step.kind != CONTRACT:
        return None
    order = sorted(here, key=lambda base: -(base.front[0] * ahead[0] + base.front[1] * ahead[1]))
    first = order[0]
    places = {base.id: first.rectangle.advanced(-rank * first.depth) for rank, base in enumerate(order)}
    return tuple(replace(base, front=places[base.id].front, facing=ahead) for base in here)
