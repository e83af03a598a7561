"""Elements that move at the same time, because none of them could reach its enemy without the others."""

from __future__ import annotations

from debellis.dbm.commanding.orders import Done, finished
from debellis.dbm.commanding.pips import Order, price_of_move, total
from debellis.dbm.grouping.group_moves import judge_earlier
from debellis.dbm.grouping.groups import TACTICAL
from debellis.dbm.moving.simultaneous import judge_stages
from debellis.dbm.playing.actions import MoveElements, MoveTogether
from debellis.dbm.playing.moving import Made, settled
from debellis.dbm.playing.state import State
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict


class MadeTogether(Value, frozen=True):
    """The moves as they are made, and the price of each mover."""

    made: Made
    costs: dict[str, int]


def movers(action: MoveTogether) -> tuple[str, ...]:
    """The elements that move, each once."""
    return tuple(dict.fromkeys(name for name, _ in action.sequence))


def judge(state: State, action: MoveTogether, verdict: Verdict) -> MadeTogether | None:
    """Judge a sequence of partial moves and work out what comes of it; None where it is refused."""
    position = state.position
    names = movers(action)
    judge_earlier(position, tuple(position.base(name) for name in names), TACTICAL, verdict)
    if len(names) < 2:
        verdict.refuse("Moving together takes two elements or more.", "DBM32-P18-para2f")
    if not verdict.legal:
        return None
    judged = judge_stages(position, action.sequence, verdict)
    if not verdict.legal:
        return None
    costs: dict[str, int] = {}
    for name in names:
        base = position.base(name)
        path = tuple(pose for one, pose in action.sequence if one == name)
        done = finished(position, (base,), None, path, (), {}, None, False) or Done()
        sheet = price_of_move(position, (base,), Order(TACTICAL, done), path[-1].rectangle(base.width, base.depth))
        verdict.add_sheet(sheet)
        costs[name] = total(sheet)
    gone = tuple(dict.fromkeys(one for each in judged.values() for one in (*each.destroyed, *each.removed)))
    ends = {name: pose for name, pose in action.sequence}
    aside = {one: place for each in judged.values() for one, place in each.displaced if one not in ends}
    after = (position.without(*gone) if gone else position).placed({**aside, **ends})
    made = settled(position, after, MoveElements(names), Done(straight=False), sum(costs.values()), gone, verdict)
    return None if made is None else MadeTogether(made, costs)
