"""What a decision decides beside the action itself: who conforms and turns, the aim of an advance, rear support."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.dbm.playing.actions import Advance, Fight, MoveElements
from debellis.geometry.plane import bearing
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.steps import Step
from debellis.table.position import Position

#: What may happen at the end of movement without moving anybody else.
_QUIET = ("turn_to_face", "turn")
#: The clauses that excuse an enemy from conforming.
_EXCUSES = (
    "DBM32-P18-para3-ex1",
    "DBM32-P18-para3-ex2",
    "DBM32-P18-para3-ex3",
    "DBM32-P18-para3-ex4",
    "DBM32-P18-para3-ex5",
    "DBM32-P18-para3-ex6",
    "DBM32-P18-para3-partial",
)


def _place(position: Position, name: str) -> dict[str, Any]:
    base = position.base(name)
    return {"front": list(base.front), "facing": bearing(base.facing)}


def conforming(decided: Decided, action: MoveElements) -> tuple[Asked, ...]:
    """Whether the one enemy touched by a group that went straight ahead conforms, and where it then stands."""
    if decided.after is None:
        return _refused(decided, action)
    found: list[Asked] = []
    for kind, conforms in (("conform", True), ("unmoved", False)):
        names = [name for event in decided.told(kind) for name in event.bases]
        if len(names) != 1 or not action.steps or not decided.after.position.has_base(names[0]):
            continue
        asked = {"element": names[0], "moved": action.elements, "steps": action.steps}
        answer = {"conforms": conforms, **_place(decided.after.position, names[0])}
        found.append(Asked("conform", asked, answer))
    return tuple(found) if len(found) == 1 else ()


def _refused(decided: Decided, action: MoveElements) -> tuple[Asked, ...]:
    """The one enemy into whom a group may not go straight because it need not conform."""
    excused = any(clause in _EXCUSES for clause in decided.verdict.clauses)
    straight = [step.advance for step in action.steps if step == Step(advance=step.advance)]
    if not excused or len(straight) != 1 or len(action.steps) != 1:
        return ()
    position: Position = decided.state.position
    there = [position.base(name).rectangle.advanced(straight[0]) for name in action.elements]
    side = position.base(action.elements[0]).side
    met = [enemy.id for enemy in position.enemies(side) if any(meet(one, enemy.rectangle).touching for one in there)]
    if len(met) != 1:
        return ()
    asked = {"element": met[0], "moved": action.elements, "steps": action.steps}
    return (Asked("conform", asked, {"conforms": False}),)


def turning(decided: Decided) -> tuple[Asked, ...]:
    """Who turns to face at the end of movement, if it is one or nobody and nobody advances or comes to man works."""
    if decided.after is None or decided.after.phase in ("advance", "turning", "fate"):
        return ()
    told = decided.told("turn_to_face")
    if any(event.kind not in _QUIET for event in decided.events) or len(told) > 1:
        return ()
    position: Position = decided.state.position
    if told:
        after: Position = decided.after.position
        return tuple(
            Asked("turn_to_face", {"element": name}, {"turns": True, **_place(after, name)}) for name in told[0].bases
        )
    struck = [
        base.id
        for base in position.standing
        if any(
            meet(enemy.rectangle, base.rectangle).touching for enemy in position.near_enemies(base.side, base.rectangle)
        )
    ]
    return tuple(Asked("turn_to_face", {"element": name}, {"turns": False}) for name in struck)


def aims(decided: Decided, action: Advance) -> tuple[Asked, ...]:
    """Against whom an element advances, and what its way through friends does to them."""
    found: list[Asked] = []
    for event in decided.told("advance"):
        if event.ruling is None:
            continue
        chosen = event.ruling.answer.get("choice")
        choice = {} if chosen is None else {"choice": chosen}
        target = event.ruling.answer.get("target")
        if target is not None:
            found.append(Asked("spontaneous_target", {"element": action.element, **choice}, {"target": target}))
        straight = [step["advance"] for step in action.steps if set(step) == {"advance"}]
        if len(straight) == len(action.steps) == 1:
            asked = {"element": action.element, "distance": straight[0]}
            answer = {"legal": True, **_place(decided.after.position, action.element)}
            answer.pop("facing")
            found.append(Asked("burst_through", asked, answer))
    return tuple(found)


def supporting(answer: dict[str, Any], action: Fight) -> tuple[Asked, ...]:
    """The rear support of both fighters."""
    pairs = ((action.attacker, action.defender), (action.defender, action.attacker))
    given = answer.get("support", {})
    return tuple(Asked("support", {"element": one, "against": two}, given[one]) for one, two in pairs if one in given)
