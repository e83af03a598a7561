"""Going aboard and landing in a battle: single moves between a beached vessel and the shore."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dbm.commanding.orders import Done
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.going import WATER, going_of
from debellis.dbm.grouping.group_moves import judge_earlier
from debellis.dbm.grouping.groups import TACTICAL
from debellis.dbm.moving.boarding import UNLADEN, judge_boarding, judge_landing, reach
from debellis.dbm.moving.drifting import until_bank
from debellis.dbm.moving.speeds import allowance, is_naval
from debellis.dbm.playing.actions import Action, Board, Land, MoveElements
from debellis.dbm.playing.moving import Made, settled
from debellis.dbm.playing.state import State
from debellis.dbm.playing.vessels import with_lading
from debellis.dbm.setting_up.shore import waters_of
from debellis.dbm.troops import noted, troop
from debellis.geometry.polygon import partly_in
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

#: How finely places to land are tried (mm).
_STEP = 5.0


def carried_by(state: State, vessel: str) -> Base | None:
    """Who is aboard a vessel."""
    return (state.aboard or {}).get(vessel)


def mover(state: State, action: Board | Land) -> str:
    """The element that goes aboard or lands; the vessel itself if nobody is aboard."""
    if isinstance(action, Board):
        return action.element
    aboard = carried_by(state, action.vessel)
    return action.vessel if aboard is None else aboard.id


def judge(state: State, action: Board | Land, verdict: Verdict) -> Made | None:
    """Judge a boarding or landing and work out what comes of it; None where it is refused."""
    position = state.position
    vessel = position.base(action.vessel)
    if isinstance(action, Board):
        base = position.base(action.element)
        judge_earlier(position, (base, vessel), TACTICAL, verdict)
        judge_boarding(position, base, vessel, verdict)
        after = position.without(base.id).with_base(with_lading(position, vessel, base))
    else:
        aboard = carried_by(state, vessel.id)
        if aboard is None:
            verdict.refuse(f"{vessel.id} carries nobody", "DBM-B30.1")
            return None
        base = replace(aboard, front=action.to.front, facing=action.to.facing)
        empty = position.with_base(with_lading(position, vessel, None))
        after = replace(empty, bases=(*empty.bases, base))
        judge_earlier(after, (base, vessel), TACTICAL, verdict)
        judge_landing(position, vessel, base, base.rectangle, verdict)
    if not verdict.legal:
        return None
    there = after if after.has_base(base.id) else position
    sheet = price(there, (base,), Order(TACTICAL, Done()))
    verdict.add_sheet(sheet)
    if isinstance(action, Board):
        return Made(after, total(sheet), Done(straight=False))
    return settled(position, after, MoveElements((base.id,)), Done(straight=False), total(sheet), (), verdict)


def ideas(state: State, group: tuple[Base, ...]) -> Iterator[Action]:
    """Vessels that let those aboard step off straight ahead, and empty ones that take up who stands near."""
    position = state.position
    for vessel in group:
        if not is_naval(position, troop(vessel)):
            continue
        if not waters_of(position, vessel, beached=True):
            yield from _to_the_beach(state, vessel)
            continue
        aboard = carried_by(state, vessel.id)
        if aboard is not None and aboard.id not in state.bound.acts:
            yield from _dry_landing(state, vessel, aboard)
        elif aboard is None and noted(vessel, UNLADEN):
            for friend in position.friends(vessel.side):
                near = not is_naval(position, troop(friend)) and friend.id not in state.bound.acts
                if near and reach(vessel, friend.rectangle) <= (allowance(position, friend) or 0.0):
                    yield Board(friend.id, vessel.id)


def _dry_landing(state: State, vessel: Base, aboard: Base) -> Iterator[Action]:
    """Straight ahead of a vessel to the first place that is wholly on land, for those aboard."""
    position = state.position
    waters = [piece for piece in position.terrain if going_of(position, piece, troop(aboard)) == WATER]
    for step in range(int((allowance(position, aboard) or 0.0) / _STEP) + 1):
        ahead = vessel.rectangle.advanced(aboard.depth + step * _STEP)
        place = Pose(ahead.front, ahead.facing).rectangle(aboard.width, aboard.depth)
        if not any(partly_in(place, water.ground) for water in waters):
            yield Land(vessel.id, Pose(ahead.front, ahead.facing))
            return


def _to_the_beach(state: State, vessel: Base) -> Iterator[Action]:
    """Straight ahead up to the bank, for a vessel that carries somebody."""
    far = allowance(state.position, vessel, WATER) or 0.0
    free = until_bank(state.position, vessel, vessel.facing, far)
    if carried_by(state, vessel.id) is not None and vessel.id not in state.bound.acts and 0.0 < free < far:
        ahead = vessel.rectangle.advanced(free)
        yield MoveElements((vessel.id,), path=(Pose(ahead.front, ahead.facing),))


def with_aboard(state: State, action: Board | Land) -> State:
    """The state with the list of those aboard after a boarding or landing; `state` is that before it."""
    aboard = dict(state.aboard or {})
    if isinstance(action, Board):
        aboard[action.vessel] = state.position.base(action.element)
    else:
        aboard.pop(action.vessel, None)
    return replace(state, aboard=aboard)
