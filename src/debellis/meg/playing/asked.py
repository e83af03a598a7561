"""The questions that ask for the judgement of a decision, with what they must answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.geometry.plane import bearing
from debellis.meg.cards.costs import DOUBLE
from debellis.meg.dice import face_of
from debellis.meg.moving.steps import written_step
from debellis.meg.playing.actions import (
    Align,
    BreakOff,
    DeclareCharge,
    Discard,
    Engage,
    Fight,
    Meet,
    Move,
    MoveGeneral,
    Pursue,
    Rearrange,
    Respond,
    Shoot,
    Step,
)
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.fighting import leader_of, so_far_known
from debellis.meg.playing.meeting import unit_steps
from debellis.meg.playing.opponents import combat_of
from debellis.meg.playing.pursuing import named_in
from debellis.meg.playing.setting_up.asked_steps import STEP_ASKS
from debellis.meg.playing.state import State, about, phase_of
from debellis.meg.units import bases_of, file_name, file_of, unit_name, unit_of
from debellis.table.pose import Pose

LEGAL = {"legal": True}


def asked_by(decided: Decided) -> tuple[Asked, ...]:
    """The questions that must agree with a decision.

    Of refusals only those that one question decides; others may concern the payment.
    """
    kind = type(decided.action)
    if kind is Respond:
        return _respond(decided)
    if kind is Fight and not decided.verdict.answer["legal"]:
        return _idle_roll(decided)
    if not decided.verdict.answer["legal"] or kind not in _ASKS:
        return ()
    return _ASKS[kind](decided)


def _respond(decided: Decided) -> tuple[Asked, ...]:
    """An answer is judged by one question alone, so its refusals must agree too."""
    state: State = decided.state
    phase, action = phase_of(state), decided.action
    if action.shift or action.toward or action.response == "countercharge":
        return ()
    if phase == "2.5":
        charger, name = state.queue[0], asked_now(state)
    elif phase == "chased":
        charger, name = about(state)
    else:
        charger, name, _ = about(state)
    arguments = {"unit": name, "charger": charger, "response": action.response}
    return (Asked("may_respond", arguments, {"legal": decided.verdict.answer["legal"]}),)


def _charge(decided: Decided) -> tuple[Asked, ...]:
    action: DeclareCharge = decided.action
    arguments: dict[str, Any] = {"on": list(action.on), "kind": action.kind}
    arguments |= {"unit": action.units[0]} if len(action.units) == 1 else {"block": list(action.units)}
    if action.wheel:
        arguments["wheel"] = {"degrees": action.wheel, "pivot": action.pivot}
    return (Asked("may_charge", arguments, LEGAL),)


def written(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    """Steps as questions write them."""
    return [written_step(step) for step in unit_steps(steps)]


def place(pose: Pose) -> dict[str, Any]:
    """A place as questions write it."""
    return {"front": list(pose.front), "facing": bearing(pose.facing)}


def _move(decided: Decided) -> tuple[Asked, ...]:
    action: Move = decided.action
    arguments: dict[str, Any] = {"action": action.action}
    arguments |= {"unit": action.units[0]} if len(action.units) == 1 else {"block": list(action.units)}
    if action.pulls is not None:
        arguments["pulls"] = action.pulls
    if action.action == DOUBLE:
        first = {"action": action.first, "steps": written(action.steps)}
        arguments["parts"] = [first, {"action": action.second, "steps": written(action.then)}]
    else:
        arguments["steps"] = written(action.steps)
    return (Asked("may_move", arguments, LEGAL),)


def _engage(decided: Decided) -> tuple[Asked, ...]:
    action: Engage = decided.action
    return (Asked("may_engage", {"unit": action.unit, "enemy": action.enemy, "by": action.by}, LEGAL),)


def _meet(decided: Decided) -> tuple[Asked, ...]:
    action: Meet = decided.action
    question = "may_countercharge" if action.how == "countercharge" else "may_intercept"
    arguments = {"unit": action.unit, "charger": decided.state.queue[0], "steps": written(action.steps)}
    return (Asked(question, arguments, LEGAL),)


def _shoot(decided: Decided) -> tuple[Asked, ...]:
    action: Shoot = decided.action
    position = decided.state.position
    return tuple(
        Asked(
            "may_shoot",
            {"shooter": file_name(file_of(position, position.base(aim.file))), "target": aim.target},
            LEGAL,
        )
        for aim in action.aims
    )


def _align(decided: Decided) -> tuple[Asked, ...]:
    action: Align = decided.action
    return (Asked("may_align", {"unit": action.unit, "to": place(action.to)}, LEGAL),)


def _roll(state: State, action: Fight) -> dict[str, Any]:
    """The arguments of `may_roll` for a combat; at the broken with all that the answer depends on."""
    position = state.position
    name = file_name(file_of(position, position.base(action.file)))
    arguments: dict[str, Any] = {"file": name, "against": action.against, "fresh": True}
    if unit_of(position, unit_name(position.base(action.against))).broken:
        known = so_far_known(state)
        arguments |= known
        arguments |= {key: _there(state, known[key]) for key in ("charging", "shot")}
    return arguments


def _idle_roll(decided: Decided) -> tuple[Asked, ...]:
    """A roll at the broken that was refused because it can change nothing."""
    if all(reason.clause != "MEG-57b" for reason in decided.verdict.because):
        return ()
    if not decided.state.position.has_base(decided.action.against):
        return ()
    return (Asked("may_roll", _roll(decided.state, decided.action), {"legal": False}),)


def _fight(decided: Decided) -> tuple[Asked, ...]:
    """Whether the file may roll; and if it fought without generals, what came of it."""
    action: Fight = decided.action
    state: State = decided.state
    position = state.position
    name = file_name(file_of(position, position.base(action.file)))
    found = [Asked("may_roll", _roll(state, action), LEGAL)]
    fought = next((event for event in decided.events if event.kind == "combat"), None)
    theirs = file_of(position, position.base(action.against))[0].id
    led = action.general or leader_of(position, theirs) is not None
    if fought is None or fought.ruling is None or fought.ruling.question != "combat" or led:
        return tuple(found)
    answer = fought.ruling.answer
    sides = (position.base(action.file).side, position.base(action.against).side)
    dice = [
        face_of(position.edition, answer["die"][side], number)
        for side, number in zip(sides, decided.numbers, strict=False)
    ]
    combat = combat_of(state)
    arguments = {
        "file": name,
        "against": action.against,
        "dice": dice,
        "combat": combat,
        "charging": _there(state, state.charging) if combat == "charge" else [],
        "shot": _there(state, state.fired),
        "lying_on": {
            sides[0]: state.lying.get(action.file, "none"),
            sides[1]: state.lying.get(theirs, "none"),
        },
    }
    keys = ("claims", "die", "bases", "wounds", "effect", "broken")
    return (*found, Asked("combat", arguments, {key: answer[key] for key in keys}))


def _there(state: State, names: tuple[str, ...]) -> list[str]:
    """Those of some unit groups that are still on the table."""
    return [name for name in dict.fromkeys(names) if bases_of(state.position, name)]


def _pursue(decided: Decided) -> tuple[Asked, ...]:
    return (Asked("may_pursue", {"unit": named_in(decided.state, decided.action)}, LEGAL),)


def _break_off(decided: Decided) -> tuple[Asked, ...]:
    action: BreakOff = decided.action
    arguments: dict[str, Any] = {"unit": action.unit, "action": action.action}
    if action.shift:
        arguments |= {"shift": action.shift, "hand": action.hand}
    return (Asked("may_break_off", arguments, LEGAL),)


def _general(decided: Decided) -> tuple[Asked, ...]:
    action: MoveGeneral = decided.action
    to = action.to if isinstance(action.to, str) else list(action.to)
    return (Asked("may_move_general", {"general": action.general, "to": to, "cards": [action.card]}, LEGAL),)


def _discard(decided: Decided) -> tuple[Asked, ...]:
    action: Discard = decided.action
    return tuple(Asked("may_discard", {"general": name}, LEGAL) for name, cards in action.cards.items() if cards)


def _rearrange(decided: Decided) -> tuple[Asked, ...]:
    action: Rearrange = decided.action
    ends = [{"base": end.base, **place(end.pose)} for end in action.ends]
    return (Asked("may_move", {"unit": action.unit, "action": action.action, "ends": ends}, LEGAL),)


_ASKS: dict[type[Any], Callable[[Decided], tuple[Asked, ...]]] = {
    DeclareCharge: _charge,
    Move: _move,
    Engage: _engage,
    Meet: _meet,
    Shoot: _shoot,
    Align: _align,
    Fight: _fight,
    Pursue: _pursue,
    BreakOff: _break_off,
    MoveGeneral: _general,
    Discard: _discard,
    Rearrange: _rearrange,
    **STEP_ASKS,
}
