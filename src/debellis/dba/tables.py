"""The numbers of an edition, read from its tables.toml. In every row `conf` says how certain it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from debellis.mechanics.tables import load
from debellis.table.writing import convert
from debellis.umpire.clauses import clause


class TroopType(Struct, frozen=True, rename={"arm": "class"}):
    """One troop type: moves in the edition's unit, factors against foot and mounted, and its special behaviour.

    `moves_as` is the class it counts as in movement if that differs, and `class_clauses` say which class counts when.
    `alternative_move` is a second reading of its move, chosen by an option of the game. `bad_going_option` names the
    option that gives its factor in bad going. `never_turns` marks types whose first edge in contact acts as their
    front. The other clauses are those of its rows in the edition's tables.
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
    """One list code ("4Bd"): its type, and its base depth at both scales."""

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
    """One kind of rear support: which types get it, from whom, against whom, and whether the supporter is lost with the
    front.

    `refusal_clauses` are cited if the support does not count against the opponent. `idle_clauses` are cited if such a
    rank stood behind a lost front without supporting it.
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

    Either the `supported` gain against some opponents if a `neighbour` is on their flank. Or the `penalised` suffer if
    they fight an `opponent` that has an `opponent_neighbour` on its flank.
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
    """One tactical factor: which types have it, which of them are excluded, and when it applies."""

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
    """One row of the outcome lists. A missing condition is always met; `clauses` are cited when the row applies."""

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
    """One tactical factor of shooting. All rows except that of the aiding shooters apply to the target.

    `place` is where the target must be; `limit` is the greatest total.
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
    """Who may pass through whom. `situation` is the kind of move, `facing` how the two must face."""

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
    """All tables. Tables used by only one subject stay plain data under `other`."""

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
    """The tables of an edition. Every clause they name is checked to exist."""
    raw = dict(load(edition))
    raw["other"] = {key: value for key, value in raw.items() if key not in Tables.__struct_fields__}
    tables = convert(raw, Tables)
    for name in _clauses_named(raw):
        clause(name)
    return tables


def _clauses_named(value: Any, key: str = "") -> Iterator[str]:
    """Every clause that the tables name, under any key that ends in `clauses`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _clauses_named(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _clauses_named(inner, key)
    elif isinstance(value, str) and key.endswith("clauses"):
        yield value
