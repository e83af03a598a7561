"""An army chosen by a player: its elements by command, and all its faults at once."""

from __future__ import annotations

import re

from debellis.battle.army_building import (
    POINTS,
    ArmyFault,
    CheckedArmy,
    ChosenArmy,
    ChosenCommand,
    CommandTally,
    LineTally,
)
from debellis.dbm.armies.allies import Limit
from debellis.dbm.armies.army_verdict import ArmyVerdict
from debellis.dbm.armies.baggage import baggage_for
from debellis.dbm.armies.elements import BAGGAGE, Element
from debellis.dbm.armies.equivalents import army_breaks_at, command_breaks_at, equivalents_of
from debellis.dbm.armies.fielding import Army, Contingent, Weighed, judge_army, terms_of
from debellis.dbm.armies.lists import ArmyList, armies, lines_of
from debellis.dbm.armies.points import WORKS, Terms, cost, works_cost
from debellis.dbm.armies.sharing import Share
from debellis.dbm.armies.taking import element_of
from debellis.mechanics.army_files import BadArmy, refuse_too_large
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding

_NAME = re.compile(r"[A-Za-z0-9]{1,12}")
_LETTERS = "CLRABDEFGHIJ"


class NamedCommand(Value, frozen=True):
    """A command with its elements. `listed` is the list that its lines belong to, `foreign` marks a contingent."""

    name: str
    elements: tuple[Element, ...]
    listed: ArmyList
    foreign: bool


class JudgedArmy(Value, frozen=True):
    """A chosen army with its list, its commands, its cost, its baggage and its faults."""

    listed: ArmyList
    commands: tuple[NamedCommand, ...]
    works: dict[str, int]
    most: float
    baggage: int
    weighed: Weighed
    faults: tuple[ArmyFault, ...]


def list_named(edition: str, name: str) -> ArmyList:
    """The stored list of an id, number or name; BadArmy if there is none."""
    lists = armies(edition)
    found = lists.get(name) or next((one for one in lists.values() if name in (one.list, one.name)), None)
    if found is None:
        raise BadArmy(f"there is no army {name!r}; there are {', '.join(lists)}")
    return found


def ready_army(listed: ArmyList) -> ChosenArmy:
    """The ready roster of a list as a chosen army."""
    commands = tuple(ChosenCommand(dict(roster.elements), roster.name) for roster in listed.command)
    return ChosenArmy(listed.id, commands)


def agreed_points(position: Position, points: float | None) -> float:
    """The agreed size of armies in points; BadArmy if it is out of range."""
    row = table(position, "army_size")
    found = float(row["ap_standard"] if points is None else points)
    least, most = row["agreed_min"], row["agreed_max"]
    if not least <= found <= most:
        raise BadArmy(f"armies are of {least} to {most} points, not {found:g}")
    return found


def judge_chosen(position: Position, chosen: ChosenArmy) -> JudgedArmy:
    """A chosen army with all its faults; BadArmy if there is no such list or size, or far too many elements."""
    refuse_too_large(chosen)
    verdict = ArmyVerdict()
    listed = list_named(position.edition, chosen.army)
    most = agreed_points(position, chosen.points)
    works = _works(verdict, chosen)
    commands = tuple(_command(position, verdict, listed, one, i) for i, one in enumerate(chosen.commands))
    _judge_names(verdict, commands)
    own = tuple(one.elements for one in commands if not one.foreign)
    allied = tuple(
        Contingent(one.listed, one.elements, terms_of(listed, one.listed), one.name) for one in commands if one.foreign
    )
    weighed = judge_army(position, verdict, Army(listed, own, allied, works, chosen.baggage), (0.0, most))
    baggage = baggage_for(position, weighed.points) if chosen.baggage is None else chosen.baggage
    return JudgedArmy(listed, commands, works, most, baggage, weighed, tuple(verdict.kept))


def _works(verdict: ArmyVerdict, chosen: ChosenArmy) -> dict[str, int]:
    """The fortifications bought, without those that nobody knows."""
    for kind in chosen.works:
        if kind not in WORKS:
            verdict.refuse(f"There are no fortifications {kind!r}; there are {', '.join(WORKS)}.")
    return {kind: count for kind, count in chosen.works.items() if kind in WORKS and count}


def _command(
    position: Position, verdict: ArmyVerdict, listed: ArmyList, chosen: ChosenCommand, index: int
) -> NamedCommand:
    """A command with its elements. Elements that cannot be read are reported and left out."""
    name = chosen.name or _LETTERS[index]
    verdict.command = name
    foreign = chosen.ally is not None
    if chosen.ally is not None:
        try:
            listed = list_named(position.edition, chosen.ally)
        except BadArmy as error:
            verdict.refuse(f"The allies of command {name}: {error}.")
            verdict.command = None
            return NamedCommand(name, (), listed, False)
    lines = lines_of(position.edition, listed)
    found: list[Element] = []
    for key, count in chosen.elements.items():
        try:
            element = element_of(position, lines, key, count, "elements", foreign)
            cost(position, element, Terms(lines), Finding())
        except BadQuestion as error:
            verdict.refuse(f"Command {name}: {error.sentence}.")
            continue
        found += [element] * count
    verdict.command = None
    return NamedCommand(name, tuple(found), listed, foreign)


def _judge_names(verdict: ArmyVerdict, commands: tuple[NamedCommand, ...]) -> None:
    """Report commands whose names are alike or are not a short word."""
    seen: list[str] = []
    for one in commands:
        verdict.command = one.name
        if not _NAME.fullmatch(one.name):
            verdict.refuse(f"A command's name is up to 12 letters and digits, not {one.name!r}.")
        if one.name in seen:
            verdict.refuse(f"Two commands are named {one.name}; give each a name of its own.")
        seen.append(one.name)
    verdict.command = None


def check_chosen(position: Position, chosen: ChosenArmy) -> CheckedArmy:
    """A chosen army with its faults, its points, and what its commands and lines amount to."""
    judged = judge_chosen(position, chosen)
    commands = tuple(_tally(position, one) for one in judged.commands)
    strength = sum(one.strength or 0.0 for one in commands)
    return CheckedArmy(
        legal=not judged.faults,
        faults=judged.faults,
        unit=POINTS,
        size=judged.weighed.points,
        most=judged.most,
        elements=sum(one.elements for one in commands),
        commands=commands,
        lines=_lines(position, judged),
        setup=_setup(chosen, judged),
        baggage=judged.baggage,
        works=works_cost(position, judged.listed, judged.works, Finding()),
        strength=strength,
        breaks_at=army_breaks_at(position, strength),
    )


def _tally(position: Position, command: NamedCommand) -> CommandTally:
    leader = next((element for element in command.elements if element.rank is not None), None)
    strength = equivalents_of(position, command.elements, Finding())
    terms = Terms(lines_of(position.edition, command.listed))
    return CommandTally(
        command.name,
        None if leader is None else leader.notation,
        sum(len(element.halves) for element in command.elements),
        sum(cost(position, element, terms, Finding()) for element in command.elements),
        strength,
        command_breaks_at(position, strength),
    )


def _lines(position: Position, judged: JudgedArmy) -> tuple[LineTally, ...]:
    found: list[LineTally] = []
    share = judged.weighed.share
    for key, line in lines_of(position.edition, judged.listed).items():
        if share is not None and line.what.type != BAGGAGE:
            found.append(LineTally(key, _taken(share, key), line.low, line.high))
    foreign = [one for one in judged.commands if one.foreign]
    for command, (limits, taken) in zip(foreign, judged.weighed.contingents, strict=True):
        found += [_allied_line(command.name, key, limit, taken) for key, limit in limits.items()]
    return tuple(found)


def _allied_line(command: str, key: str, limit: Limit, share: Share) -> LineTally:
    return LineTally(key, _taken(share, key), limit.low, limit.high, command)


def _taken(share: Share, key: str) -> int:
    """The elements of a line, with those that are too many."""
    return share.taken(key) + sum(keys[0] == key for _, keys in share.crowded)


def _setup(chosen: ChosenArmy, judged: JudgedArmy) -> dict[str, object]:
    """The army as the set-up of a battle has it."""
    commands: list[dict[str, object]] = []
    for one, named in zip(chosen.commands, judged.commands, strict=True):
        command: dict[str, object] = {"name": named.name, "elements": {k: n for k, n in one.elements.items() if n}}
        if one.ally is not None:
            command["ally"] = one.ally
        commands.append(command)
    found: dict[str, object] = {"army": judged.listed.id, "commands": commands}
    if judged.works:
        found["works"] = judged.works
    if chosen.baggage is not None:
        found["baggage"] = chosen.baggage
    if chosen.name:
        found["name"] = chosen.name
    return found
