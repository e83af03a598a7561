"""The tactical move of a group: its shape, distance, ground, zones, contacts and cost."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.book import table
from debellis.dba.moving import command, rivers
from debellis.dba.moving.further_moves import judge_further
from debellis.dba.moving.group_contacts import Contacts, contacts_of, judge_group_contacts, touched_pairs
from debellis.dba.moving.group_ground import (
    Fords,
    Pace,
    cite_dismounting,
    cite_ground,
    judge_lengths,
    judge_line,
    judge_rivers,
    known,
    pace_of,
    stopped_at_river,
    try_group_rivers,
)
from debellis.dba.moving.group_plans import Plan, plan_group
from debellis.dba.moving.group_ways import judge_ways
from debellis.dba.moving.group_zones import judge_group_zones
from debellis.dba.moving.moves import Bound, Judged, Move
from debellis.dba.moving.speeds import good_limit, river_limit
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.march import March
from debellis.manoeuvre.zones import lined_up
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def judge_group(position: Position, move: Move, bound: Bound, dice: Chance, finding: Finding) -> Judged:
    """Judge the tactical move of a group.

    As with a single element, a move stopped by its river dice is not legal as asked, but `after` shows what happened.
    """
    verdict = finding if isinstance(finding, Verdict) else Verdict()
    plan = plan_group(position, move, verdict)
    cost = _price(position, plan, move, bound, verdict)
    if plan.march is None or not verdict.legal:
        judged = _refused(position, plan, cost)
    else:
        judged = _judge(position, plan.march, plan.road, bool(move.dismount), bound, cost, dice, verdict)
    if verdict is not finding:
        finding.absorb(verdict)
    return judged


def _price(position: Position, plan: Plan, move: Move, bound: Bound, verdict: Verdict) -> int:
    """The cost of the move, once for the whole group. Refused if the bound has too few PIPs left."""
    movers = plan.march.names if plan.march is not None else tuple(b.id for b in plan.members)
    places = () if move.through is None else (move.through,)
    order = command.read_move(position, movers, tuple(name for name in move.dismount if name in movers), places)
    cost = command.price(verdict, position, order, bound.number)
    verdict.measure("cost", cost, "pips")
    command.obeys(position, movers, verdict)
    command.of_one_command(position, movers, verdict)
    command.pay(position, movers, cost, bound.pips, verdict)
    return cost


def _refused(position: Position, plan: Plan, cost: int) -> Judged:
    """The judgement of a move that no group can make, with the distance asked for and the slowest member's limit."""
    limit = min((good_limit(position, b.kind) for b in plan.members), default=0.0)
    asked = plan.asked if plan.march is None else max(plan.march.measured)
    return Judged(False, asked, limit, cost)


def _judge(
    position: Position,
    found: March,
    road: Terrain | None,
    dismounting: bool,
    bound: Bound,
    cost: int,
    dice: Chance,
    verdict: Verdict,
) -> Judged:
    pace = pace_of(position, found, road)
    worst = max(range(len(found.members)), key=lambda i: _used(found, pace, i))
    if found.in_line:
        judge_line(position, found, pace, verdict)
    judge_lengths(position, found, pace, verdict)
    judge_ways(position, found, road, verdict)
    after = _after(position, found, pace.fords)
    contacts = contacts_of(position, found, after)
    shifted = _judge_shift(position, found, contacts, verdict)
    judge_group_zones(position, found, contacts, shifted, dismounting, verdict)
    judge_group_contacts(position, found, contacts, after, dismounting, verdict)
    judge_rivers(position, found, pace, bound, contacts.good, verdict)
    _judge_further(position, found, contacts, after, road is not None, bound, verdict)
    tried = try_group_rivers(position, found, pace, dice, verdict) if verdict.legal else rivers.Tried()
    far, most = found.measured[worst], pace.speeds[worst].limit
    if tried.nature in ("normal", "difficult"):
        most = min(most, river_limit(position))
    verdict.measure("distance", far, limit=most)
    if not verdict.legal:
        happened = _happened(position, found, pace, tried)
        return Judged(False, far, most, cost, happened, (), tried.nature, tried.closed)
    _cite_legal(position, found, pace, road, dismounting, bound, verdict)
    pairs = touched_pairs(found, contacts)
    return Judged(True, far, most, cost, known(after, tried), pairs, tried.nature, tried.closed)


def _happened(position: Position, found: March, pace: Pace, tried: rivers.Tried) -> Position | None:
    """What actually happened when river dice stopped a move; None if no river did."""
    if tried.gone is None:
        return None
    stopped = stopped_at_river(found, pace, tried)
    if stopped is None:
        return known(position, tried)
    fords = tuple(rivers.fords(position, b, legs) for b, legs in zip(stopped.members, stopped.legs, strict=True))
    return known(_after(position, stopped, fords), tried)


def _used(found: March, pace: Pace, i: int) -> float:
    """The share of its move that a member uses, rounded so that equal shares compare equal."""
    limit = pace.speeds[i].limit
    return round(found.measured[i] / limit, 9) if limit > 0.0 else float("inf")


def _judge_shift(position: Position, found: March, contacts: Contacts, verdict: Verdict) -> bool:
    """Judge a sideways shift: at most half a base width, near an enemy, to line up with it or contact it.

    Returns whether there was a legal shift.
    """
    aside = found.total("shift")
    if aside == 0.0:
        return False
    faults = len(verdict.faults)
    most = position.scale.base_widths(table(position, "group")["sideways_shift_max_bw"])
    names = ("BOB-MOV-7c", "DBA22-B12.2.3")
    verdict.measure("shift", aside, limit=most)
    if aside > most + COINCIDE:
        who = together(found.names)
        says = f"{who} would shift {aside:.2f} mm sideways, {aside - most:.2f} mm more than half a base width"
        verdict.refuse(says, *names)
    near = _near_when_shifting(position, found, verdict)
    if near is not None and not any(_aims_at(position, found, contacts, name) for name in near):
        says = (
            f"{together(found.names)} would shift neither to line up with {', '.join(near)} nor to contact it, "
            "and a group shifts for nothing else"
        )
        verdict.refuse(says, *names)
    if len(verdict.faults) > faults:
        return False
    verdict.cite_all(names, f"near an enemy the group may shift {aside:.2f} mm sideways to line up or to contact it")
    return True


def _near_when_shifting(position: Position, found: March, verdict: Verdict) -> list[str] | None:
    """The enemies within a base width of the group each time it shifts. Refused, with None, if there are none."""
    reach = position.scale.base_widths(table(position, "group")["sideways_shift_enemy_within_bw"])
    near = [enemy.id for enemy in position.enemies(found.members[0].side)]
    closest = float("inf")
    for stride in found.strides:
        if stride.step.shift == 0.0:
            continue
        away = {n: min(gap(m.start, position.base(n).rectangle) for m in stride.motions) for n in near}
        closest = min(away.values(), default=float("inf"))
        near = [name for name in near if away[name] <= reach + COINCIDE]
    if near:
        return near
    where = "there is none on the table" if closest == float("inf") else f"the nearest is {closest:.2f} mm away"
    says = f"{together(found.names)} may shift sideways only within {reach:g} mm of an enemy, and {where}"
    if closest < float("inf"):
        verdict.measure("to the nearest enemy", closest, limit=reach)
    verdict.refuse(says, "BOB-MOV-7c", "DBA22-B12.2.3")
    return None


def _aims_at(position: Position, found: March, contacts: Contacts, name: str) -> bool:
    """Whether some member ends lined up with an enemy or in combat contact with it."""
    if name in contacts.conforming or any(enemy == name for _, enemy in contacts.legal):
        return True
    enemy = position.base(name).rectangle
    return any(lined_up(found.end(i), enemy) for i in range(len(found.members)))


def _after(position: Position, found: March, fords: Fords) -> Position:
    """The position after a march."""
    there = {}
    for base, arrived, legs, own in zip(found.members, found.arrived, found.legs, fords, strict=True):
        crossing = rivers.crossing_after(base, legs, own, position, arrived.rectangle)
        there[base.id] = arrived if arrived.crossing == crossing else replace(arrived, crossing=crossing)
    return replace(position, bases=tuple(there.get(b.id, b) for b in position.bases))


def _judge_further(
    position: Position,
    found: March,
    contacts: Contacts,
    after: Position,
    by_road: bool,
    bound: Bound,
    verdict: Verdict,
) -> None:
    """Judge each member that has already moved in this bound, by the rules of its type."""
    earlier = [name for name in found.names if bound.moves.get(name, 0)]
    if not earlier:
        return
    for i, base in enumerate(found.members):
        judge_further(
            position, base, found.legs[i], bound, verdict,
            after=after, contacts=contacts.touched[i], by_road=by_road,
            dismounting=found.arrived[i].kind != base.kind,
        )  # fmt: skip
    if not verdict.legal:
        return
    says = f"a further move of {', '.join(earlier)} in this bound costs its own PIPs"
    verdict.cite_all(("BOB-EXT-1a", "BOB-PIP-3", "BOB-GLO-2"), says)
    if len(earlier) < len(found.names):
        _cite_joined(position, found, earlier, verdict)


def _cite_joined(position: Position, found: March, earlier: list[str], verdict: Verdict) -> None:
    """Cite that members used a move to join others that had not moved, and that all go on together for one PIP."""
    says = f"{', '.join(earlier)} moved before to join the others, who had not moved; all go on as one group"
    horse = all(base.kind in table(position, "further_moves")["keeping_away"] for base in found.members)
    if horse:
        verdict.cite("BOB-EXT-1g", says)
    if not horse or len(earlier) == 1:
        verdict.cite("BOB-EXT-1f", says)


def _cite_legal(
    position: Position,
    found: March,
    pace: Pace,
    road: Terrain | None,
    dismounting: bool,
    bound: Bound,
    verdict: Verdict,
) -> None:
    """Cite what makes a group move legal."""
    _cite_steps(found, verdict)
    if found.forms in ("column", "front"):
        what = "a column" if found.forms == "column" else "a narrower front"
        verdict.cite_all(("BOB-MOV-7d", "DBA22-B12.2.5"), f"a group may contract to {what} as it moves")
    cite_ground(position, found, pace, road, verdict)
    if dismounting:
        cite_dismounting(found, verdict)
    off = [b.id for b in found.arrived if is_off(b.rectangle, position.size)]
    if off:
        says = f"{', '.join(off)} end partly off the table: they may, and count as lost"
        verdict.cite_all(("BOB-VIC-3a", "DBA22-B32.1"), says)


def _cite_steps(found: March, verdict: Verdict) -> None:
    """Cite that a move combines straight steps and wheels, or wheels on both corners."""
    pivots = {stride.step.pivot for stride in found.strides if stride.turns}
    if found.wheels and (found.total("advance") > 0.0 or len(pivots) > 1):
        says = "a group may go straight and wheel in one move, on either front corner in turn"
        verdict.cite_all(("BOB-MOV-7h", "BOB-AUT-5", "DBA22-B12.2.2"), says)
