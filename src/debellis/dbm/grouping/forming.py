"""Planning a column: where each element ends when a group forms column on one of its elements."""

from __future__ import annotations

from debellis.dbm.commanding.orders import describe
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.grouping.columns import FORM, behind_rear
from debellis.dbm.grouping.group_moves import judge_move
from debellis.dbm.grouping.groups import TACTICAL, elements_of
from debellis.dbm.grouping.ways import limit, turned_about
from debellis.dbm.moving.speeds import spend
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import block_ways, direct
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, NUMBER, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict

Places = dict[str, Rectangle]


def fall_in(position: Position, members: tuple[Base, ...], head: Base, ahead: Rectangle) -> tuple[list[str], Places]:
    """The elements that join the column behind its head, in order, with their places. The nearest joins first."""
    column, places = [head.id], {head.id: ahead}
    left = [base for base in members if base.id != head.id]
    while True:
        last = places[column[-1]]
        fitting = [
            (direct(base.rectangle, there).length, base.id, there)
            for base in left
            for there in (place("behind", last, base.width, base.depth),)
            if can_reach(position, base, there)
        ]
        if not fitting:
            return column, places
        _, name, there = min(fitting, key=lambda one: (round(one[0], 6), one[1]))
        column.append(name)
        places[name] = there
        left = [base for base in left if base.id != name]


def can_reach(position: Position, base: Base, there: Rectangle) -> bool:
    """Whether an element has enough move to reach a place that is not behind the line of its rear edge."""
    if behind_rear(base.rectangle, there) > COINCIDE:
        return False
    way = direct(base.rectangle, there)
    most = 1.0 + COINCIDE / max(limit(position, base), COINCIDE)
    return spend(position, base, way.legs, way.length).share <= most


def close_up(position: Position, members: tuple[Base, ...], head: Base, column: list[str], places: Places) -> None:
    """Place the waiting elements beside the column, each file next to the one before, as little forward as possible."""
    waiting = [base for base in members if base.id not in column]
    for hand in ("left_of", "right_of"):
        sense = -1.0 if hand == "left_of" else 1.0
        seen = [(base, *head.rectangle.local(base.front)) for base in waiting]
        side = sorted(
            ((sense * right, -ahead, base) for base, right, ahead in seen if sense * right > COINCIDE),
            key=lambda one: (round(one[0], 3), round(one[1], 3)),
        )
        beside: Rectangle | None = None
        file_at: float | None = None
        last: Rectangle | None = None
        for across, _, base in side:
            if file_at is not None and abs(across - file_at) <= COINCIDE and last is not None:
                last = place("behind", last, base.width, base.depth)
            else:
                beside = last = _beside(position, base, hand, beside, [places[name] for name in column])
                file_at = across
            places[base.id] = last


def _beside(
    position: Position, base: Base, hand: str, neighbour: Rectangle | None, column: list[Rectangle]
) -> Rectangle:
    """Where an element closes up: level with its neighbour, or with the column element that needs the least advance."""
    if neighbour is not None:
        return place(hand, neighbour, base.width, base.depth)
    found: list[Rectangle] = []
    for other in column:
        level = place(hand, other, base.width, base.depth)
        found += [level, level.advanced(base.depth - other.depth)]
    forward = sorted(found, key=lambda there: base.rectangle.local(there.front)[1])
    fitting = [there for there in forward if can_reach(position, base, there)]
    return fitting[0] if fitting else forward[-1]


def column_places(
    position: Position, members: tuple[Base, ...], on: str, steps: tuple[Step, ...]
) -> tuple[list[str], dict[str, Rectangle]]:
    """Who is in the column that a group forms on one of its elements as it goes forward, and where all then stand."""
    head = next(base for base in members if base.id == on)
    ahead = block_ways((head,), steps)[0].end
    column, places = fall_in(position, members, head, ahead)
    close_up(position, members, head, column, places)
    for base in members:
        places.setdefault(base.id, base.rectangle)
    return column, places


def form_column(
    position: Position,
    *,
    group: tuple[str, ...],
    on: str,
    advance: float,
    wheel: float = 0.0,
    pivot: str = "right",
    about: bool = False,
) -> Ruling:
    """Where the elements of a group end when it forms column on one of them, which goes forward a given distance."""
    bases = elements_of(position, group)
    if all(base.id != on for base in bases):
        raise BadQuestion(f"on must be one of the group, and {on} is not", "on")
    if advance < 0.0 or wheel < 0.0:
        raise BadQuestion("the head goes forward: advance and wheel are not negative", "advance")
    steps = (*((Step(wheel=wheel, pivot=pivot),) if wheel else ()), *((Step(advance=advance),) if advance else ()))
    column, places = column_places(position, turned_about(bases) if about else bases, on, steps)
    ends = {name: Pose(there.front, there.facing) for name, there in places.items()}
    weighing, verdict = DeferredVerdict(), Verdict()
    found = judge_move(position, group, (), ends, FORM, about, TACTICAL, (), weighing)
    weighing.settle(verdict)
    done = None if found is None else describe(position, bases, found)
    return verdict.decide(
        "form_column",
        fronts={base.id: list(places[base.id].front) for base in bases},
        facings={base.id: bearing(places[base.id].facing) for base in bases},
        column=column,
        waiting=[base.id for base in bases if base.id not in column],
        cost=None if done is None else total(price(position, bases, Order(TACTICAL, done))),
    )


QUESTIONS: tuple[Question, ...] = (
    Question(
        "form_column",
        "where everybody ends when a group forms column on one of its elements",
        {
            "group": list_of(BASE),
            "on": BASE,
            "advance": NUMBER,
            "wheel": NUMBER.or_none(),
            "pivot": one_of("left", "right").or_none(),
            "about": FLAG.or_none(),
        },
        form_column,
        needs={"wheel": ("pivot",), "pivot": ("wheel",)},
    ),
)
