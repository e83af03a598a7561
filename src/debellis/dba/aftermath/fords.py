"""Entering a river because of combat: recoilers, bases they push, and pursuers roll for its nature and for entry."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.book import book, table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding

#: The bands of the die table, with the name of the nature each gives.
_BANDS = (("dry", "paltry"), ("ordinary", "normal"), ("difficult", "difficult"))

#: The clause cited when a difficult river keeps a base out, by what the base was doing.
_KEPT_OUT = {
    "recoil": ("BOB-RIV-5c", "BOB-REC-5b2", "BOB-RMV-3b", "DBA22-B6.9"),
    "push": ("BOB-REC-4e",),
    "pursuit": ("BOB-RIV-5d", "DBA22-B6.9"),
}


class Ford(Value, frozen=True):
    """The result of trying a river: the position with its nature known, whether it was entered, and the rivers shut."""

    position: Position
    entered: bool
    nature: str
    closed: frozenset[str]


def has_natures(position: Position) -> bool:
    """Whether players roll for the nature of a river. If not, every river counts as an ordinary wet river."""
    return "river_nature" in book(position).tables.other


def nature_of(position: Position, die: int) -> str:
    """The nature of a river, by a roll of the die."""
    return next(
        name
        for band, name in _BANDS
        if table(position, "river_nature")[band][0] <= die <= table(position, "river_nature")[band][1]
    )


def find_nature(position: Position, river: Terrain, base: Base, dice: Chance, finding: Finding) -> Position:
    """The position with the nature of a river known. The first base that reaches it rolls."""
    if river.nature not in (None, "unknown"):
        return position
    die = dice.roll(f"the nature of {river.id}, which {base.id} comes to first")
    nature = nature_of(position, die)
    finding.cite_all(("BOB-RIV-3", "DBA22-B6.1"), f"a {die} for {river.id}: it is {nature}")
    found = replace(river, nature=nature)
    return replace(position, terrain=tuple(found if piece.id == river.id else piece for piece in position.terrain))


def try_river(
    position: Position, name: str, base: Base, event: str, dice: Chance, closed: frozenset[str], finding: Finding
) -> Ford:
    """Whether a base moved by combat enters a river; `event` is "recoil", "push" or "pursuit"."""
    river = position.feature(name)
    if not has_natures(position):
        finding.cite("BOB-RIV-5a", f"{base.id} comes to {name} and goes in: nobody throws for a river here")
        return Ford(position, True, "", closed)
    if river.nature in (None, "unknown"):
        sentence = f"{base.id} comes to {name}, whose nature is unknown: it is thrown for first"
        finding.cite("BOB-RIV-5a", sentence)
        position = find_nature(position, river, base, dice, finding)
    nature = position.feature(name).nature or "unknown"
    if nature != "difficult":
        return Ford(position, True, nature, closed)
    if name in closed:
        finding.cite_all(_KEPT_OUT[event], f"{name} is shut for this bound and {base.id} does not get in")
        finding.cite("BOB-RMV-3a", f"{name} is shut for this bound by a failed crossing: {base.id} does not throw")
        return Ford(position, False, nature, closed)
    least = int(table(position, "river_nature")["difficult_entry_min_roll"])
    die = dice.roll(f"{base.id} to enter {name}, which is difficult: {least} or more")
    if die >= least:
        return Ford(position, True, nature, closed)
    finding.cite_all(_KEPT_OUT[event], f"a {die} at {name}, which is difficult, where {least} is needed")
    if event == "pursuit":
        return Ford(position, False, nature, closed)
    finding.cite("BOB-RMV-3a", f"{name} is shut for the rest of the bound, since {base.id} failed to enter it")
    return Ford(position, False, nature, closed | {name})
