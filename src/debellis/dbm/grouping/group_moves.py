"""The move of a group: what is allowed, how far, over what ground, past which elements, and how it ends."""

from __future__ import annotations

from typing import Any

from debellis.dbm.commanding.orders import describe
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.commands import is_unreliable
from debellis.dbm.contacts import Legal
from debellis.dbm.demoralised import judge_no_advance
from debellis.dbm.grouping.columns import EXPAND, FORM
from debellis.dbm.grouping.ground import judge_ground
from debellis.dbm.grouping.group_contacts import judge_contact, judge_engaged, judge_group_zones
from debellis.dbm.grouping.groups import (
    MARCH,
    TACTICAL,
    column_order,
    elements_of,
    judge_commands,
    judge_group,
    names_each_once,
    shape,
)
from debellis.dbm.grouping.neighbourhood import ahead_of, around, around_one, is_near, reach_of
from debellis.dbm.grouping.planning import plan
from debellis.dbm.grouping.ways import difficult, limit, meets_ground, reach
from debellis.dbm.grouping.wheeling import judge_lengths
from debellis.dbm.measures import base_width, paces
from debellis.dbm.moving.contacting import ending
from debellis.dbm.moving.gaps import judge_gaps
from debellis.dbm.moving.lining_up import judge_crossing, judge_shift, seen_enemies
from debellis.dbm.moving.passing import direction_of, is_destroyed, judge_passing, may_pass, passed_through
from debellis.dbm.moving.speeds import runs_aground
from debellis.dbm.troops import has_moved, is_holder, noted_now, service, troop
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.rectangle import Rectangle, gap, overlaps
from debellis.geometry.turning import free_share
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.groups import moved_as_one
from debellis.manoeuvre.legs import crosses
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import GroupWay, Way
from debellis.mechanics.move_arguments import END, FORWARD_STEP, group_steps
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict, permit
from debellis.umpire.wording import together

LINE_UP, NO_MOUNTING, HALTED, REPEAT = (
    "DBM32-P17-group-lineup",
    "DBM32-P17-group-nomount",
    "DBM32-HALT-exclusive",
    "DBM32-P18-march-repeat",
)


def judge(
    position: Position,
    *,
    group: tuple[str, ...],
    steps: tuple[Any, ...] = (),
    ends: tuple[Any, ...] = (),
    manoeuvre: str | None = None,
    about: bool = False,
    action: str = TACTICAL,
    dismount: Any = False,
    mount: Any = False,
    embark: Any = False,
    disembark: Any = False,
    **more: Any,
) -> Ruling:
    """The ruling on a tactical or march move of a group, by steps or to the ends of its members."""
    if manoeuvre not in (None, FORM, EXPAND):
        raise BadQuestion(f"manoeuvre must be {FORM} or {EXPAND}", "manoeuvre")
    if action == MARCH:
        return _march(position, group, steps, ends, manoeuvre, about, bool(dismount), more)
    verdict, weighing = Verdict(), DeferredVerdict()
    read, turns = group_steps(tuple(FORWARD_STEP.check(step, position) for step in steps))
    there: dict[str, Pose] = dict(END.check(end, position) for end in ends)
    doing = tuple(
        word
        for word, asked in (
            ("dismount", dismount),
            ("mount", mount),
            ("embark", embark),
            ("disembark", disembark),
        )
        if asked
    )
    if not read and not there and not about and not turns and not doing:
        raise BadQuestion("may_move of a group needs steps or ends", "steps")
    found = judge_move(position, group, read, there, manoeuvre, about or turns, action, doing, weighing)
    weighing.settle(verdict)
    return verdict.decide("may_move", **_answer(position, found))


def _march(
    position: Position,
    group: tuple[str, ...],
    steps: tuple[Any, ...],
    ends: tuple[Any, ...],
    manoeuvre: str | None,
    about: bool,
    dismount: bool,
    more: dict[str, Any],
) -> Ruling:
    """Pass a march to the march rules."""
    from debellis.dbm.commanding.marches import may_march

    read, turns = group_steps(tuple(FORWARD_STEP.check(step, position) for step in steps))
    about = about or turns
    there = tuple(END.check(end, position) for end in ends)
    who: dict[str, Any] = {"group": group} if len(group) > 1 else {"element": group[0]}
    if len(group) == 1 and there:
        who, there = {**who, "to": there[0][1]}, ()
    kept = {key: value for key, value in more.items() if key in ("known", "march_number")}
    return may_march(
        position, steps=read, ends=there, manoeuvre=manoeuvre, about=about, dismount=dismount, **who, **kept
    )


def _answer(position: Position, found: GroupWay | None) -> dict[str, Any]:
    if found is None:
        return {}
    worst = max(
        range(len(found.members)),
        key=lambda i: round(found.ways[i].length / max(limit(position, found.members[i]), COINCIDE), 9),
    )
    names = [base.id for base in found.members]
    members = tuple(position.base(name) for name in names)
    lost = run_down(position, found)
    return ({"destroyed": list(lost)} if lost else {}) | {
        "distance": found.ways[worst].length,
        "limit": reach(position, found, found.members[worst]),
        "cost": total(price(position, members, Order(TACTICAL, describe(around(position, found), members, found)))),
        "fronts": {name: list(end.front) for name, end in zip(names, found.ends, strict=True)},
        "facings": {name: bearing(end.facing) for name, end in zip(names, found.ends, strict=True)},
    }


def judge_move(
    position: Position,
    group: tuple[str, ...],
    steps: tuple[Step, ...],
    ends: dict[str, Pose],
    manoeuvre: str | None,
    about: bool,
    action: str,
    doing: tuple[str, ...],
    verdict: Verdict,
) -> GroupWay | None:
    """Judge a group move. Returns its way, or None if a group cannot make it."""
    members = elements_of(position, group)
    if not names_each_once(group, verdict) or not _may_act(position, members, action, doing, verdict):
        return None
    found = plan(position, members, steps, ends, manoeuvre, about, verdict)
    if found is None:
        return None
    whole, position = position, around(position, found)
    if not found.forms and not found.breaks_off:
        judge_lengths(position, found, verdict)
        _judge_difficult(position, found, verdict)
        starts = [base.rectangle for base in members]
        if not moved_as_one(starts, found.ends) and shape(starts) is not None and shape(found.ends) is None:
            verdict.refuse(f"{together([base.id for base in members])} would not end as one group", "DBM-B16.2")
    judge_ground(position, found, verdict)
    for base, way in zip(found.members, found.ways, strict=True):
        judge_no_advance(whole, base, way.motions, verdict)
    _judge_way(position, found, verdict)
    endings = [ending(position, b, end) for b, end in zip(found.members, found.ends, strict=True)]
    touching = [one for each in endings for one in each.legal]
    _judge_shift(position, found, touching, verdict)
    if verdict.legal:
        judge_engaged(position, found, verdict)
        judge_group_zones(position, found, touching, verdict)
        judge_contact(position, found, endings, verdict)
    if verdict.legal and action == TACTICAL:
        _cite_far_away(whole, found, verdict)
    return found


def _may_act(
    position: Position, members: tuple[Base, ...], action: str, doing: tuple[str, ...], verdict: Verdict
) -> bool:
    """Whether the elements are one group that may now move as one."""
    faults = len(verdict.faults)
    group = [base.id for base in members]
    if not members or any(base.side != members[0].side or not base.on_table for base in members):
        who = together(group) if group else "nobody"
        verdict.refuse(f"{who} cannot be a group: it is made of elements of one side on the table", "DBM-B16.2")
        return False
    if len(members) > 1:
        told = Finding()
        if judge_group(position, members, told) is None:
            verdict.absorb(told)
            verdict.faults.append(f"{together(group)} are not one group")
            return False
        for reason in told.reasons.values():
            permit(verdict, reason.says, reason.clause)
        if not judge_commands(members, action, verdict):
            strangers = [b.id for b in members if service(b).command != service(members[0]).command]
            verdict.bar(*strangers, wherever=True)
            verdict.faults.append(f"{together(strangers)} serves in another command than {members[0].id}")
    if doing and len(members) > 1:
        says = f"{together(group)} cannot {' or '.join(doing)} in a group move: single elements do that"
        verdict.refuse(says, NO_MOUNTING)
    judge_earlier(position, members, action, verdict)
    return len(verdict.faults) == faults


def judge_earlier(position: Position, members: tuple[Base, ...], action: str, verdict: Verdict) -> None:
    """Judge earlier acts in this bound. Halts and moves exclude each other, and so do marches and tactical moves.

    The command of an unreliable ally-general does not move at all.
    """
    idle = [base.id for base in members if is_unreliable(position, base)]
    if idle:
        verdict.bar(*idle, wherever=True)
        command = service(position.base(idle[0])).command
        verdict.refuse(f"{together(idle)} cannot move yet: {command} is unreliable", "DBM-B15.1")
    halted = [base.id for base in members if noted_now(position, base, "halted")]
    if halted:
        verdict.bar(*halted, wherever=True)
        verdict.refuse(f"{together(halted)} took part in a halt this bound and cannot move", HALTED)
    marched = [base.id for base in members if noted_now(position, base, "marched")]
    if marched and action == TACTICAL:
        verdict.bar(*marched, wherever=True)
        verdict.refuse(f"{together(marched)} already marched this bound and cannot make a tactical move too", REPEAT)
    moved = [base.id for base in members if has_moved(position, base)]
    if moved and action == MARCH:
        verdict.bar(*moved, wherever=True)
        verdict.refuse(f"{together(moved)} already made a tactical move this bound and cannot march too", REPEAT)
    elif moved:
        verdict.bar(*moved, wherever=True)
        has = "has" if len(moved) == 1 else "have"
        verdict.refuse(f"{together(moved)} {has} already moved this bound", "DBM-B14.3")


def _judge_difficult(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge that no group wider than one element enters difficult going, unless all elements are psiloi."""
    if all(troop(base).type == "Ps" for base in found.members):
        return
    if column_order([base.rectangle for base in found.members]) is not None:
        return
    met: dict[str, str] = {}
    for base, way in zip(found.members, found.ways, strict=True):
        piece = next((p for p in difficult(position, base) if meets_ground(way, p)), None)
        if piece is not None:
            met[base.id] = piece.id
    if met:
        ground = together(list(dict.fromkeys(met.values())))
        says = f"{together(list(met))} would be in {ground}, difficult going, in a group more than one element wide"
        verdict.bar(*met)
        verdict.refuse(says, "DBM-B16.8")


def _judge_way(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Judge that no member goes through enemies, ends on another base, or leaves the table."""
    names = {base.id for base in found.members}
    ends = found.ends
    for i, (base, way) in enumerate(zip(found.members, found.ways, strict=True)):
        for enemy in seen_enemies(position, base.side):
            if any(free_share(motion, enemy.rectangle) < 1.0 for motion in way.motions):
                verdict.refuse(f"{enemy.id} stands in the way of {base.id}")
        others = around_one(position, way, names - {base.id}, base_width(position))
        for friend in others.friends(base.side):
            if friend.id != base.id and not is_holder(friend) and _meets_friend(others, base, way, friend):
                verdict.refuse(f"{friend.id} stands in the way of {base.id}", "DBM-B21.2")
        judge_passing(others, base, way.legs, verdict)
        touching = any(meet(way.end, enemy.rectangle).touching for enemy in seen_enemies(position, base.side))
        before = ahead_of(others, base)
        if len(before.bases) > 1 or position.terrain:
            shift = _shift_leg(found, way)
            judge_gaps(before, base, way.legs, verdict, touching=touching, contracting=found.forms == FORM, shift=shift)
        for j in range(i):
            if overlaps(way.end, ends[j]):
                verdict.refuse(f"{base.id} would end on {found.members[j].id}")
        if runs_aground(position, base, way.end):
            verdict.refuse(f"{base.id} would end on land, and vessels move on water only", "DBM-B30.1")
        if is_off(way.end, position.size):
            verdict.refuse(f"{base.id} would end partly off the table")


def _meets_friend(position: Position, base: Base, way: Way, friend: Base) -> bool:
    """Whether a friend that a member may not pass stands on its way or at its end."""
    if overlaps(way.end, friend.rectangle):
        return not _runs_down(position, base, way, friend)
    return any(
        free_share(motion, friend.rectangle) < 1.0 and not may_pass(position, base, friend, direction_of(leg))
        for motion, leg in zip(way.motions, way.legs, strict=True)
    )


def _runs_down(position: Position, base: Base, way: Way, friend: Base) -> bool:
    """Whether a friend is destroyed as a member begins to pass through it."""
    passed = [leg for leg in way.legs if crosses(leg, friend.rectangle)]
    return bool(passed) and is_destroyed(position, base, friend, direction_of(passed[0]))


def run_down(position: Position, found: GroupWay) -> tuple[str, ...]:
    """The friends that a way of elements destroys by passing through them."""
    names = {base.id for base in found.members}
    lost: dict[str, None] = {}
    for base, way in zip(found.members, found.ways, strict=True):
        for friend, direction in passed_through(position, base, way.legs):
            if friend.id not in names and is_destroyed(position, base, friend, direction):
                lost[friend.id] = None
    return tuple(lost)


def _judge_shift(position: Position, found: GroupWay, touching: list[Legal], verdict: Verdict) -> None:
    """Judge a sideways shift: a group may make only one, to line up with an enemy within one base width."""
    shifts = [step.shift for step in found.steps if abs(step.shift) > COINCIDE]
    if not shifts:
        return
    if len(shifts) > 1:
        who = together([base.id for base in found.members])
        says = f"{who} would shift sideways {len(shifts)} times, and a group has one shift to line up"
        verdict.refuse(says, "DBM32-P18-para2a")
        if found.wheels:
            verdict.cite("DBM32-P18-para2c", "with a wheel too there is one shift: before, during or after it")
        return
    right = shifts[0]
    movers = [(b, _before_shift(found, i)) for i, b in enumerate(found.members)]
    faults = len(verdict.faults)
    lined = judge_shift(position, movers, right, verdict)
    if len(verdict.faults) > faults:
        verdict.cite(LINE_UP, "a group shifts sideways only to line up with enemy within one base width")
        return
    permit(verdict, "a group may shift to line up with enemy within one base width", LINE_UP)
    forward = max(way.length for way in found.ways)
    says = f"the shift is free of distance: the group goes {forward:.2f} mm and shifts besides"
    permit(verdict, says, "IWF-13.7.2", "DBM32-P18-para2e")
    judge_crossing(position, movers, right, lined, touching, verdict)


def _shift_leg(found: GroupWay, way: Way) -> int | None:
    """Which leg of a member's way is the sideways shift of its group. None if there is none."""
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    at = next((k for k, step in enumerate(moving) if step.shift), None)
    return at if at is not None and at < len(way.legs) else None


def _before_shift(found: GroupWay, i: int) -> Rectangle:
    """Where a member stands when the shift begins."""
    way = found.ways[i]
    moving = [step for step in found.steps if step.advance or step.wheel or step.shift]
    at = max(k for k, step in enumerate(moving) if step.shift)
    return way.motions[min(at, len(way.motions) - 1)].start


def _cite_far_away(position: Position, found: GroupWay, verdict: Verdict) -> None:
    """Cite that a tactical move needs no enemy near, if none is near."""
    near = paces(position, float(table(position, "distances")["march_limit"]))
    side = found.members[0].side
    places = [base.rectangle for base in found.members] + found.ends
    box = reach_of(found.ways)
    close = [enemy for enemy in seen_enemies(position, side) if is_near(enemy, box, near + COINCIDE)]
    if all(gap(place, enemy.rectangle) > near + COINCIDE for enemy in close for place in places):
        permit(verdict, "a tactical move may be made anywhere, with no known enemy near", "IWF-3.7a")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_move_group",
        "whether a group may move like this: by steps, or to the ends of its members",
        {
            "group": list_of(BASE),
            "steps": list_of(FORWARD_STEP).or_none(),
            "ends": list_of(END).or_none(),
            "manoeuvre": one_of(FORM, EXPAND).or_none(),
            "about": FLAG.or_none(),
            "action": one_of(TACTICAL, MARCH).or_none(),
            "march_number": WHOLE.or_none(),
            "dismount": FLAG.or_none(),
            "mount": FLAG.or_none(),
            "embark": FLAG.or_none(),
            "disembark": FLAG.or_none(),
        },
        judge,
        apart={"steps": ("ends", "manoeuvre")},
        needs={"manoeuvre": ("ends",), "march_number": ("action",)},
    ),
)
