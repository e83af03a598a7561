"""The numbers of an edition, read from its tables.toml. Every row keeps how sure it is in `conf`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from debellis.mechanics.tables import load
from debellis.umpire.clauses import clause


class TroopType(Struct, frozen=True, rename={"arm": "class"}):
    """One troop type: moves in the edition's unit, factors against foot and mounted, and its habits.

    `moves_as` is the class it counts as in movement where that is another, and `class_clauses` say which counts when.
    `alternative_move` is a second reading of its move, chosen by an option of the game; `bad_going_option` names the
    option that gives its factor in bad going. `never_turns` is for those whose first edge in contact acts as front.
    The clauses are those of its rows in the edition's own tables.
    """

    id: str
    name: str
    arm: str
    move_good: int
    move_bad: int
    move_road: int
    range: int
    factor_vs_foot: int
    factor_vs_mounted: int
    pursues: bool
    extra_pip: bool
    minus_two_in_bad_going: bool
    conf: str
    shooting_factor_vs_foot: int | None = None
    shooting_factor_vs_mounted: int | None = None
    moves_as: str | None = None
    alternative_move: int | None = None
    bad_going_option: str | None = None
    never_turns: bool = False
    class_clauses: tuple[str, ...] = ()
    move_clauses: tuple[str, ...] = ()
    presumed_move_clauses: tuple[str, ...] = ()
    range_clauses: tuple[str, ...] = ()
    factor_clauses: tuple[str, ...] = ()
    shooting_factor_clauses: tuple[str, ...] = ()
    reconstructed: bool = False
    printed: str | None = None
    basis: str | None = None

    @property
    def mounted(self) -> bool:
        return self.arm == "mounted"


class Code(Struct, frozen=True):
    """One list code ("4Bd"): its type and base depth at both scales."""

    code: str
    type: str
    depth_mm_small: int
    depth_mm_large: int
    conf: str
    camel: bool = False
    shoots: bool = True
    general: bool = False


class Going(Struct, frozen=True):
    """Which ground is good, bad, neither or impassable."""

    good: tuple[str, ...]
    bad: tuple[str, ...]
    neither: tuple[str, ...]
    impassable: tuple[str, ...]
    camels_treat_as_good: tuple[str, ...]
    conf: str


class Support(Struct, frozen=True, rename={"excluded": "except"}):
    """One kind of rear support: who gets it from whom against whom, and whether the supporter dies with the front.

    `refusal_clauses` are cited where the opponent is one it does not count against, `idle_clauses` where such a rank
    stood behind a front that was lost and had not supported it.
    """

    supported: tuple[str, ...]
    supporter: tuple[str, ...]
    factor: int
    versus: tuple[str, ...]
    excluded: tuple[str, ...]
    needs_good_going: bool
    supporter_lost_with_front: bool
    conf: str
    also_versus_holder_of: tuple[str, ...] = ()
    reaches_same_type_neighbours: bool = False
    clauses: tuple[str, ...] = ()
    refusal_clauses: tuple[str, ...] = ()
    idle_clauses: tuple[str, ...] = ()


class FlankSupport(Struct, frozen=True):
    """One kind of flank support.

    Either the `supported` have a `neighbour` on their flank and gain against some opponents, or the `penalised` suffer
    from fighting an `opponent` that has an `opponent_neighbour` on its flank.
    """

    factor: int
    conf: str
    supported: tuple[str, ...] = ()
    neighbour: tuple[str, ...] = ()
    versus: tuple[str, ...] = ()
    penalised: tuple[str, ...] = ()
    opponent: tuple[str, ...] = ()
    opponent_neighbour: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    reconstructed: bool = False
    printed: str | None = None
    basis: str | None = None


class TacticalFactor(Struct, frozen=True, rename={"excluded": "except"}):
    """One tactical factor: who has it, who of them does not, and when."""

    id: str
    who: tuple[str, ...]
    when: str
    factor: int
    conf: str
    excluded: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    reconstructed: bool = False
    printed: str | None = None
    basis: str | None = None


class OutcomeRow(Struct, frozen=True):
    """One row of the outcome lists. Every condition left out is met; `clauses` are cited when the row applies."""

    when: str
    loser: tuple[str, ...]
    result: str
    conf: str
    versus: tuple[str, ...] = ()
    versus_code: tuple[str, ...] = ()
    phase: str | None = None
    loser_going: str | None = None
    loser_in: tuple[str, ...] = ()
    opponent_not_in: tuple[str, ...] = ()
    loser_moved_into_front_contact_this_bound: bool = False
    loser_moved_into_flank_contact_this_bound: bool = False
    clauses: tuple[str, ...] = ()
    reconstructed: bool = False
    printed: str | None = None
    basis: str | None = None


class ShootingFactor(Struct, frozen=True):
    """One tactical factor of shooting. Every row but that of the aiding shooters is for one that is shot at.

    `place` is where it must be; `limit` is the most there is.
    """

    id: str
    who: tuple[str, ...]
    when: str
    factor: int
    conf: str
    place: str | None = None
    limit: int | None = None
    clauses: tuple[str, ...] = ()


class Passing(Struct, frozen=True, rename={"excluded": "except"}):
    """Who may pass through whom: `situation` is what moves them, `facing` how they must stand to each other."""

    mover: tuple[str, ...]
    through: tuple[str, ...]
    excluded: tuple[str, ...]
    situation: str
    facing: str
    conf: str
    clauses: tuple[str, ...] = ()
    reconstructed: bool = False
    printed: str | None = None
    basis: str | None = None


class Tables(Struct, frozen=True):
    """All tables. Those used by one subject only are left as plain data under `other`."""

    troop_type: tuple[TroopType, ...]
    code: tuple[Code, ...]
    going: Going
    rear_support: tuple[Support, ...]
    tactical_factor: tuple[TacticalFactor, ...]
    outcome: tuple[OutcomeRow, ...]
    interpenetration: tuple[Passing, ...]
    other: dict[str, Any]
    flank_support: tuple[FlankSupport, ...] = ()


def load_tables(edition: str) -> Tables:
    """The tables of an edition, with every clause they name looked up."""
    raw = dict(load(edition))
    raw["other"] = {key: value for key, value in raw.items() if key not in Tables.__struct_fields__}
    tables = msgspec.convert(raw, Tables)
    for name in _clauses_named(raw):
        clause(name)
    return tables


def _clauses_named(value: Any, key: str = "") -> Iterator[str]:
    """Every clause some tables name, under whatever key ends in `clauses`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _clauses_named(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _clauses_named(inner, key)
    elif isinstance(value, str) and key.endswith("clauses"):
        yield value
