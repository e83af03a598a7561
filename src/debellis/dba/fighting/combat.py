"""Close combat: factor sheets, totals, comparison and outcome, and which bases are lost with the loser."""

from __future__ import annotations

from typing import Any

from debellis.dba.aftermath.aftermath import combat_answer
from debellis.dba.book import book
from debellis.dba.fighting.fighters import (
    Fighter,
    as_it_moves,
    basic_line,
    cite_class,
    cite_unmanned,
    fighter,
    of_two_classes,
)
from debellis.dba.fighting.fights import fighting_rectangle, fights, touches_place
from debellis.dba.fighting.flank_support import flank_lines
from debellis.dba.fighting.outcome import Clash, cite_comparison, compare, decide, first_row
from debellis.dba.fighting.overlaps import contact_lines
from debellis.dba.fighting.support import QUESTIONS as _SUPPORT
from debellis.dba.fighting.support import Given, support_lines, supports
from debellis.dba.fighting.tactical import attack_lines, demoralised_line, general_line, ground_lines, place_lines
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.contact import directly_behind
from debellis.mechanics.odds_answer import odds_answer
from debellis.mechanics.two_dice import DIE, comparisons
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, BASE_OR_PLACE, Question, list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Sheet

FATES = ("no_effect", "recoil", "flee", "destroyed", "change_sides")


class Side(Value, frozen=True):
    """One side of a combat: the fighter, its factor sheet, its supports, and the total of the minuses by enemies in
    contact."""

    who: Fighter
    sheet: Sheet
    given: tuple[Given, ...]
    taken_off: int


def side_of(
    position: Position, who: Fighter, against: Fighter, clash: Clash, finding: Finding, first: str | None = None
) -> Side:
    """Everything that counts for one fighter in close combat before the die roll."""
    side = _side(position, who, against, clash, finding, first)
    if of_two_classes(who) or of_two_classes(against):
        other = _side(position, as_it_moves(who), as_it_moves(against), clash, Finding(), first)
        if [line.value for line in side.sheet.lines] != [line.value for line in other.sheet.lines]:
            cite_class(finding, who, against)
    return side


def _side(
    position: Position, who: Fighter, against: Fighter, clash: Clash, finding: Finding, first: str | None
) -> Side:
    given = supports(position, who, against, finding, first)
    lines = [basic_line(position, who, against, "close"), *support_lines(position, given, against)]
    lines += flank_lines(position, who, against, finding, first)
    contacts = contact_lines(position, who, against, finding, first)
    tactical = [
        *general_line(position, who),
        *demoralised_line(position, who),
        *place_lines(position, who, finding),
        *attack_lines(position, who, against, finding),
        *ground_lines(position, who, against, clash, finding, first),
        *contacts,
    ]
    if len(tactical) > 1:
        finding.cite(
            "BOB-TAC-1", f"the tactical factors of {who.name} add up: {sum(line.value for line in tactical):+d}"
        )
    if who.base is not None and who.base.recoiled:
        finding.cite("BOB-REC-1c", f"{who.name} recoiled before and is not weakened by it")
    taken_off = -sum(line.value for line in contacts)
    return Side(who, Sheet(who.id, (*lines, *(line.by("DBA22-B25") for line in tactical))), tuple(given), taken_off)


def pair(
    position: Position, attacker: str, defender: str, finding: Finding, first: str | None
) -> tuple[Fighter, Fighter] | None:
    """The two fighters if they fight each other; None, with the clause cited, if they do not."""
    one = fighter(position, attacker)
    two = fighter(position, defender)
    if one is None or two is None:
        return None
    cite_unmanned(position, one, finding)
    cite_unmanned(position, two, finding)
    inside = one if one.place is not None else two
    outside = two if inside is one else one
    if inside.place is not None:
        if outside.base is None or outside.place is not None or not touches_place(outside.base, inside.place):
            finding.cite("BOB-CON-7", f"no part of the front edge of {outside.name} touches {inside.place.id}")
            return None
        return (one, two)
    found = fights(position, first)
    if found.opponent.get(one.id) != two.id:
        sentence = f"{one.name} and {two.name} are not in front contact: only those fight"
        finding.cite_all(("BOB-MEL-3a", "BOB-OUT-1b"), sentence)
        meetings = (found.meeting(one.id, two.id), found.meeting(two.id, one.id))
        if any(there is not None and there.kind in ("flank", "rear") for there in meetings):
            finding.cite("DBA22-B21.4", f"{one.name} and {two.name} meet on a flank or rear, which only helps a friend")
        return None
    if one.base is not None:
        edge = fighting_rectangle(found, one.base).edge(FRONT)
        finding.draw("line", edge, "contact", f"{one.id} fights {two.id}")
    for who in (one, two):
        if who.id in found.acting:
            sentence = f"{who.name} does not turn: the side first contacted acts as its front"
            finding.cite_all(("BOB-CON-8a", "BOB-MEL-3b"), sentence)
    return (one, two)


def combat(
    position: Position,
    *,
    attacker: str,
    defender: str,
    dice: tuple[int, int] | None = None,
    first: str | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
    moved_into_flank_contact: tuple[str, ...] = (),
) -> Ruling:
    """Factors, totals and outcome of a close combat, with these dice if given."""
    finding = Finding()
    both = pair(position, attacker, defender, finding, first)
    if both is None:
        return finding.rule("combat", {"fights": False})
    clash = Clash("close", frozenset(moved_into_front_contact), frozenset(moved_into_flank_contact))
    one, two = both
    sides = (side_of(position, one, two, clash, finding, first), side_of(position, two, one, clash, finding, first))
    for side in sides:
        finding.add_sheet(side.sheet)
    answer: dict[str, Any] = {"fights": True, "factors": [side.sheet.sum for side in sides]}
    if dice is not None:
        answer |= resolve(position, sides, dice, clash, finding)
        winner = two.id if answer.get("loser") == one.id else one.id
        answer |= combat_answer(position, answer, winner, "close", finding)
    return finding.rule("combat", answer)


def resolve(
    position: Position, sides: tuple[Side, Side], dice: tuple[int, int], clash: Clash, finding: Finding
) -> dict[str, Any]:
    """The totals and the outcome of a close combat with these dice."""
    totals = (sides[0].sheet.sum + dice[0], sides[1].sheet.sum + dice[1])
    finding.cite("BOB-RES-1a", "one die for each side, once")
    finding.cite_all(
        ("BOB-RES-3a", "DBA22-B22"), f"factor, support, tactical factors and die make {totals[0]} against {totals[1]}"
    )
    how = cite_comparison(finding, totals)
    answer: dict[str, Any] = {"totals": list(totals), "comparison": how, "lost": []}
    if how == "equal":
        return answer | tie(position, (sides[0].who, sides[1].who), clash, finding)
    loser, winner = sides if totals[0] < totals[1] else (sides[1], sides[0])
    _cite_minus_not_plus(loser, totals, how, finding)
    outcome = decide(position, loser.who, winner.who, how, clash, finding)
    answer |= {"loser": loser.who.id, "outcome": outcome}
    if outcome == "destroyed":
        answer["lost"] = lost_with(position, loser, finding)
    return answer


def tie(position: Position, both: tuple[Fighter, Fighter], clash: Clash, finding: Finding) -> dict[str, Any]:
    """The result of equal totals: Scythed Chariots are destroyed, all others stay."""
    one, two = both
    lost = [
        a.id for a, b in ((one, two), (two, one)) if first_row(position, a, b, "equal", clash).result == "destroyed"
    ]
    for a, b in ((one, two), (two, one)):
        if a.id in lost or not lost:
            decide(position, a, b, "equal", clash, finding)
    return {"outcome": "destroyed", "loser": lost[0], "lost": lost} if lost else {"outcome": "no_effect"}


def _cite_minus_not_plus(loser: Side, totals: tuple[int, int], how: str, finding: Finding) -> None:
    """Cite that help is subtracted from the enemy and never added to the helped side, if this alone makes the total
    doubled."""
    low, high = sorted(totals)
    other = (low + loser.taken_off, high + loser.taken_off)
    if how == "doubled" and loser.taken_off and compare(*other) != "doubled":
        sentence = f"the minuses come off {loser.who.name}: {high} against {low}, not {other[1]} against {other[0]}"
        finding.cite("BOB-HALF-1b", sentence)


def lost_with(position: Position, loser: Side, finding: Finding) -> list[str]:
    """The loser and the supporters that are lost with it."""
    lost = [loser.who.id]
    base = loser.who.base
    if base is None or loser.who.place is not None:
        return lost
    for item in loser.given:
        lost += _supporter(position, item, finding)
    for friend in position.friends(base.side):
        behind = friend.id != base.id and directly_behind(friend.rectangle, base.rectangle)
        names = idle_clauses(position, friend) if behind and friend.kind == base.kind else ()
        if names and friend.id not in lost:
            finding.cite_all(
                (*names, "DBA22-B24.7"), f"{friend.id} behind gave no support in this fight and is not lost"
            )
    return lost


def idle_clauses(position: Position, friend: Base) -> tuple[str, ...]:
    """The clauses that spare a second rank without support, for types whose supporting ranks are lost."""
    rows = [row for row in book(position).tables.rear_support if friend.kind in row.supporter]
    return tuple(name for row in rows for name in row.idle_clauses)


def _supporter(position: Position, item: Given, finding: Finding) -> list[str]:
    """The supporter if it is lost with its front, else nothing. The clause is cited in either case."""
    if item.row.reaches_same_type_neighbours and item.row.supporter_lost_with_front:
        names = ("BOB-OUT-4c", "BOB-SUP-2c", "DBA22-B24.7")
        if not item.direct:
            finding.cite_all(names, f"{item.supporter} stands behind the neighbour and is not lost")
            return []
        finding.cite_all((*names, "BOB-INT-2c"), f"{item.supporter} directly behind is lost too")
        return [item.supporter]
    if not item.row.supporter_lost_with_front and not item.direct:
        return []
    if not item.row.supporter_lost_with_front:
        name = book(position).types[item.row.supporter[0]].name
        sentence = f"{item.supporter} is a second rank of {name} and is not lost"
        finding.cite_all(("BOB-OUT-4b", "BOB-INT-2c", "DBA22-B24.7"), sentence)
        return []
    sentence = f"{item.supporter} supported and is lost with its front"
    finding.cite_all(("BOB-OUT-4a", "BOB-INT-2c", "DBA22-B24.7"), sentence)
    return [item.supporter]


def odds(
    position: Position,
    *,
    attacker: str,
    defender: str,
    first: str | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
    moved_into_flank_contact: tuple[str, ...] = (),
) -> Ruling:
    """The exact probability of every fate of both sides of a close combat."""
    finding = Finding()
    both = pair(position, attacker, defender, finding, first)
    if both is None:
        return finding.rule("odds", {"fights": False})
    clash = Clash("close", frozenset(moved_into_front_contact), frozenset(moved_into_flank_contact))
    one, two = (side_of(position, a, b, clash, finding, first) for a, b in (both, (both[1], both[0])))
    for side in (one, two):
        finding.add_sheet(side.sheet)
    fates = (
        ("attacker", one.who.id, fates_of(position, one, two, clash, finding)),
        ("defender", two.who.id, fates_of(position, two, one, clash, finding)),
    )
    sums = (one.sheet.sum, two.sheet.sum)
    return finding.rule("odds", {"fights": True} | odds_answer(fates, comparisons(*sums).equal, sums))


def fates_of(position: Position, mine: Side, theirs: Side, clash: Clash, finding: Finding) -> dict[str, int]:
    """In how many of the 36 throws one side is level, or loses with each fate."""
    count = comparisons(mine.sheet.sum, theirs.sheet.sum)
    chances = dict.fromkeys(FATES, 0)
    for how, times in (("equal", count.equal), ("beaten", count.beaten), ("doubled", count.doubled)):
        if times:
            chances[decide(position, mine.who, theirs.who, how, clash, finding)] += times
    return chances


_FIGHT = {
    "attacker": BASE_OR_PLACE,
    "defender": BASE_OR_PLACE,
    "first": BASE.or_none(),
    "moved_into_front_contact": list_of(BASE).or_none(),
    "moved_into_flank_contact": list_of(BASE).or_none(),
}

QUESTIONS = (
    Question(
        "combat",
        "factors, totals and outcome of a close combat",
        _FIGHT | {"dice": list_of(DIE, 2).or_none()},
        combat,
    ),
    Question(
        "odds",
        "the exact probability of every fate of both sides of a close combat",
        _FIGHT,
        odds,
    ),
    *_SUPPORT,
)
