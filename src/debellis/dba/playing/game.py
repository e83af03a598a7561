"""An edition as a game: who decides what, what is allowed, what happens then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.rules import Event, Nearest, Pending, Refused, Result
from debellis.battle.sides import other
from debellis.dba.book import Book, book_of
from debellis.dba.citing import own_event, own_ruling
from debellis.dba.playing import melee_phase, move_phase, shooting_phase
from debellis.dba.playing.action_forms import ACTION_FORMS
from debellis.dba.playing.actions import (
    Action,
    Deploy,
    EndMoves,
    Exchange,
    Fight,
    Land,
    ModifyTerrain,
    MoveElements,
    NumberEdges,
    PickShooter,
    PlaceCamp,
    PlaceTerrain,
    Resign,
    RollForInvader,
    RollPips,
    Shoot,
)
from debellis.dba.playing.midgame import state_of
from debellis.dba.playing.nearest import nearest_move
from debellis.dba.playing.phases import out_of_order, pending_of
from debellis.dba.playing.sequence import ask_in_battle
from debellis.dba.playing.state import State
from debellis.dba.playing.suggestions import Shuffle, suggestions
from debellis.dba.playing.views import View, view
from debellis.dba.setting_up import modify_step
from debellis.dba.setting_up import steps as setting_up
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

Happened = tuple[State, tuple[Event, ...]]


class Game:
    """The rules of an edition, played by its book."""

    state_type = State
    action_type: Any = Action
    action_forms = ACTION_FORMS
    view_type = View

    def __init__(self, edition: str) -> None:
        self.edition = edition

    @property
    def book(self) -> Book:
        return book_of(self.edition)

    def start(self, setup: dict[str, Any]) -> State:
        return setting_up.start(self.book, setup)

    def pending(self, state: State) -> Pending:
        return pending_of(state)

    def check(self, state: State, action: Action) -> Ruling:
        return own_ruling(self.book, check(state, action))

    def apply(self, state: State, action: Action, chance: Chance) -> Happened:
        ruling = check(state, action)
        if not ruling.answer["legal"]:
            raise Refused(own_ruling(self.book, ruling))
        after, events = _do(state, action, chance)
        after, more = _carry_on(after)
        return after, tuple(own_event(self.book, event) for event in (*events, *more))

    def ideas(self, state: State, shuffle: Shuffle | None = None) -> Iterable[Action]:
        return suggestions(state, shuffle)

    def allows(self, state: State, action: Action) -> bool:
        return allows(state, action)

    def nearest(self, state: State, action: Action) -> Nearest | None:
        if not isinstance(action, MoveElements) or out_of_order(state, action) is not None:
            return None
        return nearest_move(state.position, action.move, lambda move: allows(state, MoveElements(move)))

    def varied(self, state: State, number: int) -> State:
        return replace(state, variety=state.variety + number)

    def suggest(self, state: State) -> tuple[Action, ...]:
        return tuple(action for action in suggestions(state) if check(state, action).answer["legal"])

    def view(self, state: State, side: str | None) -> View:
        return view(state, side)

    def result(self, state: State) -> Result | None:
        return None if state.phase != "over" else Result(state.winner, state.why or "")

    def from_position(self, position: Position, phase: str, pips: int, waiting: tuple[Base, ...] = ()) -> State:
        return _carry_on(state_of(position, phase, pips, waiting))[0]

    def position(self, state: State) -> Position:
        return state.position

    def ask(self, state: State, question: str, arguments: dict[str, Any]) -> Ruling:
        return own_ruling(self.book, ask_in_battle(state, question, arguments))


def check(state: State, action: Action) -> Ruling:
    """Whether the deciding side may do this now."""
    if isinstance(action, Resign) and state.phase != "over":
        return Verdict().decide("resign")
    return out_of_order(state, action) or _check(state, action)


def allows(state: State, action: Action) -> bool:
    """The same verdict as `check`, but only yes or no: the first fault is enough."""
    try:
        with first_fault_is_enough():
            return bool(check(state, action).answer["legal"])
    except FirstFault:
        return False


def _check(state: State, action: Action) -> Ruling:
    match action:
        case MoveElements():
            return move_phase.check_move(state, action)
        case PlaceTerrain():
            return setting_up.check_terrain(state, action)
        case ModifyTerrain():
            return modify_step.check_modification(state, action)
        case NumberEdges():
            return setting_up.check_edges(state, action)
        case PlaceCamp():
            return setting_up.check_camp(state, action)
        case Deploy():
            return setting_up.check_deployment(state, action)
        case Exchange():
            return setting_up.check_exchange(state, action)
        case Land():
            return move_phase.check_landing(state, action)
        case PickShooter():
            return shooting_phase.check_pick(state, action)
        case Shoot():
            return shooting_phase.check_shoot(state, action)
        case Fight():
            return melee_phase.check_fight(state, action)
        case _:
            return Verdict().decide("decide")


def _do(state: State, action: Action, dice: Chance) -> Happened:
    match action:
        case RollForInvader():
            return setting_up.roll_for_invader(state, dice)
        case PlaceTerrain():
            return setting_up.place_terrain(state, action, dice)
        case ModifyTerrain():
            return modify_step.modify_terrain(state, action, dice)
        case NumberEdges():
            return setting_up.number_edges(state, action, dice)
        case PlaceCamp():
            return setting_up.place_camp(state, action)
        case Deploy():
            return setting_up.deploy(state, action)
        case Exchange():
            return setting_up.make_exchange(state, action)
        case RollPips():
            return move_phase.roll_pips(state, dice)
        case MoveElements():
            return move_phase.move(state, action, dice)
        case Land():
            return move_phase.land(state, action)
        case EndMoves():
            return move_phase.end_moves(state)
        case PickShooter():
            return shooting_phase.pick(state, action)
        case Shoot():
            return shooting_phase.shoot(state, action, dice)
        case Fight():
            return melee_phase.fight(state, action, dice)
        case Resign():
            return _resign(state)


def _resign(state: State) -> Happened:
    side = state.turn
    says = f"{side} gives up"
    return replace(state, phase="over", winner=other(side), why=says), (Event("resign", says),)


def _carry_on(state: State) -> Happened:
    """Pass phases in which nobody has anything to decide."""
    events: tuple[Event, ...] = ()
    if state.phase == "shooting" and state.picked is None and not shooting_phase.waiting_shooters(state):
        state = melee_phase.begin_melee(state)
    if state.phase == "melee" and not melee_phase.still_to_fight(state):
        state, events = melee_phase.end_bound(state)
    return state, events
