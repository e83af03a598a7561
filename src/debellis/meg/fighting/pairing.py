"""Who fights whom in a combat phase: the opponent of each file, and which file is fought next (MEG-B17.20)."""

from __future__ import annotations

from debellis.geometry.rectangle import FRONT
from debellis.meg.fighting.contacts import Fight, fights_of
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import file_of, files_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit


def answers_all(unit: Unit) -> bool:
    """Whether its bases fight every enemy in contact, and not one of them: camps and battlewagons (MEG-B17.15)."""
    return unit.kind == CAMP or unit.troops.type == BATTLEWAGONS


def contacts_of_file(position: Position, front: str, enemy: str) -> tuple[Fight, ...]:
    """The contacts of a file with a unit group, those to its front if it has any, the best of them first."""
    names = {base.id for base in file_of(position, position.base(front))}
    found = [fight for fight in fights_of(position) if fight.mine.id in names and unit_name(fight.theirs) == enemy]
    chosen = [fight for fight in found if fight.edge == FRONT] or found
    return tuple(
        sorted(chosen, key=lambda fight: (fight.their_edge != FRONT, -round(fight.length, 2), fight.theirs.id))
    )


def opponents_of(position: Position, front: str, enemy: str) -> tuple[str, ...]:
    """The enemy files that a file fights, by their front bases: one, or all in contact of a camp or battlewagon."""
    fronts = [file_of(position, fight.theirs)[0].id for fight in contacts_of_file(position, front, enemy)]
    distinct = tuple(dict.fromkeys(fronts))
    return distinct if answers_all(unit_of(position, unit_name(position.base(front)))) else distinct[:1]


def answers_back(position: Position, front: str, against: str) -> bool:
    """Whether the enemy file has this one as its opponent, so that both roll together."""
    mine = unit_name(position.base(front))
    return front in opponents_of(position, against, mine)


def fighting_fronts(position: Position, unit: str, enemy: str) -> tuple[str, ...]:
    """The front bases of the files of a unit group that fight another, from the left."""
    return tuple(file[0].id for file in files_of(position, unit) if contacts_of_file(position, file[0].id, enemy))
