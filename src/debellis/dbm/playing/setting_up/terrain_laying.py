"""Placing terrain in a battle: every chosen feature where its dice say, of its size, clear of the others."""

from __future__ import annotations

from debellis.dbm.measures import base_width
from debellis.dbm.playing.state import Drawn, State, defender
from debellis.dbm.setting_up.features import FIELDS, RIVER, ROAD, TOWN, WATERWAY, code_of, is_area
from debellis.dbm.setting_up.placing import may_place_terrain
from debellis.dbm.setting_up.room import apart, judge_area
from debellis.dbm.setting_up.sectors import sectors_of
from debellis.geometry.plane import COINCIDE, coincide, segments_meet
from debellis.geometry.polygon import Polygon, area
from debellis.mechanics.tables import table
from debellis.table.board import EDGES, nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

#: Less than this encloses nothing (square millimetres).
_NOTHING = 1.0


class Wanted(Value, frozen=True):
    """A feature that is to be placed, under the name it will have on the table."""

    name: str
    drawn: Drawn
    by: str
    base_edge: str
    theirs: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Its kind of ground."""
        return self.drawn.choice.kind


def wanted(state: State) -> tuple[Wanted, ...]:
    """What is to be placed now, in order; names are the kind, numbered from the second of a kind on."""
    assert state.invader is not None
    by = "invader" if state.turn == state.invader else "defender"
    theirs = state.placed.get(state.invader, ()) if by == "defender" else ()
    seen = [piece.kind for piece in state.position.terrain]
    found: list[Wanted] = []
    for drawn in state.drawn:
        kind = drawn.choice.kind
        seen.append(kind)
        number = seen.count(kind)
        name = kind if number == 1 else f"{kind}{number}"
        found.append(Wanted(name, drawn, by, state.edges[defender(state)], theirs))
    return tuple(found)


def with_piece(position: Position, piece: Terrain) -> Position:
    """The position with one more feature."""
    return replace(position, terrain=(*position.terrain, piece))


def judge(verdict: Verdict, position: Position, want: Wanted, piece: Terrain) -> None:
    """Report what is wrong with a feature laid on a table on which those before it lie."""
    found = _code(position, want.kind)
    if not _is_drawable(verdict, position, want, piece, found):
        return
    if found != FIELDS:
        take(verdict, _by_the_rules(position, want, piece, found))
        return
    judge_area(verdict, position, piece, want.drawn.choice.size)
    if not _joins_town(position, piece, want.base_edge):
        says = f"{piece.id} lies against the BUA, in one sector with it."
        verdict.refuse(says, "DBM32-P12-def-bua-sector")


def fits(position: Position, want: Wanted, piece: Terrain) -> bool:
    """Whether a feature may lie so."""
    try:
        with first_fault_is_enough():
            judge(Verdict(), position, want, piece)
    except FirstFault:
        return False
    return True


def _code(position: Position, kind: str) -> str:
    found = code_of(position.edition, kind)
    assert found is not None
    return found


def _is_drawable(verdict: Verdict, position: Position, want: Wanted, piece: Terrain, found: str) -> bool:
    """Whether it is a feature of the right kind with a proper outline or line; reported if not."""
    if piece.kind != want.kind:
        verdict.refuse(f"{piece.id} was chosen as {want.kind}, not {piece.kind}.", "DBM-B9.7")
        return False
    if found in (RIVER, ROAD):
        least, most = (base_width(position) * n for n in table(position, "terrain_lines")[f"{want.kind}_bw"])
        if piece.outline or len(piece.line) < 2 or any(map(coincide, piece.line, piece.line[1:])):
            verdict.refuse(f"{piece.id} is given by the points of its line, each away from the one before.")
        elif not least - COINCIDE <= piece.width <= most + COINCIDE:
            verdict.refuse(f"{piece.id} is {least:g} to {most:g} mm wide, not {piece.width:g} mm.")
        return verdict.legal
    if len(piece.outline) < 3 or piece.line or _tangled(piece.outline):
        verdict.refuse(f"{piece.id} is given by an outline that runs round it once.")
    elif found == WATERWAY and any(nearest_inward(piece.outline, edge, position.size) < -COINCIDE for edge in EDGES):
        verdict.refuse(f"{piece.id} is not wholly on the table.")
    return verdict.legal


def _tangled(outline: Polygon) -> bool:
    """Whether an outline touches or crosses itself or encloses nothing."""
    count = len(outline)
    if any(coincide(outline[i - 1], outline[i]) for i in range(count)) or abs(area(outline)) < _NOTHING:
        return True
    for i in range(count):
        for j in range(i + 2, count - (i == 0)):
            if segments_meet(outline[i], outline[i + 1], outline[j], outline[(j + 1) % count]):
                return True
    return False


def _joins_town(position: Position, fields: Terrain, base_edge: str) -> bool:
    """Whether fields touch the town and lie in one sector with it."""
    return any(
        sectors_of((*town.ground, *fields.ground), base_edge, position) and not apart(fields, town, COINCIDE)
        for town in position.features("bua")
    )


def _by_the_rules(position: Position, want: Wanted, piece: Terrain, found: str) -> Ruling:
    """The ruling on where it lies, by who places it and by its dice."""
    dice = want.drawn.dice
    one, two = (dice[0], dice[1]) if len(dice) > 1 else (None, None)
    return may_place_terrain(
        with_piece(position, piece),
        piece=piece.id,
        by=want.by,
        base_edge=want.base_edge,
        die=dice[0] if len(dice) == 1 else None,
        sector=one,
        place=two,
        compulsory=want.drawn.choice.compulsory,
        invader_placed=want.theirs,
        gateways=piece.outline if found == TOWN else (),
        fe=want.drawn.choice.size if is_area(position, found) else None,
    )


def take(verdict: Verdict, ruling: Ruling) -> None:
    """Take over what another ruling found."""
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.measures.extend(ruling.measures)
    verdict.faults.extend(ruling.answer["faults"])
