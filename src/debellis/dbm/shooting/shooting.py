"""Resolving a shooting: the main shooter against the target, the helpers, totals, grading and results."""

from __future__ import annotations

from itertools import product
from typing import Any

from debellis.dbm.fighting.factors import combat_factor
from debellis.dbm.fighting.fighters import SHOT, CombatSetting, Fighter, fighter
from debellis.dbm.fighting.grading import grade_of, graded
from debellis.dbm.fighting.mitigation import mitigated
from debellis.dbm.fighting.outcome import FATES, NO_EFFECT, compared, fate
from debellis.dbm.fighting.support import Supports, enemy_lines, factor_lines, supports
from debellis.dbm.fighting.tactical import factor_row, standing_lines, weather_lines
from debellis.dbm.shooting.aid import aid
from debellis.dbm.shooting.targets import allowed_targets, why_not
from debellis.dbm.shooting.volley import Volley, gather
from debellis.dbm.shooting.volley import aiding_back as aiders_of_target
from debellis.dbm.troops import is_holder
from debellis.mechanics.odds_answer import odds_answer
from debellis.mechanics.remarks import cite
from debellis.mechanics.two_dice import DIE, FACES
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, TEXT, Question, list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line, Sheet

_CLASH = CombatSetting(SHOT)


def shooting(
    position: Position,
    *,
    shooters: tuple[str, ...],
    target: str,
    dice: tuple[int, int] | None = None,
    main: str | None = None,
    shoots_at: str | None = None,
    aiding_back: tuple[str, ...] = (),
) -> Ruling:
    """The main shooter, the factors and, with dice, the totals and the outcome of a shooting.

    `aiding_back` are those who aid a target that shoots back.
    """
    finding = Finding()
    volley = gather(position, shooters, target, main, shoots_at)
    if not volley.legal or volley.main is None:
        cite(finding, volley.faults)
        return finding.rule("shooting", {"legal": False})
    cite(finding, volley.grounds)
    if is_holder(position.base(target)):
        return finding.rule("shooting", _take_off(position, volley, finding))
    back = aiders_of_target(position, volley, aiding_back)
    shot = _laid(position, volley, finding, back)
    answer: dict[str, Any] = {
        "legal": True,
        "principal": volley.main,
        "aiding": list(volley.aiding),
        "exchange": volley.answered,
        "factors": list(shot.sums),
    }
    if aiding_back:
        answer["aiding_back"] = list(back)
    if dice is not None:
        answer |= _rolled(position, shot, dice, finding)
    return finding.rule("shooting", answer)


def odds_of_shot(
    position: Position,
    *,
    shooters: tuple[str, ...],
    target: str,
    main: str | None = None,
    shoots_at: str | None = None,
) -> Ruling:
    """The exact probability of every result for the target and the main shooter, over the 36 rolls of two dice."""
    finding = Finding()
    volley = gather(position, shooters, target, main, shoots_at)
    if not volley.legal or volley.main is None:
        cite(finding, volley.faults)
        return finding.rule("odds_of_shot", {"legal": False})
    cite(finding, volley.grounds)
    if is_holder(position.base(target)):
        return finding.rule("odds_of_shot", _take_off(position, volley, finding))
    shot = _laid(position, volley, finding)
    counts = {name: dict.fromkeys(FATES, 0) for name in (volley.main, target)}
    equal = 0
    for throw in product(FACES, repeat=2):
        result = _rolled(position, shot, throw, finding)
        equal += result["totals"][0] == result["totals"][1]
        for name, what in result["outcomes"].items():
            counts[name][what] += 1
    sides = (("shooter", volley.main, counts[volley.main]), ("target", target, counts[target]))
    answer = {"legal": True, "principal": volley.main, "exchange": volley.answered}
    return finding.rule("odds_of_shot", answer | odds_answer(sides, equal, shot.sums))


class _Shot(Value, frozen=True):
    """A shooting before its dice: the main shooter, the target, their support and their factors."""

    volley: Volley
    both: tuple[Fighter, Fighter]
    backing: tuple[Supports, Supports]
    sums: tuple[int, int]


def _laid(position: Position, volley: Volley, finding: Finding, back: tuple[str, ...] = ()) -> _Shot:
    """The factors of a legal shooting, kept as sheets."""
    assert volley.main is not None
    one, two = fighter(position, position.base(volley.main)), fighter(position, position.base(volley.target))
    backing = _backing(position, one, two, volley)
    sheets = _sheets(position, one, two, volley, backing, back, finding)
    for sheet in sheets:
        finding.add_sheet(sheet)
    return _Shot(volley, (one, two), backing, (sheets[0].sum, sheets[1].sum))


def _rolled(position: Position, shot: _Shot, dice: tuple[int, ...], finding: Finding) -> dict[str, Any]:
    """The totals and the outcome with these dice."""
    raw = (shot.sums[0] + dice[0], shot.sums[1] + dice[1])
    finding.cite("DBM-B25.1", f"factors and dice make {raw[0]} against {raw[1]}")
    return settled(position, shot.both, shot.volley.answered, shot.backing, raw, finding)


def _take_off(position: Position, volley: Volley, finding: Finding) -> dict[str, Any]:
    """Remove riderless mounts at once, without dice. Targets behind them may then be shot at too."""
    assert volley.main is not None
    finding.cite("IWF-3.3d", f"{volley.target} is riderless mounts: shot at, it is taken off, without dice")
    after = position.without(volley.target)
    then = allowed_targets(after, after.base(volley.main))
    if then:
        says = f"with {volley.target} gone {volley.main} may shoot at {' or '.join(then)} in this bound too"
        finding.cite("IWF-3.3e", says)
    return {
        "legal": True,
        "principal": volley.main,
        "outcome": "removed",
        "removed": [volley.target],
        "then": list(then),
    }


def _backing(position: Position, one: Fighter, two: Fighter, volley: Volley) -> tuple[Supports, Supports]:
    """The support of those who are shot at: the target, and the main shooter if it is answered."""
    mine = supports(position, one, two, _CLASH) if volley.answered else Supports(())
    return mine, supports(position, two, one, _CLASH)


def _sheets(
    position: Position,
    one: Fighter,
    two: Fighter,
    volley: Volley,
    backing: tuple[Supports, Supports],
    back: tuple[str, ...],
    finding: Finding,
) -> tuple[Sheet, Sheet]:
    """The factors of the main shooter and of the target before the dice."""
    own = [line for line in standing_lines(position, one) if volley.answered or line.value < 0]
    first = [combat_factor(position, one, two, SHOT), *own, *weather_lines(position, one, True)]
    if volley.answered:
        first += [*factor_lines(backing[0], finding), *enemy_lines(backing[1], one)]
    row = factor_row(position, "aided")
    value, clauses = int(row["value"]), tuple(row["clauses"])
    first += [Line(value, f"{name} aids {two.id}", clauses) for name in back]
    helped = [Line(value, f"{name} aids {one.id}", clauses) for name in volley.aiding]
    second = [
        combat_factor(position, two, one, SHOT),
        *factor_lines(backing[1], finding),
        *standing_lines(position, two),
        *helped,
    ]
    return Sheet(one.id, tuple(first)), Sheet(two.id, tuple(second))


def settled(
    position: Position,
    both: tuple[Fighter, Fighter],
    answered: bool,
    backing: tuple[Supports, Supports],
    raw: tuple[int, int],
    finding: Finding,
) -> dict[str, Any]:
    """Final totals, from the raw ones, and what comes of them; a shooter that is not shot back at suffers nothing."""
    one, two = both
    grades = (grade_of(position, one, two, _CLASH, finding), grade_of(position, two, one, _CLASH, finding))
    scores = graded(position, both, grades, raw, finding)
    final = mitigated(position, both, backing, scores, finding)
    hows = compared(final, finding)
    fates = {two.id: fate(position, two, one, hows[1], _CLASH, backing[1], finding), one.id: NO_EFFECT}
    if answered:
        fates[one.id] = fate(position, one, two, hows[0], _CLASH, backing[0], finding)
    elif final[0] < final[1]:
        finding.cite("DBM-B23.6", f"{two.id} does not shoot at {one.id}, which ignores the result")
    answer: dict[str, Any] = {"raw": list(raw), "graded": list(scores), "totals": list(final), "outcomes": fates}
    loser = two.id if final[1] < final[0] else one.id if final[0] < final[1] and answered else None
    if loser is None:
        hurt = [name for name in (two.id, one.id) if fates[name] != NO_EFFECT]
        loser = hurt[0] if hurt else None
    return answer | ({"outcome": NO_EFFECT} if loser is None else {"loser": loser, "outcome": fates[loser]})


def main_shooter(
    position: Position, *, shooters: tuple[str, ...], target: str, main: str | None = None, shoots_at: str | None = None
) -> Ruling:
    """Which of several shooters may be the main one, and whether a chosen one may."""
    finding = Finding()
    volley = gather(position, shooters, target, main, shoots_at)
    cite(finding, volley.faults or volley.grounds)
    answer = {"legal": volley.legal, "choices": list(volley.able), "exchange": volley.answered}
    return finding.rule("main_shooter", answer)


def may_aid(position: Position, *, element: str, shooter: str, target: str, others: tuple[str, ...] = ()) -> Ruling:
    """Whether an element may aid the shot of a main shooter, by shooting itself or from the second rank."""
    finding = Finding()
    main, enemy = position.base(shooter), position.base(target)
    if target not in allowed_targets(position, main):
        cite(finding, why_not(position, [main], enemy))
        return finding.rule("may_aid", {"legal": False, "rank": 0})
    found = aid(position, position.base(element), main, enemy, tuple(position.base(name) for name in others))
    cite(finding, found.grounds)
    return finding.rule("may_aid", {"legal": found.gives, "rank": found.rank})


def may_order_shooting(position: Position, *, side: str, shots: tuple[tuple[str, ...], ...]) -> Ruling:
    """Whether a side decides in which order some shootings are resolved."""
    finding = Finding()
    if _combats(shots) < 2:
        return finding.rule("may_order_shooting", {"legal": True, "by": "none"})
    by = position.active or side
    finding.cite("DBM32-P21-shoot-order", f"it is the bound of {by}, who decides the order, also of enemy shots")
    return finding.rule("may_order_shooting", {"legal": by == side, "by": by})


def _combats(shots: tuple[tuple[str, ...], ...]) -> int:
    """How many shootings some shots make: one for each target, and one for two that shoot at each other."""
    pairs = {(shot[0], shot[1]) for shot in shots}
    mutual = sum(1 for one, other in pairs if (other, one) in pairs) // 2
    return len({target for _, target in pairs}) - mutual


_VOLLEY = {"shooters": list_of(BASE), "target": BASE, "main": BASE.or_none(), "shoots_at": BASE.or_none()}
QUESTIONS: tuple[Question, ...] = (
    Question(
        "shooting",
        "the main shooter, the totals and the outcome of a shooting",
        {**_VOLLEY, "dice": list_of(DIE, 2).or_none(), "aiding_back": list_of(BASE).or_none()},
        shooting,
    ),
    Question("odds_of_shot", "the exact chance of every fate of both sides of a shooting", _VOLLEY, odds_of_shot),
    Question("main_shooter", "which of several shooters may be the main one", _VOLLEY, main_shooter),
    Question(
        "may_aid",
        "whether an element may aid the shot of another",
        {"element": BASE, "shooter": BASE, "target": BASE, "others": list_of(BASE).or_none()},
        may_aid,
    ),
    Question(
        "may_order_shooting",
        "whether a side decides the order of some shootings",
        {"side": TEXT, "shots": list_of(list_of(BASE, 2))},
        may_order_shooting,
    ),
)
