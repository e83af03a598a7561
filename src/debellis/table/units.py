"""Units: bases that belong together under one name and one description, with what is noted of them, and their generals.

The words are those of the edition; nothing here knows what they mean.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.geometry.plane import Point
from debellis.table.pose import Pose


class UnitPlace(Struct, frozen=True):
    """Where a base belongs: the id of its unit, and which part of a mixed unit it is."""

    unit: str
    part: int = 0


class TroopDescription(Struct, frozen=True):
    """What troops are: an empty word where the edition says nothing about them."""

    type: str = ""
    order: str = ""
    training: str = ""
    quality: str = ""
    protection: str = ""
    horse: str = ""
    melee: str = ""
    shoot: str = ""
    skill: str = ""
    traits: tuple[str, ...] = ()


class Part(Struct, frozen=True):
    """One kind of bases of a mixed unit: how many it began with, the ranks they hold, and what they are."""

    bases: int
    ranks: tuple[int, ...]
    troops: TroopDescription


class Unit(Struct, frozen=True, dict=True):
    """A unit or a camp. Its bases are those of the position that name it.

    `original` is the number of bases it began with. `facing` is its original front, where its bases have turned. `was`
    is where it stood before it moved this turn. `hidden_in` names the terrain in which it lies in ambush, `did` what it
    has done this turn, in order.
    """

    id: str
    side: str
    kind: str
    troops: TroopDescription
    original: int
    name: str = ""
    parts: tuple[Part, ...] = ()
    facing: Point | None = None
    form: str = ""
    mounted: bool = False
    formation: str = ""
    block: str = ""
    contingent: str = ""
    defends: str = ""
    hidden_in: str = ""
    did: tuple[str, ...] = ()
    evaded_from: str = ""
    was: Pose | None = None
    slowed: float = 0.0
    wounds: int = 0
    broken: bool = False
    broken_by: str = ""

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this unit (`Memory`). It is not written and not compared."""
        return self.__dict__


class General(Struct, frozen=True, dict=True):
    """A general. `unit` and `file` say with whom he is, `front` where he stands if he is with nobody.

    `file` is the id of the front base of the file. `cards` is the number of cards he has, where it is no longer that of
    his rank; `hand` are the cards he holds, where they are known.
    """

    id: str
    side: str
    role: str = "sub"
    rank: str = ""
    style: str = ""
    floating: bool = False
    cards: int | None = None
    hand: tuple[str, ...] | None = None
    unit: str = ""
    file: str = ""
    front: Point | None = None
    fighting: bool = False
    state: str = ""
    moved: tuple[str, ...] = ()
    contingent: str = ""

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this general (`Memory`). It is not written and not compared."""
        return self.__dict__


class Charge(Struct, frozen=True):
    """A charge declared this turn: who charges whom, and how. `origin` is where it began.

    `wheel` is in degrees, about the front corner of the hand `pivot`. `flank` are those it strikes in flank or rear
    with the right to the claim for it, where that is given and not worked out.
    """

    by: tuple[str, ...]
    on: tuple[str, ...]
    kind: str
    wheel: float = 0.0
    pivot: str = ""
    origin: Pose | None = None
    flank: tuple[str, ...] | None = None
    moved: bool = False


class Moment(Struct, frozen=True):
    """Where a battle of units stands, and what was settled before it. `edges` is each side's own edge of the table.

    `fought` names the enemies that each unit has to its front in the combats of the present phase, from the moment in
    which these are fixed until its outcomes are settled; units that fight nobody to their front are left out.
    """

    phase: str = ""
    turn: int = 0
    edges: dict[str, str] = {}
    secure_flank: str = ""
    territory: str = ""
    defender: str = ""
    year: dict[str, int] = {}
    fought: dict[str, tuple[str, ...]] | UnsetType = UNSET
