"""How well an army stands against another that faces it across the board: file against file, and on which ground."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import Field, Piece, Stakes
from debellis.battle.survey import Survey
from debellis.generals.character import Character
from debellis.manoeuvre.contact import directly_behind

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


def arrangement_suits(survey: Survey, state: Any, side: str, by: Character) -> float:
    """What is to be expected of every file against the one it faces, by types, ranks and ground, in elements."""
    field = survey.field(state, side)
    theirs = _files(field.theirs)
    return sum(_suits(field, file, theirs, by) for file in _files(field.mine))


def _files(pieces: tuple[Piece, ...]) -> list[File]:
    """Elements on the table by files, generals who are elements of their own only as the last of one."""
    behind = {piece.id: _behind(piece, pieces) for piece in pieces}
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


def _behind(front: Piece, friends: tuple[Piece, ...]) -> Piece | None:
    for friend in friends:
        near = abs(friend.fx - front.fx) + abs(friend.fy - front.fy) < 2.0 * front.width
        if near and friend.id != front.id and directly_behind(friend.rectangle, front.rectangle):
            return friend
    return None


def _suits(field: Field, file: File, theirs: list[File], by: Character) -> float:
    """What is to be expected of one file: of whom it faces, or half as much of anybody if it faces none."""
    total = -_HAMPERED * field.is_on_bad_ground(file[0])
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
    if last.bystander or any(_brings(field, file, foe) != _brings(field, file[:-1], foe) for foe in foes):
        return 0.0
    return _SILENT if last.shot else _IDLE


def _brings(field: Field, file: File, foe: File) -> int:
    """What a file brings to its fight with another."""
    return field.matchup_of_files(file, foe).mine


def _against(field: Field, file: File, foe: File, by: Character) -> float:
    """What is to be expected of one file against another, in melee and by shooting."""
    prices = Stakes(_price(file, by), _price(foe, by))
    fight = field.matchup_of_files(file, foe).worth(by.weights, prices)
    return fight + _TWICE * by.shot * _shots(field, file[0], foe[0], by)


def _price(file: File, by: Character) -> float:
    return file[0].price * (by.general if file[0].leads else 1.0)


def _shots(field: Field, one: Piece, two: Piece, by: Character) -> float:
    """What each would do to the other by shooting."""
    gained = field.shot(one, two).harm(by.weights) * two.price if one.shot else 0.0
    lost = field.shot(two, one).harm(by.weights) * one.price if two.shot else 0.0
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
