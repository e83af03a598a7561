"""Elements found wrongly set up: the opponent chooses, and what is replaced goes to the middle of its own edge."""

from __future__ import annotations

from debellis.dbm.conduct.guidelines import guidelines_hold, set_aside
from debellis.dbm.setting_up.ambushes import judge_ambush
from debellis.dbm.setting_up.deployment import AMBUSH, SIDE, judge_water, judge_zone
from debellis.dbm.setting_up.zones import EDGE, inward_of
from debellis.dbm.troops import noted
from debellis.geometry.contact import meet
from debellis.geometry.plane import Point, bearing, turned
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base
from debellis.table.board import edge_line, inward, length_of, sideways
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BASE, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

_OTHER = {"red": "blue", "blue": "red"}


def misplaced(position: Position, *, side: str, base_edge: str, found: str, choice: str = "leave") -> Ruling:
    """What comes of finding an element of a side wrongly set up; `choice` is the opponent's."""
    finding = Finding()
    first = position.base(found)
    if first.side != side:
        raise BadQuestion(f"{found} does not belong to {side}", "found")
    if not is_misplaced(position, first, base_edge):
        return finding.rule("misplaced", {"misplaced": False, "revealed": [], "options": []})
    guidelines, ambush = guidelines_hold(position), noted(first, AMBUSH)
    if not guidelines and not ambush:
        set_aside(finding, f"there is no remedy for {found}, which was wrongly set up")
        return finding.rule("misplaced", {"misplaced": True, "revealed": [found], "options": []})
    says = f"{found} was wrongly set up: {_OTHER[side]} chooses to leave it there or to have it replaced."
    finding.cite("IWF-G7.2a" if guidelines else "DBM-B12.4", says)
    wrong = [first]
    if ambush and guidelines:
        hidden = [base for base in position.friends(side) if noted(base, AMBUSH) and base.id != found]
        wrong += [base for base in hidden if is_misplaced(position, base, base_edge)]
        if len(wrong) > 1:
            finding.cite("IWF-G7.2b", "All ambushers that were wrongly set up are revealed.")
    answer: dict[str, object] = {
        "misplaced": True,
        "revealed": [base.id for base in wrong],
        "options": ["leave", "replace"],
        "chooser": _OTHER[side],
    }
    if choice == "replace":
        placed = _replaced(position, wrong, base_edge)
        if guidelines:
            says = "They are put at their own edge, as near its middle as can be, rear edge on it, in their formation."
            finding.cite("IWF-G7.2c", says)
            finding.cite("IWF-G7.2d", "What is replaced does not count as lost.")
        answer["fronts"] = {base.id: list(base.front) for base in placed}
        answer["facings"] = {base.id: bearing(base.facing) for base in placed}
        answer["lost"] = 0
    return finding.rule("misplaced", answer)


def is_misplaced(position: Position, base: Base, base_edge: str) -> bool:
    """Whether an element is in ambush, or deployed openly, where it may not be."""
    verdict = Verdict()
    if noted(base, AMBUSH):
        judge_ambush(verdict, position, base, base_edge)
    else:
        judge_zone(verdict, position, base, base_edge)
        judge_water(verdict, position, base)
    return not verdict.legal


def _replaced(position: Position, wrong: list[Base], base_edge: str) -> list[Base]:
    """The elements where they are put, one formation after the other."""
    taken = [base.rectangle for base in position.standing if all(base.id != one.id for one in wrong)]
    placed: list[Base] = []
    for formation in _formations(wrong):
        lined = _at_edge(position, formation, base_edge)
        shift = _least_shift(lined, taken, base_edge)
        along = _along(base_edge)
        moved = [
            replace(base, front=(base.front[0] + along[0] * shift, base.front[1] + along[1] * shift)) for base in lined
        ]
        placed += moved
        taken += [base.rectangle for base in moved]
    return placed


def _formations(bases: list[Base]) -> list[list[Base]]:
    """The elements that touch one another, together."""
    left = list(bases)
    found: list[list[Base]] = []
    while left:
        group = [left.pop(0)]
        for member in group:
            near = [base for base in left if meet(member.rectangle, base.rectangle)]
            group += near
            left = [base for base in left if base not in near]
        found.append(group)
    return found


def _at_edge(position: Position, formation: list[Base], base_edge: str) -> list[Base]:
    """A formation turned to face away from its edge, its rear on it, in the middle of it."""
    lead, away = formation[0], inward_of(base_edge)
    dot = lead.facing[0] * away[0] + lead.facing[1] * away[1]
    clockwise = lead.facing[1] * away[0] - lead.facing[0] * away[1]
    by = (clockwise, dot)
    facings = [turned(base.facing, by) for base in formation]
    offsets = [turned((base.front[0] - lead.front[0], base.front[1] - lead.front[1]), by) for base in formation]
    spots = [
        Rectangle(offset, facing, base.width, base.depth)
        for base, offset, facing in zip(formation, offsets, facings, strict=True)
    ]
    corners = [p for spot in spots for p in spot.corners]
    deep = min(inward(p, base_edge, position.size) for p in corners)
    across = [sideways(p, base_edge) for p in corners]
    along = _along(base_edge)
    side = length_of(base_edge, position.size) * 0.5 - (min(across) + max(across)) * 0.5
    east = along[0] * side - away[0] * deep
    north = along[1] * side - away[1] * deep
    return [
        replace(base, front=(spot.front[0] + east, spot.front[1] + north), facing=spot.facing)
        for base, spot in zip(formation, spots, strict=True)
    ]


def _along(base_edge: str) -> Point:
    """The direction in which places along an edge are measured."""
    (a, b) = edge_line(base_edge, (1.0, 1.0))
    return (b[0] - a[0], b[1] - a[1])


def _least_shift(lined: list[Base], taken: list[Rectangle], base_edge: str) -> float:
    """The least way along the edge that brings a formation clear of everything that stands there."""
    along = _along(base_edge)
    tries = [0.0]
    for base in lined:
        mine = [sideways(p, base_edge) for p in base.rectangle.corners]
        for other in taken:
            theirs = [sideways(p, base_edge) for p in other.corners]
            tries += [max(theirs) - min(mine), min(theirs) - max(mine)]
    for shift in sorted(tries, key=abs):
        moved = [base.rectangle.moved(along[0] * shift, along[1] * shift) for base in lined]
        if not any(overlaps(one, other) for one in moved for other in taken):
            return shift
    return 0.0


QUESTIONS: tuple[Question, ...] = (
    Question(
        "misplaced",
        "what comes of finding an element wrongly set up",
        {"side": SIDE, "base_edge": EDGE, "found": BASE, "choice": one_of("leave", "replace").or_none()},
        misplaced,
    ),
)
