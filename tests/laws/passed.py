"""No phase passes while an action of it is legal: what was passed in random battles is searched for legal actions.

The search of a family does not use the ideas of its phases: it tries all elements, all groups, all targets, and grids
of distances and angles. A legal action that leads to nothing else than passing, as one of two alike, is no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import Any

from msgspec import Struct

from debellis.battle.battle import StreamOfDice, rolled
from debellis.battle.chance import Middling
from debellis.battle.game import Game
from debellis.battle.phase import Happened, Phase
from debellis.battle.stream import seed_of
from debellis.generals.eager import EagerGeneral
from debellis.table.value import replace
from debellis.umpire.editions import description
from tests.laws import tries_dba, tries_dbm, tries_meg
from tests.laws.battles import game_of, joined, started

Record = Callable[[str, Any], None]

#: The actions to try in a state whose phase was passed.
TRIES: dict[str, Callable[[str, Any, Random], Iterator[Any]]] = {
    "dba": tries_dba.tries,
    "dbm": tries_dbm.tries,
    "meg": tries_meg.tries,
}
#: What else shows that a phase should not have been passed, in words.
BEYOND: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("dba", "shooting"): tries_dba.may_shoot,
    ("meg", "2.5"): tries_meg.unasked,
}
#: Families that go on by themselves inside a decision: what to watch there.
INSIDE: dict[str, Callable[[Record], AbstractContextManager[None]]] = {"meg": tries_meg.watched}


class Found(Struct, frozen=True):
    """A legal action at a passed phase, with the battle and the decision after which it was passed."""

    edition: str
    battle: int
    decision: int
    phase: str
    action: Any

    def __str__(self) -> str:
        return f"{self.edition} battle {self.battle}, after decision {self.decision}, {self.phase}: {self.action}"


def watching(edition: str, record: Record) -> Game:
    """The game of an edition that tells of every phase it passes."""
    family = game_of(edition).family

    def told(name: str, phase: Phase) -> Phase:
        def passes(state: Any) -> Happened[Any] | None:
            passed = phase.passes(state)
            if passed is not None:
                record(name, state)
            return passed

        return replace(phase, passes=passes)

    return Game(edition, replace(family, phases={name: told(name, phase) for name, phase in family.phases.items()}))


def searched(edition: str, number: int, most: int, each: int, *, near: bool = True) -> tuple[int, list[Found]]:
    """How many actions were tried at the passed phases of a battle, and those that were legal.

    Of the actions at one passed phase at most `each` are tried, drawn at random.
    """
    family = description(edition).family or ""
    seen: list[tuple[str, Any]] = []

    def record(phase: str, state: Any) -> None:
        seen.append((phase, state))

    game = watching(edition, record)
    random, general, roller = Random(number), EagerGeneral(number), StreamOfDice(seed_of(number))
    inside = INSIDE.get(family, _nothing)
    tried, found, made = 0, [], 0
    with inside(record):
        state = started(game, number)
        while made < most and game.result(state) is None:
            setting_up = game.pending(state).setting_up
            action = general.choose(game, state)
            seen.clear()
            after, _, _ = rolled(game, state, action, roller)
            made += not setting_up
            for phase, there in tuple(seen):
                actions = list(TRIES[family](phase, there, random))
                beyond = BEYOND[family, phase](there) if (family, phase) in BEYOND else None
                if beyond is not None:
                    found.append(Found(edition, number, made, phase, beyond))
                for action in random.sample(actions, min(each, len(actions))):
                    tried += 1
                    if game.allows(there, action) and _leads_elsewhere(game, there, action):
                        found.append(Found(edition, number, made, phase, action))
            ready = near and setting_up and not game.pending(after).setting_up
            state = joined(game, after, number) if ready else after
    return tried, found


def _nothing(record: Record) -> AbstractContextManager[None]:
    return nullcontext()


def _leads_elsewhere(game: Game, state: Any, action: Any) -> bool:
    """Whether an action leads to another state than passing. Inside a decision nothing can be compared."""
    passed = game.phase(state).passes(state)
    if passed is None:
        return True
    chance = Middling()
    after = game.phase(state).do(state, action, chance)[0]
    return bool(chance.numbers) or game.carry_on(after)[0] != game.carry_on(passed[0])[0]
