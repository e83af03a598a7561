"""Wading: whether the flow of a river counts for a move in it or into it."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import step_back
from debellis.dbm.moving.speeds import WADING, going_in, is_naval
from debellis.dbm.troops import troop
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, NUMBER, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

TACTICAL, RECOIL, PUSH_BACK, FLEE, PURSUE = "tactical", "recoil", "push_back", "flee", "pursue"
_BACKWARDS = (RECOIL, PUSH_BACK, FLEE)
#: Moves whose length follows from the base. The length of other moves must be given.
_BY_DEPTH = (RECOIL, PURSUE)


def flow_counts(position: Position, *, element: str, move: str, distance: float | None = None) -> Ruling:
    """Whether the flow of a river counts for a straight move of an element, and where it ends if it does not."""
    finding = Finding()
    base = position.base(element)
    if distance is None and move not in _BY_DEPTH:
        raise BadQuestion(f"a {move} move needs its distance in mm", "distance")
    far = step_back(position, base) if distance is None else distance
    if far < 0.0:
        raise BadQuestion("distance must not be negative", "distance")
    way = _way(base, far, move in _BACKWARDS)
    rivers = [
        piece.id
        for piece in position.features("river")
        if going_in(position, base, piece) == WADING and partly_in(way, piece.ground)
    ]
    ignored = bool(rivers) and move != TACTICAL and not is_naval(position, troop(base))
    answer: dict[str, object] = {"rivers": rivers, "flow_counts": bool(rivers) and not ignored}
    if ignored:
        what = move.replace("_", " ")
        says = f"the {what} of {element} lies in {' and '.join(rivers)} or leads into it and ignores the flow"
        finding.cite("DBM32-P39-wade", says)
    if not answer["flow_counts"]:
        answer["front"] = list(base.rectangle.advanced(-far if move in _BACKWARDS else far).front)
    return finding.rule("flow_counts", answer)


def _way(base: Base, far: float, backwards: bool) -> Rectangle:
    """The ground that a base covers in a straight move ahead or back."""
    start = base.rectangle if backwards else base.rectangle.advanced(far)
    return Rectangle(start.front, start.facing, base.width, base.depth + far)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "flow_counts",
        "whether the flow of a river counts for a straight move of an element",
        {
            "element": BASE,
            "move": one_of(TACTICAL, RECOIL, PUSH_BACK, FLEE, PURSUE),
            "distance": NUMBER.or_none(),
        },
        flow_counts,
    ),
)
