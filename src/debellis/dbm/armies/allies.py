"""Allied contingents: how much of the allied list they take, and which minimum and maximum numbers bind."""

from __future__ import annotations

import math
from fractions import Fraction

from debellis.dbm.armies.army_verdict import about
from debellis.dbm.armies.elements import Element, is_baggage
from debellis.dbm.armies.lists import ARMY, ArmyList, Line, find_list, lines_of
from debellis.dbm.armies.points import cost_of_several
from debellis.dbm.armies.sharing import Share, share_out
from debellis.dbm.armies.taking import TROOPS, Taken, elements_of
from debellis.dbm.armies.upgrades import judge_upgrades
from debellis.dbm.troops import ALLY, arm
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, WHOLE, Question
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_QUARTER, _NATION, _SMALL, _PLAIN, _LISTED = "IWF-25.1a", "IWF-25.3", "IWF-25.4", "DBM-B31.2", "DBM-B31.1"


class Limit(Value, frozen=True):
    """Minimum and maximum of a line in a contingent, whether none may be taken instead, and the clause behind them."""

    low: int
    high: int
    or_none: bool
    clause: str


class ContingentTerms(Value, frozen=True):
    """The terms of a contingent: its nation, whether foot may be left out, and how many elements it may have."""

    same_nation: bool = False
    foot_optional: bool = False
    max_size: int | None = None


def shares(position: Position) -> tuple[Fraction, Fraction]:
    """The fractions of a line's minimum and maximum that a contingent takes."""
    row = table(position, "allies")
    return Fraction(*row["least_share"]), Fraction(*row["most_share"])


def part_of_least(position: Position, line: Line) -> int:
    """The fraction of a line's minimum that a contingent takes, rounded up."""
    return math.ceil(line.low * shares(position)[0])


def foreign_limit(position: Position, line: Line) -> Limit:
    """Minimum and maximum of a line in a contingent of another nation, unless the list says otherwise.

    For compulsory troops the maximum is never below the minimum.
    """
    if line.allies is not None:
        return Limit(line.allies[0], line.allies[1], line.optional, _LISTED)
    low, high = part_of_least(position, line), math.floor(line.high * shares(position)[1])
    if line.compulsory:
        return Limit(low, max(low, high), False, _PLAIN)
    return Limit(low, high, True, _QUARTER)


def own_limit(position: Position, line: Line) -> Limit:
    """Minimum and maximum of a line under an ally-general of the army's own nation."""
    if line.not_with_allies:
        return Limit(0, 0, True, _NATION)
    if line.compulsory:
        return Limit(part_of_least(position, line), line.high, False, _NATION)
    return Limit(0, line.high, True, _LISTED)


def small_limit(position: Position, line: Line) -> Limit:
    """Minimum and maximum of a line where the contingent must be smaller than its compulsory troops."""
    return Limit(0, part_of_least(position, line) if line.compulsory else 0, True, _SMALL)


def may_field_allies(
    position: Position,
    *,
    army: str | ArmyList,
    contingent: Taken,
    same_nation: bool = False,
    foot_optional: bool = False,
    max_size: int | None = None,
) -> Ruling:
    """Whether these elements are an allied contingent of that list. They must include its general."""
    verdict = Verdict()
    listed = find_list(position, army)
    given = elements_of(position, listed, contingent, "contingent", as_ally=True)
    terms = ContingentTerms(same_nation, foot_optional, max_size)
    limits, _ = judge_contingent(position, verdict, listed, given, terms)
    lines = lines_of(position.edition, listed)
    told = {key: [limit.low, limit.high] for key, limit in limits.items() if lines[key].rank is None}
    return verdict.decide("may_field_allies", limits=told)


def judge_contingent(
    position: Position, verdict: Verdict, listed: ArmyList, given: tuple[Element, ...], terms: ContingentTerms
) -> tuple[dict[str, Limit], Share]:
    """Judge an allied contingent. Returns minimum and maximum of each line, and the assignment of its elements."""
    lines = lines_of(position.edition, listed)
    fighting = _without_baggage(verdict, given)
    excused = terms.foot_optional and _foot_excused(position, verdict, lines, fighting)
    small = not terms.same_nation and _is_small(position, lines, excused, terms.max_size)
    limits = _limits(position, lines, terms.same_nation, small, excused)
    if terms.same_nation:
        verdict.cite(_NATION, "An ally-general of the same nation has at least a quarter of what is compulsory.")
    if small:
        says = f"{terms.max_size} elements are fewer than the compulsory ones: each kind is held to its least number."
        verdict.cite(_SMALL, says)
    _judge_general(verdict, fighting, (_PLAIN, _SMALL) if small else (_PLAIN,))
    size = sum(len(element.halves) for element in fighting)
    if terms.max_size is not None and size > terms.max_size:
        says = f"The contingent may have {terms.max_size} elements at most, not {size}."
        verdict.refuse(says, _SMALL if small else _PLAIN)
    bounds = {key: (limit.low, limit.high) for key, limit in limits.items()}
    share = share_out(position, lines, fighting, bounds, any_rank=True)
    optional_foot = _foot_keys(position, lines) if terms.foot_optional else ()
    _judge_share(position, verdict, lines, limits, share, bool(excused), optional_foot)
    if not terms.same_nation:
        for line in lines.values():
            about(verdict, line.key)
            judge_upgrades(verdict, line, share, shares(position))
        about(verdict)
    return limits, share


def contingent_limits(position: Position, listed: ArmyList, max_size: int | None) -> dict[str, Limit]:
    """Minimum and maximum of each line in a contingent of another nation that brings its foot."""
    lines = lines_of(position.edition, listed)
    return _limits(position, lines, False, _is_small(position, lines, False, max_size), False)


def _without_baggage(verdict: Verdict, given: tuple[Element, ...]) -> tuple[Element, ...]:
    fighting = tuple(element for element in given if not is_baggage(element))
    if len(fighting) < len(given):
        verdict.refuse("All baggage goes to the C-in-C's or a sub-general's command.", "DBM32-P11-size-b")
    return fighting


def _judge_general(verdict: Verdict, fighting: tuple[Element, ...], clauses: tuple[str, ...]) -> None:
    generals = [element for element in fighting if element.rank is not None]
    if len(generals) != 1 or generals[0].rank != ALLY:
        verdict.refuse("A contingent is led by one ally-general.", *clauses)


def _is_foot(position: Position, line: Line) -> bool:
    return line.rank is None and arm(position.edition, line.what.type) == "foot"


def _foot_keys(position: Position, lines: dict[str, Line]) -> tuple[str, ...]:
    return tuple(key for key, line in lines.items() if _is_foot(position, line))


def _foot_excused(position: Position, verdict: Verdict, lines: dict[str, Line], fighting: tuple[Element, ...]) -> bool:
    """Whether a contingent is excused from its compulsory foot because it brings no foot at all."""
    owed = [line.name for line in lines.values() if _is_foot(position, line) and line.compulsory]
    if not owed:
        return False
    troops = [half for element in fighting if element.rank is None for half in element.halves]
    brings = any(arm(position.edition, half.type) == "foot" for half in troops)
    if not brings:
        verdict.cite("IWF-25.2", f"The contingent need not have its foot ({', '.join(owed)}) and brings none.")
    return not brings


def _is_small(position: Position, lines: dict[str, Line], excused: bool, max_size: int | None) -> bool:
    """Whether a contingent must be smaller than its compulsory troops with their general."""
    owed = [line for line in lines.values() if line.compulsory and not (excused and _is_foot(position, line))]
    return max_size is not None and max_size < sum(part_of_least(position, line) for line in owed) + 1


def _limits(
    position: Position, lines: dict[str, Line], same_nation: bool, small: bool, excused: bool
) -> dict[str, Limit]:
    """Minimum and maximum of each line."""
    limit = own_limit if same_nation else small_limit if small else foreign_limit
    found: dict[str, Limit] = {}
    for key, line in lines.items():
        if line.rank is not None:
            found[key] = Limit(0, 1, True, _PLAIN)
        elif excused and _is_foot(position, line):
            found[key] = Limit(0, 0, True, "IWF-25.2")
        else:
            found[key] = limit(position, line)
    return found


def _judge_share(
    position: Position,
    verdict: Verdict,
    lines: dict[str, Line],
    limits: dict[str, Limit],
    share: Share,
    excused: bool,
    optional_foot: tuple[str, ...],
) -> None:
    """Report lines with too few or too many elements, and elements that no line offers."""
    for element in dict.fromkeys(share.strange):
        verdict.refuse(f"No line of the allied list offers {element.notation}.", _LISTED)
    for key, limit in limits.items():
        line, taken = lines[key], share.taken(key)
        if line.rank is not None:
            continue
        over = sum(key in keys for _, keys in share.crowded)
        wrong = max(limit.low - taken, taken + over - limit.high)
        about(verdict, key, cost_of_several(position, line.element, wrong, lines) if wrong > 0 else None)
        clauses = [limit.clause]
        if key in optional_foot and line.compulsory and not excused:
            clauses.append("IWF-25.2")
        if taken < limit.low and (taken or not limit.or_none):
            verdict.refuse(f"A contingent has {limit.low} to {limit.high} of {line.name}, not {taken}.", *clauses)
        elif over or taken > limit.high:
            verdict.refuse(
                f"A contingent has {limit.low} to {limit.high} of {line.name}, not {taken + over}.", *clauses
            )
        elif taken:
            decided = [clause for clause in clauses if clause in (_QUARTER, "IWF-25.2")]
            verdict.cite_all(
                decided, f"A contingent may have {limit.low} to {limit.high} of {line.name}; this has {taken}."
            )
    about(verdict)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_field_allies",
        "whether elements are an allied contingent of a list",
        {
            "army": ARMY,
            "contingent": TROOPS,
            "same_nation": FLAG.or_none(),
            "foot_optional": FLAG.or_none(),
            "max_size": WHOLE.or_none(),
        },
        may_field_allies,
    ),
)
