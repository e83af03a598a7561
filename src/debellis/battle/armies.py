"""What players need to set up a battle of an edition: army lists, troops, topographies, deployment zones."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Slot(Struct, frozen=True):
    """Some elements of a list: `count` of them, each any one of `any_of`, or all the same one."""

    count: int
    any_of: tuple[str, ...]
    general: bool = False
    all_same: bool = False


class ArmyInfo(Struct, frozen=True):
    """One army list. If there are `alternatives`, exactly one of these blocks is taken whole.

    `id` is its number in the printed rules, or a name if the printed rules do not have it. `facts` says in a few words
    each what decides before the battle where that is not the aggression of the list.
    """

    id: str
    name: str
    years: str
    topography: str
    aggression: int
    general: tuple[str, ...]
    elements: tuple[Slot, ...]
    conf: str
    alternatives: tuple[tuple[Slot, ...], ...] = ()
    note: str = ""
    facts: tuple[str, ...] = ()


class TroopInfo(Struct, frozen=True):
    """What a list code stands for: its type in a word and in full, foot or mounted, its depth in mm by scale."""

    code: str
    kind: str
    name: str
    arm: str
    mounted: bool
    shoots: bool
    general: bool
    depths: dict[str, float]


class UnitLine(Struct, frozen=True):
    """A unit of an army list: its name, and what a case file says of it, by key."""

    name: str
    told: dict[str, Any]


class ListedUnits(Struct, frozen=True):
    """The units of an army list, each kind once."""

    army: str
    units: tuple[UnitLine, ...]


class GroundInfo(Struct, frozen=True):
    """The features of which a topography must have one, and those it may have. Only one of each entry counts."""

    must: tuple[str, ...]
    may: tuple[tuple[str, ...], ...]


class NumbersInfo(Struct, frozen=True):
    """The least and greatest numbers of features (compulsory, optional and in all), and which may occur only once."""

    compulsory: tuple[int, int]
    optional: tuple[int, int]
    total: tuple[int, int] | None
    alike: int
    single: tuple[str, ...]


class ZoneInfo(Struct, frozen=True):
    """How far from their base edge troops deploy, and how far they stay from the side edges (mm)."""

    depth: float
    margin: float


class SetUpStep(Struct, frozen=True):
    """A step before the battle: its name, and the heading of each of its phases.

    `troops` says that a side places what is its own, not only ground. A step with an `option` exists only if that
    option is on, and one that is `rare` in few battles.
    """

    title: str
    headings: dict[str, str]
    troops: bool = False
    option: str | None = None
    rare: bool = False


class SettingUpInfo(Struct, frozen=True):
    """Topographies by name, numbers of features, deployment zones by scale.

    `reserve` is how many elements may be held back for a landing, `exchanges` how many pairs may exchange places, and
    `modifies` whether the invader may change the board. `steps` are those before the battle in their order. `camp` is
    the kind of ground that camps are. `limit` is after how many bounds of each side a battle ends, unless another
    number is agreed. `edge_numbers` are the numbers that an invader gives to the edges: one for each edge, or only for
    the longest ones. `commands` is how many commands an army is drawn up in, if that is fixed, and `big` has the same
    values for big battles, if there are any.
    """

    topographies: dict[str, GroundInfo]
    numbers: NumbersInfo
    areas: tuple[str, ...]
    zones: dict[str, ZoneInfo]
    reserve: int
    exchanges: int
    modifies: bool
    steps: tuple[SetUpStep, ...] = ()
    camp: str | None = None
    limit: int | None = None
    edge_numbers: tuple[tuple[int, ...], ...] = ()
    commands: int | None = None
    big: SettingUpInfo | None = None
