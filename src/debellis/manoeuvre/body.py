"""Bodies: bases that move together. An element, a column, a group or a unit differ only by their files and ranks."""

from __future__ import annotations

from itertools import pairwise

from debellis.geometry.plane import COINCIDE, Point, distance
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.geometry.turning import free_share as free_share_of
from debellis.manoeuvre.groups import face_alike, is_bent_column
from debellis.manoeuvre.march import March, march, pivot_of
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.value import Value, replace


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


def body_place(body: Body, file: int, rank: int) -> Rectangle:
    """The place of a file and rank of a body, also beyond its ends: file 0 and rank 0 are its left front base."""
    first = body.members[body.files[0][0]]
    right = (first.facing[1], -first.facing[0])
    across, back = file * first.width, rank * first.depth
    front = (
        first.front[0] + right[0] * across - first.facing[0] * back,
        first.front[1] + right[1] * across - first.facing[1] * back,
    )
    return Rectangle(front, first.facing, first.width, first.depth)


def on_places(body: Body, cells: list[Rectangle]) -> tuple[Base, ...]:
    """The bases of a body on new places: who stands on one stays there, the others fill the rest from the rear."""
    left = list(cells)
    places: dict[str, Rectangle] = {}
    for base in body.members:
        at = next((i for i, cell in enumerate(left) if distance(cell.front, base.front) <= COINCIDE), None)
        if at is not None:
            places[base.id] = left.pop(at)
    waiting = [base for base in body.members if base.id not in places]
    ahead = body.members[body.files[0][0]].rectangle
    waiting.sort(key=lambda base: ahead.local(base.front)[1])
    for base, cell in zip(waiting, left, strict=True):
        places[base.id] = cell
    return tuple(replace(base, front=places[base.id].front, facing=places[base.id].facing) for base in body.members)


def reshaped(body: Body, first: int, files: int, from_left: bool = True) -> tuple[Base, ...]:
    """The bases of a body in so many files, the first of them at a file of its own front, counted from its left end.

    All ranks are full but the last, which begins at the left end or the right one.
    """
    cells: list[Rectangle] = []
    for i in range(len(body.members)):
        rank, file = divmod(i, files)
        cells.append(body_place(body, first + (file if from_left else files - 1 - file), rank))
    return on_places(body, cells)


def expanded(body: Body, count: int, hand: str) -> tuple[Base, ...]:
    """The bases of a body that adds files at one end: bases of the last rank come up in line with the front."""
    wide = len(body.files) + count
    return reshaped(body, -count if hand == "left" else 0, wide, from_left=hand == "right")


def contracted(body: Body, count: int, hand: str) -> tuple[Base, ...]:
    """The bases of a body that drops the files of one end to the rear of the others."""
    wide = len(body.files) - count
    return reshaped(body, count if hand == "left" else 0, wide, from_left=hand == "left")


def turned_about(body: Body) -> tuple[Base, ...]:
    """The bases of a body when each turns about on its spot; gaps of the new front rank are filled from the rear."""
    places: dict[int, Rectangle] = {}
    for n, file in enumerate(body.files):
        short = len(file) < body.ranks
        order = (*file[1:], file[0]) if short else file
        for back, i in enumerate(order, start=1 if short else 0):
            places[i] = body_place(body, n, back).fronting(REAR)
    return tuple(replace(base, front=places[i].front, facing=places[i].facing) for i, base in enumerate(body.members))


def turned_aside(body: Body, hand: str, files: int) -> tuple[Base, ...]:
    """The bases of a body turned by 90 degrees, in so many files, its front edge on the line of its old side edge.

    The inner end of the new front edge is the old front corner of that side. The outermost file comes first.
    """
    corner = front_corner(body, hand)
    ahead = body.members[body.files[0][0]].facing
    right = (ahead[1], -ahead[0])
    facing = right if hand == "right" else (-right[0], -right[1])
    outer = list(body.files)[:: -1 if hand == "right" else 1]
    order = [i for file in outer for i in file]
    first = body.members[order[0]]
    places: dict[int, tuple[Point, Point]] = {}
    for n, i in enumerate(order):
        rank, file = divmod(n, files)
        along, back = (file + 0.5) * first.width, rank * first.depth
        places[i] = (
            (
                corner[0] - ahead[0] * along - facing[0] * back,
                corner[1] - ahead[1] * along - facing[1] * back,
            ),
            facing,
        )
    return tuple(replace(base, front=places[i][0], facing=places[i][1]) for i, base in enumerate(body.members))
