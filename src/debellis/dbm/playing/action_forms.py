"""The actions of a battle of DBM as people write them, in the words of the questions."""

from __future__ import annotations

from typing import Any

from debellis.battle.action_forms import ActionForm
from debellis.battle.rules import Resign
from debellis.dbm.mounts.dismounting import DOUBLE, SINGLES
from debellis.dbm.moving.movement import STAGE
from debellis.dbm.playing.actions import (
    Advance,
    AllotPips,
    Arrive,
    Board,
    Choose,
    DeclineShot,
    Dismount,
    EndBound,
    EndMoves,
    Fight,
    Halt,
    Land,
    ManWorks,
    Mount,
    MoveElements,
    MoveTogether,
    PickShooter,
    Press,
    RollPips,
    Shoot,
    SpringAmbush,
    Storm,
    TurnToFace,
)
from debellis.dbm.playing.set_up_forms import SET_UP_FORMS
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.move_arguments import END, FORWARD_STEP, POSE, WrittenStep, group_steps, is_forward, poses_along
from debellis.mechanics.two_dice import DIE
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, NUMBER, TABLE, TEXT, BadQuestion, list_of, one_of, table_of


def _move(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] = (),
    to: Pose | None = None,
    path: tuple[Pose, ...] = (),
    steps: tuple[WrittenStep, ...] = (),
    ends: tuple[tuple[str, Pose], ...] = (),
    **more: Any,
) -> MoveElements:
    if (element is None) == (not group):
        raise BadQuestion("move needs either element or group", "element")
    way = path if to is None else (to,)
    if element is not None and not is_forward(steps):
        if not position.has_base(element):
            raise BadQuestion(f"{element} is not on the table: say where it goes by to or path", "element")
        way, steps = poses_along(position.base(element), steps), ()
    told, turns = group_steps(steps)
    more = {**more, "about": True} if turns else more
    return MoveElements((element,) if element is not None else group, way, told, dict(ends), **more)


_NAMES = list_of(BASE)
#: Elements that may still be in ambush: whether a side has them is judged with the order.
_OWN_NAMES = list_of(TEXT)
_MOVE = {
    "element": TEXT.or_none(),
    "group": _OWN_NAMES.or_none(),
    "to": POSE.or_none(),
    "path": list_of(POSE).or_none(),
    "steps": list_of(FORWARD_STEP).or_none(),
    "ends": list_of(END).or_none(),
    "manoeuvre": one_of("column", "expand").or_none(),
    "about": FLAG.or_none(),
    "march": FLAG.or_none(),
    "conform": _NAMES.or_none(),
    "expands_on": BASE.or_none(),
    "contracts_behind": BASE.or_none(),
}

ACTION_FORMS: dict[str, ActionForm] = {
    form.name: form
    for form in (
        *SET_UP_FORMS,
        ActionForm("roll_pips", "begin a bound: a die for each command", {}, lambda position: RollPips()),
        ActionForm(
            "allot_pips",
            "which of the dice thrown together goes to which command",
            {"dice": table_of(DIE)},
            lambda position, dice: AllotPips(dice),
        ),
        ActionForm("move", "a tactical or march move of an element or group", _MOVE, _move),
        ActionForm(
            "move_together",
            "elements move at the same time so that enemy can be contacted",
            {"sequence": list_of(STAGE)},
            lambda position, sequence: MoveTogether(sequence),
        ),
        ActionForm(
            "dismount",
            "elements dismount where they stand",
            {
                "elements": _NAMES,
                "close_up": FLAG.or_none(),
                "holders": FLAG.or_none(),
                "double_base": one_of(SINGLES, DOUBLE).or_none(),
            },
            lambda position, elements, **more: Dismount(elements, **more),
        ),
        ActionForm(
            "mount",
            "elements that dismounted mount again where they stand",
            {"elements": _NAMES, "close_up": FLAG.or_none()},
            lambda position, elements, close_up=False: Mount(elements, close_up),
        ),
        ActionForm(
            "arrive",
            "elements of one command come on over a table edge: where each stands then",
            {"places": table_of(POSE)},
            lambda position, places: Arrive(places),
        ),
        ActionForm(
            "board",
            "an element goes aboard a beached vessel",
            {"element": BASE, "vessel": BASE},
            lambda position, element, vessel: Board(element, vessel),
        ),
        ActionForm(
            "land",
            "the element aboard a beached vessel steps off",
            {"vessel": BASE, "to": POSE},
            lambda position, vessel, to: Land(vessel, to),
        ),
        ActionForm(
            "halt",
            "keep an element or group from moving on its own",
            {"elements": _OWN_NAMES},
            lambda position, elements: Halt(elements),
        ),
        ActionForm("end_moves", "no more moves and halts this bound", {}, lambda position: EndMoves()),
        ActionForm(
            "advance",
            "the next element that moves on its own",
            {"element": BASE, "choice": TEXT.or_none(), "steps": list_of(TABLE).or_none()},
            lambda position, element, choice=None, steps=(): Advance(element, choice, steps),
        ),
        ActionForm(
            "turn_to_face",
            "the next element that turns to face",
            {"element": BASE, "first": BASE.or_none()},
            lambda position, element, first=None: TurnToFace(element, first),
        ),
        ActionForm(
            "spring_ambush",
            "who is shown of those in ambush, to shoot",
            {"elements": list_of(TEXT).or_none()},
            lambda position, elements=(): SpringAmbush(elements),
        ),
        ActionForm(
            "pick_shooter",
            "the shooter of either side whose shooting is settled next",
            {"shooter": BASE},
            lambda position, shooter: PickShooter(shooter),
        ),
        ActionForm(
            "shoot",
            "the main shooter, its target and who aids it",
            {"shooter": BASE, "target": BASE, "helpers": _NAMES.or_none(), "edge": one_of(*EDGES).or_none()},
            lambda position, shooter, target, helpers=(), edge=None: Shoot(shooter, target, helpers, edge),
        ),
        ActionForm("decline_shot", "the picked shooter leaves its shot", {}, lambda position: DeclineShot()),
        ActionForm(
            "fight",
            "the close combat that is fought next",
            {"attacker": BASE, "defender": BASE},
            lambda position, attacker, defender: Fight(attacker, defender),
        ),
        ActionForm(
            "man_works",
            "which of several equally near defenders mans the works against an assaulter",
            {"element": BASE, "defender": BASE},
            lambda position, element, defender: ManWorks(element, defender),
        ),
        ActionForm(
            "storm",
            "the assault on works that is fought next; `main` is the main attacker at a corner nobody defends",
            {"element": BASE, "main": BASE.or_none()},
            lambda position, element, main=None: Storm(element, main),
        ),
        ActionForm(
            "press",
            "a group presses forward straight ahead by a distance",
            {"elements": _NAMES, "far": NUMBER},
            lambda position, elements, far: Press(elements, far),
        ),
        ActionForm("end_bound", "nobody else presses forward", {}, lambda position: EndBound()),
        ActionForm(
            "choose",
            "how a recoil or flight goes on, of the options its owner has",
            {"option": TEXT},
            lambda position, option: Choose(option),
        ),
        ActionForm("resign", "give up", {}, lambda position: Resign()),
    )
}
