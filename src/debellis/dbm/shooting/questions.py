"""The questions about a shot: whether it is allowed, at which target, from which edge, and whether to decline it."""

from __future__ import annotations

from typing import Any

from debellis.dbm.shooting.declining import endangered, recoil_distance
from debellis.dbm.shooting.shooters import all_round, edges_of, range_of, shooting_distance
from debellis.dbm.shooting.shots import Corners, Shot, judge
from debellis.dbm.shooting.targets import Choice, choice, choices
from debellis.geometry.rectangle import CORNERS, EDGES, FRONT
from debellis.mechanics.remarks import Remark, cite
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TABLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

_HANDS = ("left", "right")
_LINES = (
    "lines must be two tables, from the left and the right end of the shooting edge to a corner of the target, like "
    '{ hand = "left", to = { end = "front", hand = "right" } }'
)


def may_shoot(
    position: Position,
    *,
    shooter: str,
    target: str,
    edge: str | None = None,
    lines: tuple[dict[str, Any], ...] | None = None,
    shot_at_by: tuple[str, ...] = (),
) -> Ruling:
    """Whether an element may shoot at a target, from a given edge of it or from any it may use."""
    finding = Finding()
    base, enemy = position.base(shooter), position.base(target)
    named = None if lines is None else _corners(lines)
    if edge is not None and EDGES.index(edge) not in edges_of(position, base):
        finding.cite("DBM-B3.27", f"{shooter} shoots from its front edge only")
        return finding.rule("may_shoot", {"legal": False, "edges": []})
    wanted = edges_of(position, base) if edge is None else (EDGES.index(edge),)
    judged = [_judged(position, base, enemy, which, named, shot_at_by) for which in wanted]
    legal = [shot for shot in judged if shot.legal]
    shot = legal[0] if legal else _telling(judged)
    remarks = list(shot.grounds if shot.legal else shot.faults)
    if all_round(position, base):
        remarks += _edge_remarks(position, base, shot, edge, shot_at_by)
    cite(finding, remarks)
    _show(position, finding, base, enemy, shot)
    answer: dict[str, Any] = {"legal": shot.legal, "edges": [EDGES[one.edge] for one in legal]}
    if shot.legal:
        answer["edge"] = EDGES[shot.edge]
    place = base.rectangle.fronting(shot.edge)
    return finding.rule("may_shoot", answer | {"distance": shooting_distance(place, enemy.rectangle)})


def _corners(lines: tuple[dict[str, Any], ...]) -> Corners:
    """The corners two written lines run to: that from the left end of the shooting edge first."""
    found: dict[str, int] = {}
    for line in lines:
        to = line.get("to")
        name = f"{to.get('end')}_{to.get('hand')}" if isinstance(to, dict) else ""
        if line.get("hand") in _HANDS and name in CORNERS:
            found[line["hand"]] = CORNERS.index(name)
    if len(found) < 2:
        raise BadQuestion(_LINES, "lines")
    return (found[_HANDS[0]], found[_HANDS[1]])


def _judged(
    position: Position, base: Base, enemy: Base, edge: int, corners: Corners | None, shot_at_by: tuple[str, ...]
) -> Shot:
    """A shot from one edge, with what the choice between several targets does to it."""
    shot = judge(position, base, enemy, edge, shot_at_by, corners)
    if not shot.legal:
        return shot
    found = choice(position, base, edge, shot_at_by)
    others = found.grounds_for(enemy.id)
    if enemy.id in found.allowed:
        return Shot(shot.shooter, shot.target, edge, (), (*shot.grounds, *others), shot.trace)
    return Shot(shot.shooter, shot.target, edge, others, (), shot.trace)


def _telling(judged: list[Shot]) -> Shot:
    """Of several refused shots the one that came furthest: one with lines drawn, one in the strip, the front's."""
    for shot in judged:
        if shot.trace is not None:
            return shot
    return next((shot for shot in judged if not _off(shot)), judged[0])


def _off(shot: Shot) -> bool:
    """Whether range or strip forbid a shot."""
    return any("DBM32-P21-shoot-arc" in remark.clauses for remark in shot.faults)


def _edge_remarks(
    position: Position, base: Base, shot: Shot, edge: str | None, shot_at_by: tuple[str, ...]
) -> list[Remark]:
    """What the choice of an edge does to the shot of one that may use any."""
    if shot.legal and (edge is not None or shot.edge != FRONT):
        return [
            Remark(f"{base.id} may take any edge as its front: it shoots from the {EDGES[shot.edge]}", ("IWF-17.2a",))
        ]
    if not shot.legal and edge is not None:
        return _idle_edge(position, base, EDGES.index(edge), shot_at_by)
    return []


def _idle_edge(position: Position, base: Base, edge: int, shot_at_by: tuple[str, ...] = ()) -> list[Remark]:
    """Why an edge may not be chosen: it has no target, but another edge has one."""
    found = choices(position, base, shot_at_by)
    busy = [one for one in found if one.allowed]
    if not busy or any(one.edge == edge for one in busy):
        return []
    other, target = EDGES[busy[0].edge], busy[0].allowed[0]
    says = f"the {EDGES[edge]} edge of {base.id} has no target while its {other} edge has {target}"
    return [Remark(says, ("IWF-17.2b",))]


def _show(position: Position, finding: Finding, base: Base, enemy: Base, shot: Shot) -> None:
    """Measure the distance and draw the lines."""
    place = base.rectangle.fronting(shot.edge)
    far = shooting_distance(place, enemy.rectangle)
    finding.measure(f"distance from {base.id} to {enemy.id}", far, limit=range_of(position, base))
    if shot.trace is not None:
        for line in shot.trace.lines:
            finding.draw("line", line, "open" if shot.legal else "blocked", "line of shot")


def targets(position: Position, *, shooter: str, edge: str | None = None, shot_at_by: tuple[str, ...] = ()) -> Ruling:
    """The targets an element may choose: of those it could shoot at, the most directly ahead."""
    finding = Finding()
    base = position.base(shooter)
    wanted = edges_of(position, base) if edge is None else (EDGES.index(edge),)
    found = [choice(position, base, which, shot_at_by) for which in wanted if which in edges_of(position, base)]
    for one in found:
        _cite_choice(position, finding, base, one)
    if not any(one.allowed for one in found):
        for enemy in position.enemies(base.side):
            cite(finding, judge(position, base, enemy, wanted[0], shot_at_by).faults)
    return finding.rule("targets", list(dict.fromkeys(name for one in found for name in one.allowed)))


def _cite_choice(position: Position, finding: Finding, base: Base, found: Choice) -> None:
    cite(finding, [*found.grounds, *found.tie, *(remark for _, remark in found.passed_over)])
    for name in found.allowed:
        shot = found.shot_at(name)
        assert shot is not None
        cite(finding, shot.grounds)
    if found.allowed and found.edge != FRONT:
        finding.cite("IWF-17.2a", f"{base.id} may take any edge as its front, also the {EDGES[found.edge]}")


def may_choose_edge(position: Position, *, shooter: str, edge: str) -> Ruling:
    """Whether one that may take any edge as its front may choose this one to shoot from."""
    finding = Finding()
    base, which = position.base(shooter), EDGES.index(edge)
    if which not in edges_of(position, base):
        finding.cite("DBM-B3.27", f"{shooter} shoots from its front edge only")
        return finding.rule("may_choose_edge", {"legal": False})
    idle = _idle_edge(position, base, which)
    cite(finding, idle)
    if not idle and all_round(position, base):
        finding.cite("IWF-17.2a", f"{shooter} may take any edge as its front, whosever bound it is")
    return finding.rule("may_choose_edge", {"legal": not idle})


def may_decline_shot(position: Position, *, shooter: str, target: str) -> Ruling:
    """Whether the owner may decline a shot that is due, because a recoil of the target could destroy friends."""
    finding = Finding()
    base, enemy = position.base(shooter), position.base(target)
    due = [one for one in choices(position, base) if target in one.allowed]
    if not due:
        cite(finding, _telling([judge(position, base, enemy, which) for which in edges_of(position, base)]).faults)
        return finding.rule("may_decline_shot", {"legal": False, "due": False})
    friend = endangered(position, base, enemy)
    finding.measure(f"recoil of {target}", recoil_distance(position, enemy))
    answer: dict[str, Any] = {"legal": friend is not None, "due": True}
    if friend is None:
        finding.cite("IWF-17.6", f"{target} is the target of {shooter}, and its recoil could harm no friend of it")
        return finding.rule("may_decline_shot", answer)
    finding.cite("IWF-17.3", f"a recoil of {target} could run into {friend.id} and destroy it: the shot may be left")
    return finding.rule("may_decline_shot", answer | {"friend": friend.id})


_EDGE = one_of(*EDGES)
QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_shoot",
        "whether an element may shoot at a target, from an edge and along lines if named",
        {
            "shooter": BASE,
            "target": BASE,
            "edge": _EDGE.or_none(),
            "lines": list_of(TABLE, 2).or_none(),
            "shot_at_by": list_of(BASE).or_none(),
        },
        may_shoot,
        {"edge": "edges"},
    ),
    Question(
        "targets",
        "the targets an element may choose",
        {"shooter": BASE, "edge": _EDGE.or_none(), "shot_at_by": list_of(BASE).or_none()},
        targets,
    ),
    Question(
        "may_choose_edge",
        "whether one that may take any edge as its front may shoot from this one",
        {"shooter": BASE, "edge": _EDGE},
        may_choose_edge,
    ),
    Question(
        "may_decline_shot",
        "whether the owner may leave a shot that is due",
        {"shooter": BASE, "target": BASE},
        may_decline_shot,
    ),
)
