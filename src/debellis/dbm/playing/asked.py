"""The questions that ask for the same judgement as a decision in a battle of DBM."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.asked import Asked, Decided
from debellis.battle.rules import Event
from debellis.dbm.aftermath.destruction import CLOSE_COMBAT, SHOOTING
from debellis.dbm.aftermath.forks import HAND, MAIN, ORDER, TARGET, WAY
from debellis.dbm.fighting.outcome import DESTROYED, FLEE, NO_EFFECT, RECOIL
from debellis.dbm.grouping.groups import HALT, MARCH
from debellis.dbm.playing.actions import (
    Advance,
    Arrive,
    Board,
    Choose,
    Dismount,
    EndBound,
    EndMoves,
    Fight,
    Halt,
    Land,
    MoveElements,
    MoveTogether,
    Press,
    Shoot,
    Storm,
)
from debellis.dbm.playing.advance_phase import retreats, still_drifts
from debellis.dbm.playing.arrivals import arriving
from debellis.dbm.playing.asked_beside import aims, conforming, supporting, turning
from debellis.dbm.playing.fate_phase import chosen
from debellis.dbm.playing.state import Chosen
from debellis.dbm.setting_up.zones import inward_of
from debellis.geometry.plane import bearing, same_direction
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

#: What is told of a bound that ends without any fight.
_END = ("turn", "demoralised", "victory")


def asked_by(decided: Decided) -> tuple[Asked, ...]:
    """What `ask` must answer in the moment of a decision."""
    action = decided.action
    if isinstance(action, MoveElements):
        return _move(decided, action)
    if isinstance(action, Halt):
        return _halt(decided, action)
    if isinstance(action, Dismount):
        return _dismount(decided, action)
    if isinstance(action, MoveTogether):
        return _together(decided, action)
    if isinstance(action, Board | Land):
        return _board(decided, action)
    if isinstance(action, Advance):
        return _advance(decided, action)
    if isinstance(action, Choose):
        return _carried_on(decided, action)
    if isinstance(action, Arrive):
        return _arrive(decided, action)
    if isinstance(action, Shoot):
        return _shoot(decided, action)
    if isinstance(action, Fight):
        return _fight(decided, action)
    if isinstance(action, Storm):
        return _storm(decided, action)
    if isinstance(action, Press):
        return _press(decided, action)
    if isinstance(action, EndMoves):
        quiet = decided.after is not None and all(event.kind in _END for event in decided.events)
        return (*turning(decided), *(_end_bound(decided) if quiet and decided.events else ()))
    return _end_bound(decided) if isinstance(action, EndBound) else ()


def _stands(position: Position, names: tuple[str, ...]) -> bool:
    return bool(names) and all(position.has_base(name) for name in names)


def _whom(names: tuple[str, ...]) -> dict[str, Any]:
    return {"element": names[0]} if len(names) == 1 else {"group": names}


def _way(action: MoveElements) -> dict[str, Any]:
    """A move as a question writes it."""
    if len(action.elements) == 1:
        way: dict[str, Any] = {"to": action.path[0]} if len(action.path) == 1 else {"path": action.path}
        return {"steps": action.steps} if action.steps else way
    way = {"steps": action.steps} if action.steps else {"ends": tuple(action.ends.items())}
    if action.manoeuvre is not None:
        way["manoeuvre"] = action.manoeuvre
    return way | ({"about": True} if action.about else {})


def _column(action: MoveElements) -> dict[str, Any]:
    """On whom a single element expands, or behind whom it files in."""
    found = {"expands_on": action.expands_on, "contracts_behind": action.contracts_behind}
    return {key: name for key, name in found.items() if isinstance(name, str)}


def _move(decided: Decided, action: MoveElements) -> tuple[Asked, ...]:
    position: Position = decided.state.position
    side = decided.state.turn
    names = action.elements
    if not _stands(position, names) or any(position.base(name).side != side for name in names) or action.conform:
        return ()
    if not action.path and not action.steps and not action.ends:
        return ()
    move = {**_whom(names), **_way(action)}
    cost = decided.verdict.answer.get("cost")
    kind = "may_march" if action.march else "may_move"
    answer: dict[str, Any] = {"legal": cost is not None}
    if decided.after is not None and action.march:
        answer["cost"] = cost
    column = {} if action.march else _column(action)
    found = [Asked(kind, move | column, answer)]
    if cost is not None:
        found.append(Asked("pips", move | ({"action": MARCH} if action.march else {}), cost))
    return (*found, *conforming(decided, action))


def _together(decided: Decided, action: MoveTogether) -> tuple[Asked, ...]:
    if not _stands(decided.state.position, tuple(name for name, _ in action.sequence)):
        return ()
    legal = decided.verdict.answer.get("cost") is not None
    return (Asked("may_move_together", {"sequence": action.sequence}, {"legal": True}),) if legal else ()


def _board(decided: Decided, action: Board | Land) -> tuple[Asked, ...]:
    if decided.verdict.answer.get("cost") is None:
        return ()
    if isinstance(action, Board):
        return (Asked("may_board", {"element": action.element, "vessel": action.vessel}, {"legal": True}),)
    aboard = (decided.state.aboard or {})[action.vessel]
    asked = {"vessel": action.vessel, "troops": aboard.code, "to": action.to}
    return (Asked("may_land", asked, {"legal": True}),)


def _halt(decided: Decided, action: Halt) -> tuple[Asked, ...]:
    position: Position = decided.state.position
    if not _stands(position, action.elements):
        return ()
    whom = _whom(action.elements)
    cost = decided.verdict.answer.get("cost")
    if not decided.verdict.answer["legal"] or cost is None:
        return ()
    return Asked("may_halt", whom, {"legal": True}), Asked("pips", {**whom, "action": HALT}, cost)


def _dismount(decided: Decided, action: Dismount) -> tuple[Asked, ...]:
    cost = decided.verdict.answer.get("cost")
    if len(action.elements) > 1 or cost is None or action.double_base is not None:
        return ()
    whom = {"element": action.elements[0]}
    holders = {"holders": action.holders} if isinstance(action.holders, bool) else {}
    asked = Asked("may_dismount", {**whom, "close_up": action.close_up, **holders}, {"legal": True})
    return asked, Asked("pips", {**whom, "dismount": True}, cost)


def _advance(decided: Decided, action: Advance) -> tuple[Asked, ...]:
    if not decided.verdict.answer["legal"]:
        return ()
    base = decided.state.position.base(action.element)
    if still_drifts(decided.state, base):
        return (Asked("drift", {"element": base.id}, {"drifts": True}),)
    if retreats(decided.state, base):
        return (Asked("must_flee", {"element": base.id}, True), *_retreat(decided, base.id))
    found = [Asked("impetuous", {"element": base.id}, {"advances": True})]
    for event in decided.told("advance"):
        if event.ruling is not None and action.steps:
            asked = {"element": base.id, "steps": action.steps}
            asked |= {} if action.choice is None else {"choice": action.choice}
            found.append(Asked("may_advance_so", asked, {"legal": True}))
    return (*found, *aims(decided, action)) if decided.after is not None else tuple(found)


def _arrive(decided: Decided, action: Arrive) -> tuple[Asked, ...]:
    """Whether a group may come on over its edge, as far as that does not depend on who stands there."""
    found = arriving(decided.state, action)
    if found is None or not decided.verdict.answer["legal"] or decided.state.phase != "moves":
        return ()
    name, coming, bases = found
    ends = [{"id": base.id, "troops": base.code, "front": base.front, "facing": bearing(base.facing)} for base in bases]
    bound = decided.state.bound
    asked = {"edge": coming.edge, "ends": ends, "pips": bound.pips.get(name, 0)}
    return (Asked("may_arrive", {**asked, "entered": (bound.entered or {}).get(name, 0)}, {"legal": True}),)


def _retreat(decided: Decided, name: str) -> tuple[Asked, ...]:
    """Where a retreat took everybody, unless it was seen to change more than where they stand."""
    told = decided.told("retreat")
    if decided.after is None or not told or told[0].ruling is None or len(decided.events) > 1:
        return ()
    answer: dict[str, Any] = {"lost": told[0].ruling.answer["lost"]}
    answer["fronts"] = {base.id: list(base.front) for base in decided.after.position.bases if base.on_table}
    found = [Asked("spontaneous_retreat", {"element": name}, answer)]
    before: Base = decided.state.position.base(name)
    edge = decided.state.edges[before.side]
    if same_direction(before.facing, inward_of(edge)):
        found.append(Asked("flee", {"element": name, "in_combat": False, "base_edge": edge}, answer))
    return tuple(found)


def _shoot(decided: Decided, action: Shoot, made: tuple[Chosen, ...] = ()) -> tuple[Asked, ...]:
    if decided.after is None or not decided.told("shoot"):
        return ()
    ruling = decided.told("shoot")[0].ruling
    assert ruling is not None
    edge = {} if action.edge is None else {"edge": action.edge}
    one = {"shooter": action.shooter, "target": action.target}
    main: str = ruling.answer["principal"]
    volley: dict[str, Any] = {
        "shooters": (action.shooter, *action.helpers),
        "target": action.target,
        "main": main,
        "dice": decided.numbers[:2],
    }
    back = ruling.answer.get("aiding_back")
    volley |= {} if back is None else {"aiding_back": tuple(back)}
    aim = next((choice.option for choice in made if choice.kind == TARGET), None)
    volley |= {} if aim is None else {"shoots_at": aim}
    found = [Asked("may_shoot", one | edge, {"legal": True}), Asked("shooting", volley, ruling.answer)]
    fates: dict[str, str] = ruling.answer.get("outcomes", {})
    opponents = {action.target: main, main: action.target}
    return (*found, *_fates(decided, fates, opponents, False, made))


def _carried_on(decided: Decided, action: Choose) -> tuple[Asked, ...]:
    """The same for a decision that waited for a choice and is carried out now."""
    if decided.after is None or decided.after.fate is not UNSET:
        return ()
    before, fate = chosen(decided.state, action)
    was = fate.action
    whole = replace(decided, state=before, action=was, numbers=(*fate.dice, *decided.numbers))
    if isinstance(was, Shoot) and decided.told("shoot"):
        return _shoot(whole, was, fate.made)
    if isinstance(was, Shoot):
        return _fate_told(whole, {was.target: was.shooter, was.shooter: was.target}, False, fate.made)
    if isinstance(was, Storm):
        main = next((one.option for one in fate.made if one.kind == MAIN), was.main)
        return _storm(whole, Storm(was.element, main)) if len(fate.made) == (main != was.main) else ()
    if isinstance(was, Fight) and (fights := decided.told("fight")):
        return _fight(whole, Fight(*fights[0].bases), fate.made)
    if isinstance(was, Fight):
        both = {was.attacker: was.defender, was.defender: was.attacker}
        return _fate_told(whole, both, True, fate.made)
    return ()


def _fate_told(decided: Decided, opponents: dict[str, str], close: bool, made: tuple[Chosen, ...]) -> tuple[Asked, ...]:
    """What became of the one element that suffered, where its combat was told before."""
    told = [event for event in decided.events if event.kind in (DESTROYED, RECOIL, FLEE)]
    if len(told) != 1 or told[0].bases[0] not in opponents:
        return ()
    return _fates(decided, {told[0].bases[0]: told[0].kind}, opponents, close, made)


def _fight(decided: Decided, action: Fight, made: tuple[Chosen, ...] = ()) -> tuple[Asked, ...]:
    if decided.after is None or not decided.told("fight"):
        return ()
    ruling = decided.told("fight")[0].ruling
    assert ruling is not None
    both = {"attacker": action.attacker, "defender": action.defender}
    answer = {key: value for key, value in ruling.answer.items() if key not in ("dice", "support")}
    answer["factors"] = [score - die for score, die in zip(answer["raw"], decided.numbers, strict=False)]
    scored = {key: answer[key] for key in ("graded", "totals", "outcomes")}
    found = [
        Asked("combat", {**both, "dice": decided.numbers[:2]}, answer),
        Asked("outcome", {**both, "scores": answer["raw"]}, scored),
        *supporting(ruling.answer, action),
    ]
    opponents = {action.attacker: action.defender, action.defender: action.attacker}
    found += _fates(decided, ruling.answer["outcomes"], opponents, True, made)
    if not ruling.answer["recoil_with_it"]:
        found += _pursuits(decided, ruling.answer["outcomes"], opponents)
    return tuple(found)


def _storm(decided: Decided, action: Storm) -> tuple[Asked, ...]:
    if decided.after is None or not decided.told("storm"):
        return ()
    ruling = decided.told("storm")[0].ruling
    assert ruling is not None
    main = {} if action.main is None else {"main": action.main}
    answer = {key: value for key, value in ruling.answer.items() if key != "dice"}
    return (Asked("storm", {"element": action.element, **main, "dice": decided.numbers[:2]}, answer),)


def _fates(
    decided: Decided,
    fates: dict[str, str],
    opponents: dict[str, str],
    close: bool,
    made: tuple[Chosen, ...] = (),
) -> tuple[Asked, ...]:
    """What becomes of the one element that suffers: who is lost with it, how far it goes, and where everybody stands.

    Where two suffer, the second does so on a table that the first has changed.
    """
    hurt = [name for name, fate in fates.items() if fate != NO_EFFECT]
    if len(hurt) != 1:
        return ()
    name = hurt[0]
    told = [event for event in decided.events if event.kind == fates[name] and event.bases[:1] == (name,)]
    if not told or told[0].ruling is None:
        return ()
    answer: dict[str, Any] = {"lost": told[0].ruling.answer["lost"]}
    answer |= {"destroyed": answer["lost"]} if fates[name] == RECOIL else {}
    if _alone(decided.events):
        after: Position = decided.after.position
        answer["fronts"] = {base.id: list(base.front) for base in after.bases if base.on_table}
        if fates[name] != DESTROYED and after.has_base(name):
            answer |= {"front": list(after.base(name).front), "facing": bearing(after.base(name).facing)}
    against, cause = opponents[name], CLOSE_COMBAT if close else SHOOTING
    if fates[name] == DESTROYED:
        half = {"half": told[0].ruling.answer["half_lost"]} if "half_lost" in told[0].ruling.answer else {}
        more: dict[str, Any] = half or {"opponent": against, "by": cause}
        return (Asked("destroyed", {"element": name, **more}, answer),)
    if fates[name] == RECOIL:
        ways = {one.element: one.option for one in made if one.kind == WAY}
        asked = {"element": name, "opponent": against, "cause": cause}
        return (Asked("recoil", asked | ({"choices": ways} if ways else {}), answer),)
    flight = {"element": name, "from": against, "in_combat": close}
    chosen_ways = _as_told(made)
    return () if chosen_ways is None else (Asked("flee", flight | chosen_ways, answer),)


def _as_told(made: tuple[Chosen, ...]) -> dict[str, Any] | None:
    """The choices of a flight as a question tells them; None where it can tell only one of several."""
    hands = {one.option for one in made if one.kind == HAND}
    ways = {one.option for one in made if one.kind == WAY}
    if len(hands) > 1 or len(ways) > 1:
        return None
    found: dict[str, Any] = {"choice": hands.pop()} if hands else {}
    found |= {"recoil": ways.pop()} if ways else {}
    order = tuple(one.option for one in made if one.kind == ORDER)
    return found | ({"order": order} if order else {})


def _alone(events: tuple[Event, ...]) -> bool:
    """Whether a combat has moved nobody but by one fate."""
    return sum(event.kind in (DESTROYED, RECOIL, FLEE, "pursue", "follow") for event in events) == 1


def _pursuits(decided: Decided, fates: dict[str, str], opponents: dict[str, str]) -> list[Asked]:
    """How far the winner of a combat pursues, and who goes along."""
    found: list[Asked] = []
    for event in decided.told("pursue"):
        name = event.bases[0]
        beaten = opponents[name]
        if event.ruling is not None and fates[beaten] != NO_EFFECT:
            asked = {"element": name, "after": fates[beaten], "opponent": beaten}
            found.append(Asked("pursue", asked, dict(event.ruling.answer)))
    return found


def _press(decided: Decided, action: Press) -> tuple[Asked, ...]:
    if not _stands(decided.state.position, action.elements) or action.far <= 0.0:
        return ()
    if any(name in decided.state.bound.pressed for name in action.elements):
        return ()
    answer: dict[str, Any] = {"legal": decided.verdict.answer["legal"]}
    for event in decided.told("press"):
        assert event.ruling is not None
        answer |= event.ruling.answer
    return (Asked("press_forward", {"group": action.elements, "distance": action.far}, answer),)


def _end_bound(decided: Decided) -> tuple[Asked, ...]:
    return () if decided.after is None else (Asked("victory", {}, {"points": decided.after.score}),)
