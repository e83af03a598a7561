"""A decision that is being carried out and waits for the owner of an element who must choose how it goes on.

What a phase does is tried with the choices made so far. At a fork that is still open the battle waits, with the
decision, its dice and the choices in the state; once the owner has chosen, it is done again from the same
state with the same dice, as far as the next fork or to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.chance import Chance, Resumed
from debellis.battle.phase import Check, Do, Happened, Ideas, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.forks import Fork
from debellis.dbm.playing.actions import Action, Choose
from debellis.dbm.playing.choosing import Told
from debellis.dbm.playing.fate_words import told_choice, told_fork
from debellis.dbm.playing.state import Chosen, Fate, State
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def forking(phase: Phase) -> Phase:
    """A phase in which owners may have to choose how what was decided is carried out."""

    def carried_out(state: State, action: Any, dice: Chance) -> Happened[State]:
        return _carry_on(phase, state, action, dice, Fate(action))

    do: Do = carried_out
    return replace(phase, do=do)


def _carry_on(phase: Phase, state: State, action: Any, dice: Chance, fate: Fate) -> Happened[State]:
    """Do what was decided as far as it goes; `state` is that in which it was decided."""
    try:
        after, events = phase.do(replace(state, choices=fate.made), action, dice)
    except Fork as fork:
        return _waits(state, fork, (), dice, fate)
    except Told as told:
        return _waits(state, told.fork, told.events, dice, fate)
    return replace(after, choices=UNSET), _untold(events, fate)


def _waits(state: State, fork: Fork, events: tuple[Event, ...], dice: Chance, fate: Fate) -> Happened[State]:
    side = _side_of(state, fork.element)
    new = _untold(events, fate)
    told = (*fate.told, *(event.says for event in new))
    waits = replace(
        fate,
        dice=dice.numbers,
        side=side,
        kind=fork.kind,
        element=fork.element,
        options=fork.options,
        told=told,
    )
    asked = Event("fork", told_fork(side, fork.kind, fork.element, fork.options), (), (fork.element,))
    return replace(state, fate=waits), (*new, asked)


def _side_of(state: State, name: str) -> str:
    """The side of an element; of one in ambush too."""
    if state.position.has_base(name):
        return state.position.base(name).side
    return next(side for side, force in state.forces.items() if any(base.id == name for base in force.elements))


def _untold(events: tuple[Event, ...], fate: Fate) -> tuple[Event, ...]:
    """The events that were not told before the last fork."""
    left = list(fate.told)
    found: list[Event] = []
    for event in events:
        if event.says in left:
            left.remove(event.says)
        else:
            found.append(event)
    return tuple(found)


def phase_of(state: State) -> str:
    """The phase in which the next decision is taken: a phase of the bound has another one in it."""
    if state.fate is not UNSET:
        return "fate"
    return "shot" if state.phase == "shooting" and state.bound.picked is not UNSET else state.phase


def fate_of(state: State) -> Fate:
    """What the battle waits for in this phase."""
    assert state.fate is not UNSET
    return state.fate


def decides(state: State) -> str:
    """The owner of the element."""
    return fate_of(state).side


def check(state: State, action: Choose) -> Ruling:
    """Whether that is one of the options."""
    verdict = Verdict()
    fate = fate_of(state)
    if action.option not in fate.options:
        says = f"{action.option} is not to be chosen now: for {fate.element} it is {' or '.join(fate.options)}."
        verdict.refuse(says, *_CLAUSES)
    return verdict.decide("choose")


_CLAUSES = ("DBM-B28.2", "DBM-B28.7")


def chosen(state: State, action: Choose) -> tuple[State, Fate]:
    """The state in which the decision was taken that waits, and what is known of it with this choice."""
    fate = fate_of(state)
    made = (*fate.made, Chosen(fate.kind, fate.element, fate.options, action.option))
    return replace(state, fate=UNSET), replace(fate, made=made)


def phase_of_choices(phases: dict[str, Phase]) -> dict[str, Phase]:
    """The phase in which an owner chooses, for what was decided in any of some phases."""

    def choose(state: State, action: Choose, dice: Chance) -> Happened[State]:
        before, fate = chosen(state, action)
        says = told_choice(fate.side, fate.kind, fate.element, action.option)
        told = Event("choose", says, (), (fate.element,))
        after, events = _carry_on(phases[phase_of(before)], before, fate.action, Resumed(fate.dice, dice), fate)
        return after, (told, *events)

    judged: Check = check
    do: Do = choose
    ideas: Ideas = _ideas
    return {
        "fate": Phase(
            "choose how it goes on",
            (Choose,),
            judged,
            do,
            all_but_last(ideas),
            decides=decides,
            out_of_order=placed_by(*_CLAUSES),
        )
    }


def _ideas(state: State) -> Iterator[Action]:
    for option in fate_of(state).options:
        yield Choose(option)
