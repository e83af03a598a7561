"""How well an army is arranged against the army that faces it: file against file, and on which ground."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import Field, Piece, Stakes
from debellis.battle.survey import Survey
from debellis.generals.character import Character
from debellis.manoeuvre.contact import directly_behind

#: An element and the elements in column behind it, from the front.
File = tuple[Piece, ...]
#: An enemy further to the side than this many base widths does not count as faced.
_ASIDE = 1.5
#: The weight of the average over all enemy files, for a file that faces none of them.
_UNFACED = 0.5
#: Troops that shoot do so twice before melee begins.
_TWICE = 2.0
#: The cost of an element that is of no use behind another one, and the higher cost if it could shoot.
_IDLE = 0.25
_SILENT = 0.6
#: The cost of standing where the troop type fights badly, in elements.
_HAMPERED = 0.5


def arrangement_suits(survey: Survey, state: Any, side: str, by: Character) -> float:
    """The expected result of every file against the file it faces, by types, ranks and ground, in elements."""
    field = survey.field(state, side)
    theirs = _files(field.theirs)
    return sum(_suits(field, file, theirs, by) for file in _files(field.mine))


def _files(pieces: tuple[Piece, ...]) -> list[File]:
    """The elements on the table, grouped by file. A bystander can only stand behind others, never lead a file."""
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
    """The expected result of one file against the file it faces; half the average over all files if it faces none."""
    total = -_HAMPERED * field.is_on_bad_ground(file[0])
    if not theirs:
        return total
    foe = _faced(file[0], theirs)
    foes = theirs if foe is None else [foe]
    share = _UNFACED if foe is None else 1.0
    total -= sum([_idle(field, file[: rank + 1], foes) for rank in range(1, len(file))])
    return total + share * sum(_against(field, file, one, by) for one in foes) / len(foes)


def _idle(field: Field, file: File, foes: list[File]) -> float:
    """The cost if the last element of a file adds nothing against any of these enemies; 0 if it helps."""
    last = file[-1]
    if last.bystander or any(_brings(field, file, foe) != _brings(field, file[:-1], foe) for foe in foes):
        return 0.0
    return _SILENT if last.shot else _IDLE


def _brings(field: Field, file: File, foe: File) -> int:
    """What a file contributes to its fight with another."""
    return field.matchup_of_files(file, foe).mine


def _against(field: Field, file: File, foe: File, by: Character) -> float:
    """The expected result of one file against another, in melee and by shooting."""
    prices = Stakes(_price(file, by), _price(foe, by))
    fight = field.matchup_of_files(file, foe).worth(by.weights, prices)
    return fight + _TWICE * by.shot * _shots(field, file[0], foe[0], by)


def _price(file: File, by: Character) -> float:
    return file[0].price * (by.general if file[0].leads else 1.0)


def _shots(field: Field, one: Piece, two: Piece, by: Character) -> float:
    """The expected gain of shooting: the damage to the second piece less the damage to the first."""
    gained = field.shot(one, two).harm(by.weights) * two.price if one.shot else 0.0
    lost = field.shot(two, one).harm(by.weights) * one.price if two.shot else 0.0
    return gained - lost


def _faced(piece: Piece, theirs: list[File]) -> File | None:
    """The enemy file that is most nearly straight ahead of an element; None if all are too far to the side."""
    best: tuple[float, File] | None = None
    for file in theirs:
        vx, vy = file[0].x - piece.fx, file[0].y - piece.fy
        aside = abs(vx * piece.dy - vy * piece.dx)
        if vx * piece.dx + vy * piece.dy > 0.0 and (best is None or aside < best[0]):
            best = (aside, file)
    return best[1] if best is not None and best[0] <= _ASIDE * piece.width else None
