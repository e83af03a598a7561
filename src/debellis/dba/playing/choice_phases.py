"""Choices that come up while a decision is carried out: each is a decision of its own, and then it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import UNSET

from debellis.battle.chance import Chance, Resumed
from debellis.battle.phase import Do, Happened
from debellis.battle.rules import Event
from debellis.dba.aftermath.choosing import CONFORM, FLIGHT, HAND, RECOIL, TURN, Choices, Option, Picked, Undecided
from debellis.dba.playing.actions import GoNext, TurnFleer
from debellis.dba.playing.state import OpenChoice, State
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

#: How a decision is carried out, with the choices made on the way.
Run = Callable[[State, Any, Chance, Choices], Happened[State]]
_GROUNDS: Final = {
    HAND: ("BOB-FLEE-5a", "DBA22-B30.4"),
    RECOIL: ("BOB-OUT-5a", "DBA22-B29.7"),
    FLIGHT: ("DBA22-B33.6",),
    CONFORM: ("BOB-CON-5a", "DBA22-B16.1"),
    TURN: ("BOB-MEL-7a", "DBA22-B16.3"),
}
_DOES: Final = {RECOIL: "recoils", FLIGHT: "flees", CONFORM: "lines up", TURN: "turns to face"}


def asking(run: Run) -> Do:
    """The same, except that a choice that comes up on the way waits for the side that makes it."""

    def carried_out(state: State, action: Any, dice: Chance) -> Happened[State]:
        return _as_far_as_decided(run, state, action, dice, ())

    return carried_out


def going_on(runs: dict[Any, Run]) -> Do:
    """What a choice leads to: the decision in which it came up is carried out, by its dice and this choice."""

    def carried_out(state: State, action: TurnFleer | GoNext, dice: Chance) -> Happened[State]:
        choice = open_choice(state)
        before = replace(state, choice=UNSET)
        pick = next(option for option in choice.options if action_for(choice, option) == action)
        run = runs[type(choice.action)]
        told = Event("choice", f"{choice.side} says: {_words(choice.what, pick)}", _GROUNDS[choice.what], pick[:1])
        after, events = _as_far_as_decided(
            run, before, choice.action, Resumed(choice.dice, dice), (*choice.picks, pick)
        )
        return after, (told, *events)

    return carried_out


def _as_far_as_decided(run: Run, state: State, action: Any, dice: Chance, picks: tuple[Option, ...]) -> Happened[State]:
    try:
        return run(state, action, dice, Picked(picks))
    except Undecided as found:
        choice = OpenChoice(found.side, found.what, found.options, action, dice.numbers, picks)
        either = " or ".join(_words(found.what, option) for option in found.options)
        says = f"{found.told + '; ' if found.told else ''}{found.side} chooses: {either}"
        names = tuple(dict.fromkeys(option[0] for option in found.options))
        return replace(state, choice=choice), (Event("choice_due", says, _GROUNDS[found.what], names),)


def open_choice(state: State) -> OpenChoice:
    """The choice that must be made now."""
    assert state.choice is not UNSET
    return state.choice


def decides(state: State) -> str:
    """The side that makes the choice."""
    return open_choice(state).side


def action_for(choice: OpenChoice, option: Option) -> TurnFleer | GoNext:
    """The decision that takes an option."""
    return TurnFleer(option[-1]) if choice.what == HAND else GoNext(*option)


def check(state: State, action: TurnFleer | GoNext) -> Ruling:
    """Whether that is one of the options."""
    verdict = Verdict()
    choice = open_choice(state)
    if action not in [action_for(choice, option) for option in choice.options]:
        either = together([_words(choice.what, option) for option in choice.options])
        verdict.refuse(f"The choice is between these: {either}.", *_GROUNDS[choice.what])
    return verdict.decide("choose")


def choices(state: State) -> Iterator[TurnFleer | GoNext]:
    """Every option."""
    choice = open_choice(state)
    yield from (action_for(choice, option) for option in choice.options)


def _words(what: str, option: Option) -> str:
    if what == HAND:
        return f"{option[0]} turns {option[1]}"
    return f"{option[0]} {_DOES[what]}{' ' + option[1] if len(option) > 1 else ''} first"
