"""An edition as a game, played by the table of phases of its family: who decides what, what is allowed, what happens.

The states of a family have the fields `phase` ("over" at the end), `turn`, `position`, `variety`, `winner` and `why`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from debellis.battle.asked import Asked, Decided, Playing, asks_nothing, plays_nothing
from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, Shuffle
from debellis.battle.purse import Purse
from debellis.battle.rules import Event, Nearest, Opening, Pending, Refused, Resign, Result
from debellis.battle.set_up_tasks import SetUpTask
from debellis.battle.sides import other
from debellis.battle.survey import Survey
from debellis.battle.well_formed import fault_of
from debellis.manoeuvre.reach import Area
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.citing import Cites, own_clauses, own_ruling
from debellis.umpire.questions import Kind
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import tell
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

_ALLOWED = Memory[tuple[Any, Ruling]]("the action that was last judged legal")

#: The phase of a battle that has ended.
OVER: Final = "over"
#: No bound has as many phases that can be passed, so this many mean that a family never stops passing.
_MOST_PASSES: Final = 64


def written_phase(state: Any) -> str:
    """The phase that the state names."""
    name: str = state.phase
    return name


def nothing_near(state: Any, action: Any, allowed: Callable[[Any], bool]) -> Nearest | None:
    """None: the family does not look for the nearest legal action."""
    return None


def reaches_nothing(state: Any, names: tuple[str, ...], allowed: Callable[[Any], bool]) -> Iterator[Area]:
    """No areas: the family does not say where bases may get to."""
    return iter(())


def told_by_view(state: Any) -> SetUpTask | None:
    """None: the view of the family says all that is needed before the battle."""
    return None


def cites_its_own(edition: str) -> Cites:
    """No clause is replaced: the family cites the clauses of the edition itself."""
    return {}


def as_decided(state: Any, action: Any) -> Any:
    """The decision itself: it leaves nothing open."""
    return action


class Family(Value, frozen=True):
    """What a family of rules gives to be played: its phases, and the functions in which families differ.

    `start` makes the first state of an edition from a setup; `take_up` makes a state from a position and an opening.
    `over` are the clauses that end a battle. `survey` makes what generals, odds and environments may ask of the
    battles of an edition. `nearest` and `reach` get the check of single actions as their last argument. `cites` gives
    the clauses of an edition that replace those which the family cites. `asked` gives the questions that must answer
    as a decision was judged and carried out; `plays` is the battle that decides what a question asks of a position,
    None where no battle comes to it. `task` is what the deciding side must know of its step before the battle beyond
    its view. `suggested` is the greatest number of suggestions, None for all. `completed` is a decision with what it
    leaves to the umpire, so that a log has it and a replay need not find it again. `opening_words` are what may be told
    of the time before a battle is taken up.
    """

    state_type: type[Any]
    action_type: Any
    view_type: type[Any]
    action_forms: dict[str, Any]
    phases: dict[str, Phase]
    over: tuple[str, ...]
    start: Callable[[str, dict[str, Any]], Any]
    take_up: Callable[[Position, Opening], Any]
    view: Callable[[Any, str | None], Any]
    purse: Callable[[Any, str], Purse]
    ask: Callable[[Any, str, dict[str, Any]], Ruling]
    phase_of: Callable[[Any], str] = written_phase
    nearest: Callable[[Any, Any, Callable[[Any], bool]], Nearest | None] = nothing_near
    reach: Callable[[Any, tuple[str, ...], Callable[[Any], bool]], Iterator[Area]] = reaches_nothing
    cites: Callable[[str], Cites] = cites_its_own
    survey: Callable[[str], Survey] = Survey
    asked: Callable[[Decided], tuple[Asked, ...]] = asks_nothing
    plays: Callable[[Position, str, dict[str, Any]], Playing | None] = plays_nothing
    task: Callable[[Any], SetUpTask | None] = told_by_view
    suggested: int | None = None
    completed: Callable[[Any, Any], Any] = as_decided
    opening_words: dict[str, Kind] | None = None


class Game:
    """The rules of an edition as a game: the `Rules` of `battle.rules`."""

    def __init__(self, edition: str, family: Family) -> None:
        self.edition = edition
        self.family = family
        self.survey: Survey = family.survey(edition)
        self.state_type: type[Any] = family.state_type
        self.action_type: Any = family.action_type
        self.view_type: type[Any] = family.view_type
        self.action_forms: dict[str, Any] = family.action_forms
        self.opening_words: dict[str, Kind] = family.opening_words or {}
        self.cites: Cites = family.cites(edition)
        secret = [phase for phase in family.phases.values() if phase.secret]
        self.sealed: frozenset[str] = frozenset([name for phase in secret for name in phase.names])

    def start(self, setup: dict[str, Any]) -> Any:
        return self.family.start(self.edition, setup)

    def from_position(self, position: Position, opening: Opening) -> Any:
        return self.carry_on(self.family.take_up(position, opening))[0]

    def phase(self, state: Any) -> Phase:
        """The phase in which the next decision is taken; only while the battle lasts."""
        return self.family.phases[self.family.phase_of(state)]

    def pending(self, state: Any) -> Pending:
        if state.phase == OVER:
            return Pending(None, "the battle is over")
        phase = self.phase(state)
        return Pending(phase.decides(state), phase.what, phase.names, phase.setting_up)

    def check(self, state: Any, action: Any) -> Ruling:
        return tell(state.position, own_ruling(self.cites, self.judge(state, action)))

    def judge(self, state: Any, action: Any) -> Ruling:
        """The verdict on an action, in the clauses that the family cites.

        The last one that allows something is kept with the state, so that a decision is judged once: not again when it
        is applied, nor for each throw that it needs.
        """
        if not hasattr(state, "kept"):
            return self._judged(state, action)
        known = _ALLOWED.known(state)
        if known is not None and known[0] == action:
            return known[1]
        ruling = self._judged(state, action)
        if ruling.answer["legal"]:
            _ALLOWED.keep(state, (action, ruling))
        return ruling

    def _judged(self, state: Any, action: Any) -> Ruling:
        if state.phase == OVER:
            verdict = Verdict()
            verdict.refuse("The battle is over.", *self.family.over)
            return verdict.decide("decide")
        if isinstance(action, Resign):
            return Verdict().decide("resign")
        phase = self.phase(state)
        verdict = Verdict()
        if isinstance(action, phase.kinds):
            fault = fault_of(action, state.position)
            if fault is None:
                return phase.check(state, action)
            verdict.refuse(fault)
            return verdict.decide("decide")
        says = f"Not now: first {phase.what}."
        verdict.refuse(says, *phase.out_of_order(state, action))
        return verdict.decide("decide")

    def allows(self, state: Any, action: Any) -> bool:
        try:
            with first_fault_is_enough():
                return bool(self.judge(state, action).answer["legal"])
        except FirstFault:
            return False

    def apply(self, state: Any, action: Any, chance: Chance) -> Happened[Any]:
        ruling = self.judge(state, action)
        if not ruling.answer["legal"]:
            raise Refused(tell(state.position, own_ruling(self.cites, ruling)))
        phase = self.phase(state)
        if isinstance(action, Resign):
            return _resigned(state, phase.decides(state))
        after, events = phase.do(state, action, chance)
        after, more = self.carry_on(after)
        events = (*events, *more)
        return after, tuple([_own_event(self.cites, event) for event in events]) if self.cites else events

    def completed(self, state: Any, action: Any) -> Any:
        """A decision with what it leaves to the umpire, as it is applied and logged."""
        return action if state.phase == OVER else self.family.completed(state, action)

    def carry_on(self, state: Any) -> Happened[Any]:
        """Pass the phases in which there is nothing to decide."""
        events: tuple[Event, ...] = ()
        for _ in range(_MOST_PASSES):
            if state.phase == OVER:
                return state, events
            passed = self.phase(state).passes(state)
            if passed is None:
                return state, events
            state = passed[0]
            events = (*events, *passed[1])
        raise RuntimeError(f"{self.edition} passes one phase after another without end, at last {state.phase}")

    def ideas(self, state: Any, shuffle: Shuffle | None = None) -> Iterable[Any]:
        return () if state.phase == OVER else self.phase(state).ideas(state, shuffle)

    def suggest(self, state: Any) -> tuple[Any, ...]:
        legal: list[Any] = []
        for action in self.ideas(state):
            if self.judge(state, action).answer["legal"]:
                legal.append(action)
                if len(legal) == self.family.suggested:
                    break
        return tuple(legal)

    def nearest(self, state: Any, action: Any) -> Nearest | None:
        if state.phase == OVER or not isinstance(action, self.phase(state).kinds):
            return None
        return self.family.nearest(state, action, lambda other: self.allows(state, other))

    def reach(self, state: Any, names: tuple[str, ...]) -> Iterator[Area]:
        if state.phase == OVER:
            return iter(())
        return self.family.reach(state, names, lambda action: self.allows(state, action))

    def varied(self, state: Any, number: int) -> Any:
        return replace(state, variety=state.variety + number)

    def view(self, state: Any, side: str | None) -> Any:
        return self.family.view(state, side)

    def purse(self, state: Any, side: str) -> Purse:
        return self.family.purse(state, side)

    def result(self, state: Any) -> Result | None:
        return Result(state.winner, state.why or "") if state.phase == OVER else None

    def task(self, state: Any) -> SetUpTask | None:
        return None if state.phase == OVER or not self.phase(state).setting_up else self.family.task(state)

    def position(self, state: Any) -> Position:
        position: Position = state.position
        return position

    def ask(self, state: Any, question: str, arguments: dict[str, Any]) -> Ruling:
        return tell(state.position, own_ruling(self.cites, self.family.ask(state, question, arguments)))

    def asked(self, decided: Decided) -> tuple[Asked, ...]:
        """The questions that ask for the judgement of a decision, with what they must answer."""
        return self.family.asked(decided)

    def plays(self, position: Position, question: str, arguments: dict[str, Any]) -> Playing | None:
        """The battle that decides what a question asks of a position; None if no battle comes to it."""
        return self.family.plays(position, question, arguments)


def _own_event(cites: Cites, event: Event) -> Event:
    """An event with the edition's own clauses."""
    ruling = None if event.ruling is None else own_ruling(cites, event.ruling)
    return replace(event, clauses=own_clauses(cites, event.clauses), ruling=ruling)


def _resigned(state: Any, side: str) -> Happened[Any]:
    says = f"{side} gives up"
    return replace(state, phase=OVER, winner=other(side), why=says), (Event("resign", says),)
