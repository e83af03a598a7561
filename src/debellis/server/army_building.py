"""Army lists over HTTP: which editions have them, what a list offers, and the faults of a chosen army."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from debellis.battle.armies import ArmyInfo
from debellis.battle.army_building import ArmyBuilder, ArmyOffers, CheckedArmy, ChosenArmy, Sizes
from debellis.battle.playable import army_builder_of, on_page
from debellis.mechanics.army_files import BadArmy
from debellis.server.battles import FAULTS
from debellis.server.faults import RequestError
from debellis.server.guard import work_out
from debellis.umpire.editions import UnknownEdition, available, description

T = TypeVar("T")


class BuildingInfo(Struct, frozen=True):
    """An edition with army lists: the size of its armies, and whether the page can play its battles."""

    edition: str
    title: str
    playable: bool
    sizes: Sizes


class ArmyBuilding(Controller):
    """Army lists and armies that people build from them."""

    path = "/api"
    tags = ("armies",)

    @get("/building", sync_to_thread=True)
    def building(self) -> list[BuildingInfo]:
        """The editions with army lists, also those that the page cannot play yet."""
        found: list[BuildingInfo] = []
        for name in available():
            try:
                sizes = army_builder_of(name).sizes
            except UnknownEdition:
                continue
            found.append(BuildingInfo(name, description(name).title, name in on_page(), sizes))
        return found

    @get("/armies/{name:str}", sync_to_thread=True, responses=FAULTS)
    def armies(self, name: FromPath[str]) -> list[ArmyInfo]:
        """The army lists of an edition."""
        return list(_builder(name).armies().values())

    @get("/offers/{name:str}", responses=FAULTS)
    async def offers(self, name: FromPath[str], army: FromQuery[str]) -> ArmyOffers:
        """What a list offers: lines with their numbers and prices, works, allies, and its ready army."""
        builder = _builder(name)
        return await work_out("this list", lambda: _answered(lambda: builder.offers(army)))

    @post("/offers/{name:str}", status_code=200, responses=FAULTS)
    async def check(self, name: FromPath[str], data: JSONBody[ChosenArmy]) -> CheckedArmy:
        """All faults of a chosen army, its size, and the value for the set-up of a battle."""
        builder = _builder(name)
        return await work_out("this army", lambda: _answered(lambda: builder.check(data)))


def _builder(name: str) -> ArmyBuilder:
    try:
        return army_builder_of(name)
    except UnknownEdition as error:
        raise RequestError("not_found", f"{str(error)[0].upper()}{str(error)[1:]}.") from None


def _answered(work: Callable[[], T]) -> T:
    """The result of some work; RequestError in place of BadArmy."""
    try:
        return work()
    except BadArmy as error:
        raise RequestError("bad_message", f"{str(error)[0].upper()}{str(error)[1:]}.") from None
