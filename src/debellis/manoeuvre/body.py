"""Bodies: bases that move together. An element, a column, a group or a unit differ only by their files and ranks."""

from __future__ import annotations

from itertools import pairwise

from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import free_share as free_share_of
from debellis.manoeuvre.groups import face_alike, is_bent_column
from debellis.manoeuvre.march import March, march, pivot_of
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.value import Value


class Body(Value, frozen=True):
    """Bases in files and ranks. `files` has indices into `members`, from the left, each file from front to rear.

    Every rank is full, except that the last may be short. `bends` is true for a column whose ranks do not all face the
    same way, because they follow in the track of the head.
    """

    members: tuple[Base, ...]
    files: tuple[tuple[int, ...], ...]
    bends: bool = False

    @property
    def ranks(self) -> int:
        """How many ranks deep it is at its deepest."""
        return max(len(file) for file in self.files)

    @property
    def front_rank(self) -> tuple[Base, ...]:
        """The first base of each file, from the left."""
        return tuple(self.members[file[0]] for file in self.files)

    @property
    def width(self) -> float:
        """The length of its front edge in mm."""
        return sum(base.width for base in self.front_rank)


def body_of(members: tuple[Base, ...]) -> Body | None:
    """The body that some bases form; None if they do not stand in full ranks, joined and level.

    One base is a body of one file and one rank.
    """
    places = [base.rectangle for base in members]
    if not places:
        return None
    if not face_alike(places):
        return Body(members, (_head_to_tail(places),), bends=True) if is_bent_column(places) else None
    files = _files(places)
    front = [file[0] for file in files]
    if not _beside(places, front) or not all(_one_behind(places, file) for file in files):
        return None
    deepest = max(len(file) for file in files)
    if any(len(file) < deepest - 1 for file in files) or not _short_at_an_end([len(file) for file in files], deepest):
        return None
    return Body(members, files)


def _files(places: list[Rectangle]) -> tuple[tuple[int, ...], ...]:
    """The indices by file from the left, each from front to rear, as the first base sees them."""
    seen = [places[0].local(place.front) for place in places]
    order = sorted(range(len(places)), key=lambda i: (seen[i][0], -seen[i][1]))
    files: list[list[int]] = []
    for i in order:
        if files and abs(seen[files[-1][0]][0] - seen[i][0]) <= COINCIDE:
            files[-1].append(i)
        else:
            files.append([i])
    return tuple(tuple(sorted(file, key=lambda i: -seen[i][1])) for file in files)


def _beside(places: list[Rectangle], front: list[int]) -> bool:
    """Whether the first bases of the files stand side edge on side edge with their front corners level."""
    for left, right in pairwise(front):
        a, b = places[left], places[right]
        across, ahead = a.local(b.front)
        if abs(across - (a.width + b.width) * 0.5) > COINCIDE or abs(ahead) > COINCIDE:
            return False
    return True


def _one_behind(places: list[Rectangle], file: tuple[int, ...]) -> bool:
    """Whether each base of a file stands directly behind the one ahead."""
    for ahead, behind in pairwise(file):
        a, b = places[ahead], places[behind]
        across, back = a.local(b.front)
        if abs(across) > COINCIDE or abs(back + a.depth) > COINCIDE or abs(a.width - b.width) > COINCIDE:
            return False
    return True


def _short_at_an_end(depths: list[int], deepest: int) -> bool:
    """Whether the bases of a short last rank stand side by side, starting at one end of the body."""
    full = [depth == deepest for depth in depths]
    return full == sorted(full) or full == sorted(full, reverse=True)


def _head_to_tail(places: list[Rectangle]) -> tuple[int, ...]:
    """The bases of a bent column from its head: each next one is the nearest behind the last."""
    left = set(range(len(places)))
    head = min(left, key=lambda i: sum(places[i].local(places[j].centre)[1] > 0.0 for j in left if j != i))
    found = [head]
    left.remove(head)
    while left:
        last = places[found[-1]]
        rear = (last.front[0] - last.facing[0] * last.depth, last.front[1] - last.facing[1] * last.depth)
        following = min(left, key=lambda i: (_square(rear, places[i].front), i))
        found.append(following)
        left.remove(following)
    return tuple(found)


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def block_of(bodies: tuple[Body, ...]) -> Body | None:
    """Several bodies as one; None unless they face alike and stand edge to edge with their front edges level.

    The depths of the bodies may differ, so any rank of a block may be short.
    """
    members = tuple(base for body in bodies for base in body.members)
    places = [base.rectangle for base in members]
    if not places or any(body.bends for body in bodies) or not face_alike(places):
        return None
    files = _files(places)
    if sum(len(body.files) for body in bodies) != len(files) or not _beside(places, [file[0] for file in files]):
        return None
    return Body(members, files)


def front_corner(body: Body, hand: str) -> Point:
    """The left or right corner of its front edge, about which it wheels."""
    return pivot_of(tuple(base.rectangle for base in body.front_rank), hand)


def marched(body: Body, steps: tuple[Step, ...]) -> March:
    """The march of a body that keeps its formation through some steps. If the body bends, its head leads."""
    return march(body.members, steps, body.files[0][0] if body.bends else None)


def free_share(found: March, which: int, obstacle: Rectangle) -> float:
    """The share of one stride of a march that is free of an obstacle: the least share of any member."""
    return min(free_share_of(motion, obstacle) for motion in found.strides[which].motions)
