"""What a side is to do in one step before the battle, in a form that every family can fill and a page can show."""

from __future__ import annotations

from msgspec import Struct

from debellis.geometry.plane import Point
from debellis.table.bases import Base


class FeatureOffer(Struct, frozen=True):
    """A kind of ground that may be chosen: the sizes it may have, and one sentence about it.

    It has no `sizes` if there is nothing to choose. `must` says that it, or ground like it, has to be chosen.
    """

    kind: str
    sizes: tuple[float, ...] = ()
    must: bool = False
    note: str = ""


class PieceToPlace(Struct, frozen=True):
    """A piece of ground that has to be placed under this name, and what is known about it in one sentence.

    `area` is where it must lie, if that is one outline. `across` are the least and the greatest longest dimension of
    an area, `wide` the least and the greatest width of a strip (mm). `ready` is a shape about the origin that it may
    have. `natures` are what its owner may make it, the default first, if he has a choice.
    """

    name: str
    kind: str
    says: str
    area: tuple[Point, ...] = ()
    across: tuple[float, float] | None = None
    wide: tuple[float, float] | None = None
    ready: tuple[Point, ...] = ()
    natures: tuple[str, ...] = ()


class TroopsToPlace(Struct, frozen=True):
    """Bases that are placed together. Those in `optional` may be left out.

    If they stand as one body, it has so many `files` at first, and `zone` is where it may stand. It takes one of
    `forms`, if there are any. `afoot` is the width and depth of its bases if it may begin dismounted.
    """

    name: str
    title: str
    bases: tuple[str, ...]
    optional: tuple[str, ...] = ()
    files: int = 0
    zone: tuple[Point, ...] = ()
    forms: tuple[str, ...] = ()
    afoot: tuple[float, float] | None = None


class CommandToOrder(Struct, frozen=True):
    """A command for which orders are written. `marches` says whether it may come on later over another edge.

    `hides` are the bases that may be placed in ambush.
    """

    name: str
    title: str
    marches: bool
    hides: tuple[str, ...]


class MarchToNote(Struct, frozen=True):
    """A general under whom one of `cards` is laid in secret. Some of `units`, or their `whole`, march with him."""

    name: str
    title: str
    cards: tuple[str, ...]
    units: tuple[str, ...]
    whole: bool = False


class AmbushToNote(Struct, frozen=True):
    """A unit group that may lie in ambush in one of some pieces of terrain."""

    unit: str
    title: str
    pieces: tuple[str, ...]


class GeneralToPlace(Struct, frozen=True):
    """A general who joins one of some files, by their front bases. He may stay away unless he `must` be placed."""

    name: str
    title: str
    files: tuple[str, ...]
    must: bool = False


class MarkerGrid(Struct, frozen=True):
    """A grid with a marker, which may go so many `steps` from the cell (column and row) that it is `at`.

    `notes` say what a column or a row means.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    at: tuple[str, str]
    steps: int
    notes: dict[str, str]


class SetUpTask(Struct, frozen=True):
    """The decision that is to be taken now before the battle. What a step does not need is empty.

    `action` is its name in the log, `says` the task in a sentence or two, `button` the words on the button that takes
    it. `offers` are kinds of ground to choose from, with sizes in `unit`; `pieces` and `troops` are to be placed, the
    troops in `zone` facing away from `edge`; the name of the group of troops is sent with them, or one of `owners`. If
    the groups are placed `together`, one decision places them all. `fields` are those of a decision that give something
    to different `owners`, each with its words.
    `works` are sections of works that may be laid in `zone`, each written as a base; they may go round one of `towns`.
    `commands` get orders: `relations` are the words between two of them, by the words for people, and `edges` those
    over which they may come on later. `unseen` are the side's own bases that the other side does not see. `bases` are
    those named in `troops`, where the view does not have them. `marches` and `ambushes` are noted in secret.
    Generals in `joins` are placed with their troops. Only `one_piece` of several may be asked for. `grid` is the one on
    which a marker is moved, or on which it will be moved.
    """

    action: str
    says: str
    button: str
    offers: tuple[FeatureOffer, ...] = ()
    unit: str = ""
    total: str = ""
    pieces: tuple[PieceToPlace, ...] = ()
    edge: str | None = None
    zone: tuple[Point, ...] = ()
    troops: tuple[TroopsToPlace, ...] = ()
    owners: tuple[str, ...] = ()
    works: tuple[Base, ...] = ()
    towns: tuple[str, ...] = ()
    commands: tuple[CommandToOrder, ...] = ()
    relations: dict[str, str] = {}
    edges: tuple[str, ...] = ()
    unseen: tuple[Base, ...] = ()
    together: bool = False
    fields: dict[str, str] = {}
    bases: tuple[Base, ...] = ()
    marches: tuple[MarchToNote, ...] = ()
    ambushes: tuple[AmbushToNote, ...] = ()
    joins: tuple[GeneralToPlace, ...] = ()
    one_piece: bool = False
    grid: MarkerGrid | None = None
