"""Legal decisions near refused ones before the battle: the same a little to the side, or without its faulty parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from debellis.geometry.plane import Point, direction
from debellis.meg.playing.ambushing import hidden
from debellis.meg.playing.setting_up import note_steps
from debellis.meg.playing.setting_up.actions import (
    AdjustTerrain,
    Deploy,
    PlaceCamp,
    PlaceTerrain,
    Reveal,
    SetMarker,
    WriteNotes,
)
from debellis.meg.playing.setting_up.deploy_steps import as_placed, files_of, to_deploy
from debellis.meg.playing.setting_up.ground_places import places_for
from debellis.meg.playing.setting_up.progress import before
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import camp_places
from debellis.meg.setting_up.hidden_generals import BLUFF
from debellis.meg.setting_up.items import centre_of
from debellis.meg.setting_up.pre_battle import cells, steps_between
from debellis.meg.setting_up.shapes import Shape, in_shape, shape_of
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.troops import base_size, default_files
from debellis.meg.units import bw
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.units import Unit
from debellis.table.value import replace

#: How far aside a thing is tried, in BW, and in how many directions.
RINGS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0)
WAYS = 16
#: Shares of a way that are tried, the longest first.
SHARES = (1.0, 0.99, 0.9, 0.75, 0.5, 0.25)


def _asides(state: State) -> Iterator[Point]:
    """Small displacements in all directions, the shortest first."""
    for ring in RINGS:
        far = bw(state.position, ring)
        for i in range(WAYS if ring else 1):
            x, y = direction(360.0 * i / WAYS)
            yield (round(x * far, 3), round(y * far, 3))


def _poses(bases: tuple[Base, ...]) -> dict[str, Pose]:
    return {base.id: Pose(base.front, base.facing) for base in bases}


def _shape(state: State, unit: Unit, places: dict[str, Pose], files: int) -> Shape | None:
    """The shape that was wanted, or the usual shape at the same middle if it is none; None if there are no bases."""
    if not places:
        return None
    width, depth = base_size(state.position.edition, unit.troops, unit.mounted, state.position.scale)
    poses = tuple(places.values())
    found = shape_of(poses, width, depth) if len(poses) == unit.original else ""
    if isinstance(found, Shape):
        return found
    x = sum(pose.front[0] for pose in poses) / len(poses)
    y = sum(pose.front[1] for pose in poses) / len(poses)
    return Shape(Pose((x, y), poses[0].facing), files)


def _around(state: State, unit: Unit, shape: Shape) -> Iterator[tuple[Base, ...]]:
    """A unit group in its shape at a place and at places around it."""
    for x, y in _asides(state):
        front = (shape.to.front[0] + x, shape.to.front[1] + y)
        yield in_shape(
            state.position.edition, state.position.scale, unit, replace(shape, to=Pose(front, shape.to.facing))
        )


def _deploys(state: State, action: Deploy) -> Iterator[Any]:
    unit = next((one for one in to_deploy(state, decider(state)) if one.id == action.command), None)
    if unit is None:
        return
    unit = as_placed(unit, action)
    shape = _shape(state, unit, action.places, files_of(state, unit))
    if shape is None:
        return
    for bases in _around(state, unit, shape):
        yield replace(action, places=_poses(bases))


def _reveals(state: State, action: Reveal) -> Iterator[Any]:
    unit = next((one for one in hidden(state, decider(state)) if one.id == action.command), None)
    if unit is None:
        return
    usual = default_files(state.position.edition, unit.troops, unit.kind, unit.original)
    shape = _shape(state, unit, action.places, usual)
    if shape is None:
        return
    for bases in _around(state, unit, shape):
        yield replace(action, places=_poses(bases))


def _camps(state: State, action: PlaceCamp) -> Iterator[Any]:
    """Legal places for the camp with its elements in one row, those nearest to the refused place first."""
    side = decider(state)
    wanted = [pose.front[0] for pose in action.places.values()]
    middle = sum(wanted) / len(wanted) if wanted else state.position.size[0] / 2.0
    found = list(camp_places(state, side))
    found.sort(key=lambda bases: abs(sum(base.front[0] for base in bases) / len(bases) - middle))
    for bases in found:
        yield PlaceCamp(bases[0].id.partition("/")[0], _poses(bases))


def _grounds(state: State, action: PlaceTerrain) -> Iterator[Any]:
    """The same item a little aside; then ready shapes, the nearest first."""
    if len(action.pieces) != 1 or len(action.pieces[0].outline) < 3:
        return
    piece = action.pieces[0]
    for x, y in _asides(state):
        outline = tuple((a + x, b + y) for a, b in piece.outline)
        crest = tuple((a + x, b + y) for a, b in piece.crest)
        yield PlaceTerrain((replace(piece, outline=outline, crest=crest),))
    now = before(state)
    if now.item is None:
        return
    middle = centre_of(piece.outline)
    ready = list(places_for(state.position, decider(state), now.item.kind, now.die, now.item.sort))
    ready.sort(key=lambda one: math.dist(centre_of(one.outline), middle))
    for one in ready:
        yield PlaceTerrain((one,))


def _adjustments(state: State, action: AdjustTerrain) -> Iterator[Any]:
    """The same move of the item in shorter and shorter lengths, and last to leave it."""
    far = math.hypot(*action.by)
    for share in SHARES:
        limit = bw(state.position, float(game_size(state.position)["adjustment_move_bw"]))
        most = limit / far if far > 0.0 else 1.0
        part = min(1.0, most) * share
        yield replace(action, by=(round(action.by[0] * part, 2), round(action.by[1] * part, 2)))
    yield AdjustTerrain()


def _markers(state: State, action: SetMarker) -> Iterator[Any]:
    """The cells in reach, that nearest to the wanted one first."""
    here, now = cells(state.position), before(state)
    wanted = (action.column, action.row)
    reach = [cell for cell in here if steps_between(state.position, now.cell, cell) <= now.steps]
    if wanted in here:
        reach.sort(key=lambda cell: steps_between(state.position, cell, wanted))
    for cell in reach:
        yield SetMarker(*cell)


def _notes(state: State, action: WriteNotes) -> Iterator[Any]:
    """The same notes without one ambush or one march, then without any of either, then none."""
    for name in action.ambushes:
        yield replace(action, ambushes={unit: piece for unit, piece in action.ambushes.items() if unit != name})
    known = [one.id for one in note_steps.laying(state, decider(state))]
    cards = {name: card for name, card in action.cards.items() if name in known}
    for name in cards:
        marches = {one: units for one, units in action.marches.items() if one != name}
        yield replace(action, cards={**cards, name: BLUFF}, marches=marches)
    plain = dict.fromkeys(known, BLUFF)
    yield replace(action, cards=cards, ambushes={})
    yield WriteNotes(plain, {}, action.ambushes)
    yield WriteNotes(plain)


#: What is tried near a refused decision, by its kind.
SET_UP_FINDERS: dict[Any, Callable[[State, Any], Iterator[Any]]] = {
    Deploy: _deploys,
    Reveal: _reveals,
    PlaceCamp: _camps,
    PlaceTerrain: _grounds,
    AdjustTerrain: _adjustments,
    SetMarker: _markers,
    WriteNotes: _notes,
}


def places_of_step(action: Any) -> dict[str, Pose]:
    """Where the bases of such a decision would stand."""
    return dict(action.places) if isinstance(action, Deploy | Reveal | PlaceCamp) else {}
