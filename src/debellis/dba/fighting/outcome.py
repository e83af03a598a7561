"""Outcomes: what the comparison of two totals does to the loser, by the first row of the lists that applies."""

from __future__ import annotations

from debellis.dba.book import book
from debellis.dba.fighting.fighters import Fighter, among, as_it_moves, cite_class, of_two_classes
from debellis.dba.going import bad_going_under, going, wholly_in_bad_going
from debellis.dba.options import option
from debellis.dba.tables import OutcomeRow
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding

#: Outcomes that a base inside a camp or town cannot make. It is destroyed instead.
_LEAVING = ("recoil", "flee")
#: The conditions that good going meets.
_GOOD = frozenset({"good", "good_dunes_or_oasis"})


class Clash(Value, frozen=True):
    """The circumstances of a comparison: `phase` is "close" or "shooting"; the sets name the bases that moved into
    such contact this bound."""

    phase: str
    moved_into_front: frozenset[str] = frozenset()
    moved_into_flank: frozenset[str] = frozenset()


def compare(total: int, other: int) -> str:
    """How the lower of two totals compares with the higher: "equal", "beaten" or "doubled"."""
    low, high = sorted((total, other))
    if low == high:
        return "equal"
    return "doubled" if high >= 2 * low else "beaten"


def cite_comparison(finding: Finding, totals: tuple[int, int]) -> str:
    """Compare two totals and cite the result of the comparison."""
    how = compare(*totals)
    low, high = sorted(totals)
    sentence = f"{high} against {low}"
    finding.cite("BOB-OUT-1a", f"{sentence}: of the three comparisons this is '{how}'")
    if how == "beaten":
        finding.cite("BOB-LES-1a", f"{sentence}: lower, but more than half")
    if how == "doubled":
        finding.cite("BOB-HALF-1a", f"{sentence}: twice or more")
    return how


def decide(position: Position, loser: Fighter, winner: Fighter, how: str, clash: Clash, finding: Finding) -> str:
    """The outcome for the loser, with the clauses that decide it."""
    row = first_row(position, loser, winner, how, clash)
    result = row.result
    finding.cite_all(row.clauses, _sentence(loser, winner, how, clash, result))
    if how != "equal":
        finding.cite("BOB-OUT-1e", f"of the four fates of a loser, {loser.name} has: {result.replace('_', ' ')}")
        _cite_ground(position, loser, winner, how, clash, row, finding)
    if of_two_classes(loser) or of_two_classes(winner):
        _cite_class(position, loser, winner, how, clash, result, finding)
    if loser.place is not None and result in _LEAVING:
        if loser.place.kind == "bua":
            sentence = f"{loser.name} is in a town and would have to {result}: destroyed"
            finding.cite_all(("BOB-LES-8b", "DBA22-B8.8"), sentence)
            finding.cite("BOB-LES-6", f"{loser.name} is in a town, where the outcome is another")
        else:
            finding.cite("DBA22-B7.6", f"{loser.name} is in a camp and would have to {result}: destroyed")
        return "destroyed"
    return result


def _cite_class(
    position: Position, loser: Fighter, winner: Fighter, how: str, clash: Clash, result: str, finding: Finding
) -> None:
    """Cite that a fighter of two classes counts as the class it fights as, if the other class would change the
    outcome."""
    if first_row(position, as_it_moves(loser), winner, how, clash).result != result:
        cite_class(finding, loser)
    if first_row(position, loser, as_it_moves(winner), how, clash).result != result:
        cite_class(finding, winner)


def first_row(position: Position, loser: Fighter, winner: Fighter, how: str, clash: Clash) -> OutcomeRow:
    """The first row of the outcome lists whose conditions all hold."""
    ground = loser_ground(position, loser, clash.phase)
    return next(
        row for row in book(position).tables.outcome if row.when == how and _fits(row, ground, loser, winner, clash)
    )


def loser_ground(position: Position, loser: Fighter, phase: str) -> frozenset[str]:
    """The conditions that the loser's going meets: good, not_good, bad, dunes_or_oasis, good_dunes_or_oasis.

    In close combat a base partly in bad going counts as in it. For a target of shooting an option may require that it
    is wholly in it.
    """
    if loser.base is None or loser.place is not None:
        return frozenset({"not_good"})
    here = going(position, loser.base)
    if phase == "shooting" and option(position, "shot_at_in_bad_going") == "wholly" and here == "bad":
        here = "bad" if wholly_in_bad_going(position, loser.base) else "good"
    if here == "good":
        return _GOOD
    said = {"not_good", here}
    under = bad_going_under(position, loser.base)
    if here == "bad" and all(piece.kind in book(position).tables.going.camels_treat_as_good for piece in under):
        said |= {"dunes_or_oasis", "good_dunes_or_oasis"}
    return frozenset(said)


def _fits(row: OutcomeRow, ground: frozenset[str], loser: Fighter, winner: Fighter, clash: Clash) -> bool:
    if "all_others" not in row.loser and loser.kind not in row.loser:
        return False
    if row.versus and not among(winner, row.versus):
        return False
    if row.versus_code and (winner.base is None or winner.base.code not in row.versus_code):
        return False
    if row.phase is not None and row.phase != clash.phase:
        return False
    if row.loser_going is not None and row.loser_going not in ground:
        return False
    if row.loser_in and (loser.place is None or loser.place.kind not in row.loser_in):
        return False
    if row.opponent_not_in and winner.place is not None and winner.place.kind in row.opponent_not_in:
        return False
    if row.loser_moved_into_front_contact_this_bound and loser.id not in clash.moved_into_front:
        return False
    return not row.loser_moved_into_flank_contact_this_bound or loser.id in clash.moved_into_flank


def _cite_ground(
    position: Position, loser: Fighter, winner: Fighter, how: str, clash: Clash, row: OutcomeRow, finding: Finding
) -> None:
    """Cite the effect of the ground: a river that is not good going, bad going only faced, or bad going only partly
    stood in."""
    if loser.base is None or loser.place is not None:
        return
    ground = loser_ground(position, loser, clash.phase)

    def on(other: str) -> str:
        said = _GOOD if other == "good" else frozenset({other, "not_good"})
        return next(
            r.result for r in book(position).tables.outcome if r.when == how and _fits(r, said, loser, winner, clash)
        )

    if "river" in ground and row.result != on("good"):
        sentence = f"{loser.name} is in a river, which is neither good nor bad going"
        finding.cite_all(("BOB-RIV-6b", "BOB-RMV-1a"), sentence)
    under = bad_going_under(position, loser.base)
    if clash.phase == "close" and under and row.result != on("good") and not wholly_in_bad_going(position, loser.base):
        finding.cite("BOB-TAC-11a", f"{loser.name} is partly in {under[0].kind}, so wholly in it")
    faces_bad = winner.base is not None and bad_going_under(position, winner.base)
    if clash.phase == "close" and "good" in ground and loser.mounted and faces_bad and row.result != on("bad"):
        finding.cite("BOB-TAC-11b", f"{loser.name} only faces bad going and does not suffer its outcome")


def _sentence(loser: Fighter, winner: Fighter, how: str, clash: Clash, result: str) -> str:
    means = "in close combat" if clash.phase == "close" else "by shooting"
    verb = {"equal": "level with", "beaten": "beaten by", "doubled": "doubled by"}[how]
    pair = f"{loser.name} ({loser.type.name}) {verb} {winner.name} ({winner.type.name})"
    return f"{pair} {means}: {result.replace('_', ' ')}"
