"""Questions about shots, fights and what follows from them turned into the combats of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dba.aftermath.turning import cluster
from debellis.dba.book import book, in_mm, table
from debellis.dba.fighting.combat import combat
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.fights import attackers_of, fights, touches_place
from debellis.dba.playing.melee_phase import begin_melee, melees_of
from debellis.dba.playing.midgame import state_of
from debellis.dba.playing.state import State
from debellis.dba.shooting.shooting import shooting
from debellis.dba.shooting.targets import duties
from debellis.dba.troops import read_troops
from debellis.dba.victory import lost_troops
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import overlaps
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.value import replace

Actions = tuple[tuple[str, dict[str, Any]], ...]
#: The dice of a combat of which only the factors are asked.
_EVEN: Final = (3, 3)
#: The dice tried for a result that a question takes as given: from the closest to the widest.
_TRIED: Final = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6))
#: So far in front of an element stands one that shoots at it (mm).
_AWAY: Final = (30.0, 45.0)
_DRIVER: Final = "the enemy who drives it back"


def _shooting_state(
    position: Position, shooters: tuple[str, ...], target: str, turn: str, spent: tuple[str, ...]
) -> State:
    """The shooting of a bound in which nobody else has still to shoot, and nobody else to be shot at."""
    here = replace(position, active=turn)
    state = state_of(here, Opening("shooting"))
    side = here.base(shooters[0]).side
    idle = [name for name in duties(here, side, turn).reach if name not in shooters]
    held = fighter(here, target)
    aimed = target if held is None else held.id
    others = dict.fromkeys(name for reach in duties(here, side, turn).reach.values() for name in reach if name != aimed)
    return replace(state, picked=shooters[0], shot=tuple(dict.fromkeys((*idle, *spent))), targeted=tuple(others))


def _shot(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """One shooter shoots alone, after all the others of its side."""
    if arguments.keys() - {"shooter", "target", "edge"}:
        return None
    name = arguments["shooter"]
    turn = position.active or position.base(name).side
    state = _shooting_state(position, (name,), arguments["target"], turn, ())
    shot: dict[str, Any] = {key: arguments[key] for key in ("target", "edge") if key in arguments}
    if arguments["target"] in (name, None):
        return None
    return Playing(Opening("shooting"), (("shoot", shot),), (6, 1), states=(state,), goes_on=True)


def _volley(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """Some shooters shoot together, after all the others of their side."""
    shooters, spent = tuple(arguments["shooters"]), tuple(arguments.get("spent", ()))
    if not shooters or len({position.base(name).side for name in shooters}) > 1:
        return None
    turn = position.active or position.base(shooters[0]).side
    state = _shooting_state(position, shooters, arguments["target"], turn, spent)
    shot: dict[str, Any] = {"target": arguments["target"], "helpers": shooters[1:]}
    if "edge" in arguments:
        shot["edge"] = arguments["edge"]
    dice = tuple(arguments.get("dice", _EVEN))
    return Playing(Opening("shooting"), (("shoot", shot),), dice, states=(state,), goes_on=True)


def _targets(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The shooter is picked."""
    name = arguments["shooter"]
    here = replace(position, active=position.active or position.base(name).side)
    return Playing(Opening("shooting"), (("pick_shooter", {"shooter": name}),), position=here)


def _combat(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat in the bound of the attacker, with what the asker says of its moves."""
    one, two = arguments["attacker"], arguments["defender"]
    if not position.has_base(one):
        return None
    state = _melee_state(position, position.base(one).side)
    first = arguments.get("first")
    state = replace(
        state,
        into_front=tuple(arguments.get("moved_into_front_contact", ())),
        into_flank=tuple(arguments.get("moved_into_flank_contact", ())),
        contacts=() if first is None else ((first, two if first == one else one),),
    )
    fought = (("fight", {"attacker": one, "defender": two}),)
    dice = tuple(arguments.get("dice", _EVEN))
    return Playing(Opening("melee"), fought, dice, states=(begin_melee(state),), goes_on=True)


def _support(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat in which the support counts."""
    fought = {"attacker": arguments["element"], "defender": arguments["against"]}
    return _combat(position, {**fought, **({"first": arguments["first"]} if "first" in arguments else {})})


def _end_of_bound(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The end of a bound in which nothing is left to fight for."""
    if not arguments.get("end_of_bound", True):
        return None
    held = arguments.get("held_by_enemy", {})
    captured = {name: side for side, names in held.items() for name in names}
    if not all(position.has_feature(name) for name in captured):
        return None
    terrain = tuple(
        replace(piece, home=captured[piece.id], owner=other(captured[piece.id]), occupant="none")
        if piece.id in captured
        else piece
        for piece in position.terrain
    )
    lost = {**position.lost, **{side: _named(position, gone) for side, gone in arguments.get("lost", {}).items()}}
    here = replace(position, lost=lost, terrain=terrain, active=position.active or "red")
    state = state_of(here, Opening("moves"))
    if melees_of(here, "red") or melees_of(here, "blue"):
        return None
    idle = tuple([base.id for base in here.bases])
    return Playing(Opening("moves"), (("end_moves", {}),), states=(replace(state, shot=idle),))


def _named(position: Position, gone: Any) -> tuple[str, ...]:
    """Losses as a battle writes them."""
    return lost_troops(gone, position)


def _melee_state(position: Position, side: str) -> State:
    return state_of(replace(position, active=side), Opening("melee"))


def _back(outcome: str) -> Callable[[Position, dict[str, Any]], Playing | None]:
    """The combat that an element loses so that it must recoil or flee."""

    def plays(position: Position, arguments: dict[str, Any]) -> Playing | None:
        name, opponent = arguments["element"], arguments.get("opponent")
        if arguments.get("road") is not None or arguments.get("choice") == "right" or not position.base(name).on_table:
            return None
        dice = tuple(arguments.get("dice", ()))
        found = None
        if opponent is None:
            found = _shot_back(position, name, outcome, bool(arguments.get("shot_at_rear")), dice)
        if found is None and not arguments.get("shot_at_rear"):
            found = _fought_back(position, name, opponent, outcome, dice)
        if found is None:
            return None
        closed = frozenset(arguments.get("closed", ()))
        states = tuple([replace(one, bound=replace(one.bound, closed=closed)) for one in found.states])
        return replace(found, states=states)

    return plays


def _shot_back(position: Position, name: str, outcome: str, behind: bool, dice: tuple[int, ...]) -> Playing | None:
    """A shooting by which an element must go back: by a shooter placed before or behind it."""
    base = position.base(name)
    for here, shooter in _drivers(position, base, _before(base, behind)):
        for thrown in _TRIED:
            found = shooting(here, shooters=(shooter,), target=name, dice=thrown).answer
            if not found.get("legal"):
                break
            if found.get("loser") == name and found.get("outcome") == outcome:
                state = _shooting_state(here, (shooter,), name, here.base(shooter).side, ())
                shot = (("shoot", {"target": name}),)
                return Playing(Opening("shooting"), shot, (*thrown, *dice), states=(state,))
    return None


def _before(base: Base, behind: bool) -> list[tuple[str, float]]:
    return [("behind" if behind else "against", far) for far in _AWAY]


def _fought_back(
    position: Position, name: str, opponent: str | None, outcome: str, dice: tuple[int, ...]
) -> Playing | None:
    """A close combat by which an element must go back: against its front opponent, or one placed before it."""
    base = position.base(name)
    enemy = opponent or fights(position).opponent.get(name)
    known = [(position, enemy)] if enemy is not None else _drivers(position, base, [("against", 0.0)])
    for here, driver in known:
        if not here.has_base(driver):
            continue
        for thrown in _TRIED:
            found = combat(here, attacker=driver, defender=name, dice=thrown).answer
            if not found.get("fights"):
                break
            if found.get("loser") == name and found.get("outcome") == outcome:
                return _fight(here, driver, name, (*thrown, *dice))
    return None


def _fight(position: Position, attacker: str, defender: str, dice: tuple[int, ...]) -> Playing:
    state = _melee_state(position, position.base(attacker).side)
    fought = (("fight", {"attacker": attacker, "defender": defender}),)
    return Playing(Opening("melee"), fought, dice, states=(state,))


def _drivers(position: Position, base: Base, spots: list[tuple[str, float]]) -> Iterator[tuple[Position, str]]:
    """The position with an enemy of each type before an element, or behind it, where there is room for one."""
    rules = book(position)
    codes = {row.type: code for code, row in sorted(rules.codes.items()) if not row.general}
    for code in codes.values():
        try:
            troops = read_troops(rules, code, position.scale)
        except ValueError:
            continue
        new = Base(_DRIVER, other(base.side), troops.code, troops.kind, troops.width, troops.depth)
        for relation, far in spots:
            there = place(relation, base.rectangle, new.width, new.depth).advanced(-far)
            if any(overlaps(there, one.rectangle) for one in position.standing):
                continue
            stands = replace(new, front=there.front, facing=there.facing)
            yield replace(position, bases=(*position.bases, stands)), _DRIVER


def _pursuit(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The close combat that the element wins so that its opponent leaves, or is driven out of a place."""
    name, after = arguments["element"], arguments["after"]
    base = position.base(name)
    if base.inside is not None:
        return _sallying(position, base, arguments)
    enemy = fights(position).opponent.get(name)
    if after == "break_off":
        return None if enemy is None else _broken_off(position, enemy, arguments)
    if enemy is None:
        touched = [piece.id for piece in position.terrain if piece.is_place and touches_place(base, piece)]
        enemy = next((one for one in touched if fighter(position, one) is not None), None)
    if enemy is None:
        return None
    closed = frozenset(arguments.get("closed", ()))
    for thrown in _TRIED:
        found = combat(position, attacker=name, defender=enemy, dice=thrown).answer
        if found.get("outcome") == after and found.get("loser") not in (None, name):
            fought = _fight(position, name, enemy, (*thrown, *arguments.get("dice", ())))
            states = tuple([replace(one, bound=replace(one.bound, closed=closed)) for one in fought.states])
            return replace(fought, states=states)
    return None


def _sallying(position: Position, base: Base, arguments: dict[str, Any]) -> Playing | None:
    """The close combat that a garrison wins against one who attacks its place, in the attacker's bound."""
    held = position.feature(base.inside or "")
    for attacker in attackers_of(position, held):
        for thrown in _TRIED:
            dice = (thrown[1], thrown[0])
            found = combat(position, attacker=attacker.id, defender=held.id, dice=dice).answer
            if found.get("outcome") == arguments["after"] and found.get("loser") == attacker.id:
                return _fight(position, attacker.id, held.id, (*dice, *arguments.get("dice", ())))
    return None


def _broken_off(position: Position, enemy: str, arguments: dict[str, Any]) -> Playing | None:
    """The move straight back of the opponent, as far as it must at least."""
    base = position.base(enemy)
    if not base.on_table:
        return None
    far = in_mm(position, table(position, "breaking_off")["minimum"])
    back = base.rectangle.advanced(-far)
    state = state_of(replace(position, active=base.side), Opening("moves"))
    move = {"element": enemy, "path": [{"front": list(back.front), "facing": bearing(back.facing)}]}
    return Playing(Opening("moves"), (("move", move),), tuple(arguments.get("dice", ())), states=(state,))


def _turn(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The end of the moves in which the contacts were made."""
    base, first = position.base(arguments["element"]), arguments.get("first")
    joined = cluster(position, base.id)
    near = tuple([one for one in position.bases if one.id in joined or not one.on_table])
    here = replace(position, active=position.active or other(base.side), bases=near)
    state = state_of(here, Opening("moves"))
    others = [one for one in sorted(fights(position).touching(base.id)) if one != first]
    if first is not None:
        state = replace(state, contacts=tuple([(one, base.id) for one in (first, *others)]))
    return Playing(Opening("moves"), (("end_moves", {}),), states=(state,), goes_on=True)


PLAYED: dict[str, Callable[[Position, dict[str, Any]], Playing | None]] = {
    "may_shoot": _shot,
    "may_shoot_together": _volley,
    "shooting": _volley,
    "targets": _targets,
    "combat": _combat,
    "recoil": _back("recoil"),
    "flee": _back("flee"),
    "pursue": _pursuit,
    "turn_to_face": _turn,
    "support": _support,
    "victory": _end_of_bound,
    "losses": _end_of_bound,
}
