"""What comes of an answer to a charge: how far evaders get and whether they are caught, and the first combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from debellis.mechanics.odds_answer import exact
from debellis.meg.arguments import HAND, UNIT, question
from debellis.meg.chances import engagement_told, engagements
from debellis.meg.charging.contact import REMOVED, fate_of
from debellis.meg.charging.evading import evade_distance, judge_shift
from debellis.meg.charging.meeting import may_countercharge, may_intercept
from debellis.meg.charging.responding import judge_response, way_of
from debellis.meg.charging.turning import EDGE, aside, fly, turned_towards
from debellis.meg.charging.way import Way, reached_at, slid
from debellis.meg.fighting.claims import CHARGE
from debellis.meg.fighting.engagement import Circumstances
from debellis.meg.moving.steps import STEP, UnitStep
from debellis.meg.moving.walking import walk
from debellis.meg.troops import SUG, is_flexible
from debellis.meg.units import bases_of, facing_of, unit_of
from debellis.meg.words import EVADES
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import NUMBER, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

STAND, COUNTERCHARGE, INTERCEPT, SKIRMISH = "stand", "countercharge", "intercept", "skirmish"
#: How those who go to meet a charge are judged.
MEETING = {COUNTERCHARGE: may_countercharge, INTERCEPT: may_intercept}
#: The scores of the variable distance die.
SCORES = (1, 2, 3, 4, 5, 6)


def _consequences(
    position: Position,
    unit: str,
    charger: str,
    response: str,
    steps: tuple[UnitStep, ...] = (),
    shift: float = 0.0,
    hand: str = "right",
) -> Ruling:
    verdict = Verdict()
    group, enemy = unit_of(position, unit), unit_of(position, charger)
    if response in MEETING:
        ruling = MEETING[response](position, unit, charger, steps)
        verdict.faults.extend(ruling.answer["faults"] if not ruling.answer["legal"] else ())
        for reason in ruling.because:
            verdict.cite(reason.clause, reason.says)
    else:
        judge_response(verdict, position, group, enemy, response)
    judge_shift(verdict, position, shift, "MEG-33a")
    if not verdict.legal:
        return verdict.decide("consequences")
    if response in EVADES:
        return verdict.decide("consequences", **_flight(verdict, position, group, enemy, response, shift, hand))
    meets = bases_of(position, unit)
    charging: tuple[str, ...] = (charger,)
    if response != STAND:
        meets = walk(group, meets, facing_of(position, group), steps).end
        charging = (charger, unit)
    return verdict.decide("consequences", **_clash(verdict, position.placed(_places(meets)), group, enemy, charging))


def _places(bases: tuple[Base, ...]) -> dict[str, Any]:
    return {base.id: base.rectangle for base in bases}


def _flight(
    verdict: Verdict, position: Position, unit: Unit, charger: Unit, response: str, shift: float, hand: str
) -> dict[str, Any]:
    """How far an evader gets with each score, and the chances that it is caught or leaves the table."""
    way = way_of(position, charger.id)
    wanted = (-way.towards[0], -way.towards[1]) if response == SKIRMISH else way.towards
    start = turned_towards(position, unit, wanted)
    if shift:
        start = aside(start, way.towards, shift, hand)
    gone: list[float] = []
    caught = leaves = tests = 0
    stopped: dict[str, int] = {}
    for score in SCORES:
        flight = fly(position, unit, start, way.towards, evade_distance(position, unit, response, score, verdict))
        gone.append(flight.gone)
        edge = flight.stopped_by == EDGE
        lost = edge and unit.kind == SUG and not is_flexible(unit)
        leaves += lost
        tests += edge and not lost
        if flight.enemy or flight.friend:
            stopped[flight.stopped_by] = stopped.get(flight.stopped_by, 0) + 1
        caught += not lost and reached_at(way, flight.bases) is not None
    return {
        "least": min(gone),
        "most": max(gone),
        "caught": _chance(caught),
        "swept_away": bool(caught) and fate_of(position, charger, unit, Finding()) == REMOVED,
        "leaves_table": _chance(leaves),
        "tests_at_edge": _chance(tests),
        "stopped_by": {name: _chance(count) for name, count in stopped.items()},
    }


def _chance(count: int) -> Any:
    return exact(Fraction(count, len(SCORES)))


def _clash(
    verdict: Verdict, position: Position, unit: Unit, charger: Unit, charging: tuple[str, ...]
) -> dict[str, Any]:
    """Whether the charge reaches those who stand or come to meet it, and the odds of the charge combat between them."""
    way = way_of(position, charger.id)
    reached = reached_at(way, bases_of(position, unit.id))
    if reached is None:
        verdict.cite("MEG-B15.20", f"{charger.id} does not reach {unit.id}.")
        return {"reached": False, "swept_away": False, "combat": None}
    if fate_of(position, charger, unit, Finding()) == REMOVED:
        verdict.cite("MEG-B15.14", f"{charger.id} sweeps {unit.id} away.")
        return {"reached": True, "swept_away": True, "combat": None}
    return {"reached": True, "swept_away": False, "combat": _combat(position, way, reached, unit, charger, charging)}


def _combat(
    position: Position, way: Way, reached: float, unit: Unit, charger: Unit, charging: tuple[str, ...]
) -> dict[str, Any] | None:
    """The odds of the charge combat where the charge strikes; None if no files would fight there before they align."""
    struck = position.placed(_places(slid(way.bases, way.towards, reached)))
    pairs = engagements(struck)
    if (unit.id, charger.id) not in pairs and (charger.id, unit.id) not in pairs:
        return None
    shoots = bool(unit.troops.shoot) or any(part.troops.shoot for part in unit.parts)
    return engagement_told(struck, Circumstances(unit.id, charger.id, CHARGE, charging, (unit.id,) if shoots else ()))


QUESTIONS = (
    question(
        "consequences",
        "what comes of an answer to a charge: an evade with every score, or the first combat",
        {
            "unit": UNIT,
            "charger": UNIT,
            "response": one_of(STAND, COUNTERCHARGE, INTERCEPT, *EVADES),
            "steps": list_of(STEP).or_none(),
            "shift": NUMBER.or_none(),
            "hand": HAND.or_none(),
        },
        _consequences,
        needs={"shift": ("hand",), "hand": ("shift",)},
    ),
)
