"""The questions that ask for the judgement of a decision, with what they must answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.geometry.plane import bearing
from debellis.meg.cards.costs import DOUBLE
from debellis.meg.dice import face_of
from debellis.meg.moving.align_places import block_ends
from debellis.meg.moving.steps import written_step
from debellis.meg.playing.actions import (
    Align,
    BreakOff,
    DeclareCharge,
    Discard,
    Engage,
    Fight,
    HoldFiles,
    Meet,
    Move,
    MoveCharge,
    MoveGeneral,
    Pursue,
    Rearrange,
    Respond,
    Shoot,
    Step,
)
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.fighting import leader_of, so_far_known
from debellis.meg.playing.firing import SHOOT_FIRST
from debellis.meg.playing.judging import judged
from debellis.meg.playing.meeting import unit_steps
from debellis.meg.playing.opponents import combat_of
from debellis.meg.playing.pursuing import named_in
from debellis.meg.playing.setting_up.asked_steps import STEP_ASKS
from debellis.meg.playing.shooting import edge_used
from debellis.meg.playing.state import State, about, phase_of
from debellis.meg.shooting.shooters import SHOOT_AND_CHARGE
from debellis.meg.shooting.targets import charger_targets
from debellis.meg.units import bases_of, file_name, file_of, outline, unit_name, unit_of, units_of
from debellis.meg.words import EVADES
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
    if action.shift or action.toward or action.stays or action.response == "countercharge":
        return tuple(_evades(decided))
    if phase == "2.5":
        charger, name = state.queue[0], asked_now(state)
    else:
        charger, name = about(state)
    arguments = {"unit": name, "charger": charger, "response": action.response}
    return (Asked("may_respond", arguments, {"legal": decided.verdict.answer["legal"]}), *_evades(decided))


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
    way = {"as": SHOOT_AND_CHARGE} if phase_of(decided.state) == SHOOT_FIRST else {}
    found: list[Asked] = []
    for aim in action.aims:
        name = file_name(file_of(position, position.base(aim.file)))
        edge = edge_used(position, aim)
        more = way if edge is None else {"edge": edge}
        found.append(Asked("may_shoot", {"shooter": name, "target": aim.target, **more}, LEGAL))
        told = next((one for one in decided.told("shot") if one.ruling and one.bases == (aim.file, aim.target)), None)
        if told is not None and told.ruling is not None:
            found.append(Asked("shooting_die", {"shooter": name, "target": aim.target, **way}, told.ruling.answer))
    return tuple(found)


def _fire(decided: Decided) -> tuple[Asked, ...]:
    """The shots at chargers, as long as nobody has lost a base by them, and the evades that follow."""
    found: list[Asked] = []
    position = decided.state.position
    if decided.told("loss"):
        return ()
    for event in decided.told("shot"):
        if len(event.bases) != 2 or event.ruling is None:
            continue
        file, target = event.bases
        shooters = file_of(position, position.base(file))
        name, charger = file_name(shooters), unit_of(position, unit_name(position.base(target)))
        runs = any(one.unit == unit_name(shooters[0]) and one.response == "run_away" for one in decided.state.answers)
        found.append(Asked("may_shoot", {"shooter": name, "target": target}, LEGAL))
        die = {"shooter": name, "target": target, **({"as": "run_away"} if runs else {})}
        found.append(Asked("shooting_die", die, event.ruling.answer))
        if len(charger_targets(position, shooters, charger)) == 1:
            found.append(Asked("targets", {"shooter": name, "charge": charger.id}, [target]))
    return (*found, *_evades(decided))


def _evades(decided: Decided) -> Iterator[Asked]:
    """Where somebody stands who got away from a charger, if nothing else has moved or suffered."""
    gone = [event for kind in EVADES for event in decided.told(kind)]
    if decided.after is None or len(gone) != 1 or decided.told("loss"):
        return
    here: State = decided.after
    for unit in units_of(here.position):
        was = unit_of(decided.state.position, unit.id)
        if len(unit.did) != len(was.did) + 1 or unit.did[-1] not in EVADES:
            continue
        said = next((one for one in here.answers if one.unit == unit.id and one.charger == unit.evaded_from), None)
        score = re.search(r"die (\d)", gone[0].says)
        if said is None or score is None or said.toward or said.stays:
            return
        tests = sum(event.says.startswith(f"{unit.id} tests (it stops") for event in decided.told("test"))
        answer: dict[str, Any] = {"off_table": not bases_of(here.position, unit.id), "kab_tests": tests}
        if bases_of(here.position, unit.id):
            place = outline(here.position, unit)
            answer |= {"front": list(place.front), "facing": bearing(place.facing)}
        asked = {"unit": unit.id, "charger": unit.evaded_from, "response": unit.did[-1], "die": int(score.group(1))}
        if said.shift:
            asked |= {"shift": said.shift, "hand": said.hand}
        yield Asked("evade", asked, answer)


def _align(decided: Decided) -> tuple[Asked, ...]:
    action: Align = decided.action
    if not action.block:
        return (Asked("may_align", {"unit": action.unit, "to": place(action.to)}, LEGAL),)
    members = (action.unit, *action.block)
    ends = [{"unit": end.who, **place(end.pose)} for end in block_ends(decided.state.position, members, action.to)]
    return (Asked("may_align", {"block": list(members), "ends": ends}, LEGAL),)


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
    """Whether the file may roll; and if it fought, what came of it and what it claimed."""
    action: Fight = decided.action
    state: State = decided.state
    found = [Asked("may_roll", _roll(state, action), LEGAL)]
    fought = next((event for event in decided.events if event.kind == "combat"), None)
    he = leader_of(state.position, action.file)
    steps_back = he is not None and he.fighting and not action.general
    if fought is None or fought.ruling is None or fought.ruling.question not in ("combat", "claims") or steps_back:
        return tuple(found)
    answer, told = fought.ruling.answer, _told(state, action)
    if fought.ruling.question == "claims":
        if unit_of(state.position, unit_name(state.position.base(action.against))).broken:
            return tuple(found)
        return (*found, Asked("claims", told, answer))
    sides = (state.position.base(action.file).side, state.position.base(action.against).side)
    dice = [
        face_of(state.position.edition, answer["die"][side], number)
        for side, number in zip(sides, decided.numbers, strict=False)
    ]
    keys = ("claims", "die", "bases", "wounds", "effect", "broken")
    found.append(Asked("combat", {**told, "dice": dice}, {key: answer[key] for key in keys}))
    return (*found, *_claims(decided, told, dice, answer))


def _told(state: State, action: Fight) -> dict[str, Any]:
    """A combat as questions name it, with what the turn has seen."""
    position = state.position
    front, theirs = position.base(action.file), file_of(position, position.base(action.against))[0]
    lying = {front.side: state.lying.get(front.id, "none"), theirs.side: state.lying.get(theirs.id, "none")}
    combat = combat_of(state)
    told: dict[str, Any] = {
        "file": file_name(file_of(position, front)),
        "against": action.against,
        "combat": combat,
        "charging": _there(state, state.charging) if combat == "charge" else [],
        "shot": _there(state, state.fired),
        "lying_on": lying,
    }
    he = leader_of(position, action.file) if action.general else None
    return told if he is None else {**told, "general": he.id}


def _claims(decided: Decided, told: dict[str, Any], dice: list[str], answer: dict[str, Any]) -> Iterator[Asked]:
    """The claims of both files by which the battle rolled, and what the faces did for neighbours."""
    position = decided.state.position
    mine, struck = position.base(decided.action.file), position.base(decided.action.against)
    pairs = ((told["file"], told["against"]), (file_name(file_of(position, struck)), mine.id))
    shown = {event.bases[0]: event.ruling.answer for event in decided.told("effect") if event.ruling is not None}
    for (file, against), base, face in zip(pairs, (mine, struck), dice, strict=True):
        general = {} if base is mine else {"general": None}
        asked = {key: value for key, value in {**told, "file": file, "against": against, **general}.items() if value}
        ruling = judged(position, "claims", **asked)
        # Asked from the other side, a general who steps up only now is not in the front rank yet.
        if base is mine or "general" not in told:
            yield Asked("claims", asked, {**ruling.answer, "die": answer["die"][base.side]})
        front = file_of(position, base)[0].id
        of = {"file": file, "against": against, "face": face, "combat": told["combat"], "charging": told["charging"]}
        yield Asked("effect", of, shown.get(front, {"effect": "none", "helps": []}))


def _there(state: State, names: tuple[str, ...]) -> list[str]:
    """Those of some unit groups that are still on the table."""
    return [name for name in dict.fromkeys(names) if bases_of(state.position, name)]


def _charge_move(decided: Decided) -> tuple[Asked, ...]:
    """Where a charge went, if it was moved at once; those it uncovers may have to answer first."""
    action: MoveCharge = decided.action
    arguments = {"unit": action.unit, **({} if action.toward is None else {"toward": action.toward})}
    moved = [event.ruling for event in decided.events if event.kind in ("charge-move", "cancelled") and event.ruling]
    found = [Asked("charge_move", arguments, ruling.answer) for ruling in moved[:1] if not action.cards]
    for ruling in moved[:1]:
        for name in ruling.answer.get("contacts", ()):
            found.append(Asked("on_contact", {"charger": action.unit, "met": name}, "fight"))
        for event in decided.told("destroyed"):
            if event.bases and decided.state.position.base(event.bases[0]).side != _side(decided, action.unit):
                met = unit_name(decided.state.position.base(event.bases[0]))
                found.append(Asked("on_contact", {"charger": action.unit, "met": met}, "removed"))
    return tuple(found)


def _side(decided: Decided, unit: str) -> str:
    return unit_of(decided.state.position, unit).side


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
    MoveCharge: _charge_move,
    Engage: _engage,
    Meet: _meet,
    HoldFiles: _fire,
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
