"""A battle and `ask` never differ: in random battles of every edition, questions answer as decisions were judged."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from debellis.battle.asked import Decided
from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.game import Game
from debellis.battle.playable import playable
from debellis.battle.rules import Opening
from debellis.battle.stream import seed_of
from debellis.dba.playing.game import FAMILY as DBA
from debellis.dbm.playing.game import FAMILY as DBM
from debellis.dbm.troops import service
from debellis.generals.eager import EagerGeneral
from debellis.meg.playing.game import FAMILY as MEG
from debellis.meg.troops import CAMP
from debellis.meg.units import moment
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.editions import description
from tests.judgement import asked_of

FAMILIES = {"dba": DBA, "dbm": DBM, "meg": MEG}
EDITIONS = tuple(dict.fromkeys((*playable(), "dbm31", "dbm32")))
#: Ideas judged beside each decision, legal or not.
BESIDE = 3
#: The armies of DBM begin this near each other (mm), so that a few bounds show shots and fights.
APART = 45.0
#: Of each of their armies the elements so near the middle of the table fight (mm).
WIDE = 90.0
#: Bounds of each side, and the questions that a battle of each family must have come to.
BOUNDS = {"dba": 6, "dbm": 2, "meg": 4}
#: The most decisions of a battle that are looked at.
MOST = {"dba": 400, "dbm": 60, "meg": 75}
#: Battles of DBM with shooters, and with few who move on their own.
OF_DBM = ("early_imperial_roman", "new_kingdom_egyptian")
#: Battles of Mortem et Gloriam with shooters, skirmishers and horse, whose armies begin this near each other (mm).
OF_MEG = ("magna-achaemenid", "magna-hunnic", "magna-pyrrhic")
NEAR = 190.0
#: One of these battles is taken up in the shooting phase, with the armies so near (mm).
SHOOTING, CLOSE = 4, 110.0
#: Questions that the battles of a family come to at least.
SEEN = {
    "dba": {"may_move", "combat"},
    "dbm": {"may_move", "pips", "shooting", "combat", "recoil"},
    "meg": {"may_charge", "may_respond", "may_shoot", "may_roll", "combat", "may_move"},
}


def armies(game: Game, number: int) -> dict[str, Any]:
    """The set-up of a battle by its number."""
    names = {id(DBM): OF_DBM, id(MEG): OF_MEG}.get(id(game.family)) or tuple(game.survey.armies())
    return {"red": names[number % len(names)], "blue": names[(number * 7 + 3) % len(names)], "variety": number}


def closed_up(position: Position) -> Position:
    """The middle of both armies, brought up to each other on open ground, with all generals."""
    middle = position.size[0] * 0.5
    there = [b for b in position.bases if abs(b.front[0] - middle) < WIDE or service(b).rank is not None]
    fronts = {side: [b.front[1] for b in there if b.side == side] for side in ("red", "blue")}
    south, north = sorted(fronts, key=lambda side: sum(fronts[side]) / len(fronts[side]))
    half = (min(fronts[north]) - max(fronts[south]) - APART) * 0.5
    shift = {south: half, north: -half}
    bases = tuple([replace(b, front=(b.front[0], b.front[1] + shift[b.side])) for b in there])
    return replace(position, bases=bases, terrain=())


def brought_near(position: Position, apart: float = NEAR) -> Position:
    """Both armies brought up to each other on open ground; their camps stay."""
    there = [base for base in position.bases if base.kind != CAMP]
    south = max(base.front[1] for base in there if base.side == "red")
    north = min(base.front[1] for base in there if base.side == "blue")
    half = (north - south - apart) * 0.5
    shift = {"red": half, "blue": -half}
    moved = tuple(
        base if base.kind == CAMP else replace(base, front=(base.front[0], base.front[1] + shift[base.side]))
        for base in position.bases
    )
    return replace(position, bases=moved, terrain=())


def played(edition: str, number: int) -> tuple[Counter[str], list[str]]:
    """A battle of random generals: how often each question was asked, and every difference."""
    family = description(edition).family
    game = Game(edition, FAMILIES[family])
    general, roller = EagerGeneral(number), StreamOfDice(seed_of(number))
    state = game.start(armies(game, number) | {"limit": BOUNDS[family]})
    while game.pending(state).setting_up:
        state = rolled(game, state, general.choose(game, state), roller)[0]
    if family == "dbm":
        state = replace(state, position=closed_up(state.position))
    if family == "meg" and number == SHOOTING:
        here = brought_near(state.position, CLOSE)
        state = game.from_position(replace(here, moment=replace(moment(here), phase="3.1")), Opening())
    elif family == "meg":
        state = replace(state, position=brought_near(state.position))
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(MOST[family]):
        if game.result(state) is not None:
            break
        action = general.choose(game, state)
        beside = islice(game.ideas(state, general.random.shuffle), BESIDE)
        after, events, chance = rolled(game, state, action, roller)
        taken = Decided(state, action, game.check(state, action), after, chance.numbers, events)
        for decided in (taken, *(Decided(state, idea, game.check(state, idea)) for idea in beside)):
            for asked, different in asked_of(game, decided):
                seen[asked.question] += 1
                wrong += [f"{decided.action}: {asked.arguments}: {one}" for one in different]
        state = after
    return seen, wrong


@pytest.mark.parametrize("edition", EDITIONS)
def test_ask_answers_as_the_battle_judged(edition: str) -> None:
    numbers = (1, 2, 3, SHOOTING) if description(edition).family == "meg" else (1, 2, 3)
    battles = [played(edition, number) for number in numbers]
    wrong = [one for _, found in battles for one in found]
    assert not wrong, "\n".join(wrong[:5])
    assert SEEN[description(edition).family] <= {question for seen, _ in battles for question in seen}
