"""DBM's answers to what generals, odds, environments and simulations ask of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

import msgspec
from msgspec import UNSET

from debellis.battle.armies import ArmyInfo, SettingUpInfo, TroopInfo
from debellis.battle.pieces import Body, Field, Memo, Outline, Stakes, Strength, WeighedFight, WeighedShot, Weights
from debellis.battle.sides import SIDES, other
from debellis.battle.survey import (
    ALLOTMENT,
    BEGINNING,
    BETWEEN,
    ENDS,
    FIGHT,
    FIGHTS,
    MARCH,
    MOVE,
    MOVES,
    OTHER,
    OVER,
    PICKS,
    SHOOTER,
    SHOOTS,
    TARGET,
    Survey,
)
from debellis.dbm.armies.equivalents import army_breaks_at
from debellis.dbm.armies.lists import armies
from debellis.dbm.armies.offers import army_info
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.playing.actions import AllotPips, Arrive, EndMoves, Fight, Halt, MoveElements, PickShooter, Shoot
from debellis.dbm.playing.arrivals import may_come
from debellis.dbm.playing.fate_phase import phase_of
from debellis.dbm.playing.hidden import announced, with_orders
from debellis.dbm.playing.melee_phase import begin, melees_of
from debellis.dbm.playing.move_ideas import groups_of, ideas_for
from debellis.dbm.playing.state import Orders, State
from debellis.dbm.shooting.shooting import odds_of_shot
from debellis.dbm.survey.catalogue import setting_up, troops
from debellis.dbm.survey.duels import duel_of
from debellis.dbm.survey.elements import field_of
from debellis.dbm.survey.foreseeing import foreseen
from debellis.dbm.survey.more_moves import more_moves
from debellis.dbm.troops import RANKS, service
from debellis.geometry.plane import distance
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import load
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.table.writing import written

#: The largest army that 600 points buy has so many elements.
_ELEMENTS: Final = 213
_MOMENTS: Final = {
    "pips": BEGINNING,
    "allot": ALLOTMENT,
    "moves": MOVES,
    "advance": BETWEEN,
    "turning": BETWEEN,
    "springing": BETWEEN,
    "press": BETWEEN,
    "fate": BETWEEN,
    "shooting": SHOOTER,
    "shot": TARGET,
    "melee": FIGHT,
    "over": OVER,
}
#: The chance of a PIP for the first move of a command, the second and so on; an army has about three commands.
_PIPS: tuple[float, ...] = tuple(chance for chance in (1.0, 0.83, 0.67, 0.5, 0.33, 0.17) for _ in range(3))
#: What is within so many base widths of a fighter may matter to its fight.
_NEAR: Final = 4.0
#: What each helper costs a shot, who could do something else.
_HELPER: Final = 0.02
_PACKING = msgspec.msgpack.Encoder(order="deterministic", enc_hook=written)


class DbmSurvey(Survey):
    """The battles of a version of DBM."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition, _ELEMENTS)
        self.commands = True

    # The moment

    def moment(self, state: State) -> str:
        return _MOMENTS.get(phase_of(state), OTHER)

    def phase(self, state: State) -> str:
        return state.phase

    def turn(self, state: State) -> str:
        return state.turn

    def bounds(self, state: State) -> dict[str, int]:
        return state.bounds

    def limit(self, state: State) -> int:
        return state.limit

    def moves_left(self, state: State) -> int:
        return sum(state.bound.pips.values()) if state.phase == "moves" else 0

    def moves_made(self, state: State) -> dict[str, int]:
        return {name: len(acts) for name, acts in state.bound.acts.items()}

    def have_shot(self, state: State) -> tuple[str, ...]:
        return state.bound.shot

    def actions_to_come(self, state: State, side: str) -> tuple[float, ...]:
        return _PIPS

    # Armies

    def armies(self) -> dict[str, ArmyInfo]:
        return {army.id: army_info(army) for army in armies(self.edition).values()}

    def troops(self) -> dict[str, TroopInfo]:
        return troops(self.edition)

    def setting_up(self) -> SettingUpInfo:
        return setting_up(self.edition)

    def roster(self, state: State, side: str) -> tuple[Base, ...]:
        return state.forces[side].elements

    def held_back(self, state: State, side: str) -> tuple[Base, ...]:
        return ()

    def invader(self, state: State) -> str | None:
        return state.invader

    def troop_types(self) -> tuple[str, ...]:
        return tuple(load(self.edition)["type"])

    def ground_kinds(self) -> tuple[str, ...]:
        return tuple(load(self.edition)["ground"])

    # What stands on the table

    def field(self, state: State, side: str) -> Field:
        return field_of(state.position, side)

    def settled(self, state: State) -> State:
        # Who has no orders yet may advance on his own when the moves end.
        return foreseen(state) if state.phase == "moves" else state

    def bodies(self, state: State, side: str) -> tuple[Body, ...]:
        members: dict[str, list[str]] = {}
        for base in state.position.friends(side):
            members.setdefault(service(base).command, []).append(base.id)
        groups: dict[str, int] = {}
        for group in groups_of(state) if side == state.turn else ():
            name = service(group[0]).command
            groups[name] = groups.get(name, 0) + 1
        return tuple([Body(name, tuple(found), groups.get(name, 0)) for name, found in sorted(members.items())])

    def touching(self, state: State, name: str) -> tuple[str, ...]:
        if not state.position.has_base(name):
            return ()
        base = state.position.base(name)
        enemies = state.position.enemies(base.side)
        return tuple(enemy.id for enemy in enemies if meet(base.rectangle, enemy.rectangle).touching)

    def fights(self, state: State, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
        known: Memo = {} if memo is None else memo
        found: list[WeighedFight] = []
        for pair in melees_of(state.position, state.turn, state.bound.contacts):
            key = _near(state, pair)
            if key not in known:
                known[key] = _weighed(state, pair, side, by)
            one = known[key]
            if one is not None:
                found.append(one)
        return tuple(found)

    def fight(self, state: State, action: Any, side: str, by: Weights) -> WeighedFight | None:
        if not isinstance(action, Fight):
            return None
        return _weighed(state, (action.attacker, action.defender), side, by)

    def shot(self, state: State, action: Any, by: Weights) -> WeighedShot | None:
        if not isinstance(action, Shoot):
            return None
        shooters = (action.shooter, *action.helpers)
        position = state.position
        answer = odds_of_shot(position, shooters=shooters, target=action.target, main=action.shooter).answer
        if not answer["legal"] or "target" not in answer:
            return WeighedShot(shooters, action.target, 0.0, 0.0)
        hurt = _hurt(answer["target"], by) * _stake(position, action.target, by)
        own = _hurt(answer["shooter"], by) * _stake(position, action.shooter, by)
        worth = hurt - own * by.own_loss - _HELPER * len(action.helpers)
        return WeighedShot(shooters, action.target, worth, 1.0 - answer["target"]["no_effect"].value)

    def out_of_command(self, state: State, side: str) -> float:
        # Each element counts by how far it is from the nearest general of its command.
        over = 0.0
        mine = state.position.friends(side)
        leaders = [base for base in mine if service(base).rank in RANKS.values()]
        reach = 8.0 * state.position.scale.base_width
        for base in mine:
            near = [distance(base.front, one.front) for one in leaders if service(one).command == service(base).command]
            if near:
                over += max(0.0, min((min(near) - reach) / base.width, 1.0))
        return over

    def strengths(self, state: State) -> tuple[Strength, ...]:
        return tuple(_strength(state.position, side) for side in SIDES)

    def winner_by_losses(self, state: State) -> str | None:
        beaten = [one.side for one in self.strengths(state) if one.enough and one.lost >= one.enough]
        return other(beaten[0]) if len(beaten) == 1 else None

    def midway(self, state: State) -> bool:
        return state.fate is not UNSET

    # Actions

    def kind_of(self, action: Any) -> str:
        if isinstance(action, MoveElements):
            return MARCH if action.steps or action.ends else MOVE
        return _KINDS.get(type(action), OTHER)

    def moved_by(self, action: Any) -> tuple[str, ...]:
        return action.elements if isinstance(action, MoveElements) else ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        if isinstance(action, MoveElements | Halt):
            return (action.elements[0], None)
        if isinstance(action, PickShooter):
            return (action.shooter, None)
        if isinstance(action, Shoot):
            return (action.shooter, action.target)
        if isinstance(action, Fight):
            return (action.attacker, action.defender)
        return (None, None)

    def outline(self, action: Any) -> Outline:
        if not isinstance(action, MoveElements):
            return Outline()
        if action.path:
            return Outline(action.path[-1])
        ahead = sum(step.advance for step in action.steps)
        turn = sum(step.wheel * (1.0 if step.pivot == "right" else -1.0) for step in action.steps)
        wheel = next((step for step in action.steps if step.wheel), None)
        return Outline(None, ahead, turn, "" if wheel is None else str(wheel.pivot))

    def allotment(self, action: Any) -> dict[str, int]:
        return action.dice if isinstance(action, AllotPips) else {}

    def helpers(self, action: Any) -> int:
        return len(action.helpers) if isinstance(action, Shoot) else 0

    def ending(self, state: State) -> Any:
        return EndMoves()

    def more_ideas(self, state: State) -> Iterable[Any]:
        return more_moves(state) if state.phase == "moves" else ()

    def may_move(self, state: State) -> tuple[Base, ...]:
        return tuple(base for group in groups_of(state) for base in group if self._pays(state, base))

    def _pays(self, state: State, base: Base) -> bool:
        return state.bound.pips.get(service(base).command, 0) > 0

    def groups(self, state: State) -> tuple[tuple[Base, ...], ...]:
        return tuple(group for group in groups_of(state) if len(group) > 1)

    def ideas_for(self, state: State, body: tuple[Base, ...]) -> Iterable[Any]:
        return ideas_for(state, body)

    def may_land(self, state: State) -> bool:
        return any(state.bound.pips.get(name, 0) > 0 for name in may_come(state))

    def comes_on(self, action: Any) -> bool:
        return isinstance(action, Arrive)

    # Chance and secrets

    def imagined(self, state: State, side: str, random: Random) -> State:
        # The enemy's elements that were not seen yet are left out, and so are his secret orders.
        enemy = other(side)
        if enemy in (state.orders or {}):
            state = with_orders(state, enemy, Orders())
        force = state.forces.get(enemy)
        if force is None or not force.elements:
            return state
        known = {base.id for base in state.position.bases}
        known.update(name for coming in announced(state).values() for name in coming.elements)
        shown = tuple(base for base in force.elements if base.id in known)
        return replace(state, forces={**state.forces, enemy: replace(force, elements=shown)})

    def essence(self, state: State) -> bytes:
        return _PACKING.encode(replace(state, forces={}))

    def without_shooting(self, state: State) -> State:
        return begin(state) if state.phase == "shooting" else state


_KINDS: Final[dict[Any, str]] = {EndMoves: ENDS, PickShooter: PICKS, Shoot: SHOOTS, Fight: FIGHTS}


def _weighed(state: State, pair: tuple[str, str], side: str, by: Weights) -> WeighedFight | None:
    """One fight as a side weighs it."""
    position = state.position
    mine, theirs = pair if position.base(pair[0]).side == side else pair[::-1]
    duel = duel_of(position, mine, theirs, state.bound.into_front)
    if duel is None:
        return None
    stakes = Stakes(_stake(position, mine, by), _stake(position, theirs, by))
    return WeighedFight(mine, theirs, duel, stakes, duel.worth(by, stakes))


def _stake(position: Position, name: str, by: Weights) -> float:
    """What it costs a side to lose an element: more the nearer defeat is, and more for a general."""
    base = position.base(name)
    strength = _strength(position, base.side)
    near = min(1.0, strength.lost / max(strength.enough - 1, 1))
    element = field_of(position, base.side).known.get(name)
    price = 1.0 if element is None else element.price
    return price * (1.0 + by.lead * near) + (by.general if base.general else 0.0)


def _hurt(chances: dict[str, Any], by: Weights) -> float:
    found: float = chances["destroyed"].value + by.flee * chances["flee"].value + by.recoil * chances["recoil"].value
    return found


def _near(state: State, pair: tuple[str, str]) -> Any:
    """Everything near a fight: two positions that are alike there have the same fight."""
    position = state.position
    here = [position.base(name).rectangle.centre for name in pair]
    far = _NEAR * position.scale.base_width
    near = tuple(
        (base.id, base.front, base.facing)
        for base in position.standing
        if any(distance(base.rectangle.centre, at) < far for at in here)
    )
    return (pair, near, tuple(name for name in state.bound.into_front if name in pair))


def _strength(position: Position, side: str) -> Strength:
    """What a side has lost of the strength it began with, in whole element equivalents; demoralised commands whole."""
    commands = [one for one in position.commands or () if one.side == side]
    lost = sum(one.strength if DEMORALISED in one.notes else one.gone for one in commands)
    enough = army_breaks_at(position, sum(one.strength for one in commands))
    return Strength(side, int(lost), int(enough + 0.5))
