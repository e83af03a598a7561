"""Armies: whether commands of elements are a legal army of a list, with its generals, baggage and fortifications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from debellis.dbm.armies.allies import ContingentTerms, Limit, judge_contingent, own_limit
from debellis.dbm.armies.army_verdict import ArmyVerdict, about
from debellis.dbm.armies.baggage import baggage_for, cite_baggage
from debellis.dbm.armies.doubles import alike
from debellis.dbm.armies.elements import BAGGAGE, Element, is_baggage, read_elements
from debellis.dbm.armies.lists import ARMY, ArmyList, Line, find_list, lines_of
from debellis.dbm.armies.points import army_cost, cost_of_several, works_cost
from debellis.dbm.armies.sharing import FREED_FROM_DOUBLE, FREED_FROM_MOUNTS, Share, share_out
from debellis.dbm.armies.taking import TROOPS, Taken, elements_of
from debellis.dbm.armies.upgrades import judge_upgrades
from debellis.dbm.troops import ALLY, CINC
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import NUMBER, TABLE, TEXT, WHOLE, BadQuestion, Question, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

_LIST = "DBM-B31.1"


def may_field(
    position: Position,
    *,
    army: str | ArmyList | None = None,
    commands: tuple[Taken, ...] | None = None,
    elements: Taken | None = None,
    general: str | None = None,
    size: tuple[float, float] | None = None,
    baggage: int | None = None,
    fortifications: dict[str, int] | None = None,
    contingents: tuple[dict[str, Any], ...] | None = None,
) -> Ruling:
    """Whether commands, or all elements together, are a legal army of a list. Without a list, whether they are an army.

    `size` is the minimum and maximum of the agreed army points. `baggage` is the number of baggage elements.
    `contingents` are allied contingents of other lists, each with `army` and `elements`.
    """
    verdict = ArmyVerdict()
    listed = None if army is None else find_list(position, army)
    given = _commands(position, listed, commands, elements, general)
    allied = tuple(_contingent(position, listed, row) for row in contingents or ())
    whole = Army(listed, tuple(given), allied, fortifications or {}, baggage, commands is not None)
    points = judge_army(position, verdict, whole, size).points
    return verdict.decide("may_field", points=points, baggage=baggage_for(position, points))


class Contingent(Value, frozen=True):
    """An allied contingent of another list."""

    listed: ArmyList
    elements: tuple[Element, ...]
    terms: ContingentTerms
    name: str | None = None


class Army(Value, frozen=True):
    """A whole army: its own commands, allied contingents, fortifications and baggage.

    Without `by_command` all elements are given as one command, and nobody has assigned them to generals yet.
    """

    listed: ArmyList | None
    commands: tuple[tuple[Element, ...], ...]
    contingents: tuple[Contingent, ...]
    works: dict[str, int]
    baggage: int | None = None
    by_command: bool = True


class Weighed(Value, frozen=True):
    """What an army costs, and how its elements and those of each contingent are shared out among the lines."""

    points: float
    share: Share | None
    contingents: tuple[tuple[dict[str, Limit], Share], ...]


def judge_army(position: Position, verdict: ArmyVerdict, army: Army, size: tuple[float, float] | None) -> Weighed:
    """Judge a whole army and report all its faults."""
    everything = [element for command in army.commands for element in command]
    fighting = [element for element in everything if not is_baggage(element)]
    allied = [element for one in army.contingents for element in one.elements]
    if not army.by_command:
        _judge_generals(position, verdict, [*fighting, *allied])
    else:
        _judge_commands(position, verdict, army.commands, allied)
    points = _judge_points(position, verdict, everything, army, size)
    share: Share | None = None
    if army.listed is not None:
        lines = lines_of(position.edition, army.listed)
        share = _judge_list(position, verdict, lines, fighting)
        _judge_works(verdict, army.listed, army.works)
        for command in army.commands if army.by_command else ():
            _judge_own_allies(position, verdict, army.listed, lines, command)
    found: list[tuple[dict[str, Limit], Share]] = []
    for one in army.contingents:
        verdict.command = one.name
        _judge_offered(verdict, army.listed, one)
        found.append(judge_contingent(position, verdict, one.listed, one.elements, one.terms))
        verdict.command = None
    _judge_baggage(position, verdict, army, points)
    return Weighed(points, share, tuple(found))


def _contingent(position: Position, listed: ArmyList | None, row: dict[str, Any]) -> Contingent:
    """A contingent as a question gives it."""
    if set(row) != {"army", "elements"}:
        raise BadQuestion("each contingent needs army and elements, and has nothing else", "contingents")
    other = find_list(position, ARMY.check(row["army"], position))
    elements = elements_of(position, other, TROOPS.check(row["elements"], position), "contingents", as_ally=True)
    return Contingent(other, elements, terms_of(listed, other))


def terms_of(listed: ArmyList | None, other: ArmyList) -> ContingentTerms:
    """The terms on which a list takes a contingent of another list."""
    offered = None if listed is None else next((one for one in listed.ally if one.list == other.id), None)
    if offered is None:
        return ContingentTerms()
    return ContingentTerms(False, offered.foot_optional, offered.max_size)


def _judge_offered(verdict: Verdict, listed: ArmyList | None, contingent: Contingent) -> None:
    """Report a contingent of a list that the army's own list does not name."""
    if listed is None or any(one.list == contingent.listed.id for one in listed.ally):
        return
    offered = ", ".join(one.list for one in listed.ally) or "nobody"
    verdict.refuse(f"The list may have allies from {offered}, not from {contingent.listed.id}.", _LIST)


def _commands(
    position: Position,
    listed: ArmyList | None,
    commands: tuple[Taken, ...] | None,
    elements: Taken | None,
    general: str | None,
) -> list[tuple[Element, ...]]:
    """The elements of each command. Without commands, all elements are one command."""
    if (commands is None) == (elements is None):
        raise BadQuestion("may_field needs either commands or elements", "commands")
    if commands is not None:
        return [elements_of(position, listed, taken, "commands") for taken in commands]
    assert elements is not None
    found = elements_of(position, listed, elements, "elements")
    if general is not None and all(element.rank != CINC for element in found):
        text = general if CINC in general else f"{general} {CINC}"
        found += read_elements(position, (text,), "general")
    return [found]


def _judge_generals(position: Position, verdict: Verdict, elements: Sequence[Element]) -> None:
    """Judge the generals: one commander-in-chief, and neither too few nor too many generals."""
    row = table(position, "army_size")
    ranks = Counter(element.rank for element in elements if element.rank is not None)
    if ranks[CINC] != row["cinc"]:
        verdict.refuse(f"An army has one C-in-C, not {ranks[CINC]}.", "DBM-B5.1")
    least, most = row["generals_min"], row["generals_max"]
    if not least <= ranks.total() <= most:
        verdict.refuse(f"An army has {least} to {most} generals, not {ranks.total()}.", "DBM-B5.1")


def _judge_commands(
    position: Position, verdict: Verdict, commands: Sequence[tuple[Element, ...]], allied: Sequence[Element]
) -> None:
    _judge_generals(position, verdict, [*(element for command in commands for element in command), *allied])
    for i, command in enumerate(commands, start=1):
        count = sum(element.rank is not None for element in command)
        if count != 1:
            verdict.refuse(f"Each command is led by one general; command {i} has {count}.", "DBM-B5.1")


def _judge_points(
    position: Position,
    verdict: ArmyVerdict,
    elements: Sequence[Element],
    army: Army,
    size: tuple[float, float] | None,
) -> float:
    """Judge the cost of the army: it must be within the agreed points."""
    row = table(position, "army_size")
    least, most = size or (row["ap_min"], row["ap_max"])
    points = army_cost(position, elements, army.listed, army.works, Finding())
    points += sum(army_cost(position, one.elements, one.listed, {}, Finding()) for one in army.contingents)
    if army.works or (army.listed is not None and army.listed.fortification):
        works_cost(position, army.listed, army.works, verdict)
    verdict.measure("army points", points, "points", most)
    about(verdict, None, points - most if points > most else least - points)
    if not least - COINCIDE <= points <= most + COINCIDE:
        allowed = f"{least:g} to {most:g}" if least else f"at most {most:g}"
        verdict.refuse(f"An army costs {allowed} points, not {points:g}.", "DBM-B5.1")
    about(verdict)
    return points


def _judge_list(position: Position, verdict: ArmyVerdict, lines: dict[str, Line], fighting: Sequence[Element]) -> Share:
    """Judge the list: every element must belong to a line, and each line has a minimum and maximum."""
    limits = {key: (line.low, line.high) for key, line in lines.items() if line.what.type != BAGGAGE}
    lines = {key: lines[key] for key in limits}
    share = share_out(position, lines, fighting, limits)
    for element in dict.fromkeys(share.strange):
        about(verdict, None, cost_of_several(position, element, share.strange.count(element), lines))
        verdict.refuse(f"No line of the list offers {element.notation} so.", _LIST)
    for key, line in lines.items():
        taken, over = share.taken(key), sum(key in keys for _, keys in share.crowded)
        wrong = max(line.low - taken, taken + over - line.high)
        about(verdict, key, cost_of_several(position, line.element, wrong, lines) if wrong > 0 else None)
        _judge_line(verdict, line, taken, over)
        about(verdict, key)
        judge_upgrades(verdict, line, share, None)
    about(verdict)
    _cite_leave(verdict, share)
    return share


def _judge_line(verdict: ArmyVerdict, line: Line, taken: int, over: int) -> None:
    if taken < line.low and (taken or not line.optional):
        verdict.refuse(f"The list asks for at least {line.low} of {line.name}; there are {taken}.", _LIST)
    elif over or taken > line.high:
        verdict.refuse(f"The list has at most {line.high} of {line.name}; there are {taken + over}.", _LIST)


def _cite_leave(verdict: Verdict, share: Share) -> None:
    if share.some(FREED_FROM_MOUNTS):
        says = "Infantry that its list wants on mounts may do without them."
        verdict.cite("DBM32-P9-mounted-a", says)
    if share.some(FREED_FROM_DOUBLE):
        says = "Cavalry that its list wants double-based with cavalry may be on single bases."
        verdict.cite("DBM32-P10-dbecv-a", says)


def _judge_works(verdict: Verdict, listed: ArmyList, works: dict[str, int]) -> None:
    offered = {line.kind: line for line in listed.fortification}
    for kind, count in works.items():
        most = offered[kind].max if kind in offered else 0
        if count > most:
            verdict.refuse(f"The list has at most {most} {kind}, not {count}.", _LIST)
        elif kind in offered and count < offered[kind].min:
            verdict.refuse(f"The list asks for at least {offered[kind].min} {kind}; there are {count}.", _LIST)


def _judge_own_allies(
    position: Position, verdict: Verdict, listed: ArmyList, lines: dict[str, Line], command: tuple[Element, ...]
) -> None:
    """Judge commands under an ally-general of the army's own nation: they need their part of the compulsory troops."""
    leader = next((element for element in command if element.rank == ALLY), None)
    if leader is None:
        return
    his = [line for line in lines.values() if line.rank == ALLY and alike(line.what, leader.what)]
    if not any(line.nation in (None, listed.nation) for line in his):
        return
    troops = {key: line for key, line in lines.items() if line.rank is None and line.what.type != BAGGAGE}
    limits = {key: own_limit(position, line) for key, line in troops.items()}
    bounds = {key: (limit.low, limit.high) for key, limit in limits.items()}
    fighting = [element for element in command if element.rank is None and not is_baggage(element)]
    share = share_out(position, troops, fighting, bounds)
    for key, limit in limits.items():
        taken = share.taken(key)
        if taken < limit.low:
            says = f"An ally-general of the same nation has at least {limit.low} of {lines[key].name}, not {taken}."
            verdict.refuse(says, "IWF-25.3")
    if any(lines[key].not_with_allies for _, keys in share.crowded for key in keys):
        verdict.refuse("The list keeps some of these troops from ally-generals.", "IWF-25.3")
    verdict.cite("IWF-25.3", "An ally-general of the same nation has a quarter of what is compulsory.")


def _judge_baggage(position: Position, verdict: Verdict, army: Army, points: float) -> None:
    """Judge the baggage, which is given as a number and not by command."""
    brought = sum(is_baggage(element) for command in army.commands for element in command)
    if brought and army.by_command:
        verdict.refuse("All baggage is assigned to one command, and after deployment.", "DBM32-P11-size-b")
    if army.baggage is None and not brought:
        return
    count = brought if army.baggage is None else army.baggage
    needed = baggage_for(position, points)
    allies = len(army.contingents)
    allies += sum(any(element.rank == ALLY for element in command) for command in army.commands)
    cite_baggage(position, verdict, points, allies=allies)
    if not needed <= count <= needed + granted_baggage(position, army.listed):
        verdict.refuse(f"An army of {points:g} points has {needed} baggage elements, not {count}.", "DBM32-P11-size-a")


def granted_baggage(position: Position, listed: ArmyList | None) -> int:
    """How many baggage elements the lines of a list allow in addition to those that every army has."""
    lines = {} if listed is None else lines_of(position.edition, listed)
    return sum(line.high for line in lines.values() if line.what.type == BAGGAGE)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_field",
        "whether commands of elements are an army of a list",
        {
            "army": ARMY.or_none(),
            "commands": list_of(TROOPS).or_none(),
            "elements": TROOPS.or_none(),
            "general": TEXT.or_none(),
            "size": list_of(NUMBER, 2).or_none(),
            "baggage": WHOLE.or_none(),
            "fortifications": table_of(WHOLE).or_none(),
            "contingents": list_of(TABLE).or_none(),
        },
        may_field,
    ),
)
