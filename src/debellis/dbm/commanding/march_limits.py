"""How near enemies a march may go: 200 paces, or 50 for foot that faces few enough skirmishers and lone elements."""

from __future__ import annotations

from debellis.dbm.grouping.groups import commands_of, front_rank, own_holders, partners
from debellis.dbm.grouping.neighbourhood import is_near, reach_of
from debellis.dbm.measures import in_paces, paces
from debellis.dbm.moving.lining_up import MARCHING, shift_is_straight
from debellis.dbm.setting_up.sections import Section, reaches_out
from debellis.dbm.troops import arm, is_skirmisher, service, troop
from debellis.dbm.works import defends
from debellis.geometry.plane import COINCIDE, distance, middle, quarter_turned
from debellis.geometry.rectangle import Rectangle, gap
from debellis.manoeuvre.nearing import first_within, nearest
from debellis.manoeuvre.ways import GroupWay
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict, permit
from debellis.umpire.wording import together

FAR, NEAR_START, REDUCED = "DBM32-P18-march-200", "IWF-14.1a", "DBM32-P18-march-50"
MOVERS, ENEMY, NUMBER = "DBM32-P18-march-50-movers", "DBM32-P18-march-50-enemy", "DBM32-P18-march-50-number"
WORKS = "IWF-2.4"
STRAIGHT, STOP, WITHIN = "DBM32-P18-march-straight", "DBM32-P18-march-stop", "DBM32-GLOSS-within-paces"


class Near(Value, frozen=True):
    """A known enemy with its distance at the start of a march and its least distance during the march, in mm.

    `section` names the works it defends. It counts as standing at their outside edge.
    """

    enemy: Base
    at_start: float
    least: float
    where: Rectangle
    section: str = ""


def limit_of(position: Position, reduced: bool = False) -> float:
    """How near enemies a march may go, in mm."""
    return paces(position, float(table(position, "distances")["march_limit_reduced" if reduced else "march_limit"]))


def approaches(found: GroupWay, known: tuple[Base, ...], reach: float, works: tuple[Section, ...] = ()) -> list[Near]:
    """The distance of each known enemy from a march. Enemies that are certainly out of reach are left out."""
    near: list[Near] = []
    box = reach_of(found.ways)
    for enemy in known:
        section = next((one for one in works if defends(enemy, one)), None)
        if section is None and not is_near(enemy, box, reach):
            continue
        where = enemy.rectangle if section is None else _outside(section)
        near.append(
            Near(
                enemy,
                min(gap(base.rectangle, where) for base in found.members),
                min(nearest(way.motions, where) for way in found.ways),
                where,
                "" if section is None else section.name,
            )
        )
    return near


def _outside(section: Section) -> Rectangle:
    """The ground of a section with its outside edge as front."""
    a, b = section.outside
    across = ((b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b))
    facing = quarter_turned(across, 3)
    if reaches_out((a[0] + facing[0], a[1] + facing[1]), section) < 0.0:
        facing = quarter_turned(across, 1)
    return Rectangle(middle(a, b), facing, distance(a, b), section.depth)


def count(enemies: list[Base]) -> int:
    """The number of elements among some bases. A double base counts as two."""
    return sum(1 if troop(enemy).rear is None else 2 for enemy in enemies)


def judge_limits(
    position: Position,
    found: GroupWay,
    known: tuple[Base, ...],
    verdict: Verdict,
    works: tuple[Section, ...] = (),
) -> float:
    """Judge how near known enemies a march starts and goes. Returns the limit that applied, in mm."""
    far = limit_of(position)
    near = approaches(found, known, far + COINCIDE, works)
    least = min((one.least for one in near), default=float("inf"))
    if near:
        verdict.measure("nearest known enemy", in_paces(position, least), "paces", in_paces(position, far))
    if least >= far - COINCIDE:
        _cite_exact(position, [one for one in near if one.least <= far + COINCIDE], far, verdict)
        return far
    concerned = [one for one in near if one.least <= far + COINCIDE]
    why = _why_not(position, found, concerned, far)
    if why is not None:
        closest = min(concerned, key=lambda one: one.least)
        away = in_paces(position, closest.least)
        says = f"{_marchers(found)} cannot march: {closest.enemy.id} is {away:.1f} paces away, closer than 200"
        verdict.refuse(says, NEAR_START, FAR, *((WORKS,) if closest.section else ()))
        for clause, sentence in why:
            verdict.cite(clause, sentence)
        return far
    _judge_reduced(position, found, concerned, far, verdict)
    return limit_of(position, True)


def _cite_exact(position: Position, near: list[Near], limit: float, verdict: Verdict) -> None:
    """Cite that a march at exactly the limit is allowed."""
    if not near:
        return
    said = f"{near[0].enemy.id} is exactly {in_paces(position, limit):g} paces away, and not closer"
    permit(verdict, said, NEAR_START, *((FAR,) if limit == limit_of(position) else ()))
    if any(one.section for one in near):
        permit(verdict, "a defender of works counts as standing at their outside edge", WORKS)
    if any(one.at_start <= limit + COINCIDE for one in near):
        permit(verdict, f"{said}: it does not stop a march from starting", "IWF-14.1b")


def _why_not(position: Position, found: GroupWay, near: list[Near], far: float) -> list[tuple[str, str]] | None:
    """Why a march may not come nearer than 200 paces, with the clauses. None if it may."""
    wrong = [base.id for base in found.members if not may_come_near(position, base)]
    if wrong:
        return [(MOVERS, f"{', '.join(wrong)} is neither foot on its own feet nor a general")]
    for one in near:
        reason = _grouped(position, one.enemy)
        if reason is not None:
            return reason
    front = len(front_rank([base.rectangle for base in found.members]))
    begun = [one.enemy for one in near if one.at_start <= far + COINCIDE]
    if count(begun) >= front:
        says = f"{count(begun)} enemy elements are within 200 paces and the front rank has {front}"
        doubles = [("IWF-4.4", f"{e.id} is a double base and counts as two") for e in begun if troop(e).rear]
        return [(NUMBER, says), *(doubles if len(begun) < front else [])]
    return None


def may_come_near(position: Position, base: Base) -> bool:
    """Whether a mover is foot without mounts, or a general with the troops on his base."""
    if service(base).rank is not None:
        return True
    what = troop(base)
    halves = (what,) if what.rear is None else (what, what.rear)
    return all(arm(position.edition, half.type) == "foot" and not half.on_mounts for half in halves)


def _grouped(position: Position, enemy: Base) -> list[tuple[str, str]] | None:
    """Why an enemy keeps a march at 200 paces: it is not a skirmisher and is part of a group. None if it does not."""
    what = troop(enemy)
    halves = (what,) if what.rear is None else (what, what.rear)
    if all(is_skirmisher(position.edition, half) for half in halves):
        return None
    if what.rear is not None:
        return [(ENEMY, f"{enemy.id} is no skirmisher"), ("IWF-4.4", f"{enemy.id} is a double base and a group")]
    others = partners(position, enemy)
    if not others:
        return None
    found = [(ENEMY, f"{enemy.id} is no skirmisher and part of a group with {others[0].id}")]
    if all(len(commands_of((enemy, other))) > 1 for other in others):
        found.append(("IWF-12.3a", f"{enemy.id} and {others[0].id} are one group at rest, of whatever commands"))
    return found


def _judge_reduced(position: Position, found: GroupWay, near: list[Near], far: float, verdict: Verdict) -> None:
    """Judge a march that comes nearer than 200 paces to enemies that allow it."""
    limit = limit_of(position, True)
    names = ", ".join(one.enemy.id for one in near)
    says = f"foot may march to 50 paces of {names}, who are skirmishers or alone and fewer than its front rank"
    faults = len(verdict.faults)
    _judge_straight(position, found, verdict)
    if len(verdict.faults) == faults:
        _judge_stop(position, found, near, far, verdict)
    closest = min(near, key=lambda one: one.least)
    if closest.least < limit - COINCIDE:
        away = in_paces(position, closest.least)
        at_works = (WORKS,) if closest.section else ()
        says = f"{_marchers(found)} would come to {away:.1f} paces of {closest.enemy.id}, closer than 50"
        verdict.refuse(says, NEAR_START, REDUCED, *at_works)
    elif len(verdict.faults) == faults:
        permit(verdict, says, REDUCED, "DBM32-FIG16b")
        for one in near:
            if own_holders(position, one.enemy) and not is_skirmisher(position.edition, troop(one.enemy)):
                alone = f"{one.enemy.id} with its horse holders is alone, not part of a group"
                permit(verdict, alone, "IWF-3.3b")
        _cite_exact(position, [one for one in near if one.least <= limit + COINCIDE], limit, verdict)


def _marchers(found: GroupWay) -> str:
    return together([base.id for base in found.members])


def _judge_straight(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge that a march nearer than 200 paces is straight ahead throughout."""
    if not found.straight:
        says = f"{_marchers(found)} must march straight ahead all the way, to come closer than 200 paces to enemy"
        verdict.refuse(says, STRAIGHT, "DBM32-FIG16a")
    elif abs(found.shift) > COINCIDE and not shift_is_straight(position, MARCHING):
        says = f"{_marchers(found)} would shift to line up, which is not straight ahead but for PIPs"
        verdict.refuse(says, STRAIGHT, "IWF-13.8a")


def _judge_stop(position: Position, found: GroupWay, near: list[Near], far: float, verdict: Verdict) -> None:
    """Judge that a march stops when as many enemies are within 200 paces as it has elements in its front rank."""
    front = len(front_rank([base.rectangle for base in found.members]))
    gone = max(way.length for way in found.ways)
    reached = sorted(
        (min(first_within(base.rectangle, gone, one.where, far) for base in found.members), one.enemy.id)
        for one in near
    )
    within: list[Base] = []
    for at, name in reached:
        within.append(position.base(name))
        if count(within) < front:
            continue
        says = f"after {at:.2f} mm {count(within)} enemy elements are within 200 paces, as many as its front rank"
        verdict.measure("must stop after", at, limit=gone)
        if gone > at + COINCIDE:
            verdict.refuse(f"{_marchers(found)} must stop sooner: {says}", STOP, "DBM32-FIG16a")
        else:
            permit(verdict, f"{says}, and it stops there", STOP, "DBM32-FIG16a")
        break
    exact = [one.enemy.id for one in near if abs(one.least - far) <= COINCIDE]
    if exact:
        verdict.cite(WITHIN, f"{', '.join(exact)} at exactly 200 paces is within 200 paces")
