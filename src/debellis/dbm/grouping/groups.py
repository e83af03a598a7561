"""Groups: elements that face one way and are joined, edge on edge and corner on corner.

Only a column one element wide may be kinked, while it wheels. Horse holders link the elements before and behind them,
but are not elements. Elements of several commands are one group only while they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from debellis.dbm.troops import is_holder, service
from debellis.geometry.plane import COINCIDE, distance, opposite_direction, point_to_segment, same_direction
from debellis.geometry.rectangle import FRONT, REAR, Rectangle, overlaps
from debellis.manoeuvre.groups import face_alike, frontage, hold_together, joined
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

_HOLDERS = Memory[tuple[Base, ...]]("horse holders of a side")
_PARTNERS: Final = "friends that form a group with an element"

BLOCK, COLUMN, KINKED = "block", "column", "kinked"
REST, TACTICAL, MARCH, HALT, PRESS, DEPLOY = "rest", "tactical", "march", "halt", "press_forward", "deploy"
_ORDERED = (TACTICAL, MARCH, HALT)

Link = Callable[[Rectangle, Rectangle], bool]

#: How many formations are remembered. A formation changes only when its elements move.
_KEPT = 2048


def elements_of(position: Position, names: tuple[str, ...]) -> tuple[Base, ...]:
    """The elements with some names, each once. Horse holders are left out."""
    found = [position.base(name) for name in dict.fromkeys(names)]
    return tuple(base for base in found if not is_holder(base))


def names_each_once(names: tuple[str, ...], verdict: Verdict) -> bool:
    """Judge that an order or a group names at least one element, and none of them twice."""
    if not names or len(set(names)) != len(names):
        verdict.refuse("An order names the elements it is given to, each once.", "DBM-B14.3")
        return False
    return True


def trails(rear: Rectangle, front: Rectangle) -> bool:
    """Whether one element follows another round a bend: front at least partly on rear, turned but not about."""
    if same_direction(rear.facing, front.facing) or opposite_direction(rear.facing, front.facing):
        return False
    a, b = rear.edge(FRONT)
    c, d = front.edge(REAR)
    touching = min(*(point_to_segment(p, c, d) for p in (a, b)), *(point_to_segment(p, a, b) for p in (c, d)))
    return touching <= COINCIDE and not overlaps(rear, front)


def bent_link(a: Rectangle, b: Rectangle) -> bool:
    """Whether two elements are joined straight, or one follows the other round a bend."""
    return joined(a, b) or trails(a, b) or trails(b, a)


def in_file(rear: Rectangle, front: Rectangle) -> bool:
    """Whether one element is the next behind another, straight or round a bend."""
    if not _in_reach(rear, front):
        return False
    if trails(rear, front):
        return True
    if not joined(rear, front):
        return False
    right, ahead = front.local(rear.front)
    return abs(right) <= COINCIDE and abs(ahead + front.depth) <= COINCIDE


def column_order(places: list[Rectangle]) -> list[int] | None:
    """The members of a column one element wide, from head to tail, straight or kinked. None if they are no column.

    At a sharp bend an element may touch the last two ahead. Then it follows the nearer one.
    """
    found = _column_order(tuple(places))
    return None if found is None else list(found)


@lru_cache(_KEPT)
def _column_order(places: tuple[Rectangle, ...]) -> tuple[int, ...] | None:
    ahead: dict[int, int] = {}
    heads: list[int] = []
    for i, a in enumerate(places):
        before = [j for j, b in enumerate(places) if i != j and in_file(a, b)]
        if len(before) > 1:
            before = [j for j in before if not any(k != j and in_file(places[k], places[j]) for k in before)]
        if len(before) > 1 or (not before and heads):
            return None
        if before:
            ahead[i] = before[0]
        else:
            heads.append(i)
    if len(heads) != 1 or len(set(ahead.values())) != len(ahead):
        return None
    behind = {j: i for i, j in ahead.items()}
    order = heads
    while order[-1] in behind:
        order.append(behind[order[-1]])
    return tuple(order) if len(order) == len(places) else None


def shape(places: list[Rectangle]) -> str | None:
    """The formation of some places: a column, a kinked column, or a block of any other shape. None for no group."""
    return _shape(tuple(places)) if len(places) > 1 else None


@lru_cache(_KEPT)
def _shape(places: tuple[Rectangle, ...]) -> str | None:
    straight = face_alike(list(places))
    if _column_order(places) is not None:
        return COLUMN if straight else KINKED
    return BLOCK if straight and hold_together(list(places), joined) else None


def with_holders(position: Position, bases: tuple[Base, ...]) -> list[Rectangle]:
    """The footprints of some elements and of the horse holders of their side."""
    return [base.rectangle for base in bases] + [base.rectangle for base in holders_of(position, bases[0].side)]


def holders_of(position: Position, side: str) -> tuple[Base, ...]:
    """The horse holders of a side."""
    return _HOLDERS.of(
        position.by_side, side, lambda sides: tuple([base for base in sides.friends(side) if is_holder(base)])
    )


def linked_by_holders(position: Position, bases: tuple[Base, ...]) -> bool:
    """Whether elements that face one way are joined when horse holders link them."""
    places = with_holders(position, bases)
    count = len(bases)
    if len(places) == count or not face_alike(places[:count]):
        return False
    reached = [0]
    for i in reached:
        reached += [j for j in range(len(places)) if j not in reached and joined(places[i], places[j])]
    return all(i in reached for i in range(count))


def formation(position: Position, bases: tuple[Base, ...]) -> str | None:
    """The formation of a group of elements, with the horse holders between them. None for no group."""
    if len(bases) < 2:
        return None
    found = shape([base.rectangle for base in bases])
    if found is not None or not linked_by_holders(position, bases):
        return found
    return COLUMN if frontage([base.rectangle for base in bases]) == 1 else BLOCK


def front_rank(places: list[Rectangle]) -> list[int]:
    """The elements with no other member straight ahead of them, level or not."""
    return [i for i, a in enumerate(places) if not any(_ahead_of(b, a) for j, b in enumerate(places) if j != i)]


def _ahead_of(other: Rectangle, a: Rectangle) -> bool:
    """Whether part of another lies straight ahead of the front edge of a place."""
    seen = [a.local(corner) for corner in other.corners]
    right = [x for x, _ in seen]
    half = a.width * 0.5
    overlap = min(half, max(right)) - max(-half, min(right))
    return overlap > COINCIDE and max(y for _, y in seen) > COINCIDE


def partners(position: Position, base: Base) -> tuple[Base, ...]:
    """The friends of any command that form a group with an element as it stands. Empty for a lone element."""
    mounts = holders_of(position, base.side)
    if mounts:
        return tuple(
            friend
            for friend in position.friends(base.side)
            if friend.id != base.id and friend not in mounts and formation(position, (base, friend)) is not None
        )
    near = position.near_friends(base.side, base.rectangle)
    places = [friend.rectangle for friend in near]
    known = base.kept.get(_PARTNERS)
    if known is None or not _same(known[0], places):
        together = [friend.id for friend in near if friend.id != base.id and _pairs_with(position, base, friend)]
        known = base.kept[_PARTNERS] = (places, together)
    return tuple([friend for friend in near if friend.id in known[1]])


def _pairs_with(position: Position, base: Base, friend: Base) -> bool:
    return _in_reach(base.rectangle, friend.rectangle) and formation(position, (base, friend)) is not None


def _same(some: list[Rectangle], others: list[Rectangle]) -> bool:
    """Whether two lists hold the same footprints, each the same object."""
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))


def _in_reach(a: Rectangle, b: Rectangle) -> bool:
    """Whether two places are near enough to touch."""
    return distance(a.centre, b.centre) <= a.radius + b.radius + COINCIDE


def own_holders(position: Position, base: Base) -> tuple[Base, ...]:
    """The horse holders that touch an element like members of a group."""
    return tuple(b for b in holders_of(position, base.side) if joined(b.rectangle, base.rectangle))


def commands_of(bases: tuple[Base, ...]) -> tuple[str, ...]:
    """The commands of some elements, each once."""
    return tuple(dict.fromkeys(service(base).command for base in bases))


def judge_group(position: Position, bases: tuple[Base, ...], finding: Finding) -> str | None:
    """Judge and cite whether elements are one group as they stand. Returns the formation, or None."""
    places = [base.rectangle for base in bases]
    names = " and ".join(base.id for base in bases)
    if len(bases) < 2:
        if own_holders(position, bases[0]):
            finding.cite("IWF-3.3b", f"{names} with its horse holders is still a single element")
        else:
            finding.cite("DBM-B16.2", f"{names} alone is no group")
        return None
    found = formation(position, bases)
    if found is None:
        if hold_together(places, bent_link):
            finding.cite("IWF-12.4b", f"{names} are bent and more than one element wide: no longer one group")
        else:
            finding.cite("DBM-B16.2", f"{names} do not all face one way, each in edge and corner contact with another")
        return None
    if found == KINKED:
        finding.cite("IWF-12.4a", f"{names} are a column one element wide, bent by wheeling: still one group")
    else:
        finding.cite("DBM-B16.2", f"{names} face one way, each in edge and corner contact with another")
    if shape(places) is None:
        finding.cite("IWF-3.3a", f"the horse holders between {names} keep them joined")
    return found


def judge_commands(bases: tuple[Base, ...], action: str, finding: Finding) -> bool:
    """Judge and cite whether a group may act as one if its elements serve in several commands."""
    serving = commands_of(bases)
    if len(serving) == 1:
        return True
    names = " and ".join(serving)
    if action in _ORDERED:
        finding.cite("IWF-12.3b", f"elements of {names} cannot be moved or halted as one group: each pays for itself")
        return False
    if action == PRESS:
        finding.cite("IWF-12.3c", f"a group of {names} together may press forward")
    else:
        finding.cite("IWF-12.3a", f"elements of {names} are one group while they stand still")
    return True


def parts(position: Position, bases: tuple[Base, ...]) -> list[list[str]]:
    """The groups and single elements among some elements, as lists of ids."""
    found: list[list[str]] = []
    left = list(bases)
    while left:
        near = _reached(left, bent_link)
        if len(near) > 1 and formation(position, tuple(near)) is None:
            near = _reached(left, joined)
        found.append([base.id for base in near])
        left = [base for base in left if all(base is not other for other in near)]
    return found


def _reached(bases: list[Base], linked: Link) -> list[Base]:
    reached = [bases[0]]
    for one in reached:
        reached += [b for b in bases if all(b is not other for other in reached) and linked(one.rectangle, b.rectangle)]
    return reached


def group(position: Position, *, elements: tuple[str, ...], action: str = REST) -> Ruling:
    """Whether some elements are one group, as they stand or for a joint action."""
    finding = Finding()
    bases = elements_of(position, elements)
    if not bases or any(not base.on_table or base.side != bases[0].side for base in bases):
        finding.cite("DBM-B16.2", "a group is made of elements of one side that stand on the table")
        return finding.rule("group", {"legal": False, "formation": None, "groups": []})
    found = judge_group(position, bases, finding)
    legal = found is not None and judge_commands(bases, action, finding)
    if legal and found == KINKED and action == DEPLOY:
        finding.reasons.clear()
        finding.cite("IWF-12.4c", "a kinked column comes about by moving only: it is not deployed so")
        legal = False
    groups = [[base.id for base in bases]] if found is not None else parts(position, bases)
    return finding.rule("group", {"legal": legal, "formation": found, "groups": groups})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "group",
        "whether some elements together are one group",
        {
            "elements": list_of(BASE),
            "action": one_of(REST, *_ORDERED, PRESS, DEPLOY).or_none(),
        },
        group,
    ),
)
