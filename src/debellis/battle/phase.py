"""One phase of a battle: who decides, by which kinds of action, and the functions that judge and apply them.

A family of rules is a table of such phases; `battle.game` plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

from debellis.battle.chance import Chance
from debellis.battle.rules import Event
from debellis.table.value import Value
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

S = TypeVar("S")
#: The state after an action, and what happened on the way.
Happened = tuple[S, tuple[Event, ...]]
#: How a phase judges an action, applies it, and finds actions worth checking.
Check = Callable[[Any, Any], Ruling]
Do = Callable[[Any, Any, Chance], Happened[Any]]
Ideas = Callable[[Any], Iterable[Any]]
#: Puts a list into another order, in place.
Shuffle = Callable[[list[Any]], None]


def active_side(state: Any) -> str:
    """The side whose turn it is."""
    side: str = state.turn
    return side


def nobody_waits(state: Any) -> Happened[Any] | None:
    """None: there is always something to decide in such a phase."""
    return None


def no_clauses(state: Any, action: Any) -> tuple[str, ...]:
    """No clause gives the phase its place."""
    return ()


class Phase(Value, frozen=True):
    """One phase. `what` completes the sentence "Not now: first ..."; `kinds` are the types of its actions.

    `ideas` are actions worth checking, the last one always legal; with a shuffle they come in any order.
    `decides` is the side that decides. `passes` is what happens when there is nothing to decide, and None when there
    is. `out_of_order` are the clauses that put the phase before or after the one that a refused action belongs to.
    `secret` says that nobody but the deciding side may see its actions before the end of the battle.
    """

    what: str
    kinds: tuple[Any, ...]
    check: Check
    do: Do
    ideas: Callable[[Any, Shuffle | None], Iterable[Any]]
    decides: Callable[[Any], str] = active_side
    passes: Callable[[Any], Happened[Any] | None] = nobody_waits
    out_of_order: Callable[[Any, Any], tuple[str, ...]] = no_clauses
    setting_up: bool = False
    secret: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its actions in the log."""
        return tuple(kind.__struct_config__.tag for kind in self.kinds)


def may_always(state: Any, action: Any) -> Ruling:
    """The check of an action that nothing forbids in its phase."""
    return Verdict().decide("decide")


def placed_by(*clauses: str) -> Callable[[Any, Any], tuple[str, ...]]:
    """A function that gives the same clauses for the place of the phase, whatever action is too early or late."""

    def out_of_order(state: Any, action: Any) -> tuple[str, ...]:
        return clauses

    return out_of_order


def all_but_last(ideas: Ideas) -> Callable[[Any, Shuffle | None], Iterable[Any]]:
    """Ideas that are all shuffled except the last one, which is always legal."""

    def in_any_order(state: Any, shuffle: Shuffle | None) -> Iterable[Any]:
        if shuffle is None:
            return ideas(state)
        found = list(ideas(state))
        last = found[-1:]
        del found[-1:]
        shuffle(found)
        return found + last

    return in_any_order


#: So many sources of ideas are drawn at most.
_DRAWN = 12


def drawn(sources: list[Iterable[Any]], shuffle: Shuffle) -> Iterator[Any]:
    """The ideas of several sources in any order: a source is drawn first, then its ideas.

    A source is asked only when it is drawn, so a caller who takes the first legal idea does not pay for the others.
    Only some sources are drawn, so that a side that can do nothing more finds out soon.
    """
    shuffle(sources)
    for source in sources[:_DRAWN]:
        ideas = list(source)
        shuffle(ideas)
        yield from ideas


def from_sources(
    sources: Callable[[Any], list[Iterable[Any]]], always: Any
) -> Callable[[Any, Shuffle | None], Iterable[Any]]:
    """Ideas of several sources, one source after the other or drawn, with an action that is always legal at the end."""

    def in_any_order(state: Any, shuffle: Shuffle | None) -> Iterable[Any]:
        if shuffle is None:
            return chain.from_iterable(sources(state))
        return chain(drawn(sources(state), shuffle), (always,))

    return in_any_order


def in_order(ideas: Ideas) -> Callable[[Any, Shuffle | None], Iterable[Any]]:
    """Ideas that are never shuffled."""

    def always_alike(state: Any, shuffle: Shuffle | None) -> Iterable[Any]:
        return ideas(state)

    return always_alike
