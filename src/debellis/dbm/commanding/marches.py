"""March moves: like tactical moves, any number in a bound, limited by known enemies and ended by discovered ones."""

from __future__ import annotations

from typing import Any

from debellis.dbm.commanding.march_limits import judge_limits, limit_of
from debellis.dbm.commanding.orders import describe
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.grouping.columns import EXPAND, FORM
from debellis.dbm.grouping.group_moves import REPEAT, judge_earlier, judge_move, run_down
from debellis.dbm.grouping.groups import MARCH
from debellis.dbm.grouping.neighbourhood import around
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.moves import Move
from debellis.dbm.moving.single_moves import judge_single
from debellis.dbm.moving.zones import hidden
from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.troops import is_holder, noted, noted_now, troop
from debellis.dbm.weather import CLAUSE as WEATHER
from debellis.dbm.weather import FOG, weather_of
from debellis.dbm.works import sections_on
from debellis.geometry.plane import COINCIDE, bearing, same_direction
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.nearing import part_of
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import GroupWay, Way, direct, standing
from debellis.mechanics.move_arguments import END, FORWARD_STEP, POSE, WrittenStep, group_steps, is_forward, poses_along
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BASE, FLAG, NUMBER, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict, permit
from debellis.umpire.wording import together

NATURE, LEAVING, ENTERED = "DBM32-P18-march-nature", "IWF-3.7c", "IWF-8.2f"


def may_march(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    to: Pose | None = None,
    path: tuple[Pose, ...] = (),
    steps: tuple[WrittenStep, ...] = (),
    ends: tuple[tuple[str, Pose], ...] = (),
    manoeuvre: str | None = None,
    about: bool = False,
    known: tuple[str, ...] | None = None,
    discovers: tuple[str, ...] = (),
    discovered_after: float = 0.0,
    march_number: int = 1,
    dismount: bool = False,
    entered: bool = False,
    nearest_on_entry: float | None = None,
    sections: tuple[Section, ...] = (),
) -> Ruling:
    """Whether an element or a group may make a march move."""
    verdict = DeferredVerdict()
    names = group if element is None else (element,)
    if not names or (element is not None and group):
        raise BadQuestion("may_march needs element or group, and not both", "element")
    side = position.base(names[0]).side
    if weather_of(position) == FOG:
        verdict.refuse("Nobody marches in fog.", WEATHER)
    if element is not None and not is_forward(steps):
        path, steps = poses_along(position.base(element), steps), ()
    told, turns = group_steps(steps)
    found = _way(position, names, to, path, told, ends, manoeuvre, about or turns, verdict)
    if found is None:
        return _decide(verdict)
    if dismount:
        _refuse_leaving(position, found, verdict)
    enemies = _known(position, side, known, discovers)
    if entered:
        _judge_entered(position, found, enemies, nearest_on_entry, verdict)
    limit = limit_of(position)
    works = sections or sections_on(position)
    if verdict.legal:
        limit = judge_limits(position, _until(found, discovers, discovered_after), enemies, verdict, works)
    if verdict.legal and known is None:
        _cite_hidden(position, found, side, enemies, verdict)
    if verdict.legal and discovers:
        limit = _judge_discovery(position, found, enemies, discovers, discovered_after, march_number, verdict)
    if verdict.legal and any(noted_now(position, base, "marched") for base in found.members):
        permit(verdict, "elements may make as many march moves in a bound as PIPs allow", REPEAT)
    gone = max(way.length for way in found.ways)
    stopped = "discovery" if discovers else None
    bases = tuple(position.base(base.id) for base in found.members)
    cost = total(
        price(position, bases, Order(MARCH, describe(around(position, found), bases, found), march_number, stopped))
    )
    lost = run_down(position, found)
    return _decide(
        verdict,
        **({"destroyed": list(lost)} if lost else {}),
        limit=in_paces(position, limit),
        distance=gone,
        cost=cost,
        fronts={base.id: list(end.front) for base, end in zip(found.members, found.ends, strict=True)},
        facings={base.id: bearing(end.facing) for base, end in zip(found.members, found.ends, strict=True)},
    )


def _decide(verdict: DeferredVerdict, **more: Any) -> Ruling:
    told = Verdict()
    verdict.settle(told)
    return told.decide("may_march", **more)


def _way(
    position: Position,
    names: tuple[str, ...],
    to: Pose | None,
    path: tuple[Pose, ...],
    steps: tuple[Step, ...],
    ends: tuple[tuple[str, Pose], ...],
    manoeuvre: str | None,
    about: bool,
    verdict: Verdict,
) -> GroupWay | None:
    """The way of the movers by the rules of tactical moves. None if they cannot move so."""
    if len(names) > 1 or steps:
        judged = DeferredVerdict()
        found = judge_move(position, names, steps, dict(ends), manoeuvre, about, MARCH, (), judged)
        judged.settle(verdict)
        if found is not None and judged.faults:
            verdict.cite(NATURE, "a march follows the rules of a tactical move")
        return found
    base = position.base(names[0])
    judge_earlier(position, (base,), MARCH, verdict)
    found = _single(base, to, path)
    tactical = Verdict()
    if to is not None or path:
        places = tuple(pose.rectangle(base.width, base.depth) for pose in (*path, *((to,) if to else ())))
        judge_single(position, Move(base, places, bool(path)), tactical)
    if not tactical.legal:
        verdict.absorb(tactical)
        verdict.faults += tactical.faults
        verdict.cite(NATURE, "a march follows the rules of a tactical move")
    return found


def _single(base: Base, to: Pose | None, path: tuple[Pose, ...]) -> GroupWay:
    """The way of a single element through poses."""
    poses = (*path, to) if to is not None else path
    if not poses:
        return GroupWay((base,), (standing(base),))
    here = base.rectangle
    parts: list[Way] = []
    ahead = 0.0
    straight = True
    for pose in poses:
        there = pose.rectangle(base.width, base.depth)
        right, far = here.local(there.front)
        straight = straight and abs(right) <= COINCIDE and far >= 0.0 and same_direction(here.facing, there.facing)
        ahead += far
        parts.append(direct(here, there))
        here = there
    way = Way(
        tuple(motion for part in parts for motion in part.motions),
        tuple(leg for part in parts for leg in part.legs),
        tuple(length for part in parts for length in part.lengths),
    )
    return GroupWay((base,), (way,), (Step(advance=ahead),) if straight else ())


def _known(
    position: Position, side: str, known: tuple[str, ...] | None, discovers: tuple[str, ...]
) -> tuple[Base, ...]:
    """The enemies a side knows: those given, or all except hidden ambushers and those only now discovered."""
    enemies = [enemy for enemy in position.enemies(side) if not is_holder(enemy) and enemy.id not in discovers]
    if known is not None:
        return tuple(enemy for enemy in enemies if enemy.id in known)
    return tuple(enemy for enemy in enemies if not noted(enemy, "ambush") or noted(enemy, "seen"))


def _cite_hidden(position: Position, found: GroupWay, side: str, enemies: tuple[Base, ...], verdict: Verdict) -> None:
    """Cite that ambushers not yet placed do not stop a march, where they would have."""
    unseen = tuple(enemy for enemy in hidden(position, side) if not noted(enemy, "seen") and enemy not in enemies)
    for enemy in unseen:
        stopped = Verdict()
        judge_limits(position, found, (*enemies, enemy), stopped)
        if not stopped.legal:
            permit(verdict, f"{enemy.id} is in an ambush not yet placed and does not stop the march", "IWF-9.1b")


def _refuse_leaving(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Refuse a march in which an element gives up its mounts by choice."""
    names = ", ".join(b.id for b in found.members if troop(b).on_mounts or b.dismounts) or found.members[0].id
    verdict.refuse(f"{names} may leave mounts by a tactical move only, not while marching", LEAVING)


def _judge_entered(
    position: Position,
    found: GroupWay,
    enemies: tuple[Base, ...],
    nearest_on_entry: float | None,
    verdict: Verdict,
) -> None:
    """Judge a further march of elements that came on the table this bound."""
    now = min(
        (gap(base.rectangle, enemy.rectangle) for base in found.members for enemy in enemies), default=float("inf")
    )
    least = now if nearest_on_entry is None else min(now, nearest_on_entry)
    far = limit_of(position)
    if least < far - COINCIDE:
        who = together([base.id for base in found.members])
        says = f"{who} came to {in_paces(position, least):.1f} paces of enemy on entering and cannot march again"
        verdict.refuse(says, ENTERED)
    else:
        permit(verdict, "they entered without coming closer than 200 paces to enemy and may march again", ENTERED)


def _until(found: GroupWay, discovers: tuple[str, ...], after: float) -> GroupWay:
    """The part of a march before an enemy is discovered; the whole march if none is."""
    gone = max(way.length for way in found.ways)
    if not discovers or gone <= after + COINCIDE:
        return found
    share = after / gone
    ways = tuple(
        Way(part_of(way.motions, way.lengths, share), way.legs, tuple(x * share for x in way.lengths))
        for way in found.ways
    )
    return replace(found, ways=ways)


def _judge_discovery(
    position: Position,
    found: GroupWay,
    enemies: tuple[Base, ...],
    discovers: tuple[str, ...],
    after: float,
    number: int,
    verdict: Verdict,
) -> float:
    """Judge a march that discovers an enemy on its way. Returns the limit that applied, in mm."""
    gone = max(way.length for way in found.ways)
    begun = _until(found, discovers, after)
    fresh = tuple(position.base(name) for name in discovers)
    all_known = (*enemies, *fresh)
    tried = Verdict()
    reduced = judge_limits(position, begun, all_known, tried) < limit_of(position) and tried.legal
    far = limit_of(position, reduced)
    away = min(gap(end, enemy.rectangle) for end in begun.ends for enemy in fresh)
    verdict.measure("discovered at", in_paces(position, away), "paces", in_paces(position, far))
    goes_on = gone > after + COINCIDE
    if away > far + COINCIDE:
        if reduced and away <= limit_of(position) + COINCIDE:
            permit(verdict, "those who may march to 50 paces go on by that rule", "IWF-9.2b")
        return judge_limits(position, found, all_known, verdict) if goes_on else far
    names = " and ".join(discovers)
    row = table(position, "march_discovery")
    if row["first_goes_on"] and number == 1:
        says = f"{names} is discovered in a first march: the mover stops there or goes on otherwise"
        permit(verdict, says, "IWF-9.2c")
        return far
    says = f"{names} is discovered {in_paces(position, away):.1f} paces away: the march ends at once"
    if goes_on:
        verdict.refuse(says, *row["clauses"])
    else:
        permit(verdict, says, *row["clauses"])
    return far


_MOVE: dict[str, Any] = {
    "element": BASE.or_none(),
    "group": list_of(BASE).or_none(),
    "to": POSE.or_none(),
    "path": list_of(POSE).or_none(),
    "steps": list_of(FORWARD_STEP).or_none(),
    "ends": list_of(END).or_none(),
    "manoeuvre": one_of(FORM, EXPAND).or_none(),
    "about": FLAG.or_none(),
}

QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_march",
        "whether an element or a group may make a march move",
        {
            **_MOVE,
            "known": list_of(BASE).or_none(),
            "discovers": list_of(BASE).or_none(),
            "discovered_after": NUMBER.or_none(),
            "march_number": WHOLE.or_none(),
            "dismount": FLAG.or_none(),
            "entered": FLAG.or_none(),
            "nearest_on_entry": NUMBER.or_none(),
            "sections": SECTIONS.or_none(),
        },
        may_march,
        apart={
            "group": ("element", "to", "path"),
            "element": ("ends", "manoeuvre"),
            "to": ("steps", "about"),
            "path": ("steps", "about"),
            "steps": ("ends", "manoeuvre"),
        },
        needs={
            "manoeuvre": ("ends",),
            "discovered_after": ("discovers",),
            "nearest_on_entry": ("entered",),
        },
        old_names={"works": "sections"},
    ),
)
