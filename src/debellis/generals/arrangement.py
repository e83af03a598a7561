"""How well an army stands against another that faces it across the board: file against file, and on which ground."""

from __future__ import annotations

from debellis.dba.going import is_bad_for
from debellis.dba.troops import type_of
from debellis.generals.character import Character
from debellis.generals.duels import Duel, Stakes, duel_of_files, worth
from debellis.generals.pieces import Field, Piece, field_of
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.position import Position

#: An element and those in column behind it, from the front.
File = tuple[Piece, ...]
#: Whoever stands further aside than so many base widths is not the one faced.
_ASIDE = 1.5
#: Whoever faces nobody fights somebody later, so much of him counts.
_UNFACED = 0.5
#: Those that shoot do so twice before it comes to a melee.
_TWICE = 2.0
#: What it costs to stand behind another and be of no use there, and more so for those that could shoot.
_IDLE = 0.25
_SILENT = 0.6
#: What it costs to stand where one fights badly, in elements.
_HAMPERED = 0.5


def arrangement_suits(position: Position, side: str, by: Character) -> float:
    """What is to be expected of every file against the one it faces, by types, ranks and ground, in elements."""
    field = field_of(position, side)
    theirs = _files(position, field.theirs)
    return sum(_suits(field, file, theirs, by) for file in _files(position, field.mine))


def _files(position: Position, pieces: tuple[Piece, ...]) -> list[File]:
    """Elements on the table by files, generals who are elements of their own only as the last of one."""
    behind = {piece.id: _behind(piece.base, pieces) for piece in pieces}
    second = {piece.id for piece in behind.values() if piece is not None}
    found: list[File] = []
    for piece in pieces:
        if piece.id in second or piece.bystander:
            continue
        file = [piece]
        while (after := behind[file[-1].id]) is not None:
            file.append(after)
        found.append(tuple(file))
    return found


def _behind(front: Base, friends: tuple[Piece, ...]) -> Piece | None:
    for friend in friends:
        near = abs(friend.fx - front.front[0]) + abs(friend.fy - front.front[1]) < 2.0 * front.width
        if near and friend.id != front.id and directly_behind(friend.base.rectangle, front.rectangle):
            return friend
    return None


def _suits(field: Field, file: File, theirs: list[File], by: Character) -> float:
    """What is to be expected of one file: of whom it faces, or half as much of anybody if it faces none."""
    total = -_HAMPERED * is_hampered(field.position, file[0].base)
    if not theirs:
        return total
    foe = _faced(file[0], theirs)
    foes = theirs if foe is None else [foe]
    share = _UNFACED if foe is None else 1.0
    total -= sum([_idle(field, file[: rank + 1], foes) for rank in range(1, len(file))])
    return total + share * sum(_against(field, file, one, by) for one in foes) / len(foes)


def _idle(field: Field, file: File, foes: list[File]) -> float:
    """What it costs that the last of a file helps those before it against none of these enemies; nothing if he does."""
    last = file[-1]
    if last.bystander or any(_duel(field, file, foe).mine != _duel(field, file[:-1], foe).mine for foe in foes):
        return 0.0
    return _SILENT if last.shot else _IDLE


def _duel(field: Field, file: File, foe: File) -> Duel:
    mine, his = tuple([piece.kind for piece in file]), tuple([piece.kind for piece in foe])
    return duel_of_files(field.position.edition, field.options, mine, his)


def _against(field: Field, file: File, foe: File, by: Character) -> float:
    """What is to be expected of one file against another, in melee and by shooting."""
    prices = Stakes(_price(file, by), _price(foe, by))
    return worth(_duel(field, file, foe), by, prices) + _TWICE * by.shot * _shots(field, file[0], foe[0], by)


def _price(file: File, by: Character) -> float:
    return file[0].price * (by.general if file[0].general else 1.0)


def _shots(field: Field, one: Piece, two: Piece, by: Character) -> float:
    """What each would do to the other by shooting."""
    gained = field.shot(one, two).hurt(by) * two.price if one.shot else 0.0
    lost = field.shot(two, one).hurt(by) * one.price if two.shot else 0.0
    return gained - lost


def _faced(piece: Piece, theirs: list[File]) -> File | None:
    """The enemy file most nearly straight before an element."""
    best: tuple[float, File] | None = None
    for file in theirs:
        vx, vy = file[0].x - piece.fx, file[0].y - piece.fy
        aside = abs(vx * piece.dy - vy * piece.dx)
        if vx * piece.dx + vy * piece.dy > 0.0 and (best is None or aside < best[0]):
            best = (aside, file)
    return best[1] if best is not None and best[0] <= _ASIDE * piece.width else None


def is_hampered(position: Position, base: Base) -> bool:
    """Whether an element stands, wholly or partly, where its type fights badly."""
    if not type_of(position, base).minus_two_in_bad_going:
        return False
    there = base.rectangle
    return any(is_bad_for(position, piece, base) and lies(there, piece.ground) != OUTSIDE for piece in position.terrain)
