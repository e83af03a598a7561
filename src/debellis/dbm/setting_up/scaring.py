"""Who flees from those that come on over a table edge: at once, away from that edge, once in a bound."""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import is_immobile
from debellis.dbm.setting_up.deployment import AMBUSH, SIDE
from debellis.dbm.setting_up.zones import EDGE, inward_of
from debellis.dbm.troops import noted
from debellis.geometry.plane import COINCIDE, Segment, bearing, distance, part_way
from debellis.geometry.polygon import segment_gap
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import edge_line
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, NUMBER, TEXT, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def scares(
    position: Position,
    *,
    side: str,
    edge: str,
    group: tuple[str, ...] | None = None,
    entry: tuple[float, float] | None = None,
    formation: str | None = None,
    fled: tuple[str, ...] = (),
    stragglers: bool = False,
) -> Ruling:
    """Who flees as a group of a side is placed at an edge to come on.

    `entry` is the stretch of the edge it comes on over, `fled` who fled from arrivals in this bound already.
    """
    verdict = Verdict()
    missing = [name for name, given in (("group", group), ("entry", entry), ("formation", formation)) if not given]
    if missing or entry is None:
        says = f"The group that makes enemies flee must be fixed completely before; {', '.join(missing)} is missing."
        verdict.refuse(says, "IWF-8.3c")
        return verdict.decide("scares", flees=[], revealed=[])
    frontage = _stretch(position, edge, entry)
    limit = paces(position, table(position, "flank_march")["scare_depth"])
    near = [
        base
        for base in position.enemies(side)
        if segment_gap(*frontage, base.rectangle.corners) <= limit + COINCIDE and not is_immobile(base)
    ]
    again = [base for base in near if base.id in fled]
    if again:
        verdict.cite("IWF-8.3e", f"{again[0].id} has fled from arrivals in this bound and does not again.")
    flees = [base for base in near if base.id not in fled]
    if flees:
        _cite(verdict, flees, frontage, edge, stragglers)
    return verdict.decide(
        "scares",
        flees=[base.id for base in flees],
        revealed=[base.id for base in flees if noted(base, AMBUSH)],
        when="before_entering" if flees else None,
        order_chosen_by=flees[0].side if len(flees) > 1 else None,
        direction=bearing(inward_of(edge)),
    )


def _stretch(position: Position, edge: str, entry: tuple[float, float]) -> Segment:
    a, b = edge_line(edge, position.size)
    length = distance(a, b)
    low, high = sorted(entry)
    if low < -COINCIDE or high > length + COINCIDE:
        raise BadQuestion(f"entry must lie on the edge, from 0 to {length:g}", "entry")
    return (part_way(a, b, low / length), part_way(a, b, high / length))


def _cite(verdict: Verdict, flees: list[Base], frontage: Segment, edge: str, stragglers: bool) -> None:
    verdict.cite("IWF-8.3b", "They flee as the arrivals are placed at the edge, before these move.")
    hidden = [base.id for base in flees if noted(base, AMBUSH)]
    if hidden:
        verdict.cite("IWF-8.3a", f"{' and '.join(hidden)} in ambush is revealed and flees as well.")
    if len(flees) > 1:
        verdict.cite("IWF-8.3d", "The owner of those that flee chooses the order.")
    hugging = [base.id for base in flees if segment_gap(*frontage, base.rectangle.corners) <= COINCIDE]
    if hugging:
        says = f"{' and '.join(hugging)} at the {edge} edge cannot bar it and flees away from it."
        verdict.cite("IWF-8.3f", says)
    if stragglers:
        verdict.cite("IWF-8.1", "Stragglers and others left off the table scare like a flank march.")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "scares",
        "who flees as a group is placed at an edge to come on",
        {
            "side": SIDE,
            "edge": EDGE,
            "group": list_of(TEXT).or_none(),
            "entry": list_of(NUMBER, 2).or_none(),
            "formation": one_of("line", "column", "block", "single").or_none(),
            "fled": list_of(BASE).or_none(),
            "stragglers": FLAG.or_none(),
        },
        scares,
    ),
)
