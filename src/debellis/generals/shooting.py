"""Who shoots next, at whom and with whose help: by the exact odds of each shot."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Rules
from debellis.dba.fighting.fighters import fighter
from debellis.dba.playing.actions import PickShooter, Shoot
from debellis.dba.playing.state import State
from debellis.dba.shooting.shot_odds import odds_of_shot
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal
from debellis.generals.melees import price
from debellis.table.position import Position
from debellis.umpire.chances import Chance

#: Shots compared at most in one decision.
_COMPARED = 12


def next_shot(rules: Rules, state: State, side: str, by: Character) -> Decision:
    """The target and helpers that promise most."""
    best: tuple[float, Decision] | None = None
    for number, idea in enumerate(rules.ideas(state)):
        if number >= _COMPARED and best is not None:
            break
        if not isinstance(idea, Shoot) or not rules.allows(state, idea):
            continue
        worth, hit = worth_of_shot(state, idea, side, by)
        if best is None or worth > best[0]:
            helpers = f" with {', '.join(idea.helpers)}" if idea.helpers else ""
            says = f"{state.picked} shoots at {idea.target}{helpers}: {hit:.0%} to drive it back or worse."
            best = (worth, Decision(idea, says))
    return best[1] if best is not None else Decision(first_legal(rules, state), "There is no other target.")


def worth_of_shot(state: State, shot: Shoot, side: str, by: Character) -> tuple[float, float]:
    """What a shot is worth, and how probably it does anything to the target."""
    assert state.picked is not None
    shooters = (state.picked, *shot.helpers)
    answer: dict[str, Any] = odds_of_shot(
        state.position, shooters=shooters, target=shot.target, edge=shot.edge, spent=state.shot
    ).answer
    if not answer.get("legal"):
        return (0.0, 0.0)
    hurt = _hurt(answer["target"], by) * _price(state.position, shot.target, by)
    own = _hurt(answer["shooter"], by) * _price(state.position, answer["answered"] or state.picked, by)
    return (hurt - own * by.own_loss - 0.02 * len(shot.helpers), 1.0 - answer["target"]["no_effect"].value)


def _hurt(chances: dict[str, Chance], by: Character) -> float:
    return chances["destroyed"].value + by.flee * chances["flee"].value + by.recoil * chances["recoil"].value


def _price(position: Position, name: str, by: Character) -> float:
    who = fighter(position, name)
    return 0.0 if who is None else price(position, who, by)


def next_shooter(rules: Rules, state: State, side: str) -> Decision:
    """Who shoots next: our own first, since what they drive back shoots no more."""
    ideas = [idea for idea in rules.ideas(state) if isinstance(idea, PickShooter)]
    own = [idea for idea in ideas if state.position.base(idea.shooter).side == side]
    for idea in (*own, *ideas):
        if rules.allows(state, idea):
            return Decision(idea, f"{idea.shooter} shoots next: our own before theirs.")
    return Decision(first_legal(rules, state), "There is no other shooter.")
