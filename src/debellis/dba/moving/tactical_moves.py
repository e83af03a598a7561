"""Questions about tactical moves: may an element or group make this move, contact an enemy, or break off."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance, Needed
from debellis.dba.book import table
from debellis.dba.moving.breaking_off import in_melee_with, judge_break_off
from debellis.dba.moving.command import DISMOUNT, PIPS
from debellis.dba.moving.contacting import cite_no_adjusting, is_legal, touched, touched_places
from debellis.dba.moving.group_moves import judge_group
from debellis.dba.moving.moves import Bound, Judged, Move, Pips
from debellis.dba.moving.single_moves import judge_single
from debellis.dba.moving.speeds import Speed, good_limit
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.nearest import nearest_legal
from debellis.mechanics.move_arguments import END, POSE, STEP, WrittenStep, group_steps, poses_along
from debellis.mechanics.two_dice import DIE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import (
    BASE,
    BASE_OR_PLACE,
    FEATURE,
    FLAG,
    NUMBER,
    WHOLE,
    BadQuestion,
    Kind,
    Question,
    list_of,
    table_of,
)
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict


def judge(position: Position, move: Move, bound: Bound, dice: Chance, finding: Finding) -> Judged:
    """Judge a tactical move of one element or of a group."""
    if move.dismount and not table(position, "dismounting")["in_play"]:
        return _refuse_dismounting(position, move, bound, dice, finding)
    if len(move.elements) == 1 and not move.steps and not move.ends:
        return judge_single(position, move, bound, dice, finding)
    return judge_group(position, move, bound, dice, finding)


def _refuse_dismounting(position: Position, move: Move, bound: Bound, dice: Chance, finding: Finding) -> Judged:
    """Refuse a move because nobody may dismount in play, and judge it without the dismounting."""
    mounted = Verdict()
    judged = judge(position, replace(move, dismount=()), bound, dice, mounted)
    says = f"{', '.join(move.dismount)} cannot dismount in play: the foot would have been deployed instead"
    clauses = tuple(table(position, "dismounting")["clauses"])
    if not mounted.legal:
        finding.absorb(mounted)
    if isinstance(finding, Verdict):
        finding.faults.extend(mounted.faults)
        finding.refuse(says, *clauses)
    else:
        finding.cite_all(clauses, says)
    return replace(judged, legal=False, after=None, touched=())


def may_move(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    to: Pose | None = None,
    path: tuple[Pose, ...] = (),
    steps: tuple[WrittenStep, ...] = (),
    ends: tuple[tuple[str, Pose], ...] = (),
    road: str | None = None,
    enters: str | None = None,
    through: str | None = None,
    dismount: bool | tuple[str, ...] = False,
    remount: bool = False,
    move_number: int = 1,
    bound: int | None = None,
    dice: tuple[int, ...] = (),
    **course: Any,
) -> Ruling:
    """Whether an element or group may make a tactical move: `legal`, `distance` and `limit` in mm, `cost` in PIPs."""
    move = written_move(
        position,
        element=element,
        group=group,
        to=to,
        path=path,
        steps=steps,
        ends=ends,
        road=road,
        enters=enters,
        through=through,
        dismount=dismount,
    )
    names, poses = move.elements, move.path
    around = _bound(position, names, bound, move_number, **course)
    verdict = Verdict()
    if remount:
        says = f"{', '.join(names)} cannot mount again: those that dismounted stay on foot for the game"
        verdict.refuse(says, *table(position, "dismounting")["remount_clauses"])
    judged = _with_dice(position, move, around, dice, verdict)
    answer = _answer(judged, verdict)
    if not verdict.legal and element is not None and poses:
        _add_nearest(position, position.base(element), move, around, answer, verdict)
    if group:
        from debellis.dba.moving.group_nearest import add_places

        add_places(position, move, around, judged, answer, verdict)
    return verdict.rule("may_move", answer)


def written_move(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    to: Pose | None = None,
    path: tuple[Pose, ...] = (),
    steps: tuple[WrittenStep, ...] = (),
    ends: tuple[tuple[str, Pose], ...] = (),
    road: str | None = None,
    enters: str | None = None,
    through: str | None = None,
    dismount: bool | tuple[str, ...] = False,
) -> Move:
    """The move that written arguments describe; BadQuestion if they describe none."""
    names = _movers(element, group)
    _check_features(position, road, enters, through)
    if element is not None and steps:
        path, steps = poses_along(position.base(element), steps), ()
    told, about = group_steps(steps)
    if about:
        raise BadQuestion("no group turns about here", "steps")
    return Move(
        elements=names,
        path=_poses(position, element, to, path, enters),
        steps=told,
        ends=dict(ends),
        road=road,
        enters=enters,
        through=through,
        dismount=_dismounters(position, names, dismount),
    )


def may_contact(
    position: Position, *, mover: str, target: str, to: Pose, dice: tuple[int, ...] = (), **course: Any
) -> Ruling:
    """Whether a single tactical move may end at a pose in legal contact with a target."""
    verdict = Verdict()
    move = Move(elements=(mover,), path=(to,))
    around = _bound(position, (mover,), None, 1, **course)
    judged = _with_dice(position, move, around, dice, verdict)
    kind = _contact_kind(position, position.base(mover), to, target)
    if kind == "none" or (verdict.legal and not _in_legal_contact(position, position.base(mover), to, target)):
        _refuse_no_contact(position, mover, target, to, verdict)
    answer = _answer(judged, verdict)
    answer["kind"] = kind
    if not verdict.legal:
        _add_nearest(position, position.base(mover), move, around, answer, verdict, target)
    return verdict.rule("may_contact", answer)


def _refuse_no_contact(position: Position, mover: str, target: str, to: Pose, verdict: Verdict) -> None:
    """Refuse an end that does not touch the target at all, or is on top of it."""
    verdict.refuse(f"{mover} would not end in a legal contact with {target}", "BOB-CON-2h", "DBA22-B15.2")
    base = position.base(mover)
    if position.has_base(target) and position.base(target).on_table:
        enemy = position.base(target)
        if overlaps(to.rectangle(base.width, base.depth), enemy.rectangle):
            cite_no_adjusting(position, base, enemy, verdict)


def _contact_kind(position: Position, base: Base, to: Pose, target: str) -> str:
    """How an element would touch a target at a pose: a kind of contact, "place", "partial" or "none"."""
    end = to.rectangle(base.width, base.depth)
    name = target
    if position.has_base(target) and position.base(target).inside is not None:
        name = position.base(target).inside or target
    if position.has_base(name):
        if overlaps(end, position.base(name).rectangle):
            return "none"
        return next((one.kind for one in touched(position, base, end) if one.enemy == name), "none")
    return "place" if any(p.id == name for p in touched_places(position, base, end)) else "none"


def may_break_off(
    position: Position, *, element: str, distance: float, dice: tuple[int, ...] = (), **course: Any
) -> Ruling:
    """Whether an element may break off from melee straight back by a distance."""
    verdict = Verdict()
    base = position.base(element)
    if not base.on_table:
        raise BadQuestion(f"element must stand on the table, and {element} is inside {base.inside}", "element")
    around = _bound(position, (element,), None, 1, **course)
    if not in_melee_with(position, base):
        still = Speed("good", good_limit(position, base.kind))
        judge_break_off(position, base, (), distance, still, around, verdict)
        answer = {"legal": False, "distance": distance, "limit": still.limit, "faults": verdict.faults}
        return verdict.rule("may_break_off", answer)
    back = base.rectangle.advanced(-distance)
    move = Move(elements=(element,), path=(Pose(back.front, back.facing),))
    judged = _with_dice(position, move, around, dice, verdict)
    return verdict.rule("may_break_off", _answer(judged, verdict))


def _movers(element: str | None, group: tuple[str, ...]) -> tuple[str, ...]:
    if (element is None) == (not group):
        raise BadQuestion("may_move needs either element or group", "element")
    return (element,) if element is not None else group


def _check_features(position: Position, road: str | None, enters: str | None, through: str | None) -> None:
    if road is not None and position.feature(road).kind != "road":
        raise BadQuestion(f"road must be a road, and {road} is {position.feature(road).kind}", "road")
    for key, name in (("enters", enters), ("through", through)):
        if name is not None and not position.feature(name).is_place:
            raise BadQuestion(f"{key} must be a camp or town, and {name} is {position.feature(name).kind}", key)


def _poses(
    position: Position, element: str | None, to: Pose | None, path: tuple[Pose, ...], enters: str | None
) -> tuple[Pose, ...]:
    """The poses of a single move. A group has steps or ends instead."""
    if to is not None and path:
        raise BadQuestion("give either to or path, not both", "path")
    poses = path if to is None else (to,)
    if element is not None and not poses and enters is None:
        raise BadQuestion("may_move of an element needs to, path, steps or enters", "to")
    return poses


def _dismounters(position: Position, names: tuple[str, ...], dismount: bool | tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(dismount, bool):
        return dismount
    if not dismount:
        return ()
    return tuple(name for name in names if position.base(name).dismounts) or names


def _bound(
    position: Position,
    names: tuple[str, ...],
    number: int | None,
    move_number: int,
    *,
    closed: tuple[str, ...] = (),
    moves: dict[str, int] | None = None,
    contacted: tuple[str, ...] = (),
    dismounted: tuple[str, ...] = (),
    pips: Pips = None,
) -> Bound:
    """The bound that a question describes. By default it is the second, with no moves made before.

    `moves` gives moves already made by single elements, if they differ.
    """
    if move_number < 1:
        raise BadQuestion("move_number must be 1 or more", "move_number")
    made = {name: move_number - 1 for name in names} if move_number > 1 else {}
    return Bound(
        number=number or position.bound or 2,
        moves={**made, **(moves or {})},
        contacted=frozenset(contacted),
        dismounted=frozenset(dismounted),
        closed=frozenset(closed),
        pips=pips,
    )


def _with_dice(position: Position, move: Move, around: Bound, given: tuple[int, ...], verdict: Verdict) -> Judged:
    """Judge with the dice of a question. All of them must be used."""
    dice = Chance(given)
    try:
        judged = judge(position, move, around, dice, verdict)
    except Needed as needed:
        raise BadQuestion(f"dice must also hold the die for {needed.throw.why}", "dice") from None
    if dice.left_over:
        raise BadQuestion(f"dice holds {len(given)} dice and only {len(dice.thrown)} are rolled", "dice")
    return judged


def _answer(judged: Judged, verdict: Verdict) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "legal": judged.legal and verdict.legal,
        "distance": judged.distance,
        "limit": judged.limit,
        "cost": judged.cost,
        "faults": verdict.faults,
    }
    if judged.nature is not None:
        answer["nature"] = judged.nature
    if judged.closed is not None:
        answer["closed"] = judged.closed
    return answer


def _add_nearest(
    position: Position,
    base: Base,
    move: Move,
    around: Bound,
    answer: dict[str, Any],
    verdict: Verdict,
    target: str | None = None,
) -> None:
    """Add and draw the nearest legal place."""

    def allowed(pose: Pose) -> bool:
        if target is not None and not _in_legal_contact(position, base, pose, target):
            return False
        try:
            return judge(position, replace(move, path=(*move.path[:-1], pose)), around, Chance(), Verdict()).legal
        except Needed:
            return False

    if base.on_table and len(move.path) > 1:
        base = replace(base, front=move.path[-2].front, facing=move.path[-2].facing)
    found = nearest_legal(position, base, move.path[-1], allowed)
    if found is not None:
        answer["nearest"] = {"front": list(found.front), "facing": bearing(found.facing) + 0.0}
        verdict.draw("area", found.rectangle(base.width, base.depth).corners, "ghost", "nearest legal place")


def _in_legal_contact(position: Position, base: Base, pose: Pose, target: str) -> bool:
    end = pose.rectangle(base.width, base.depth)
    contacts = touched(position, base, end)
    if position.has_base(target) and position.base(target).on_table:
        return any(one.enemy == target and is_legal(position, base, end, contacts, one) for one in contacts)
    return _contact_kind(position, base, pose, target) == "place"


#: The arguments that describe a move.
MOVE: dict[str, Kind] = {
    "element": BASE.or_none(),
    "group": list_of(BASE).or_none(),
    "to": POSE.or_none(),
    "path": list_of(POSE).or_none(),
    "steps": list_of(STEP).or_none(),
    "ends": list_of(END).or_none(),
    "road": FEATURE.or_none(),
    "enters": FEATURE.or_none(),
    "through": FEATURE.or_none(),
    "dismount": DISMOUNT.or_none(),
}

#: The arguments that tell what the bound has seen before the move, and the PIPs that are left.
COURSE: dict[str, Kind] = {
    "closed": list_of(FEATURE).or_none(),
    "moves": table_of(WHOLE).or_none(),
    "contacted": list_of(BASE).or_none(),
    "dismounted": list_of(BASE).or_none(),
    "pips": PIPS.or_none(),
}

#: Arguments that have no effect together with others.
APART: dict[str, tuple[str, ...]] = {
    "group": ("element", "to", "path"),
    "element": ("ends",),
    "to": ("path", "steps"),
    "path": ("steps",),
    "ends": ("steps",),
}

QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_move",
        "whether an element or group may make a tactical move, how far it goes and may go, and what it costs",
        MOVE
        | {
            "remount": FLAG.or_none(),
            "move_number": WHOLE.or_none(),
            "bound": WHOLE.or_none(),
            "dice": list_of(DIE).or_none(),
        }
        | COURSE,
        may_move,
        apart=APART,
    ),
    Question(
        "may_contact",
        "whether a single tactical move may end at a pose in legal contact with a target",
        {"mover": BASE, "target": BASE_OR_PLACE, "to": POSE, "dice": list_of(DIE).or_none()} | COURSE,
        may_contact,
    ),
    Question(
        "may_break_off",
        "whether an element may break off from melee straight back by a distance",
        {"element": BASE, "distance": NUMBER, "dice": list_of(DIE).or_none()} | COURSE,
        may_break_off,
    ),
)
