"""Going: how the ground under a base counts for it, in movement and close combat."""

from __future__ import annotations

from functools import cache

from debellis.dba.book import book, book_of
from debellis.geometry.polygon import OUTSIDE, WHOLLY, lies
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

#: Natures of a river that slow movement and help a bank defender. In combat a river not yet tried counts as one.
WET = ("normal", "difficult", "unknown", None)

#: The kinds of terrain of the family, in a fixed order. An edition may have fewer.
KINDS = (
    "woods",
    "rough",
    "marsh",
    "dunes",
    "oasis",
    "gentle_hill",
    "steep_hill",
    "river",
    "road",
    "waterway",
    "bua",
    "camp",
)


def is_bad_for(position: Position, piece: Terrain, base: Base) -> bool:
    """Whether a feature is bad going for a base."""
    return _is_bad(position.edition, piece.kind, base.code)


@cache
def _is_bad(edition: str, kind: str, code: str) -> bool:
    rules = book_of(edition)
    if kind not in rules.tables.going.bad:
        return False
    return not (rules.codes[code].camel and kind in rules.tables.going.camels_treat_as_good)


def bad_going_under(position: Position, base: Base) -> tuple[Terrain, ...]:
    """The features of bad going (for this base) that it stands at least partly in."""
    if not base.on_table:
        return ()
    return tuple(
        p for p in position.terrain if is_bad_for(position, p, base) and lies(base.rectangle, p.ground) != OUTSIDE
    )


def in_bad_going(position: Position, base: Base) -> bool:
    """Whether any part of it is in bad going. All of it then counts as in bad going, for movement and close combat."""
    return bool(bad_going_under(position, base))


def wholly_in_bad_going(position: Position, base: Base) -> bool:
    """Whether all of it is in one feature of bad going."""
    if not base.on_table:
        return False
    return any(is_bad_for(position, p, base) and lies(base.rectangle, p.ground) == WHOLLY for p in position.terrain)


def river_under(position: Position, base: Base) -> Terrain | None:
    """The river under some part of the base, unless the river is paltry."""
    if not base.on_table:
        return None
    for piece in position.features("river"):
        if piece.nature in WET and lies(base.rectangle, piece.ground) != OUTSIDE:
            return piece
    return None


def going(position: Position, base: Base) -> str:
    """The going of a base: "good", "bad", "river", or the kind of place it is inside."""
    if base.inside is not None:
        return position.feature(base.inside).kind
    if in_bad_going(position, base):
        return "bad"
    return "river" if river_under(position, base) is not None else "good"


def ask_going(position: Position, *, element: str) -> Ruling:
    """The going of an element, with the clauses that decide it."""
    finding = Finding()
    base = position.base(element)
    answer = going(position, base)
    if base.on_table:
        _cite_going(position, base, answer, finding)
    return finding.rule("going", answer)


def _cite_going(position: Position, base: Base, answer: str, finding: Finding) -> None:
    under = [piece for piece in position.terrain if lies(base.rectangle, piece.ground) != OUTSIDE]
    if answer == "bad":
        _cite_bad(position, base, under, finding)
    for piece in under:
        if piece.kind in book(position).tables.going.bad and answer != "bad":
            sentence = f"{piece.kind} is good going for camels such as {base.id}"
            finding.cite_all(("BOB-TAC-9a", "BOB-TAC-10b"), sentence)
        if piece.kind == "river" and piece.nature not in WET:
            finding.cite("BOB-RIV-2a", f"{piece.id} is paltry: the going is that of the ground it runs through")
        elif piece.kind == "river" and answer == "river":
            sentence = f"{base.id} is in {piece.id}, which is neither good nor bad going"
            finding.cite_all(("BOB-RIV-6b", "BOB-RMV-1a"), sentence)


def _cite_bad(position: Position, base: Base, under: list[Terrain], finding: Finding) -> None:
    names = ", ".join(piece.id for piece in bad_going_under(position, base))
    finding.cite("DBA22-B5.3.1", f"{names} is bad going for {base.id}")
    if not wholly_in_bad_going(position, base):
        finding.cite("BOB-TAC-11a", f"{base.id} is only partly in {names}, which counts as wholly in it")
    if any(piece.kind == "road" for piece in under):
        finding.cite("BOB-CAP-6", f"the road through {names} serves to move; {base.id} fights there as in bad going")


QUESTIONS: tuple[Question, ...] = (
    Question("going", "the going an element stands in, for that element", {"element": BASE}, ask_going),
)
