"""The questions that ask for the same judgement as a decision in a battle of DBA."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Asked, Decided
from debellis.battle.sides import SIDES
from debellis.dba.aftermath.pursuit import ask_pursue
from debellis.dba.book import in_mm, table
from debellis.dba.fighting.combat import pair
from debellis.dba.fighting.fights import fights
from debellis.dba.fighting.support import support
from debellis.dba.moving.moves import Move
from debellis.dba.moving.zone import binding
from debellis.dba.playing.actions import EndMoves, Fight, MoveElements, PickShooter, RollForInvader, Shoot
from debellis.dba.playing.melee_phase import first_on
from debellis.dba.setting_up.setup import invader
from debellis.dba.shooting.targets import choices
from debellis.dba.victory import tallies
from debellis.geometry.plane import COINCIDE, bearing, distance
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: What a verdict on a move measures.
_MEASURED = ("legal", "distance", "limit", "cost")


def asked_by(decided: Decided) -> tuple[Asked, ...]:
    """What `ask` must answer in the moment of a decision."""
    action = decided.action
    found: tuple[Asked, ...] = ()
    if isinstance(action, MoveElements):
        found = (*_move(decided, action.move), *_after_breaking_off(decided, action.move))
    elif isinstance(action, Shoot) and decided.after is not None:
        found = _shoot(decided, action)
    elif isinstance(action, Fight):
        found = _fight(decided, action) if decided.after is not None else _no_fight(decided, action)
    elif isinstance(action, PickShooter):
        found = _picked(decided, action)
    elif isinstance(action, RollForInvader) and decided.after is not None:
        found = _invader(decided)
    elif isinstance(action, EndMoves) and decided.after is not None:
        found = _turned(decided)
    return (*found, *_victory(decided))


def _move(decided: Decided, move: Move) -> tuple[Asked, ...]:
    """The same move, unless it needs dice: those of a river are thrown only as it is made."""
    position, answer = decided.state.position, decided.verdict.answer
    own = all(position.has_base(name) and position.base(name).side == decided.state.turn for name in move.elements)
    if not own or "distance" not in answer:
        return ()
    single = len(move.elements) == 1 and not move.steps and not move.ends
    asked: dict[str, Any] = {"element": move.elements[0]} if single else {"group": move.elements}
    asked |= {"path": move.path} if move.path else {}
    asked |= {"steps": move.steps} if move.steps else {}
    asked |= {"ends": tuple(move.ends.items())} if move.ends else {}
    asked |= {key: name for key in ("road", "enters", "through") if (name := getattr(move, key)) is not None}
    asked |= {"dismount": move.dismount} if move.dismount else {}
    found = Asked("may_move", asked, {key: answer[key] for key in _MEASURED})
    price: dict[str, Any] = {key: asked[key] for key in ("element", "group", "dismount") if key in asked}
    again = max([decided.state.bound.moves.get(name, 0) for name in move.elements], default=0)
    price |= {"move_number": again + 1} if again else {}
    plain = answer["legal"] and move.enters is None and move.through is None
    more = (Asked("pips", price, answer["cost"]),) if plain else ()
    return (found, *more, *(_zones(position, move.elements[0]) if single else _group(move, answer)))


def _after_breaking_off(decided: Decided, move: Move) -> tuple[Asked, ...]:
    """How far the opponent of an element pursued that broke off by the least distance."""
    before = decided.state.position
    enemy = fights(before).opponent.get(move.elements[0]) if before.has_base(move.elements[0]) else None
    if decided.after is None or enemy is None or len(move.elements) > 1 or decided.numbers:
        return ()
    least = in_mm(before, table(before, "breaking_off")["minimum"])
    after = decided.after.position
    if abs(decided.verdict.answer["distance"] - least) > COINCIDE or not after.has_base(enemy):
        return ()
    far = distance(before.base(enemy).front, after.base(enemy).front)
    return (
        Asked(
            "pursue",
            {"element": enemy, "after": "break_off"},
            {"distance": _as_measured(before, enemy, "break_off", far, decided)},
        ),
    )


def _zones(position: Position, name: str) -> tuple[Asked, ...]:
    """Whose zones an element stands in before it moves."""
    base = position.base(name)
    if not base.on_table:
        return ()
    bound = binding(position, base)
    enemies = [enemy.id for enemy in position.enemies(base.side)]
    enemies += [place.id for place in position.terrain if place.is_place]
    return tuple([Asked("in_zone", {"element": name, "enemy": enemy}, enemy in bound) for enemy in enemies])


def _group(move: Move, answer: dict[str, Any]) -> tuple[Asked, ...]:
    """That those who moved together are a group."""
    return (Asked("group", {"elements": move.elements}, True),) if answer["legal"] and not move.road else ()


def _invader(decided: Decided) -> tuple[Asked, ...]:
    """Who invades by the first pair of dice."""
    rolls = (decided.numbers[0], decided.numbers[1])
    red, blue = SIDES
    aggression = (decided.state.forces[red].aggression, decided.state.forces[blue].aggression)
    answer = invader(decided.state.position, rolls=rolls, aggression=aggression).answer
    return (Asked("invader", {"rolls": rolls, "aggression": aggression}, answer),)


def _shoot(decided: Decided, action: Shoot) -> tuple[Asked, ...]:
    if not decided.told("shoot"):
        return ()
    ruling = decided.told("shoot")[0].ruling
    assert ruling is not None
    asked: dict[str, Any] = {
        "shooters": (decided.state.picked, *action.helpers),
        "target": action.target,
        "dice": decided.numbers[:2],
    }
    asked |= {} if action.edge is None else {"edge": action.edge}
    factors = {"legal": True, "factors": [sheet.sum for sheet in ruling.sheets]}
    found = Asked("shooting", asked, {**factors, **_result(ruling.answer)})
    behind = {"shot_at_rear": True} if ruling.answer.get("turns_about") else {}
    loser = ruling.answer.get("loser")
    driven = loser is not None and decided.state.position.has_base(loser)
    return (found, *(_back(decided, ruling.answer, None, behind) if driven else ()))


def _picked(decided: Decided, action: PickShooter) -> tuple[Asked, ...]:
    """The targets among which the owner of a shooter chooses, while nobody has shot."""
    state = decided.state
    if state.shot or state.targeted or not state.position.has_base(action.shooter):
        return ()
    base = state.position.base(action.shooter)
    return (Asked("targets", {"shooter": action.shooter}, choices(state.position, base, state.turn)[0]),)


def _fight(decided: Decided, action: Fight) -> tuple[Asked, ...]:
    if not decided.told("fight"):
        return ()
    ruling = decided.told("fight")[0].ruling
    assert ruling is not None
    asked = {"attacker": action.attacker, "defender": action.defender, "dice": decided.numbers[:2]}
    factors = {"fights": True, "factors": [sheet.sum for sheet in ruling.sheets]}
    found = (Asked("combat", asked, {**factors, **_result(ruling.answer)}), *_left(decided, action, ruling.answer))
    position, one, two = decided.state.position, action.attacker, action.defender
    first = first_on(decided.state, one, two)
    told = {} if first is None else {"first": first}
    helped = []
    for a, b in ((one, two), (two, one)):
        if position.has_base(a) and position.base(a).on_table:
            count = support(position, element=a, against=b, first=first).answer
            helped.append(Asked("support", {"element": a, "against": b, **told}, count))
    return (*found, *helped)


def _no_fight(decided: Decided, action: Fight) -> tuple[Asked, ...]:
    """That two do not fight at all, where that is why they may not fight now."""
    position = decided.state.position
    known = all(position.has_base(name) or position.has_feature(name) for name in (action.attacker, action.defender))
    first = first_on(decided.state, action.attacker, action.defender)
    if not known or pair(position, action.attacker, action.defender, Finding(), first) is not None:
        return ()
    return (Asked("combat", {"attacker": action.attacker, "defender": action.defender}, {"fights": False}),)


def _left(decided: Decided, action: Fight, answer: dict[str, Any]) -> tuple[Asked, ...]:
    """How the loser of a close combat went back, and how far the winner pursued."""
    loser = answer.get("loser")
    if loser is None or not decided.state.position.has_base(loser):
        return ()
    winner = action.defender if loser == action.attacker else action.attacker
    if not decided.state.position.has_base(winner):
        return _back(decided, answer, winner, {})
    followed = bool(decided.told("pursue") or decided.told("enter"))
    gone = decided.numbers[2:]
    pursued = () if gone else _pursued(decided, winner, loser, answer["outcome"])
    return (*(() if followed else _back(decided, answer, winner, {})), *pursued)


def _pursued(decided: Decided, winner: str, loser: str, outcome: str) -> tuple[Asked, ...]:
    before, after = decided.state.position, decided.after.position
    if after.has_base(winner) and before.base(winner).inside is not None and after.base(winner).inside is not None:
        return (Asked("pursue", {"element": winner, "after": outcome}, {"distance": 0.0}),)
    if not after.has_base(winner) or not before.base(winner).on_table or outcome not in ("recoil", "flee", "destroyed"):
        return ()
    if decided.told("enter") or decided.told("lost") or not before.base(loser).on_table:
        return ()
    far = distance(before.base(winner).front, after.base(winner).front)
    asked = {"element": winner, "after": outcome, "closed": sorted(decided.state.bound.closed)}
    return (Asked("pursue", asked, {"distance": _as_measured(before, winner, outcome, far, decided)}),)


def _as_measured(position: Position, name: str, after: str, far: float, decided: Decided) -> float:
    """How far an element pursued, in the digits of the answer if that is as far."""
    closed = tuple(sorted(decided.state.bound.closed))
    known: float = ask_pursue(position, element=name, after=after, closed=closed).answer["distance"]
    return known if abs(known - far) <= COINCIDE else far


def _back(decided: Decided, answer: dict[str, Any], winner: str | None, more: dict[str, Any]) -> tuple[Asked, ...]:
    """Where everybody stands after a recoil or a flight and nothing else."""
    loser, outcome = answer["loser"], answer["outcome"]
    before, after = decided.state.position, decided.after.position
    over = [event for event in decided.told("lost") if "BOB-VIC-3a" in event.clauses]
    helped = outcome == "flee" and decided.told("recoil")
    if outcome not in ("recoil", "flee") or helped or over or not before.base(loser).on_table:
        return ()
    asked: dict[str, Any] = {"element": loser, "dice": decided.numbers[2:], **more}
    asked |= {} if winner is None else {"opponent": winner}
    asked |= {} if not decided.state.bound.closed else {"closed": sorted(decided.state.bound.closed)}
    gone = [base.id for base in before.bases if not after.has_base(base.id)]
    found: dict[str, Any] = {
        "destroyed": [name for name in (loser, *gone) if (name in gone and name != loser) or not after.has_base(name)],
        "fronts": fronts_of(after),
        "facings": facings_of(after),
    }
    found["destroyed"] = list(dict.fromkeys(found["destroyed"]))
    if after.has_base(loser) and outcome == "flee":
        base = after.base(loser)
        found |= {"front": [base.front[0], base.front[1]], "facing": bearing(base.facing)}
    if outcome == "recoil":
        found["pushed"] = [name for event in decided.told("push") for name in event.bases]
    return (Asked(outcome, asked, found),)


def _turned(decided: Decided) -> tuple[Asked, ...]:
    """Who turned to face at the end of the moves, of those who are touched."""
    before, after = decided.state.position, decided.after.position
    turned = [name for event in decided.told("turn") if event.bases for name in event.bases]
    if len([event for event in decided.told("turn") if event.bases]) > 1:
        return ()
    found = fights(before)
    touched = [base for base in before.standing if found.touching(base.id)]
    asked = []
    for base in touched:
        order = [one for one, enemy in decided.state.contacts if enemy == base.id]
        there = after.base(base.id) if after.has_base(base.id) else base
        moved = (there.front, there.facing) != (base.front, base.facing)
        turns = base.id in turned and moved
        first = {"first": order[0]} if order else {}
        answer = {"turns": turns, "front": list(there.front), "facing": bearing(there.facing)}
        asked.append(Asked("turn_to_face", {"element": base.id, **first}, answer))
    return tuple(asked)


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    """Totals and outcome. A question also names those who are lost because they had no room."""
    return {key: value for key, value in answer.items() if key not in ("dice", "lost")}


def _victory(decided: Decided) -> tuple[Asked, ...]:
    """The winner, if the decision ended the battle and moved nobody before the losses were counted."""
    before, after = decided.state.position, decided.after
    if (
        after is None
        or not isinstance(decided.action, EndMoves)
        or not (decided.told("victory") or decided.told("turn"))
    ):
        return ()
    over = after.phase == "over" and after.winner is not None
    still = {**{base.id: base for base in before.standing}, **{base.id: base for base in after.position.standing}}
    if any(base != before.base(name) for name, base in still.items()) or decided.numbers:
        return ()
    counted = {tally.side: tally.total for tally in tallies(after.position)}
    return (Asked("victory", {}, after.winner if over else "none"), Asked("losses", {}, counted))
