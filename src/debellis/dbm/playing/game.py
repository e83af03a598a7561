"""DBM as a game: who decides what, what is allowed, what happens then."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.rules import Event, Nearest, Pending, Refused, Result
from debellis.battle.sides import other
from debellis.dbm.playing import (
    advance_phase,
    melee_phase,
    move_phase,
    pip_phase,
    press_phase,
    shooting_phase,
)
from debellis.dbm.playing.action_forms import ACTION_FORMS
from debellis.dbm.playing.actions import Action, Resign
from debellis.dbm.playing.midgame import state_of
from debellis.dbm.playing.phase import Happened, Phase
from debellis.dbm.playing.questions import ask_in_battle
from debellis.dbm.playing.setting_up import baggage_step, deploy_step, invader_step, start, terrain_steps
from debellis.dbm.playing.state import State
from debellis.dbm.playing.views import View, view
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

#: Passing phases ends: a bound has fewer phases than this.
_MOST_PASSES = 64
#: So many suggestions are looked for at most.
_SUGGESTED = 40


@cache
def phases() -> dict[str, Phase]:
    """Every phase by its name."""
    return {
        **invader_step.PHASES,
        **terrain_steps.PHASES,
        **deploy_step.PHASES,
        **baggage_step.PHASES,
        **pip_phase.PHASES,
        **move_phase.PHASES,
        **advance_phase.PHASES,
        **shooting_phase.PHASES,
        **melee_phase.PHASES,
        **press_phase.PHASES,
    }


class Game:
    """The rules of a version of DBM as a game."""

    state_type = State
    action_type: Any = Action
    action_forms = ACTION_FORMS
    view_type = View

    def __init__(self, edition: str) -> None:
        self.edition = edition

    def start(self, setup: dict[str, Any]) -> State:
        return start.begin(self.edition, setup)

    def pending(self, state: State) -> Pending:
        if state.phase == "over":
            return Pending(None, "the battle is over")
        phase = phases()[state.phase]
        return Pending(state.turn, phase.what, phase.names, phase.setting_up)

    def check(self, state: State, action: Action) -> Ruling:
        return check(state, action)

    def apply(self, state: State, action: Action, chance: Chance) -> Happened:
        ruling = check(state, action)
        if not ruling.answer["legal"]:
            raise Refused(ruling)
        if isinstance(action, Resign):
            return _resign(state)
        after, events = phases()[state.phase].do(state, action, chance)
        after, more = carry_on(after)
        return after, (*events, *more)

    def ideas(self, state: State, shuffle: Any = None) -> Iterable[Action]:
        if state.phase == "over":
            return ()
        found = list(phases()[state.phase].ideas(state))
        if shuffle is not None:
            head, last = found[:-1], found[-1:]
            shuffle(head)
            found = [*head, *last]
        return found

    def allows(self, state: State, action: Action) -> bool:
        try:
            with first_fault_is_enough():
                return bool(check(state, action).answer["legal"])
        except FirstFault:
            return False

    def nearest(self, state: State, action: Action) -> Nearest | None:
        return None

    def varied(self, state: State, number: int) -> State:
        return replace(state, variety=state.variety + number)

    def suggest(self, state: State) -> tuple[Action, ...]:
        legal = (action for action in self.ideas(state) if check(state, action).answer["legal"])
        return tuple(islice(legal, _SUGGESTED))

    def view(self, state: State, side: str | None) -> View:
        return view(state, side)

    def result(self, state: State) -> Result | None:
        return None if state.phase != "over" else Result(state.winner, state.why or "")

    def from_position(self, position: Position, phase: str, pips: int, waiting: tuple[Base, ...] = ()) -> State:
        return carry_on(state_of(position, phase, pips, waiting))[0]

    def position(self, state: State) -> Position:
        return state.position

    def ask(self, state: State, question: str, arguments: dict[str, Any]) -> Ruling:
        return ask_in_battle(state, question, arguments)


def check(state: State, action: Action) -> Ruling:
    """Whether the deciding side may do this now."""
    verdict = Verdict()
    if state.phase == "over":
        verdict.refuse("The battle is over.", "DBM-B29.4")
        return verdict.decide("decide")
    if isinstance(action, Resign):
        return verdict.decide("resign")
    phase = phases()[state.phase]
    if not isinstance(action, phase.kinds):
        verdict.refuse(f"That is not to be decided now: it is time to {phase.what}.", *phase.clauses)
        return verdict.decide("decide")
    return phase.check(state, action)


def carry_on(state: State) -> Happened:
    """Pass phases in which nobody has anything to decide."""
    events: tuple[Event, ...] = ()
    for _ in range(_MOST_PASSES):
        if state.phase == "over":
            break
        passed = phases()[state.phase].passes(state)
        if passed is None:
            break
        state, more = passed
        events += more
    return state, events


def _resign(state: State) -> Happened:
    says = f"{state.turn} gives up"
    return replace(state, phase="over", winner=other(state.turn), why=says), (Event("resign", says),)
