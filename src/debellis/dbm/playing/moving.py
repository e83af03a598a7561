"""A move of a battle judged and made: legality, price, where everybody then stands, and whom it touches."""

from __future__ import annotations

from collections.abc import Iterable

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.commanding.marches import may_march
from debellis.dbm.commanding.orders import Done, finished
from debellis.dbm.commanding.pips import Order, end_of, price_of_move, total
from debellis.dbm.contacts import FRONT, position_of
from debellis.dbm.demoralised import HALTED
from debellis.dbm.grouping.group_moves import judge_earlier, judge_move, run_down
from debellis.dbm.grouping.groups import MARCH, TACTICAL, names_each_once
from debellis.dbm.grouping.planning import plan
from debellis.dbm.moving.conforming import Conformed, judge_conforming
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.single_moves import judge_single
from debellis.dbm.moving.special_moves import free_turn
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.state import State
from debellis.dbm.troops import noted_now
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.ways import GroupWay, block_ways
from debellis.mechanics.move_arguments import is_forward, poses_along
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.table.writing import written_alike
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict

Contact = tuple[str, str]


class Made(Value, frozen=True):
    """A move as it is made: the position after it, its price, what it was, the enemies it newly touches, the fronts it
    moved into, who conformed, and who is destroyed or taken off by it.

    `obliged` are those who were touched so that they had to conform; the group that eases back for one may leave
    another, who then need not. `only_turns` marks the free turn of a halted skirmisher, which is no move.
    """

    position: Position
    cost: int
    done: Done
    contacts: tuple[Contact, ...] = ()
    into_front: tuple[str, ...] = ()
    conformed: tuple[str, ...] = ()
    obliged: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    told: Finding = Finding()
    only_turns: bool = False
    unmoved: tuple[str, ...] = ()


#: So many enemies who conform have an order.
_SEVERAL = 2
_MADE = Memory[tuple[MoveElements, Made | None, Verdict]]("the move that was last judged")


def judge(state: State, action: MoveElements, verdict: Verdict) -> Made | None:
    """Judge a move and work out what comes of it; None where it is refused. The last one is kept with the state."""
    known = _MADE.known(state)
    if known is None or known[0] != action or not written_alike(known[0], action):
        found = Verdict()
        made = _judge_anew(state, action, found)
        known = _MADE.keep(state, (action, made, found))
    verdict.absorb(known[2])
    verdict.faults.extend(known[2].faults)
    return known[1]


def _judge_anew(state: State, action: MoveElements, verdict: Verdict) -> Made | None:
    position = state.position
    bases = tuple(position.base(name) for name in action.elements)
    after, gone = _march(state, action, verdict) if action.march else _tactical(position, action, bases, verdict)
    if after is None or not verdict.legal:
        return None
    path, steps = action.path, action.steps
    if len(bases) == 1 and not is_forward(steps):
        path, steps = poses_of(bases[0], action), ()
    done = finished(position, bases, None, path, steps, action.ends, action.manoeuvre, action.about) or Done()
    order = Order(MARCH if action.march else TACTICAL, done, march_number(state, action.elements))
    sheet = price_of_move(position, bases, order, end_of(bases[0], None, path))
    verdict.add_sheet(sheet)
    made = settled(position, after, action, done, total(sheet), gone, verdict)
    turns = len(bases) == 1 and any(noted_now(position, base, HALTED) for base in bases)
    return replace(made, only_turns=True) if made is not None and turns else made


def march_number(state: State, names: Iterable[str]) -> int:
    """The how-manieth march of a group this is: one more than any of its members has made."""
    done = [state.bound.acts.get(name, ()).count(MARCH) for name in names]
    return max(done, default=0) + 1


def poses_of(base: Base, action: MoveElements) -> tuple[Pose, ...]:
    """The poses of a single element's move at the end of each leg."""
    return poses_along(base, action.steps) if action.steps else action.path


def _tactical(
    position: Position, action: MoveElements, bases: tuple[Base, ...], verdict: Verdict
) -> tuple[Position | None, tuple[str, ...]]:
    """A tactical move: where it leads, and who is destroyed or taken off by it."""
    if len(bases) == 1:
        base = bases[0]
        poses = poses_of(base, action)
        if not poses:
            verdict.refuse(f"The move of {base.id} does not say where it goes", "DBM-B16.1")
            return None, ()
        places = tuple(pose.rectangle(base.width, base.depth) for pose in poses)
        column = (action.expands_on or None, action.contracts_behind or None)
        missing = [name for name in column if name is not None and not position.has_base(name)]
        if missing:
            verdict.refuse(f"There is no {missing[0]} on the table", "DBM-B16.4")
            return None, ()
        move = Move(base, places, len(places) > 1 or bool(action.steps), None, *column)
        if not free_turn(position, move):
            judge_earlier(position, bases, TACTICAL, verdict)
        judged = judge_single(position, move, verdict)
        return _after_single(position, base, places[-1], judged)
    weighing = DeferredVerdict()
    found = judge_move(
        position,
        action.elements,
        action.steps,
        action.ends,
        action.manoeuvre,
        action.about,
        TACTICAL,
        (),
        weighing,
    )
    weighing.settle(verdict)
    return (None, ()) if found is None or not verdict.legal else _along(position, found)


def _along(position: Position, found: GroupWay) -> tuple[Position, tuple[str, ...]]:
    """Where a way leads, and the friends it destroys by passing through them."""
    gone = run_down(position, found)
    places = {base.id: end for base, end in zip(found.members, found.ends, strict=True)}
    return (position.without(*gone) if gone else position).placed(places), gone


def _after_single(
    position: Position, base: Base, end: Rectangle, judged: Judged
) -> tuple[Position | None, tuple[str, ...]]:
    if not judged.legal:
        return None, ()
    after = judged.position or position
    gone = (*judged.destroyed, *judged.removed)
    after = after.without(*gone) if gone else after
    return after.placed({base.id: end, **dict(judged.displaced)}), gone


def _march(state: State, action: MoveElements, verdict: Verdict) -> tuple[Position | None, tuple[str, ...]]:
    """A march move: where it leads."""
    position = state.position
    names = action.elements
    single = names[0] if len(names) == 1 else None
    if single is not None and not action.steps and not action.path:
        verdict.refuse(f"The march of {single} needs steps, or the places at the end of its legs.")
        return None, ()
    ruling = may_march(
        position,
        element=single,
        group=() if single is not None else names,
        path=action.path,
        steps=action.steps,
        ends=tuple(action.ends.items()),
        manoeuvre=action.manoeuvre,
        about=action.about,
        march_number=march_number(state, names),
    )
    _take_over(ruling, verdict)
    if not verdict.legal:
        return None, ()
    gone = tuple(ruling.answer.get("destroyed", ()))
    bases = tuple(position.base(name) for name in names)
    if single is not None:
        places = {single: _march_end(bases[0], action)}
    else:
        found = plan(position, bases, action.steps, action.ends, action.manoeuvre, action.about, DeferredVerdict())
        assert found is not None
        places = {base.id: end for base, end in zip(found.members, found.ends, strict=True)}
    return (position.without(*gone) if gone else position).placed(places), gone


def _march_end(base: Base, action: MoveElements) -> Rectangle:
    """Where the march of a single element ends."""
    if action.steps:
        return block_ways((base,), action.steps)[0].end
    return action.path[-1].rectangle(base.width, base.depth)


def _take_over(ruling: Ruling, verdict: Verdict) -> None:
    """Make a ruling part of a verdict."""
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.measures.extend(ruling.measures)
    verdict.marks.extend(ruling.drawing)
    if not ruling.answer["legal"]:
        verdict.faults.extend(ruling.answer.get("faults") or [f"{ruling.question} is refused"])


def settled(
    before: Position,
    after: Position,
    action: MoveElements,
    done: Done,
    cost: int,
    gone: tuple[str, ...],
    verdict: Verdict,
) -> Made | None:
    """The move with the enemies it touches, who conform to a group that went straight into them."""
    names = action.elements
    told = Finding()
    conformed: list[str] = []
    obliged: tuple[str, ...] = ()
    order = action.conform or ()
    touched = _newly_touched(before, after, names)
    if order and not names_each_once(order, verdict):
        return None
    strange = [name for name in order if all(enemy.id != name for enemy in touched)]
    if strange:
        verdict.refuse(f"{', '.join(strange)} is not touched and conforms to nobody", "DBM32-P18-para3-order")
        return None
    if order:
        told.cite("DBM32-P18-para3-order", f"the player whose bound it is lets {' then '.join(order)} conform first")
    if len(names) > 1 and done.straight and not done.slide:
        obliged = tuple(enemy.id for enemy in touched if _conforms(before, after, enemy, names, Finding()) is not None)
        for enemy in sorted(touched, key=lambda base: _turn_of(order, base.id)):
            found = _conforms(before, after, enemy, names, told)
            if found is None:
                continue
            after = after.with_base(at_place(after.base(enemy.id), found.place))
            if found.eased:
                after = after.placed({n: after.base(n).rectangle.advanced(-found.eased) for n in names})
            conformed.append(enemy.id)
    contacts = [
        (name, enemy.id)
        for name in names
        if after.has_base(name)
        for enemy in after.near_enemies(after.base(name).side, after.base(name).rectangle)
        if meet(after.base(name).rectangle, enemy.rectangle).touching and not _touched(before, name, enemy.id)
    ]
    fronts = [
        one for one, two in contacts if position_of(after.base(one).rectangle, after.base(two).rectangle) == FRONT
    ]
    made = Made(after, cost, done, tuple(contacts), tuple(dict.fromkeys(fronts)), tuple(conformed), obliged, gone, told)
    return replace(made, unmoved=tuple(one.id for one in touched if one.id not in obliged) if told.reasons else ())


def _conforms(
    before: Position, after: Position, enemy: Base, names: tuple[str, ...], told: Finding
) -> Conformed | None:
    """Where an enemy conforms to a group that went straight ahead; None if it need not, or is not touched any more."""
    touching = [name for name in names if meet(after.base(name).rectangle, enemy.rectangle).touching]
    if not touching:
        return None
    advanced = max(_gone(before.base(name), after.base(name)) for name in names)
    return judge_conforming(after, enemy, touching[0], names, advanced, True, told)


def in_turn(made: Made) -> list[str]:
    """The enemies who had to conform to a move: those who did, in that order, and then those who were left alone."""
    return [*made.conformed, *(name for name in made.obliged if name not in made.conformed)]


def with_order(state: State, action: MoveElements) -> MoveElements:
    """A move with the order in which enemies conform to it, where several do and the player has left it open."""
    if action.conform or any(not state.position.has_base(name) for name in action.elements):
        return action
    made = judge(state, action, Verdict())
    return action if made is None or len(made.obliged) < _SEVERAL else replace(action, conform=tuple(in_turn(made)))


def _turn_of(order: tuple[str, ...], name: str) -> tuple[int, str]:
    """When an enemy conforms: as the player said, the others after them by name."""
    return (order.index(name) if name in order else len(order), name)


def _gone(was: Base, now: Base) -> float:
    return was.rectangle.local(now.front)[1]


def _newly_touched(before: Position, after: Position, names: tuple[str, ...]) -> list[Base]:
    side = after.base(names[0]).side
    touched = {
        enemy.id
        for name in names
        for enemy in after.near_enemies(side, after.base(name).rectangle)
        if meet(after.base(name).rectangle, enemy.rectangle).touching and not _touched(before, name, enemy.id)
    }
    return [enemy for enemy in after.enemies(side) if enemy.id in touched] if touched else []


def _touched(position: Position, one: str, two: str) -> bool:
    if not position.has_base(one) or not position.has_base(two):
        return False
    return meet(position.base(one).rectangle, position.base(two).rectangle).touching
