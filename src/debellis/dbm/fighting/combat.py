"""Close combat: the sheets of both sides, totals, grading, mitigation, comparison and outcome."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.destruction import dying_with
from debellis.dbm.fighting.factors import combat_factor
from debellis.dbm.fighting.fighters import CombatSetting, Fighter
from debellis.dbm.fighting.grading import grade_of, graded
from debellis.dbm.fighting.mitigation import mitigated
from debellis.dbm.fighting.outcome import DESTROYED, FATES, HALF, NO_EFFECT, RECOIL, compared, fate
from debellis.dbm.fighting.pairing import pair
from debellis.dbm.fighting.pressing import HELD, Press, pressing
from debellis.dbm.fighting.support import Supports, enemy_lines, factor_lines, supports
from debellis.dbm.fighting.tactical import tactical_lines
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.odds_answer import odds_answer
from debellis.mechanics.tables import table
from debellis.mechanics.two_dice import DIE, FACES
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, Question, list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Sheet


class Side(Value, frozen=True):
    """One side of a combat: the element, its factors before the die, its grade, its support, the pressing enemies."""

    who: Fighter
    sheet: Sheet
    grade: str
    backing: Supports
    pressed: tuple[Press, ...]

    @property
    def holder(self) -> Press | None:
        """The first enemy whose front is on this element's flank or rear."""
        return next((press for press in self.pressed if press.kind == HELD), None)


def sides_of(
    position: Position, one: Fighter, two: Fighter, setting: CombatSetting, finding: Finding
) -> tuple[Side, Side]:
    """Both sides of a close combat before the dice."""
    backing = (supports(position, one, two, setting), supports(position, two, one, setting))
    found = (
        _side(position, one, two, setting, backing, finding),
        _side(position, two, one, setting, (backing[1], backing[0]), finding),
    )
    for side in found:
        finding.add_sheet(side.sheet)
    if any(side.backing.deleted for side in found):
        row = table(position, "deleted_support")
        finding.cite_all(row["clauses"], row["says"])
    return found


def _side(
    position: Position,
    who: Fighter,
    against: Fighter,
    setting: CombatSetting,
    backing: tuple[Supports, Supports],
    finding: Finding,
) -> Side:
    own, theirs = backing
    pressed = pressing(position, who, against, setting, own, finding)
    lines = [
        combat_factor(position, who, against, setting.mode),
        *factor_lines(own, finding),
        *enemy_lines(theirs, who),
        *tactical_lines(position, who, against, setting, pressed, finding),
    ]
    grade = grade_of(position, who, against, setting, finding)
    return Side(who, Sheet(who.id, tuple(lines)), grade, own, pressed)


def resolve(
    position: Position, sides: tuple[Side, Side], dice: tuple[int, int], setting: CombatSetting, finding: Finding
) -> dict[str, Any]:
    """The raw totals, the final totals and the results for both elements with these dice."""
    raw = (sides[0].sheet.sum + dice[0], sides[1].sheet.sum + dice[1])
    finding.cite("DBM-B25.1", f"factors and dice make {raw[0]} against {raw[1]}")
    return settled(position, sides, raw, setting, finding)


def settled(
    position: Position, sides: tuple[Side, Side], raw: tuple[int, int], setting: CombatSetting, finding: Finding
) -> dict[str, Any]:
    """The final totals and the results for both elements, from raw totals of factors and dice."""
    one, two = sides
    both = (one.who, two.who)
    scores = graded(position, both, (one.grade, two.grade), raw, finding)
    final = mitigated(position, both, (one.backing, two.backing), scores, finding)
    hows = compared(final, finding)
    fates: dict[str, str] = {}
    for me, how in enumerate(hows):
        mine, theirs = sides[me], sides[1 - me]
        held = mine.holder
        by = None if held is None else held.enemy.id
        fates[mine.who.id] = fate(position, mine.who, theirs.who, how, setting, mine.backing, finding, by)
        _cite_figures(mine, theirs, how, fates[mine.who.id], finding)
    answer: dict[str, Any] = {"raw": list(raw), "graded": list(scores), "totals": list(final), "outcomes": fates}
    answer |= _loser(both, final, fates) | {"lost": _lost(position, sides, fates, finding)}
    return answer | {"recoil_with_it": _holders_who_recoil(sides, fates, finding)}


def _loser(both: tuple[Fighter, Fighter], final: tuple[int, int], fates: dict[str, str]) -> dict[str, Any]:
    """The loser and its result. With equal scores, an element that an equal score affects counts as the loser."""
    if final[0] != final[1]:
        loser = both[0].id if final[0] < final[1] else both[1].id
        return {"loser": loser, "outcome": fates[loser]}
    gone = [who.id for who in both if fates[who.id] != NO_EFFECT]
    return {"loser": gone[0], "outcome": fates[gone[0]]} if gone else {"outcome": NO_EFFECT}


def _lost(position: Position, sides: tuple[Side, Side], fates: dict[str, str], finding: Finding) -> list[str]:
    """All elements removed: the destroyed ones, and the friends behind that die with them."""
    found: list[str] = []
    for mine, theirs in (sides, (sides[1], sides[0])):
        base = mine.who.base
        if fates[base.id] == DESTROYED:
            gave = tuple(rank.id for rank in mine.backing.supporters if rank.id != base.id)
            found += [base.id, *dying_with(position, base, theirs.who.id, gave, finding)]
    return list(dict.fromkeys(found))


def _holders_who_recoil(sides: tuple[Side, Side], fates: dict[str, str], finding: Finding) -> list[str]:
    """The friends of a driven-off element that hold the flank or rear of its opponent. They recoil with it."""
    found: list[str] = []
    for mine, theirs in (sides, (sides[1], sides[0])):
        if fates[mine.who.id] == NO_EFFECT:
            continue
        for press in theirs.pressed:
            if press.kind == HELD and press.enemy.id != mine.who.id:
                says = f"{press.enemy.id} holds {theirs.who.id} and recoils as {mine.who.id} is driven off its front"
                finding.cite("DBM-B27.22", says)
                found.append(press.enemy.id)
    return found


def _cite_figures(mine: Side, theirs: Side, how: str, result: str, finding: Finding) -> None:
    """Cite the figures if pikes four deep against blades have the result that the figures show."""
    deep = any("theirs" in one.row for one in mine.backing.given)
    if not deep or theirs.who.what.type != "Bd":
        return
    if result == RECOIL:
        finding.cite("DBM32-FIG11a", f"{mine.who.id}, pikes four deep, is beaten by blades and recoils")
    elif result == DESTROYED and how == HALF:
        finding.cite("DBM32-FIG11b", f"{mine.who.id}, pikes four deep, has half or less against blades and dies")


def combat(
    position: Position,
    *,
    attacker: str,
    defender: str,
    dice: tuple[int, int] | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
) -> Ruling:
    """Answers factors, totals and outcome of a close combat. Totals and outcome need dice."""
    finding = Finding()
    found = pair(position, attacker, defender, finding)
    if found is None:
        return finding.rule("combat", {"fights": False})
    setting = found.setting(moved_into_front_contact)
    finding.draw(
        "line", found.one.where.fronting(found.one.edge).edge(FRONT), "contact", f"{attacker} fights {defender}"
    )
    sides = sides_of(position, found.one, found.two, setting, finding)
    answer: dict[str, Any] = {
        "fights": True,
        "factors": [side.sheet.sum for side in sides],
        "grades": [side.grade for side in sides],
    }
    if dice is not None:
        answer |= resolve(position, sides, dice, setting, finding)
    return finding.rule("combat", answer)


def odds(position: Position, *, attacker: str, defender: str, moved_into_front_contact: tuple[str, ...] = ()) -> Ruling:
    """The exact probability of every result for both elements of a close combat, over the 36 rolls of two dice."""
    finding = Finding()
    found = pair(position, attacker, defender, finding)
    if found is None:
        return finding.rule("odds", {"fights": False})
    setting = found.setting(moved_into_front_contact)
    sides = sides_of(position, found.one, found.two, setting, finding)
    counts = {attacker: dict.fromkeys(FATES, 0), defender: dict.fromkeys(FATES, 0)}
    equal = 0
    for first in FACES:
        for second in FACES:
            result = resolve(position, sides, (first, second), setting, finding)
            equal += result["totals"][0] == result["totals"][1]
            for name, what in result["outcomes"].items():
                counts[name][what] += 1
    both = (("attacker", attacker, counts[attacker]), ("defender", defender, counts[defender]))
    answer = odds_answer(both, equal, (sides[0].sheet.sum, sides[1].sheet.sum))
    return finding.rule("odds", {"fights": True} | answer)


_FIGHT = {
    "attacker": BASE,
    "defender": BASE,
    "moved_into_front_contact": list_of(BASE).or_none(),
}

QUESTIONS: tuple[Question, ...] = (
    Question(
        "combat",
        "factors, totals and outcome of a close combat",
        _FIGHT | {"dice": list_of(DIE, 2).or_none()},
        combat,
    ),
    Question("odds", "the exact chance of every fate of both elements of a close combat", _FIGHT, odds),
)
