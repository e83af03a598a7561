"""Rear support: second ranks of the same type, and light troops behind heavier foot."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dba.book import book
from debellis.dba.fighting.fighters import Fighter, among, as_it_moves, cite_class, fighter, of_two_classes
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.going import in_bad_going
from debellis.dba.options import option
from debellis.dba.tables import Support
from debellis.dba.troops import type_of
from debellis.manoeuvre.contact import beside, directly_behind
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, BASE_OR_PLACE, Question
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line


class Given(Value, frozen=True):
    """One support that counts: the supporter, the row, and whether it stands directly behind."""

    supporter: str
    row: Support
    direct: bool


def supports(
    position: Position, who: Fighter, against: Fighter, finding: Finding, first: str | None = None
) -> list[Given]:
    """The supports a fighter gets against an opponent. Support that is refused, or that counts unexpectedly, is cited.

    An opponent that the fighter does not touch is treated as the one it fights. `first` names the enemy that touched a
    War Wagon first.
    """
    if who.base is None or who.place is not None:
        return []
    found = fights(position, first)
    if not _only_helps(found, who.base, against):
        return _ranks(position, found, who.base, against, finding)
    otherwise = Finding()
    given = _ranks(position, found, who.base, against, otherwise)
    if given or otherwise.reasons:
        sentence = f"{who.name} touches {against.name} but does not fight it to its front, so no rank supports it"
        finding.cite_all(("BOB-SUP-1a", "DBA22-B24"), sentence)
    if not given:
        finding.absorb(otherwise)
    return []


def _ranks(position: Position, found: Fights, base: Base, against: Fighter, finding: Finding) -> list[Given]:
    """The ranks that support a base against an opponent it fights to its front."""
    given: list[Given] = []
    for row in book(position).tables.rear_support:
        if base.kind in row.supported:
            support = _light_troops if row.reaches_same_type_neighbours else _second_rank
            given.extend(support(position, found, base, against, row, finding))
    if len(given) > 1:
        sentence = f"{base.code} {base.id} has a second rank and Psiloi support at once, and gets both"
        finding.cite_all(("BOB-SUP-2e", "DBA22-B24.5"), sentence)
    return given


def support_lines(position: Position, given: list[Given], against: Fighter) -> list[Line]:
    """The lines of a factor sheet for the supports that count."""
    lines = []
    for item in given:
        name = book(position).types[item.row.supporter[0]].name
        clauses: tuple[str, ...] = item.row.clauses
        if item.row.reaches_same_type_neighbours:
            clauses = ("BOB-SUP-2a", *(() if item.direct else ("BOB-SUP-2b",)), "DBA22-B24.4", *clauses)
        elif against.place is not None and against.place.kind in item.row.also_versus_holder_of:
            clauses = ("BOB-SUP-1c", "BOB-MEL-12b" if against.place.kind == "bua" else "BOB-MEL-13", "DBA22-B24.6")
        where = "directly behind" if item.direct else "behind the element beside it"
        lines.append(Line(item.row.factor, f"rear support of {name} {item.supporter} {where}", clauses))
    return lines


def _only_helps(found: Fights, base: Base, against: Fighter) -> bool:
    """Whether it touches that opponent but does not fight it to its front."""
    return found.meeting(base.id, against.id) is not None and found.opponent.get(base.id) != against.id


def _behind(position: Position, found: Fights, base: Base) -> Iterator[Base]:
    """Friends directly behind that could support because they do not fight to their own front."""
    for friend in position.friends(base.side):
        if friend.id != base.id and not found.fights(friend.id) and directly_behind(friend.rectangle, base.rectangle):
            yield friend


def _cite_busy(position: Position, found: Fights, base: Base, row: Support, finding: Finding) -> None:
    """Cite that a second rank that fights to its own front gives no support."""
    for friend in position.friends(base.side):
        behind = friend.id != base.id and directly_behind(friend.rectangle, base.rectangle)
        if behind and friend.kind in row.supporter and found.fights(friend.id):
            finding.cite("DBA22-B24", f"{friend.id} fights to its own front and supports nobody")


def _second_rank(
    position: Position, found: Fights, base: Base, against: Fighter, row: Support, finding: Finding
) -> list[Given]:
    _cite_busy(position, found, base, row, finding)
    for friend in _behind(position, found, base):
        if friend.kind not in row.supporter:
            continue
        if not _may_support_against(position, against, row):
            sentence = f"no second rank of {book(position).types[friend.kind].name} counts against {against.type.name}"
            finding.cite_all(row.refusal_clauses, sentence)
            return []
        bad = [b.id for b in (base, friend) if in_bad_going(position, b)]
        if bad:
            sentence = f"{' and '.join(bad)} in bad going, even partly: no rear support"
            finding.cite_all(("BOB-SUP-1d", "DBA22-B24.3"), sentence)
            return []
        return [Given(friend.id, row, True)]
    return []


def _may_support_against(position: Position, against: Fighter, row: Support) -> bool:
    if against.place is not None and option(position, "support_against_places") == "always":
        return against.place.kind in row.also_versus_holder_of
    return among(against, row.versus) and not among(against, row.excluded)


def _light_troops(
    position: Position, found: Fights, base: Base, against: Fighter, row: Support, finding: Finding
) -> list[Given]:
    holder = against.place is not None and against.place.kind in row.also_versus_holder_of
    if not holder and not among(against, row.versus):
        return []
    direct = [f for f in _behind(position, found, base) if f.kind in row.supporter]
    if direct:
        _cite_bad_going(position, base, direct[0], finding)
        return [Given(direct[0].id, row, True)]
    for neighbour in position.friends(base.side):
        if neighbour.id == base.id or beside(neighbour.rectangle, base.rectangle) is None:
            continue
        for friend in _behind(position, found, neighbour):
            if friend.kind not in row.supporter or neighbour.kind not in row.supported:
                continue
            if neighbour.kind != base.kind:
                other, light = type_of(position, neighbour).name, type_of(position, friend).name
                sentence = f"{neighbour.id} before the {light} is {other}, not of the type of {base.id}"
                finding.cite_all(("BOB-SUP-2b", "DBA22-B24.4"), sentence)
                continue
            _cite_bad_going(position, base, friend, finding)
            return [Given(friend.id, row, False)]
    return []


def _cite_bad_going(position: Position, base: Base, friend: Base, finding: Finding) -> None:
    if in_bad_going(position, base) or in_bad_going(position, friend):
        name = type_of(position, friend).name
        finding.cite_all(("BOB-SUP-2d", "DBA22-B24.4"), f"{name} support against mounted is kept in bad going")


def support(position: Position, *, element: str, against: str, first: str | None = None) -> Ruling:
    """The rear support an element gets against an opponent. `first` names the enemy that touched a War Wagon first."""
    finding = Finding()
    opponent = fighter(position, against)
    who = fighter(position, element)
    if opponent is None or who is None:
        return finding.rule("support", 0)
    given = supports(position, who, opponent, finding, first)
    if of_two_classes(opponent):
        other = supports(position, who, as_it_moves(opponent), Finding(), first)
        if [item.row.factor for item in other] != [item.row.factor for item in given]:
            cite_class(finding, opponent)
    for line in support_lines(position, given, opponent):
        finding.cite_all(line.clauses, line.reason)
    return finding.rule("support", sum(item.row.factor for item in given))


QUESTIONS = (
    Question(
        "support",
        "the rear support an element gets against an opponent",
        {"element": BASE, "against": BASE_OR_PLACE, "first": BASE.or_none()},
        support,
    ),
)
