"""The tactical factors of shooting, by the rows of the edition's table: those of the target, and aiding shooters."""

from __future__ import annotations

from functools import cache

from debellis.dba.book import book, book_of
from debellis.dba.fighting.fighters import Fighter
from debellis.dba.fighting.tactical import demoralised_line, general_line, place_lines
from debellis.dba.tables import ShootingFactor
from debellis.table.position import Position
from debellis.table.writing import convert
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line

_GENERAL, _AIDED = "general", "aided"


@cache
def _rows(edition: str) -> tuple[ShootingFactor, ...]:
    return convert(book_of(edition).tables.other["shooting_factor"], tuple[ShootingFactor, ...])


def _aided(position: Position) -> ShootingFactor:
    return next(row for row in _rows(position.edition) if row.id == _AIDED)


def has_limit_of_aid(position: Position) -> bool:
    """Whether the table of factors limits how many aiding shooters count."""
    return _aided(position).limit is not None


def aid_lines(position: Position, helpers: list[str]) -> list[Line]:
    """The minuses of a target for the other shooters, as far as they count."""
    row = _aided(position)
    most = len(helpers) if row.limit is None else row.limit // row.factor
    clauses = ("BOB-SHO-8c", "DBA22-B20.9", *row.clauses)
    return [Line(row.factor, f"{name} shoots at it too", clauses) for name in helpers[:most]]


def shot_at_lines(position: Position, who: Fighter, exchange: bool, finding: Finding) -> list[Line]:
    """The factors of a target: its type, a general, the place it holds."""
    lines: list[Line] = demoralised_line(position, who, "shooting")
    for row in _rows(position.edition):
        if row.id == _GENERAL:
            lines += [Line(row.factor, line.reason, line.clauses) for line in general_line(position, who, "shooting")]
        elif row.place is not None:
            lines += _in_place(position, who, row, exchange, finding)
        elif row.id != _AIDED and book(position).fits(who.kind, row.who):
            lines.append(Line(row.factor, f"{who.type.name} are easily hit", row.clauses))
    return lines


def _in_place(position: Position, who: Fighter, row: ShootingFactor, exchange: bool, finding: Finding) -> list[Line]:
    """The factor of a target in a camp or town. An occupant without the factor is cited."""
    if who.place is None or who.place.kind != row.place:
        return []
    said = Finding()
    found = place_lines(position, who, said, "shooting")
    lines = [Line(row.factor, line.reason, line.clauses) for line in found]
    if exchange:
        lines = [_in_exchange(line) for line in lines]
    for reason in said.reasons.values():
        finding.cite(reason.clause, reason.says)
    return lines


def _in_exchange(line: Line) -> Line:
    return Line(line.value, f"{line.reason}, and is shot at in the exchange", (*line.clauses, "BOB-TAC-2b"))


def cite_only_shooting(position: Position, who: Fighter, finding: Finding) -> None:
    """Cite factors that do not count for a base that shoots without being shot at."""
    if general_line(position, who, "shooting"):
        finding.cite("BOB-TAC-5a", f"{who.name} shoots without being shot at: no factor for the general")
    for row in _rows(position.edition):
        here = row.place is not None and who.place is not None and who.place.kind == row.place
        if here and place_lines(position, who, Finding(), "shooting"):
            sentence = f"{who.name} shoots out of a place without being shot at: no factor for that"
            finding.cite("BOB-TAC-2a", sentence)
