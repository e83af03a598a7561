"""How armies of DBM are built: by points, in commands, from the lines of a list."""

from __future__ import annotations

from debellis.battle.armies import ArmyInfo
from debellis.battle.army_building import ArmyOffers, CheckedArmy, ChosenArmy, Sizes
from debellis.dbm.armies.chosen import check_chosen, list_named
from debellis.dbm.armies.lists import armies
from debellis.dbm.armies.offers import army_info, offers_of, sizes_of
from debellis.dbm.measures import measures
from debellis.mechanics.tables import load
from debellis.table.position import Position


class DbmArmyBuilder:
    """Builds armies of a version of DBM."""

    def __init__(self, edition: str) -> None:
        scale = measures(edition)[0]
        width, depth = load(edition)["scale"][scale.name]["table_mm"]
        self._position = Position(edition, (float(width), float(depth)), scale=scale)

    @property
    def sizes(self) -> Sizes:
        return sizes_of(self._position)

    def armies(self) -> dict[str, ArmyInfo]:
        return {name: army_info(listed) for name, listed in armies(self._position.edition).items()}

    def offers(self, army: str) -> ArmyOffers:
        return offers_of(self._position, list_named(self._position.edition, army))

    def check(self, chosen: ChosenArmy) -> CheckedArmy:
        return check_chosen(self._position, chosen)


def army_builder(edition: str) -> DbmArmyBuilder:
    """The builder of an edition."""
    return DbmArmyBuilder(edition)
