"""Plays one battle of a plan: fast without a log, or with one."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec import UNSET

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.dice_supply import DiceSupply
from debellis.battle.playable import rules_of
from debellis.battle.rules import Rules
from debellis.battle.sides import SIDES
from debellis.battle.stream import seed_of
from debellis.generals.decision import General
from debellis.generals.players import mustered
from debellis.simulation.commanders import commander, level_of
from debellis.simulation.outcome import Outcome, Party
from debellis.simulation.plan import Fixture, Plan, fixture


def fight(plan: Plan, number: int) -> Outcome:
    """Play the battle of that number."""
    rules = rules_of(plan.edition)
    what = fixture(plan, number)
    begun = state = rules.start(set_up(plan, what))
    dice = DiceSupply(StreamOfDice(seed_of(what.dice)))
    generals = _generals(what)
    decisions = 0
    while (side := rules.pending(state).side) is not None:
        state = dice.decide(rules, state, generals[side].choose(rules, state))
        decisions += 1
    return _outcome(rules, what, begun, state, decisions)


def fight_with_log(plan: Plan, number: int) -> tuple[Outcome, bytes]:
    """The same battle as `fight` plays, with its log."""
    rules = rules_of(plan.edition)
    what = fixture(plan, number)
    seed = seed_of(what.dice)
    battle = Battle(rules, set_up(plan, what), StreamOfDice(seed), seed)
    begun = battle.state
    generals = _generals(what)
    while (side := battle.pending.side) is not None:
        battle.play(generals[side].choose(rules, battle.state))
    return _outcome(rules, what, begun, battle.state, len(battle.entries)), battle.log()


def _generals(what: Fixture) -> dict[str, General]:
    return {side: commander(who.general, who.seed) for side, who in zip(SIDES, what.places, strict=True)}


def set_up(plan: Plan, what: Fixture) -> dict[str, Any]:
    """The set-up with the elements the generals choose to field, by both lists alone.

    Random choices are made as if nothing were swapped, so that both battles of a pair have the same elements.
    """
    first, second = what.places[::-1] if what.swapped else what.places
    chosen = _elements(plan.edition, plan.scale, first.army, second.army, what.variety)
    if what.swapped:
        chosen = chosen[::-1]
    agreed = {"variety": what.variety, "limit": plan.limit, "scale": plan.scale}
    generals = {side: level_of(who.general) for side, who in zip(SIDES, what.places, strict=True)}
    armies = {side: who.army for side, who in zip(SIDES, what.places, strict=True)}
    picked = mustered(plan.edition, {**agreed, **armies}, generals)
    for side, elements in zip(SIDES, chosen, strict=True):
        if elements and isinstance(picked[side], str):
            picked[side] = {"army": picked[side], "elements": list(elements)}
    return picked


@lru_cache(64)
def _elements(edition: str, scale: str, one: str, two: str, variety: int) -> tuple[tuple[str, ...], ...]:
    """What both armies field; nothing where armies of commands or of units have ready rosters."""
    rules = rules_of(edition)
    survey = rules.survey
    begun = rules.start({"red": one, "blue": two, "variety": variety, "scale": scale})
    if rules.position(begun).commands is not UNSET or rules.position(begun).units is not UNSET:
        return ((), ())
    return tuple(tuple(survey.notation(base) for base in survey.roster(begun, side)) for side in SIDES)


def _outcome(rules: Rules, what: Fixture, begun: Any, ended: Any, decisions: int) -> Outcome:
    result = rules.result(ended)
    assert result is not None
    invader = rules.survey.invader(ended) or ""
    red, blue = (_party(rules, what, i, begun, ended) for i in range(2))
    bounds = sum(rules.survey.bounds(ended).values())
    return Outcome(what.number, what.meeting, red, blue, result.winner, result.why, invader, bounds, decisions)


def _party(rules: Rules, what: Fixture, place: int, begun: Any, ended: Any) -> Party:
    side = SIDES[place]
    survey = rules.survey
    left = {base.id for base in (*rules.position(ended).bases, *survey.held_back(ended, side))}
    elements = survey.roster(begun, side)
    fielded = Counter(base.kind for base in elements)
    lost = Counter(base.kind for base in elements if base.id not in left)
    who = what.places[place]
    return Party(who.army, who.general, dict(sorted(fielded.items())), dict(sorted(lost.items())))
