"""What an edition must provide to be played: a few pure functions on a state. Everything else is built on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from msgspec import Struct

from debellis.battle.action_forms import ActionForm
from debellis.battle.chance import Chance
from debellis.battle.purse import Purse
from debellis.battle.set_up_tasks import SetUpTask
from debellis.battle.survey import Survey
from debellis.manoeuvre.reach import Area
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import Kind
from debellis.umpire.ruling import Ruling


class Pending(Struct, frozen=True):
    """Who must decide what now. `side` is None when the battle is over; `kinds` names the actions to choose from.

    `setting_up` is true before the first bound.
    """

    side: str | None
    what: str
    kinds: tuple[str, ...] = ()
    setting_up: bool = False


class Event(Struct, frozen=True):
    """Something that happened: `kind` for programs, `says` for people, and the clauses that made it so.

    `ruling` is how a combat was settled, with the factor sheets of both sides.
    """

    kind: str
    says: str
    clauses: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    ruling: Ruling | None = None


class Result(Struct, frozen=True):
    """How a battle ended. `winner` is None if it was stopped by agreement or limit."""

    winner: str | None
    why: str


class Nearest(Struct, frozen=True):
    """A legal action near one that was refused, and where each of its bases would stand then."""

    action: Any
    places: dict[str, Pose]


class Opening(Struct, frozen=True):
    """Where a battle begins in a position: the phase, what the side can still spend, and bases not on the table yet.

    `purse` are PIPs: those of each command where armies have several. `told` is what else was settled before, in the
    `opening_words` of the edition.
    """

    phase: str = "moves"
    purse: int = 6
    waiting: tuple[Base, ...] = ()
    told: dict[str, Any] = {}


class Resign(Struct, frozen=True, tag_field="do", tag="resign"):
    """The deciding side gives up: an action of every family."""


class Rules(Protocol):
    """An edition as a game. States and actions are the edition's own frozen structures."""

    @property
    def edition(self) -> str: ...

    @property
    def state_type(self) -> type[Any]: ...

    @property
    def action_type(self) -> Any: ...

    @property
    def view_type(self) -> type[Any]: ...

    @property
    def survey(self) -> Survey:
        """What generals, odds, environments and simulations may ask of a battle."""
        ...

    @property
    def sealed(self) -> frozenset[str]:
        """The names of the actions that only the deciding side may see before the end of the battle."""
        ...

    def start(self, setup: dict[str, Any]) -> Any:
        """The first state, before anything is rolled; ValueError with one clear sentence if the set-up is not valid."""
        ...

    def pending(self, state: Any) -> Pending: ...

    def check(self, state: Any, action: Any) -> Ruling:
        """Whether the pending side may do this now: the answer has `legal`."""
        ...

    def completed(self, state: Any, action: Any) -> Any:
        """A decision with what it leaves to the umpire, as it is applied and logged; the same one if that is nothing.

        A replay applies what the log has, so that it need not find it again.
        """
        ...

    def apply(self, state: Any, action: Any, chance: Chance) -> tuple[Any, tuple[Event, ...]]:
        """The next state and what happened; Needed when a throw is missing, Refused when the action is not legal."""
        ...

    def ideas(self, state: Any, shuffle: Callable[[list[Any]], None] | None = None) -> Iterable[Any]:
        """Actions worth checking, the last one always legal while the battle lasts; in any order with `shuffle`."""
        ...

    def allows(self, state: Any, action: Any) -> bool:
        """The answer of `check`, as only yes or no."""
        ...

    def nearest(self, state: Any, action: Any) -> Nearest | None:
        """The legal action nearest to a refused one, if there is one."""
        ...

    def reach(self, state: Any, names: tuple[str, ...]) -> Iterator[Area]:
        """The ground that some bases of the deciding side may cover with one move together, as areas that may overlap.

        Every area is judged as `check` judges. Nothing is worked out before it is asked for.
        """
        ...

    def varied(self, state: Any, number: int) -> Any:
        """The same state with another choice of boards and deployments to suggest; nothing else differs."""
        ...

    def suggest(self, state: Any) -> tuple[Any, ...]:
        """Some legal and sensible actions, at least one while the battle lasts."""
        ...

    def view(self, state: Any, side: str | None) -> Any:
        """What a side (or a bystander) may see."""
        ...

    def purse(self, state: Any, side: str) -> Purse:
        """What a side can still pay with, as far as that side may know it."""
        ...

    def result(self, state: Any) -> Result | None: ...

    def task(self, state: Any) -> SetUpTask | None:
        """What the deciding side must know of its step before the battle; None if its view says everything."""
        ...

    @property
    def action_forms(self) -> dict[str, ActionForm]:
        """The actions as people write them, by name."""
        ...

    @property
    def opening_words(self) -> dict[str, Kind]:
        """What may be told of the time before a battle is taken up, by name."""
        ...

    def from_position(self, position: Position, opening: Opening) -> Any:
        """The state of a battle that begins in a position; ValueError with one clear sentence if there is none."""
        ...

    def position(self, state: Any) -> Position:
        """What stands where."""
        ...

    def ask(self, state: Any, question: str, arguments: dict[str, Any]) -> Ruling:
        """The ruling on a question in the middle of a battle; BadQuestion if the question is not valid."""
        ...


class Refused(ValueError):
    """An action the rules do not allow, with the ruling that says why."""

    def __init__(self, ruling: Ruling) -> None:
        # What no clause is needed for, as a facing of another length, is told in the answer alone.
        says = [reason.says for reason in ruling.because] or list(ruling.answer.get("faults", ()))
        super().__init__("; ".join(says) or "that is not allowed now")
        self.ruling = ruling
