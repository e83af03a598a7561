"""How well one element stands: which enemy it faces, which friends are next to it, and what threatens its flanks."""

from __future__ import annotations

import math
from typing import Final

from debellis.battle.pieces import Field, Piece, Stakes
from debellis.generals.character import Character
from debellis.generals.distances import apart
from debellis.table.value import Value

#: How far from level, and how far apart, two elements may be to stand side by side, in base widths.
_LEVEL: Final = 0.2
_BESIDE: Final = 0.2
#: A friend within this many base widths of a flank makes it hard to attack.
_NEAR_FLANK: Final = 1.6
#: An enemy in front does not count beyond this many base widths.
_FACED: Final = 5.0
#: No element needs to come nearer than this many base widths.
_CLOSE: Final = 0.2
#: An enemy within this many base widths is at hand. Beyond that, order matters less by this much for each base width,
#: down to a least value.
_AT_HAND: Final = 2.5
_FADING: Final = 0.25
_LEAST: Final = 0.05
#: Pieces within this many base widths, along and across, are nearby. The difference in numbers counts up to a limit.
_MASS: Final = 4.0
_MOST: Final = 3
#: A shot is expected in the next bound of each side.
_TWICE: Final = 2.0
#: A shooter may get in range of a target that is beyond its range by up to this share of its move.
_CLOSING: Final = 0.8
#: Shooters aim straight ahead, and up to this many base widths to either side.
_ARC: Final = 1.5
#: How much more an open flank matters to an element in a fight, and how much less with no enemy in front.
_FIGHTING: Final = 1.6
_FREE: Final = 0.4
#: How much the order of those counts who do not fight in the first line.
_BEHIND: Final = 0.3
#: Two directions count as the same if their cosine is above this.
_ALIKE: Final = 0.97


class Standing(Value, frozen=True):
    """The weighted parts of one element's standing. A higher part is better for its side."""

    face: float = 0.0
    line: float = 0.0
    flank: float = 0.0
    support: float = 0.0
    advance: float = 0.0
    ground: float = 0.0
    shot: float = 0.0
    volley: float = 0.0
    guard: float = 0.0
    mass: float = 0.0

    @property
    def total(self) -> float:
        stands = self.face + self.line + self.flank + self.support + self.advance + self.ground + self.guard
        return stands + self.shot + self.volley


class Around(Value, frozen=True):
    """The friends round an element: beside it on the left and right, near those flanks, and directly behind."""

    left: bool
    right: bool
    near_left: bool
    near_right: bool
    behind: Piece | None
    many: int


def around(piece: Piece, friends: tuple[Piece, ...]) -> Around:
    """The friends that cover an element."""
    left = right = near_left = near_right = False
    behind: Piece | None = None
    many = 0
    width = piece.width
    for friend in friends:
        if friend.id == piece.id:
            continue
        vx, vy = friend.fx - piece.fx, friend.fy - piece.fy
        if abs(vx) + abs(vy) > _MASS * width:
            continue
        many += not friend.bystander
        ahead = vx * piece.dx + vy * piece.dy
        right_of = vx * piece.dy - vy * piece.dx
        alike = piece.dx * friend.dx + piece.dy * friend.dy > _ALIKE
        off = abs(right_of)
        if alike and abs(ahead) < _LEVEL * width and abs(off - width) < _BESIDE * width:
            left, right = left or right_of < 0.0, right or right_of > 0.0
        elif off < 0.3 * width and alike and abs(ahead + piece.depth) < _LEVEL * width:
            behind = friend
        elif 0.5 * width < off < _NEAR_FLANK * width and abs(ahead) < 1.2 * width:
            near_left, near_right = near_left or right_of < 0.0, near_right or right_of > 0.0
    return Around(left, right, near_left, near_right, behind, many)


class Facing(Value, frozen=True):
    """The enemies round an element: the one it faces and its distance, the nearest, and threats to its flanks."""

    opponent: Piece | None
    gap: float
    nearest: float
    left: float
    right: float
    many: int
    targets: tuple[Piece, ...]
    soon: tuple[Piece, ...]


def facing(piece: Piece, foes: tuple[Piece, ...]) -> Facing:
    """The enemies that an element faces, and those behind its front line that are near enough to attack."""
    opponent: Piece | None = None
    gap = nearest = best = math.inf
    left = right = 0.0
    many = 0
    targets: list[Piece] = []
    soon: list[Piece] = []
    far_shot = piece.shot + _CLOSING * piece.reach if piece.shot > 0.0 else 0.0
    width = piece.width
    for foe in foes:
        vx, vy = foe.x - piece.fx, foe.y - piece.fy
        ahead = vx * piece.dx + vy * piece.dy
        side = vx * piece.dy - vy * piece.dx
        off = math.hypot(vx, vy) - foe.depth * 0.5
        nearest = min(nearest, off)
        many += abs(vx) + abs(vy) <= _MASS * width and not foe.bystander
        if 0.0 < off <= piece.shot and ahead > 0.0 and abs(side) < _ARC * width:
            targets.append(foe)
        if far_shot > 0.0 and apart(piece, foe) - 0.5 * (piece.depth + foe.depth) <= far_shot:
            soon.append(foe)
        if ahead > 0.0 and abs(side) < 0.75 * width + 0.5 * ahead:
            far = ahead + 1.5 * abs(side)
            if far < best:
                opponent, best, gap = foe, far, max(ahead - foe.depth * 0.5, 0.0)
        elif ahead <= foe.depth * 0.5 and not foe.bystander:
            danger = _danger(foe, off)
            if side < 0.0:
                left = max(left, danger)
            else:
                right = max(right, danger)
    return Facing(opponent, gap, nearest, left, right, many, tuple(targets), tuple(soon))


def _danger(foe: Piece, off: float) -> float:
    """How likely an enemy past the front line can reach the flank: 1 within its move, less a little beyond it."""
    spare = foe.reach + 0.5 * foe.width - off
    if spare >= 0.0:
        return 1.0
    return max(0.0, 1.0 + spare / (1.5 * foe.width))


def standing(
    piece: Piece, friends: tuple[Piece, ...], foes: tuple[Piece, ...], field: Field, by: Character
) -> Standing:
    """How well an element stands among these friends and enemies."""
    about = around(piece, friends)
    seen = facing(piece, foes)
    near = nearness(seen.nearest, piece.width)
    return Standing(
        face=_face(piece, about, seen, field, by),
        line=by.line * near * (about.left + about.right) * (_BEHIND if piece.bystander or piece.supports else 1.0),
        flank=-by.flank * _open(about, seen) * _bound(piece, seen) * piece.price,
        support=_support(piece, about, seen, by) * near,
        advance=_advance(piece, seen, by),
        ground=-by.ground * near if piece.hampered else 0.0,
        shot=_shot(piece, seen, field, by),
        volley=by.volley * _most_hurt(piece, seen.soon, field, by),
        guard=_guard(piece, seen, by),
        mass=_mass(about, seen, by),
    )


def nearness(gap: float, width: float) -> float:
    """1 with an enemy at hand, falling to a small value where none could arrive for some bounds."""
    return min(1.0, max(_LEAST, 1.0 + _FADING * (_AT_HAND - gap / width)))


def _face(piece: Piece, about: Around, seen: Facing, field: Field, by: Character) -> float:
    """The expected result against the enemy in front, which counts more the nearer it is."""
    if seen.opponent is None or piece.bystander or piece.supports or seen.opponent.bystander:
        return 0.0
    share = 1.0 - seen.gap / (_FACED * piece.width)
    if share <= 0.0:
        return 0.0
    prices = Stakes(piece.price * (by.general if piece.leads else 1.0), seen.opponent.price)
    minus = -1 if not (about.left or about.near_left) or not (about.right or about.near_right) else 0
    return by.face * share * field.matchup(piece, seen.opponent).worth(by.weights, prices, plus=minus)


def _open(about: Around, seen: Facing) -> float:
    """How open the flanks are. A friend beside a flank closes it, and a friend near it closes it halfway."""
    left = 0.0 if about.left else seen.left * (0.5 if about.near_left else 1.0)
    right = 0.0 if about.right else seen.right * (0.5 if about.near_right else 1.0)
    return left + right


def _bound(piece: Piece, seen: Facing) -> float:
    """How much an open flank matters: most for an element in a fight, because it could not fall back."""
    if seen.gap < 1.0:
        return _FIGHTING
    return 1.0 if seen.gap < 2.0 * piece.width else _FREE


def _support(piece: Piece, about: Around, seen: Facing, by: Character) -> float:
    """The value of a friend of the same type directly behind."""
    return by.support if about.behind is not None and about.behind.code == piece.code else 0.0


def _advance(piece: Piece, seen: Facing, by: Character) -> float:
    """The cost of distance from the enemy. Shooters keep their range, and a bystander stays further back."""
    if math.isinf(seen.nearest):
        return 0.0
    keep = max(_CLOSE * piece.width, 0.9 * piece.shot) + (1.5 * piece.width if piece.bystander else 0.0)
    far = max(0.0, seen.nearest - keep) / piece.width
    urge = 1.0 if by.urges is None else by.urges.get(piece.id, 1.0)
    return -by.advance * far * (0.5 if piece.bystander or piece.leads else 1.0) * urge


def _shot(piece: Piece, seen: Facing, field: Field, by: Character) -> float:
    """The value of shooting at the best target in range and arc; 0 if an enemy is too near."""
    if not seen.targets or seen.nearest < 1.0:
        return 0.0
    return by.shot * _TWICE * _most_hurt(piece, seen.targets, field, by)


def _most_hurt(piece: Piece, targets: tuple[Piece, ...], field: Field, by: Character) -> float:
    """The expected damage of a shot at the best of some targets; 0 if there are none."""
    best = 0.0
    for foe in targets:
        best = max(best, field.shot(piece, foe).harm(by.weights) * foe.price)
    return best


def _mass(about: Around, seen: Facing, by: Character) -> float:
    """How many more friends than enemies are nearby; 0 if there are no enemies."""
    if not seen.many:
        return 0.0
    return by.mass * max(-_MOST, min(_MOST, about.many + 1 - seen.many))


def _guard(piece: Piece, seen: Facing, by: Character) -> float:
    """The cost of a general within reach of the enemy, which is higher with open flanks."""
    if not piece.leads:
        return 0.0
    close = max(0.0, 1.0 - seen.nearest / (4.0 * piece.width))
    return -by.guard * (close * (1.0 if piece.bystander else 0.3) + 0.7 * min(1.0, seen.left + seen.right))
