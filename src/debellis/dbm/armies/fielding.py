"""Armies: whether commands of elements are a legal army of a list, with its generals, baggage and fortifications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from debellis.dbm.armies.allies import own_limit
from debellis.dbm.armies.baggage import baggage_for, cite_baggage
from debellis.dbm.armies.doubles import alike
from debellis.dbm.armies.elements import BAGGAGE, Element, is_baggage, read_elements
from debellis.dbm.armies.lists import ARMY, ArmyList, Line, find_list, lines_of
from debellis.dbm.armies.points import army_cost, works_cost
from debellis.dbm.armies.sharing import FREED_FROM_DOUBLE, FREED_FROM_MOUNTS, Share, share_out
from debellis.dbm.armies.taking import TROOPS, Taken, elements_of
from debellis.dbm.armies.upgrades import judge_upgrades
from debellis.dbm.troops import ALLY, CINC
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import NUMBER, TEXT, WHOLE, BadQuestion, Question, list_of, table_of
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
) -> Ruling:
    """Whether commands, or all elements together, are a legal army of a list. Without a list, whether they are an army.

    `size` is the minimum and maximum of the agreed army points. `baggage` is the number of baggage elements.
    """
    verdict = Verdict()
    listed = None if army is None else find_list(position, army)
    given = _commands(position, listed, commands, elements, general)
    everything = [element for command in given for element in command]
    fighting = [element for element in everything if not is_baggage(element)]
    works = fortifications or {}
    if commands is None:
        _judge_generals(position, verdict, fighting)
    else:
        _judge_commands(position, verdict, given)
    points = _judge_points(position, verdict, everything, listed, works, size)
    if listed is not None:
        lines = lines_of(position.edition, listed)
        _judge_list(position, verdict, lines, fighting)
        _judge_works(verdict, listed, works)
        for command in given if commands is not None else ():
            _judge_own_allies(position, verdict, listed, lines, command)
    _judge_baggage(position, verdict, given, points, baggage, commands is not None, listed)
    return verdict.decide("may_field", points=points, baggage=baggage_for(position, points))


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


def _judge_commands(position: Position, verdict: Verdict, commands: list[tuple[Element, ...]]) -> None:
    _judge_generals(position, verdict, [element for command in commands for element in command])
    for i, command in enumerate(commands, start=1):
        count = sum(element.rank is not None for element in command)
        if count != 1:
            verdict.refuse(f"Each command is led by one general; command {i} has {count}.", "DBM-B5.1")


def _judge_points(
    position: Position,
    verdict: Verdict,
    elements: Sequence[Element],
    listed: ArmyList | None,
    works: dict[str, int],
    size: tuple[float, float] | None,
) -> float:
    """Judge the cost of the army: it must be within the agreed points."""
    row = table(position, "army_size")
    least, most = size or (row["ap_min"], row["ap_max"])
    points = army_cost(position, elements, listed, works, Finding())
    if works or (listed is not None and listed.fortification):
        works_cost(position, listed, works, verdict)
    verdict.measure("army points", points, "points", most)
    if not least - COINCIDE <= points <= most + COINCIDE:
        verdict.refuse(f"An army costs {least:g} to {most:g} points, not {points:g}.", "DBM-B5.1")
    return points


def _judge_list(position: Position, verdict: Verdict, lines: dict[str, Line], fighting: Sequence[Element]) -> None:
    """Judge the list: every element must belong to a line, and each line has a minimum and maximum."""
    limits = {key: (line.low, line.high) for key, line in lines.items() if line.what.type != BAGGAGE}
    lines = {key: lines[key] for key in limits}
    share = share_out(position, lines, fighting, limits)
    for element in dict.fromkeys(share.strange):
        verdict.refuse(f"No line of the list offers {element.notation} so.", _LIST)
    for key, line in lines.items():
        _judge_line(verdict, line, share.taken(key), sum(key in keys for _, keys in share.crowded))
        judge_upgrades(verdict, line, share, None)
    _cite_leave(verdict, share)


def _judge_line(verdict: Verdict, line: Line, taken: int, over: int) -> None:
    if taken < line.low and (taken or not line.optional):
        verdict.refuse(f"The list asks for at least {line.low} of {line.key}; there are {taken}.", _LIST)
    elif over or taken > line.high:
        verdict.refuse(f"The list has at most {line.high} of {line.key}; there are {taken + over}.", _LIST)


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
            says = f"An ally-general of the same nation has at least {limit.low} of {key}, not {taken}."
            verdict.refuse(says, "IWF-25.3")
    if any(lines[key].not_with_allies for _, keys in share.crowded for key in keys):
        verdict.refuse("The list keeps some of these troops from ally-generals.", "IWF-25.3")
    verdict.cite("IWF-25.3", "An ally-general of the same nation has a quarter of what is compulsory.")


def _judge_baggage(
    position: Position,
    verdict: Verdict,
    commands: list[tuple[Element, ...]],
    points: float,
    told: int | None,
    by_command: bool,
    listed: ArmyList | None,
) -> None:
    """Judge the baggage, which is given as a number and not by command."""
    brought = sum(is_baggage(element) for command in commands for element in command)
    if brought and by_command:
        verdict.refuse("All baggage is assigned to one command, and after deployment.", "DBM32-P11-size-b")
    if told is None and not brought:
        return
    count = brought if told is None else told
    needed = baggage_for(position, points)
    lines = {} if listed is None else lines_of(position.edition, listed)
    granted = sum(line.high for line in lines.values() if line.what.type == BAGGAGE)
    allies = sum(any(element.rank == ALLY for element in command) for command in commands)
    cite_baggage(position, verdict, points, allies=allies)
    if not needed <= count <= needed + granted:
        verdict.refuse(f"An army of {points:g} points has {needed} baggage elements, not {count}.", "DBM32-P11-size-a")


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
        },
        may_field,
    ),
)
