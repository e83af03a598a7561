"""The army lists of the edition, as they are written, and the unit groups and generals they give."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from debellis.mechanics.army_files import read_folder
from debellis.meg.setting_up.shapes import Shape, in_shape
from debellis.meg.troops import DISMOUNTABLE, INFANTRY, default_files, is_flexible
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.scale import Scale
from debellis.table.units import General, Part, TroopDescription, Unit

MAXIMUS, MAGNA = "Maximus", "Magna"
#: Works that a characteristic gives to those who stand behind them.
WORKS = ("stakes", "caltrops", "barricades", "obstacles")
_DESCRIBED = ("type", "order", "training", "quality", "protection", "horse", "melee", "shoot", "skill")


def _read(edition: str, text: str) -> dict[str, Any]:
    return tomllib.loads(text)


@cache
def army_lists(edition: str) -> dict[str, dict[str, Any]]:
    """Every ready army of an edition by its id."""
    return {str(army["id"]): army for army in read_folder(edition, _read)}


def size_of(army: dict[str, Any]) -> str:
    """The size of game that an army is for."""
    return str(army.get("size", MAXIMUS))


def described(group: dict[str, Any], part: dict[str, Any] | None = None) -> TroopDescription:
    """The description of a line of a list, or of one part of a mixed unit group."""
    told = {**group, **(part or {})}
    words = {key: str(told.get(key, "")) for key in _DESCRIBED}
    return TroopDescription(**words, traits=tuple(told.get("traits", ())))


def units_of_list(army: dict[str, Any], side: str) -> tuple[Unit, ...]:
    """The unit groups of an army, in the order of its list."""
    found: list[Unit] = []
    letter = side[0].upper()
    for group in army["ug"]:
        troops = described(group)
        parts = tuple(
            Part(int(part["bases"]), tuple(part["ranks"]), described(group, part)) for part in group.get("mixed", ())
        )
        works = next((one for one in WORKS if one in troops.traits), "")
        for _ in range(int(group.get("n", 1))):
            unit = Unit(
                id=f"{letter}{len(found) + 1}",
                side=side,
                kind=str(group["kind"]),
                troops=troops,
                original=int(group["bases"]),
                name=str(group.get("name", "")),
                parts=parts,
                mounted=troops.type == INFANTRY and DISMOUNTABLE in troops.traits,
                contingent=str(group.get("group", "")),
                defends=works,
            )
            found.append(unit)
    return tuple(found)


def files_of_list(edition: str, army: dict[str, Any]) -> tuple[int, ...]:
    """How many files wide each unit group of an army deploys, in the order of its list."""
    found: list[int] = []
    for group in army["ug"]:
        wide = int(group.get("files") or default_files(edition, described(group), group["kind"], int(group["bases"])))
        found += [wide] * int(group.get("n", 1))
    return tuple(found)


def generals_of_list(army: dict[str, Any], side: str) -> tuple[General, ...]:
    """The generals of an army, not yet on the table."""
    letter = side[0].upper()
    return tuple(
        General(
            id=f"{letter}G{i}",
            side=side,
            role=str(one["role"]),
            rank=str(one["rank"]).lower(),
            style=str(one["style"]),
            floating=bool(one.get("floating", False)),
            contingent=str(one.get("group", "")) if one["role"] == "ally" else "",
        )
        for i, one in enumerate(army["general"], start=1)
    )


def drawn_up(edition: str, scale: Scale, unit: Unit, files: int, to: Pose) -> tuple[Base, ...]:
    """The bases of a unit group in ranks of so many files with the middle of its front at a place."""
    return in_shape(edition, scale, unit, Shape(to, files))


def is_light(unit: Unit) -> bool:
    """Whether a unit group may stand in the side zones as it is deployed."""
    return unit.kind == "SuG" or (is_flexible(unit) and unit.form == "skirmisher")
