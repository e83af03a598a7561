"""The questions about moving: may an element move there, into contact, through friends; zones, gaps and lining up."""

from __future__ import annotations

from typing import Any

from debellis.dbm.moving import conforming, gaps, lining_up, passing, simultaneous, starts, zones
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.nearest_moves import nearest_legal
from debellis.dbm.moving.single_moves import judge_single
from debellis.dbm.moving.special_moves import free_turn
from debellis.dbm.moving.speeds import with_allowance
from debellis.dbm.moving.zones import pinning
from debellis.geometry.plane import bearing, direction
from debellis.mechanics.move_arguments import END, FORWARD_STEP, POSE, WrittenStep, poses_along
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import (
    BASE,
    BASE_OR_PLACE,
    FLAG,
    NUMBER,
    POINT,
    TABLE,
    TEXT,
    WHOLE,
    BadQuestion,
    Kind,
    Question,
    checked,
    list_of,
    one_of,
)
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict, permit

MARCH = "march"


def _stage(value: Any, position: Position) -> tuple[str, Pose]:
    if isinstance(value, tuple):
        name, known = value
        return str(name), known
    given = checked(
        "a partial move", {"element": BASE, "front": POINT, "facing": NUMBER}, TABLE.check(value, position), position
    )
    return given["element"], Pose(given["front"], direction(given["facing"]))


STAGE = Kind("partial move { element, front, facing }", _stage)


def may_move(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    to: Pose | None = None,
    path: tuple[Pose, ...] | None = None,
    steps: tuple[WrittenStep, ...] = (),
    dismount: bool = False,
    expands_on: str | None = None,
    contracts_behind: str | None = None,
    allowance: float | None = None,
    **given: Any,
) -> Ruling:
    """Whether an element, or a group, may make a move."""
    names = group if element is None else (element,)
    if not names:
        raise BadQuestion("may_move needs element or group", "element")
    if allowance is not None:
        position = with_allowance(position, names, allowance)
    if element is None:
        return _judge_group(position, names, {**given, "steps": steps, "dismount": dismount})
    base = position.base(element)
    if dismount:
        if steps or given:
            raise BadQuestion("an element dismounts where it stands; give dismount alone", "dismount")
        return _may_dismount(position, base)
    if to is None and not path and not steps:
        raise BadQuestion("may_move of an element needs to, path, steps or dismount", "to")
    if given.get("action") == MARCH:
        return _judge_march(position, element, to, path, steps, given)
    poses = poses_along(base, steps) if steps else (to,) if to is not None else path or ()
    places = tuple(pose.rectangle(base.width, base.depth) for pose in poses)
    move = Move(base, places, to is None, None, expands_on, contracts_behind)
    verdict = Verdict()
    if not free_turn(position, move):
        _judge_earlier(position, base, verdict)
    judged = judge_single(position, move, verdict)
    return verdict.decide("may_move", **_answer(judged), **_instead(position, move, judged))


def _judge_march(
    position: Position,
    element: str,
    to: Pose | None,
    path: tuple[Pose, ...] | None,
    steps: tuple[WrittenStep, ...],
    given: dict[str, Any],
) -> Ruling:
    """Pass the march of an element to the march rules."""
    from debellis.dbm.commanding.marches import may_march

    number = given.get("march_number", 1)
    if to is not None:
        return may_march(position, element=element, to=to, march_number=number)
    return may_march(position, element=element, path=path or (), steps=steps, march_number=number)


def _instead(position: Position, move: Move, judged: Judged) -> dict[str, Any]:
    """The nearest legal place to the end of a refused move, if one is found."""
    found = None if judged.legal or move.expands_on or move.contracts_behind else nearest_legal(position, move, judged)
    return {} if found is None else {"nearest": {"front": list(found.front), "facing": bearing(found.facing)}}


def _judge_earlier(position: Position, base: Base, verdict: Verdict) -> None:
    """Refuse a tactical move of an element that halted or marched in this bound."""
    from debellis.dbm.grouping.group_moves import judge_earlier

    judge_earlier(position, (base,), "tactical", verdict)


def _judge_group(position: Position, group: tuple[str, ...], given: dict[str, Any]) -> Ruling:
    """Pass a group's move to the group rules."""
    from debellis.dbm.grouping.group_moves import judge

    return judge(position, group=group, **given)


def _answer(judged: Judged) -> dict[str, Any]:
    return {
        "distance": judged.distance,
        "limit": judged.limit,
        "contacts": {name: kind for name, kind in judged.contacts},
        "zones": list(judged.zones),
        "passed": list(judged.passed),
        "destroyed": list(judged.destroyed),
        "removed": list(judged.removed),
        "exchanged": list(judged.exchanged),
        "displaced": {
            name: {"front": list(place.front), "facing": bearing(place.facing)} for name, place in judged.displaced
        },
    }


def _may_dismount(position: Position, base: Base) -> Ruling:
    """Judge dismounting on the spot. Enemy zones do not forbid it."""
    verdict = DeferredVerdict()
    if base.dismounts is None:
        verdict.refuse(f"{base.id} is not of those that may dismount", "DBM-B7.1")
    pins = pinning(position, base.side, base.rectangle)
    if pins:
        names = " and ".join(enemy.id for enemy in pins)
        says = f"{base.id} may dismount though it is in the zone of {names}"
        permit(verdict, says, "IWF-13.5a", "DBM-B17.5")
    told = Verdict()
    verdict.settle(told)
    return told.decide("may_move", distance=0.0, limit=0.0)


def may_contact(position: Position, *, mover: str, target: str, to: Pose) -> Ruling:
    """Whether an element may move to a place in legal contact with an enemy."""
    base = position.base(mover)
    verdict = Verdict()
    _judge_earlier(position, base, verdict)
    move = Move(base, (to.rectangle(base.width, base.depth),))
    judged = judge_single(position, move, verdict)
    kinds = dict(judged.contacts)
    if target not in kinds and not any(name == target for name in judged.removed) and verdict.legal:
        verdict.refuse(f"{mover} does not end in legal contact with {target}", "IWF-1.1")
    answer = {"distance": judged.distance, "limit": judged.limit, "kind": kinds.get(target, "none")}
    return verdict.decide("may_contact", **answer, **_instead(position, move, judged))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_move",
        "whether an element or group may make a tactical or march move",
        {
            "element": BASE.or_none(),
            "to": POSE.or_none(),
            "path": list_of(POSE).or_none(),
            "dismount": FLAG.or_none(),
            "expands_on": BASE.or_none(),
            "contracts_behind": BASE.or_none(),
            "group": list_of(BASE).or_none(),
            "steps": list_of(FORWARD_STEP).or_none(),
            "ends": list_of(END).or_none(),
            "manoeuvre": TEXT.or_none(),
            "about": FLAG.or_none(),
            "action": one_of("tactical", MARCH).or_none(),
            "march_number": WHOLE.or_none(),
            "mount": FLAG.or_none(),
            "embark": FLAG.or_none(),
            "disembark": FLAG.or_none(),
            "allowance": NUMBER.or_none(),
        },
        may_move,
        apart={
            "group": ("element", "to", "path", "expands_on", "contracts_behind"),
            "element": ("ends", "manoeuvre", "about", "mount", "embark", "disembark"),
            "to": ("path", "steps", "dismount"),
            "path": ("steps", "dismount"),
            "steps": ("ends", "manoeuvre", "expands_on"),
        },
        needs={
            "manoeuvre": ("ends",),
            "march_number": ("action",),
            "expands_on": ("to", "path"),
            "contracts_behind": ("to", "path", "steps"),
        },
    ),
    Question(
        "may_move_together",
        "whether elements may move at the same time so that enemy can be contacted",
        {"sequence": list_of(STAGE)},
        simultaneous.may_move_together,
    ),
    Question(
        "may_contact",
        "whether an element may move into legal contact with an enemy at a place",
        {"mover": BASE, "target": BASE, "to": POSE},
        may_contact,
    ),
    Question(
        "counts_straight",
        "whether a straight move with a lining-up shift counts as straight ahead for a purpose",
        {"shift": NUMBER, "purpose": one_of(*lining_up.PURPOSES)},
        lining_up.counts_straight,
    ),
    Question(
        "may_reach",
        "which flanks of an enemy, and whether its rear, an element may contact from where it stands",
        {"element": BASE, "enemy": BASE},
        starts.may_reach,
    ),
    Question(
        "in_zone",
        "whether an element is in an enemy's zone of control",
        {"element": BASE, "enemy": BASE},
        zones.in_zone,
    ),
    Question(
        "conform",
        "whether and where an element conforms to a group that moved into it",
        {
            "element": BASE,
            "touched_by": BASE.or_none(),
            "moved": list_of(BASE),
            "steps": list_of(FORWARD_STEP).or_none(),
            "straight": FLAG.or_none(),
            "advanced": NUMBER.or_none(),
            "order": list_of(BASE).or_none(),
        },
        conforming.conform,
        apart={"steps": ("straight", "advanced")},
    ),
    Question(
        "gap",
        "the gap between two bodies, and whether an element may enter it freely",
        {"between": list_of(BASE_OR_PLACE, 2), "element": BASE.or_none()},
        gaps.ask_gap,
    ),
    Question(
        "may_pass_through",
        "whether an element may pass through a friend",
        {
            "mover": BASE,
            "friend": BASE,
            "move": one_of(passing.TACTICAL, passing.RECOIL).or_none(),
            "direction": one_of(*passing.DIRECTIONS).or_none(),
        },
        passing.may_pass_through,
    ),
)
