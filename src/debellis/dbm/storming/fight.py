"""The fight over works: against a defender as if there were no works, or against an empty section's own factor."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.fighting.combat import Side, resolve, sides_of
from debellis.dbm.fighting.factors import combat_factor
from debellis.dbm.fighting.fighters import CombatSetting, Fighter, fighter
from debellis.dbm.fighting.grading import grade_of, graded
from debellis.dbm.fighting.mitigation import mitigated
from debellis.dbm.fighting.outcome import NO_EFFECT, compared, fate
from debellis.dbm.fighting.pressing import pressing
from debellis.dbm.fighting.support import Supports, factor_lines, supports
from debellis.dbm.fighting.tactical import factor_row, tactical_lines
from debellis.dbm.storming.fronts import is_beyond, opposite
from debellis.dbm.storming.parties import Parties
from debellis.dbm.troops import Troop, noted, service
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line, Sheet


def noted_defender(base: Base, works: str) -> Base:
    """A defender with the note that it defends works of a kind."""
    note = f"defends_{works}"
    if noted(base, note):
        return base
    serves = service(base)
    return replace(base, service=replace(serves, notes=(*serves.notes, note)))


def closed_up(position: Position, party: Parties) -> Position:
    """The position without the depth of the works: all elements beyond them move up to the inside edge."""
    section, after = party.manned.section, position
    for base in position.standing:
        if is_beyond(base.rectangle, section):
            ahead = party.main.facing
            east, north = ahead[0] * section.depth, ahead[1] * section.depth
            after = after.with_base(at_place(base, base.rectangle.moved(east, north)))
    return after


def fight_defender(
    position: Position, party: Parties, defender: Base, dice: tuple[int, int] | None, moved: frozenset[str]
) -> tuple[dict[str, Any], Finding]:
    """Factors, totals and fates of main attacker and defender. Those who hold it round a corner count as flankers."""
    finding, aside = Finding(), Finding()
    closed = closed_up(position, party)
    one, two = fighter(closed, closed.base(party.main.id)), fighter(closed, closed.base(defender.id))
    setting = CombatSetting(moved=moved)
    first, second = sides_of(closed, one, two, setting, aside)
    second = replace(second, sheet=_flanked(position, party, second.sheet, "DBM32-P21-fort-corner-two-def"))
    aside.sheets.clear()
    finding.absorb(aside)
    for side in (first, second):
        finding.add_sheet(side.sheet)
    answer = _before_dice(first, second)
    if dice is not None:
        answer |= resolve(closed, (first, second), dice, setting, finding)
    return answer, finding


def fight_empty(
    position: Position, party: Parties, works: str, dice: tuple[int, int] | None, moved: frozenset[str]
) -> tuple[dict[str, Any], Finding]:
    """Factors, totals and the fate of a main attacker that fights an empty section."""
    finding = Finding()
    closed = closed_up(position, party)
    one = fighter(closed, closed.base(party.main.id))
    two = _empty(party, one)
    setting = CombatSetting(moved=moved)
    first = _assaulter(closed, one, two, setting, finding)
    own = combat_factor(
        position, replace(two, what=replace(two.what, type=f"undefended {works.upper()}")), one, "close"
    )
    says = f"{two.id} is {works.upper()} that nobody defends and fights by its own factor"
    lines = Sheet(two.id, (Line(own.value, says, ("DBM-B28.10",)),))
    sheet = _flanked(position, party, lines, "DBM32-P21-fort-corner-two-undef")
    second = Side(two, sheet, two.what.grade, Supports(()), ())
    for side in (first, second):
        finding.add_sheet(side.sheet)
    answer = _before_dice(first, second)
    if dice is not None:
        answer |= _resolve_empty(closed, first, second, dice, setting, finding)
    return answer, finding


def _before_dice(first: Side, second: Side) -> dict[str, Any]:
    return {"factors": [first.sheet.sum, second.sheet.sum], "grades": [first.grade, second.grade]}


def _flanked(position: Position, party: Parties, sheet: Sheet, clause: str) -> Sheet:
    """A sheet with the deduction for flankers round the corner."""
    value = int(factor_row(position, "held")["value"])
    more = [Line(value, f"{one.id} round the corner counts as on its flank", (clause,)) for one in party.flankers]
    return Sheet(sheet.of, (*sheet.lines, *more))


def _empty(party: Parties, one: Fighter) -> Fighter:
    """An empty section as a fighter, directly opposite the assaulter: inert baggage that favours no type of it."""
    section = party.manned.section
    where = opposite(party.main, section, (), one.where.width, one.where.depth)
    what = Troop("Reg", "Bge", "O", title="empty works")
    base = Base(section.name, "", "Reg Bge (O)", "Bge", where.width, where.depth, where.front, where.facing)
    return Fighter(base, what, where)


def _assaulter(position: Position, one: Fighter, two: Fighter, setting: CombatSetting, finding: Finding) -> Side:
    """The factors of the assaulter of an empty section before the die. The works count as foot."""
    backing = supports(position, one, two, setting)
    pressed = pressing(position, one, two, setting, backing, finding)
    own = combat_factor(position, one, two, setting.mode)
    lines = [
        Line(own.value, f"{one.id}, {one.what.type} against works, which count as foot", own.clauses),
        *factor_lines(backing, finding),
        *tactical_lines(position, one, two, setting, pressed, finding),
    ]
    return Side(one, Sheet(one.id, tuple(lines)), grade_of(position, one, two, setting, finding), backing, pressed)


def _resolve_empty(
    position: Position, first: Side, second: Side, dice: tuple[int, int], setting: CombatSetting, finding: Finding
) -> dict[str, Any]:
    """Totals and the fate of the assaulter with these dice; the works suffer nothing."""
    both = (first.who, second.who)
    raw = (first.sheet.sum + dice[0], second.sheet.sum + dice[1])
    finding.cite("DBM-B25.1", f"factors and dice make {raw[0]} against {raw[1]}")
    scores = graded(position, both, (first.grade, second.grade), raw, finding)
    final = mitigated(position, both, (first.backing, second.backing), scores, finding)
    how = compared(final, finding)[0]
    held = first.holder
    by = None if held is None else held.enemy.id
    end = fate(position, first.who, second.who, how, setting, first.backing, finding, by)
    answer: dict[str, Any] = {"raw": list(raw), "graded": list(scores), "totals": list(final)}
    answer |= {"outcomes": {first.who.id: end}, "outcome": end, "lost": []}
    if final[0] != final[1]:
        answer["loser"] = first.who.id if final[0] < final[1] else second.who.id
        answer["outcome"] = end if final[0] < final[1] else NO_EFFECT
    return answer


def base_depths(position: Position) -> float:
    """How many of its base depths an assaulter goes beyond the inside edge."""
    return float(table(position, "storming")["pursuit_base_depths"])
