"""What players must know to set up a battle of an edition: troop codes in words, topographies, deployment zones."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from debellis.battle.armies import GroundInfo, NumbersInfo, ZoneInfo
from debellis.battle.playable import playable, rules_of
from debellis.server.faults import RequestError


class TroopTold(Struct, frozen=True):
    """What a list code stands for, and how deep its base is at each scale (mm)."""

    kind: str
    name: str
    mounted: bool
    general: bool
    depths: dict[str, float]


class Muster(Struct, frozen=True):
    """Troops by list code, topographies by name, numbers of features, deployment zones by scale."""

    troops: dict[str, TroopTold]
    topographies: dict[str, GroundInfo]
    numbers: NumbersInfo
    areas: tuple[str, ...]
    zones: dict[str, ZoneInfo]
    reserve: int
    exchanges: int
    modifies: bool


@get("/api/muster/{name:str}", sync_to_thread=True, tags=["umpire"])
def told_muster(name: FromPath[str]) -> Muster:
    """What one must know to set up a battle of an edition."""
    if name not in playable():
        raise RequestError("not_found", f"There is no edition {name!r}; there are {', '.join(playable())}.")
    return muster(name)


def muster(name: str) -> Muster:
    """What there is to know about an edition."""
    survey = rules_of(name).survey
    known = survey.setting_up()
    troops = survey.troops().values()
    return Muster(
        troops={one.code: TroopTold(one.kind, one.name, one.mounted, one.general, one.depths) for one in troops},
        topographies=known.topographies,
        numbers=known.numbers,
        areas=known.areas,
        zones=known.zones,
        reserve=known.reserve,
        exchanges=known.exchanges,
        modifies=known.modifies,
    )
