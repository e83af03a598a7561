"""A move of a battle judged and made: legality, price, where everybody then stands, and whom it touches."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.commanding.marches import may_march
from debellis.dbm.commanding.orders import Done, finished
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.contacts import FRONT, position_of
from debellis.dbm.grouping.group_moves import judge_earlier, judge_move
from debellis.dbm.grouping.groups import MARCH, TACTICAL
from debellis.dbm.grouping.planning import plan
from debellis.dbm.moving.conforming import judge_conforming
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.single_moves import judge_single
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.playing.state import State
from debellis.dbm.troops import has_moved, service
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.ways import block_ways
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict
from debellis.umpire.wording import together

Contact = tuple[str, str]


class Made(Value, frozen=True):
    """A move as it is made: the position after it, its price, what it was, the enemies it newly touches, the fronts it
    moved into, who conformed, and who is destroyed or taken off by it."""

    position: Position
    cost: int
    done: Done
    contacts: tuple[Contact, ...] = ()
    into_front: tuple[str, ...] = ()
    conformed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    told: Finding = Finding()


def judge(state: State, action: MoveElements, verdict: Verdict) -> Made | None:
    """Judge a move and work out what comes of it; None where it is refused."""
    position = state.position
    bases = tuple(position.base(name) for name in action.elements)
    kind = MARCH if action.march else TACTICAL
    if not action.march and any(has_moved(position, base) for base in bases):
        names = [base.id for base in bases if has_moved(position, base)]
        verdict.bar(*names, wherever=True)
        has = "has" if len(names) == 1 else "have"
        verdict.refuse(f"{together(names)} {has} already moved this bound", "DBM-B14.3")
        return None
    after, gone = _march(state, action, verdict) if action.march else _tactical(state, action, bases, verdict)
    if after is None or not verdict.legal:
        return None
    done = (
        finished(position, bases, None, action.path, action.steps, action.ends, action.manoeuvre, action.about)
        or Done()
    )
    order = Order(
        kind,
        done,
        _march_number(state, action),
        mounting=action.dismount or action.mount,
        general_used=service(bases[0]).command in state.bound.free,
    )
    sheet = price(position, bases, order)
    verdict.add_sheet(sheet)
    cost = total(sheet)
    made = _settled(position, after, action.elements, done, cost, gone)
    return made


def _march_number(state: State, action: MoveElements) -> int:
    """The how-manieth march of a group this is: one more than any of its members has made."""
    done = [state.bound.acts.get(name, ()).count(MARCH) for name in action.elements]
    return max(done, default=0) + 1


def _tactical(
    state: State, action: MoveElements, bases: tuple[Base, ...], verdict: Verdict
) -> tuple[Position | None, tuple[str, ...]]:
    """A tactical move: where it leads, and who is destroyed or taken off by it."""
    position = state.position
    if len(bases) == 1 and not action.steps:
        base = bases[0]
        judge_earlier(position, bases, TACTICAL, verdict)
        if not action.path:
            verdict.refuse(f"The move of {base.id} does not say where it goes", "DBM-B16.1")
            return None, ()
        places = tuple(pose.rectangle(base.width, base.depth) for pose in action.path)
        judged = judge_single(position, Move(base, places, len(places) > 1), verdict)
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
    if found is None or not verdict.legal:
        return None, ()
    return _placed(position, {b.id: end for b, end in zip(found.members, found.ends, strict=True)}), ()


def _after_single(
    position: Position, base: Base, end: Rectangle, judged: Judged
) -> tuple[Position | None, tuple[str, ...]]:
    if not judged.legal:
        return None, ()
    after = judged.position or position
    gone = (*judged.destroyed, *judged.removed)
    after = after.without(*gone) if gone else after
    return _placed(after, {base.id: end, **dict(judged.displaced)}), gone


def _placed(position: Position, places: dict[str, Rectangle]) -> Position:
    bases = tuple(at_place(base, places[base.id]) if base.id in places else base for base in position.bases)
    return replace(position, bases=bases)


def _march(state: State, action: MoveElements, verdict: Verdict) -> tuple[Position | None, tuple[str, ...]]:
    """A march move: where it leads."""
    position = state.position
    names = action.elements
    single = names[0] if len(names) == 1 else None
    ruling = may_march(
        position,
        element=single,
        group=() if single is not None else names,
        path=action.path,
        steps=action.steps,
        ends=tuple(action.ends.items()),
        manoeuvre=action.manoeuvre,
        about=action.about,
        march_number=_march_number(state, action),
    )
    _take_over(ruling, verdict)
    if not verdict.legal:
        return None, ()
    bases = tuple(position.base(name) for name in names)
    if single is not None:
        base = bases[0]
        end = (
            block_ways(bases, action.steps)[0].end
            if action.steps
            else action.path[-1].rectangle(base.width, base.depth)
        )
        return _placed(position, {single: end}), ()
    found = plan(position, bases, action.steps, action.ends, action.manoeuvre, action.about, DeferredVerdict())
    assert found is not None
    return _placed(position, {b.id: end for b, end in zip(found.members, found.ends, strict=True)}), ()


def _take_over(ruling: Ruling, verdict: Verdict) -> None:
    """Make a ruling part of a verdict."""
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.measures.extend(ruling.measures)
    verdict.marks.extend(ruling.drawing)
    if not ruling.answer["legal"]:
        verdict.faults.extend(ruling.answer.get("faults") or [f"{ruling.question} is refused"])


def _settled(
    before: Position, after: Position, names: tuple[str, ...], done: Done, cost: int, gone: tuple[str, ...]
) -> Made:
    """The move with the enemies it touches, who conform to a group that went straight into them."""
    told = Finding()
    conformed: list[str] = []
    if len(names) > 1 and done.straight and not done.slide:
        for enemy in sorted(_newly_touched(before, after, names), key=lambda base: base.id):
            touched_by = next(n for n in names if meet(after.base(n).rectangle, enemy.rectangle).touching)
            advanced = max(_gone(before.base(name), after.base(name)) for name in names)
            found = judge_conforming(after, after.base(enemy.id), touched_by, names, advanced, True, told)
            if found is None:
                continue
            after = after.with_base(at_place(after.base(enemy.id), found.place))
            if found.eased:
                after = _placed(after, {n: after.base(n).rectangle.advanced(-found.eased) for n in names})
            conformed.append(enemy.id)
    contacts = [
        (name, enemy.id)
        for name in names
        if after.has_base(name)
        for enemy in after.enemies(after.base(name).side)
        if meet(after.base(name).rectangle, enemy.rectangle).touching and not _touched(before, name, enemy.id)
    ]
    fronts = [
        one for one, two in contacts if position_of(after.base(one).rectangle, after.base(two).rectangle) == FRONT
    ]
    return Made(after, cost, done, tuple(contacts), tuple(dict.fromkeys(fronts)), tuple(conformed), gone, told)


def _gone(was: Base, now: Base) -> float:
    return was.rectangle.local(now.front)[1]


def _newly_touched(before: Position, after: Position, names: tuple[str, ...]) -> list[Base]:
    side = after.base(names[0]).side
    return [
        enemy
        for enemy in after.enemies(side)
        if any(
            meet(after.base(name).rectangle, enemy.rectangle).touching and not _touched(before, name, enemy.id)
            for name in names
        )
    ]


def _touched(position: Position, one: str, two: str) -> bool:
    if not position.has_base(one) or not position.has_base(two):
        return False
    return meet(position.base(one).rectangle, position.base(two).rectangle).touching
