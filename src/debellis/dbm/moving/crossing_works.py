"""Climbing over earthworks that nobody defends: a whole move of one element, from edge to edge."""

from __future__ import annotations

from debellis.dbm.moving.moves import Move
from debellis.dbm.setting_up.sections import reaches_out
from debellis.dbm.works import TF, defends, keeps_out, section_of, works_on
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Rectangle
from debellis.manoeuvre.legs import Leg, crosses_piece
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict, permit

CLAUSE = "DBM-B6.5"


def climbed(position: Position, move: Move, verdict: Verdict) -> Position:
    """The position without the earthworks that a move climbs over as it may; the same position if it climbs nothing."""
    met = _met(position, move)
    if not met:
        return position
    names = " and ".join(piece.id for piece in met)
    why = _why_not(position, move, met)
    if why is not None:
        verdict.cite(CLAUSE, f"{move.base.id} cannot cross {names}: {why}")
        return position
    permit(verdict, f"{move.base.id} climbs over {names}, which nobody defends: that is its whole move", CLAUSE)
    return replace(position, terrain=tuple(piece for piece in position.terrain if piece not in met))


def _met(position: Position, move: Move) -> list[Terrain]:
    """The works on the straight way between the ends of a move."""
    works = works_on(position)
    if not works or not move.places:
        return []
    way = Leg(move.start, move.end, (*move.start.corners, *move.end.corners), 0.0)
    return [piece for piece, _ in works if keeps_out(position, move.base, piece) and crosses_piece(way, piece)]


def _why_not(position: Position, move: Move, met: list[Terrain]) -> str | None:
    """Why a move does not climb over works; None if it does."""
    if any(piece.kind != TF for piece in met):
        return "permanent works are entered only through a gateway or by storming"
    sections = [section_of(piece) for piece in met]
    enemies = position.enemies(move.base.side)
    defender = next((enemy for enemy in enemies for section in sections if defends(enemy, section)), None)
    if defender is not None:
        return f"{defender.id} defends them"
    right, _ = move.start.local(move.end.front)
    if not same_direction(move.start.facing, move.end.facing) or abs(right) > COINCIDE or len(move.places) > 1:
        return "it must go straight over them"
    for section in sections:
        fronts = [reaches_out(p, section) for p in _front(move.start)]
        rears = [reaches_out(p, section) for p in _rear(move.end)]
        for near, far in ((0.0, -section.depth), (-section.depth, 0.0)):
            if all(abs(at - near) <= COINCIDE for at in fronts) and all(abs(at - far) <= COINCIDE for at in rears):
                break
        else:
            return "it must start with its front edge at one edge of them and end with its rear edge at the other"
    return None


def _front(where: Rectangle) -> list[tuple[float, float]]:
    return [where.corners[FRONT_LEFT], where.corners[FRONT_RIGHT]]


def _rear(where: Rectangle) -> list[tuple[float, float]]:
    return [where.corners[REAR_LEFT], where.corners[REAR_RIGHT]]
