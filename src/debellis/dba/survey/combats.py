"""The fights that stand and the shots to be made, and what each is worth to a side."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.pieces import Memo, Stakes, WeighedFight, WeighedShot, Weights
from debellis.dba.aftermath.recoil import recoil
from debellis.dba.attached import general_with
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.dba.fighting.outcome import Clash
from debellis.dba.playing.actions import Shoot
from debellis.dba.playing.melee_phase import first_on, melees_of
from debellis.dba.playing.state import State
from debellis.dba.shooting.shot_odds import odds_of_shot
from debellis.dba.survey.duels import duel_of
from debellis.dba.survey.elements import price_of
from debellis.dba.victory import tallies
from debellis.geometry.plane import distance
from debellis.mechanics.odds_answer import ExactChance
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_NEAR_DEFEAT = Memory[float]("how near a side is to defeat")

#: A camp or town counts as two elements.
_PLACE = 2.0
#: The cost of each helper of a shot, because it could do something else.
_HELPER = 0.02
#: Bases within this many base widths of a fighter may affect its fight.
_NEAR = 4.0
#: Fates that drive a base back.
_BACK = ("recoil", "flee")


def melees(state: State, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
    """Every fight on the table, as one side values it. Fights in `memo` are not computed again."""
    position = state.position
    known: Memo = {} if memo is None else memo
    found: list[WeighedFight] = []
    for pair in melees_of(position, state.turn):
        key = _key(state, pair)
        if key not in known:
            known[key] = melee(state, pair, side, by)
        one = known[key]
        if one is not None:
            found.append(one)
    return tuple(found)


def _key(state: State, pair: tuple[str, str]) -> Any:
    """The cache key of a fight: everything near it. Positions that are equal there have the same fight."""
    position = state.position
    here = [position.base(name).rectangle.centre for name in pair if position.has_base(name)]
    far = _NEAR * position.scale.base_width
    near = tuple(
        (base.id, base.front, base.facing)
        for base in position.standing
        if any(distance(base.rectangle.centre, at) < far for at in here)
    )
    names = [one[0] for one in near]
    moved = tuple(name for name in (*state.into_front, *state.into_flank) if name in names)
    return (pair, near, moved, first_on(state, *pair))


def melee(state: State, pair: tuple[str, str], side: str, by: Weights) -> WeighedFight | None:
    """One fight as a side values it; None if there is nobody to fight."""
    position = state.position
    one, two = fighter(position, pair[0]), fighter(position, pair[1])
    if one is None or two is None:
        return None
    if one.side != side:
        one, two = two, one
    first = first_on(state, *pair)
    clash = Clash("close", frozenset(state.into_front), frozenset(state.into_flank))
    duel = duel_of(position, one, two, clash, first)
    stakes = Stakes(
        price(position, one, by),
        price(position, two, by),
        _falling_back(position, one, two, duel.my_fates, by),
        _falling_back(position, two, one, duel.their_fates, by),
    )
    return WeighedFight(one.id, two.id, duel, stakes, duel.worth(by, stakes))


def _falling_back(
    position: Position, who: Fighter, enemy: Fighter, fates: tuple[str, ...], by: Weights
) -> float | None:
    """What it costs a fighter's side when it recoils: more than usual if that destroys it or its friends."""
    if who.base is None or who.place is not None or not set(_BACK) & set(fates):
        return None
    gone = recoil(position, who.id, Middling(), Finding(), opponent=enemy.id).destroyed
    lost = [found for name in gone if (found := fighter(position, name)) is not None]
    if not lost:
        return None
    return sum(price(position, one, by) * (1.0 if one.side == who.side else -1.0) for one in lost)


def price(position: Position, who: Fighter, by: Weights) -> float:
    """What it costs a side to lose this fighter: the general is dear, and so is a place."""
    dear = 1.0 + by.lead * near_defeat(position, who.side)
    if who.base is None:
        return _PLACE * dear
    leads = who.base.general or general_with(position, who.base) is not None
    held = _PLACE if who.place is not None else 0.0
    return (price_of(position, who.base) + held) * dear + (by.general if leads else 0.0)


def near_defeat(position: Position, side: str | None) -> float:
    """How near a side is to defeat by its losses: 0 with none, 1 when one more would be enough."""
    return _NEAR_DEFEAT.of(position, side, lambda p: _near_defeat(p, side))


def _near_defeat(position: Position, side: str | None) -> float:
    tally = next((tally for tally in tallies(position) if tally.side == side), None)
    return 0.0 if tally is None else min(1.0, tally.total / max(tally.enough - 1, 1))


def weighed_shot(state: State, shot: Shoot, by: Weights) -> WeighedShot:
    """What a shot of the picked shooter is worth; nothing if it is not allowed."""
    assert state.picked is not None
    shooters = (state.picked, *shot.helpers)
    answer: dict[str, Any] = odds_of_shot(
        state.position, shooters=shooters, target=shot.target, edge=shot.edge, spent=state.shot
    ).answer
    if not answer.get("legal"):
        return WeighedShot(shooters, shot.target, 0.0, 0.0)
    hurt = _hurt(answer["target"], by) * _price_of(state.position, shot.target, by)
    own = _hurt(answer["shooter"], by) * _price_of(state.position, answer["answered"] or state.picked, by)
    worth = hurt - own * by.own_loss - _HELPER * len(shot.helpers)
    return WeighedShot(shooters, shot.target, worth, 1.0 - answer["target"]["no_effect"].value)


def _hurt(chances: dict[str, ExactChance], by: Weights) -> float:
    return chances["destroyed"].value + by.flee * chances["flee"].value + by.recoil * chances["recoil"].value


def _price_of(position: Position, name: str, by: Weights) -> float:
    who = fighter(position, name)
    return 0.0 if who is None else price(position, who, by)
