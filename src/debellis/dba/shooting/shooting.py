"""Shooting: who may shoot at what, together with whom, and with what result."""

from __future__ import annotations

from typing import Any

from debellis.dba.aftermath.aftermath import places_after
from debellis.dba.fighting.fighters import fighter
from debellis.dba.shooting.area import reach_of
from debellis.dba.shooting.shooters import never_shoots
from debellis.dba.shooting.shot_odds import QUESTIONS as _ODDS
from debellis.dba.shooting.shots import Shot, grounds, judge
from debellis.dba.shooting.targets import check_allocation, choices, out_of_range, usual_grounds
from debellis.dba.shooting.volley import cannot_aim_at, factor_sheets, gather, resolve
from debellis.geometry.rectangle import EDGES
from debellis.geometry.sight import BLOCKED, OPEN, corridor
from debellis.mechanics.remarks import cite
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.umpire.questions import BASE, BASE_OR_PLACE, TEXT, Kind, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


def may_shoot(
    position: Position,
    *,
    shooter: str,
    target: str,
    edge: str | None = None,
    shot_at_by: tuple[str, ...] = (),
) -> Ruling:
    """Whether a shooter may shoot at a target, and at which of its edges."""
    finding = Finding()
    base = position.base(shooter)
    which = None if edge is None else EDGES.index(edge)
    shot = judge(position, base, fighter(position, target), _turn(position, base.side), shot_at_by, which)
    cite(finding, shot.faults or grounds(position, shot, which))
    _show(shot, finding, reach_of(position, base))
    return finding.rule("may_shoot", _verdict(shot, which))


def _turn(position: Position, side: str) -> str:
    """Whose bound it is. Without an argument it is that of the side asked about."""
    return position.active or side


def _verdict(shot: Shot, which: int | None) -> dict[str, Any]:
    answer: dict[str, Any] = {"legal": shot.legal, "edges": [EDGES[edge] for edge in shot.edges]}
    if shot.aims:
        answer["distance"] = shot.distance
    if shot.legal and shot.aim is not None and shot.aim.edge is not None:
        answer["edge"] = EDGES[shot.aim.edge]
        if which is not None:
            answer["edges"] = [EDGES[which]]
    return answer


def _show(shot: Shot, finding: Finding, reach: float) -> None:
    """Measure the distance and draw the lines of shot."""
    if shot.aims:
        finding.measure(f"distance from {shot.shooter} to {shot.target}", shot.distance, limit=reach)
    for aim in shot.aims:
        if aim.verdict in (OPEN, BLOCKED):
            label = "" if aim.edge is None else EDGES[aim.edge]
            finding.draw("area", corridor(aim.start, aim.end), aim.verdict, label)


def targets(position: Position, *, shooter: str) -> Ruling:
    """The targets that a shooter may choose, enemy shooters first."""
    finding = Finding()
    base = position.base(shooter)
    turn = _turn(position, base.side)
    never = never_shoots(position, base)
    allowed, remarks = choices(position, base, turn)
    cite(finding, remarks if never is None else [never])
    for target in allowed:
        cite(finding, usual_grounds(position, base, target))
    if never is None and not allowed and not remarks:
        cite(finding, out_of_range(position, base, turn))
    return finding.rule("targets", allowed)


def may_allocate(position: Position, *, side: str, shots: tuple[tuple[str, str], ...]) -> Ruling:
    """Whether this allocation of all the shots of a side in a bound is allowed."""
    finding = Finding()
    named = tuple((shooter, _held(position, target)) for shooter, target in shots)
    faults, allowed = check_allocation(position, side, named, _turn(position, side))
    cite(finding, faults or allowed)
    return finding.rule("may_allocate", {"legal": not faults})


def _held(position: Position, target: str) -> str:
    """The name of a target. A place with troops in it has the name of the troops."""
    holder = fighter(position, target)
    return target if holder is None else holder.id


def may_shoot_together(
    position: Position, *, shooters: tuple[str, ...], target: str, spent: tuple[str, ...] = ()
) -> Ruling:
    """Whether these shooters may shoot together at one target. `spent` have already shot this bound."""
    finding = Finding()
    enemy = fighter(position, target)
    if enemy is None or not shooters:
        return finding.rule("may_shoot_together", {"legal": False})
    volley = gather(position, shooters, enemy, _turn(position, position.base(shooters[0]).side), spent)
    cite(finding, volley.faults or volley.grounds)
    answer: dict[str, Any] = {"legal": volley.legal}
    if volley.legal:
        answer["principal"] = volley.principal
    return finding.rule("may_shoot_together", answer)


def shooting(
    position: Position,
    *,
    shooters: tuple[str, ...],
    target: str,
    dice: tuple[int, int] | None = None,
    edge: str | None = None,
    spent: tuple[str, ...] = (),
) -> Ruling:
    """The principal, the factors and, with dice, the totals and the outcome. `spent` have already shot this bound."""
    finding = Finding()
    enemy = fighter(position, target)
    if enemy is None or not shooters:
        return finding.rule("shooting", {"legal": False})
    which = None if edge is None else EDGES.index(edge)
    volley = gather(position, shooters, enemy, _turn(position, position.base(shooters[0]).side), spent)
    faults = volley.faults
    if which is not None and (volley.legal or volley.crowded):
        faults += tuple(cannot_aim_at(position, volley, which))
    cite(finding, faults)
    if faults and not (volley.crowded and len(faults) == 1):
        return finding.rule("shooting", {"legal": False})
    cite(finding, volley.grounds)
    sheets = factor_sheets(position, volley, finding)
    for sheet in sheets:
        finding.add_sheet(sheet)
    sums = (sheets[0].sum, sheets[1].sum)
    answer: dict[str, Any] = {
        "legal": volley.legal,
        "principal": volley.principal,
        "factors": list(sums),
        "exchange": volley.answered is not None,
    }
    if dice is not None:
        answer |= resolve(position, volley, sums, dice, which, finding)
        winner = volley.principal if answer.get("loser") == volley.target.id else volley.target.id
        answer |= places_after(position, answer, winner)
    return finding.rule("shooting", answer)


def _shot(value: Any, position: Position) -> tuple[str, str]:
    """A pair of shooter and target."""
    shooter, target = list_of(BASE_OR_PLACE, 2).check(value, position)
    return (BASE.check(shooter, position), target)


_EDGE = one_of(*EDGES)
_SHOT = Kind("[shooter, target]", _shot)

QUESTIONS = (
    Question(
        "may_shoot",
        "whether a shooter may shoot at a target, and at which edge",
        {
            "shooter": BASE,
            "target": BASE_OR_PLACE,
            "edge": _EDGE.or_none(),
            "shot_at_by": list_of(BASE).or_none(),
        },
        may_shoot,
        {"edge": "edges"},
    ),
    Question("targets", "the targets a shooter may choose", {"shooter": BASE}, targets),
    Question(
        "may_allocate",
        "whether all the shots of a side may be given out like this",
        {"side": TEXT, "shots": list_of(_SHOT)},
        may_allocate,
    ),
    Question(
        "may_shoot_together",
        "whether some shooters may shoot together at one target",
        {"shooters": list_of(BASE), "target": BASE_OR_PLACE, "spent": list_of(BASE).or_none()},
        may_shoot_together,
    ),
    Question(
        "shooting",
        "the principal, the totals and the outcome of a shooting",
        {
            "shooters": list_of(BASE),
            "target": BASE_OR_PLACE,
            "dice": list_of(DIE, 2).or_none(),
            "edge": _EDGE.or_none(),
            "spent": list_of(BASE).or_none(),
        },
        shooting,
    ),
    *_ODDS,
)
