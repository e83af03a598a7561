"""Where elements may get to with one move in the middle of a bound. Earlier moves and spent PIPs count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.state import State
from debellis.manoeuvre.reach import Area, reach_of_base, reach_of_group


def reach(state: State, names: tuple[str, ...], allowed: Callable[[MoveElements], bool]) -> Iterator[Area]:
    """The areas that an element or a group may cover with a tactical move; none if it may not move now."""
    position = state.position
    if state.phase != "moves" or not names or not all(position.has_base(name) for name in names):
        return iter(())
    members = tuple(position.base(name) for name in names)
    far = min(allowance(position, base) or 0.0 for base in members)
    if len(members) == 1:
        return reach_of_base(position, members[0], far, lambda pose: allowed(MoveElements(names, path=(pose,))))
    return reach_of_group(members, far, lambda steps: allowed(MoveElements(names, steps=steps)))
