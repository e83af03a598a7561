"""Command: what a move costs in PIPs, and how far an element is from its general."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.dba.book import book, in_mm, in_units, table
from debellis.dba.commands import command_of, is_demoralised
from debellis.dba.moving.general import command_over, general_lost, general_over, hampers
from debellis.dba.moving.moves import Pips
from debellis.dba.options import option
from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.questions import (
    BASE,
    FEATURE,
    NUMBER,
    POINT,
    TABLE,
    WHOLE,
    BadQuestion,
    Kind,
    Question,
    list_of,
    table_of,
)
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import several, together

#: The letters of the reasons for extra PIPs: the kind of move, the distance of the general, and where he is.
NATURE, DISTANCE, GROUND = "a", "b", "c"


class Extra(Value, frozen=True):
    """A reason why a move costs more. All reasons with the same letter add one PIP together."""

    letter: str
    says: str
    clauses: tuple[str, ...] = ()


class Move(Value, frozen=True):
    """The bases that move, those of them that dismount, and the camps and towns they move into, out of or through."""

    movers: tuple[Base, ...]
    dismounting: tuple[str, ...] = ()
    places: tuple[Terrain, ...] = ()


def pips(
    position: Position,
    *,
    element: str | None = None,
    group: tuple[str, ...] | None = None,
    bound: int | None = None,
    dismount: bool | tuple[str, ...] = False,
    leaves: str | None = None,
    enters: str | None = None,
    through: str | None = None,
    after: tuple[Base, ...] = (),
    move_number: int = 1,
) -> Ruling:
    """The cost of a move. `after` gives the places of bases that have already moved in this bound."""
    names = group if group is not None else (element,) if element is not None else ()
    if not names or (group is not None and element is not None):
        raise BadQuestion("pips needs either element or group", "element")
    if len({position.base(name).side for name in names}) > 1:
        raise BadQuestion("a group is of one side", "group")
    number = bound or position.bound or 2
    touched = tuple(place for place in (leaves, enters, through) if place is not None)
    now = position
    for base in after:
        now = now.with_base(base)
    move = read_move(now, names, dismount, touched)
    finding = Finding()
    cost = price(finding, now, move, number)
    if after and cost != price(Finding(), position, read_move(position, names, dismount, touched), number):
        finding.cite("BOB-PIP-5", "What a move costs is judged when it is made, after what has moved before it.")
        finding.cite("DBA22-B11.3", "Costs are judged when each move is made.")
    if move_number > 1:
        says = f"Move {move_number} of this bound costs its own PIPs."
        finding.cite_all(("BOB-PIP-3", "BOB-EXT-1a"), says)
    finding.measure("cost", cost, "pips")
    return finding.rule("pips", cost)


def read_move(
    position: Position, names: tuple[str, ...], dismount: bool | tuple[str, ...], places: tuple[str, ...] = ()
) -> Move:
    """The move of these bases. A base inside a place leaves it by any move."""
    movers = tuple(position.base(name) for name in names)
    if isinstance(dismount, bool):
        able = tuple(base.id for base in movers if base.dismounts) or tuple(names)
        dismounting = able if dismount else ()
    else:
        dismounting = dismount
    touched = dict.fromkeys((*places, *(base.inside for base in movers if base.inside is not None)))
    return Move(movers, dismounting, tuple(position.feature(place) for place in touched))


def at_most(position: Position, move: Move, bound: int) -> int:
    """The greatest possible cost of a move in the side's bound with this number, without measuring the distance to
    the general."""
    basic = int(table(position, "pips")["base"])
    if bound == 1:
        return basic
    letters = {extra.letter for extra in _by_what_it_is(position, move)} | {DISTANCE}
    general = general_over(position, move.movers[0])
    if general is not None and hampers(position, general) is not None:
        letters.add(GROUND)
    return basic + len(letters)


def price(finding: Finding, position: Position, move: Move, bound: int) -> int:
    """The cost of a move in the side's bound with this number.

    Cites what increases the cost, or prevents an increase.
    """
    extras = extras_of(finding, position, move)
    basic = int(table(position, "pips")["base"])
    if not extras:
        return basic
    if bound == 1:
        says = "In a side's first bound every move costs 1 PIP, whatever the circumstances."
        finding.cite_all(("BOB-PIP-4a", "BOB-SCH-9d", "DBA22-B11.2"), says)
        if move.dismounting:
            finding.cite("BOB-PIP-7a", "In the first bound dismounting costs 1 PIP for an element or group.")
        return basic
    letters = {extra.letter for extra in extras}
    for extra in extras:
        finding.cite_all(extra.clauses, extra.says)
    also = "; ".join(extra.says for extra in extras)
    finding.cite_all(("BOB-PIP-4b", "DBA22-B11.2"), f"{basic} PIP, and {len(letters)} more: {also}")
    if len(extras) > 1:
        says = "Each of the three letters adds at most one, and they add up."
        finding.cite_all(table(position, "pips")["add_up_clauses"], says)
    return basic + len(letters)


def pay(position: Position, movers: tuple[str, ...], cost: int, pips: Pips, verdict: Verdict) -> None:
    """Refuse a move that costs more PIPs than are left, or than are left to its command in a big battle."""
    if pips is None:
        return
    own = None if isinstance(pips, int) else command_of(position.base(movers[0]))
    left = pips if isinstance(pips, int) else pips.get(own or "", 0)
    if cost <= left:
        return
    says = f"the move of {together(movers)} costs {several(cost, 'PIP')} and {several(left, 'is', 'are')} left"
    if own is None:
        verdict.refuse(says, "BOB-PIP-1", "DBA22-B11.1")
    else:
        verdict.refuse(f"{says} to the command {own}", "BOB-PIP-1", "BOB-MOV-4c", "DBA22-B11.1")


def of_one_command(position: Position, movers: tuple[str, ...], verdict: Verdict) -> None:
    """Refuse a group of two commands: each moves with PIPs of its own."""
    first = command_of(position.base(movers[0]))
    others = tuple(name for name in movers if command_of(position.base(name)) != first)
    if others:
        for name in others:
            verdict.bar(name, wherever=True)
        says = f"{together(others)} and {movers[0]} serve in different commands, and each moves with PIPs of its own"
        verdict.refuse(says, "BOB-MOV-4c")


def obeys(position: Position, movers: tuple[str, ...], verdict: Verdict) -> None:
    """Refuse a move of elements whose command is demoralised: PIPs only hold them where they are."""
    for name in movers:
        if is_demoralised(position, position.base(name)):
            says = f"{name} is of a demoralised command, and PIPs may only hold it or turn it where it stands"
            verdict.bar(name, wherever=True)
            verdict.refuse(says, "DBA22-B33.6")
            return


def extras_of(finding: Finding, position: Position, move: Move) -> list[Extra]:
    """Every reason for extra PIPs after the first bound."""
    extras = _by_what_it_is(position, move)
    general = general_over(position, move.movers[0])
    if general is None:
        if general_lost(position, move.movers[0]):
            extras.append(Extra(DISTANCE, "The general is lost.", ("BOB-PIP-6b",)))
        return extras
    distant = _by_distance(finding, position, general, move)
    if distant is not None:
        extras.append(distant)
    ground = hampers(position, general)
    if ground is not None and tuple(base.id for base in move.movers) != (general.id,):
        extras.append(Extra(GROUND, f"The general is in {_named(ground)}.", ("BOB-PIP-9",)))
    return extras


def _by_what_it_is(position: Position, move: Move) -> list[Extra]:
    """Case (a): clumsy troops, dismounting, camps and towns."""
    extras: list[Extra] = []
    types = book(position).types
    rules = table(position, "pips")
    if any(types[base.kind].extra_pip for base in move.movers):
        clumsy = sorted({types[base.kind].name for base in move.movers if types[base.kind].extra_pip})
        extras.append(Extra(NATURE, f"{' and '.join(clumsy)} cost one more.", tuple(rules["types_clauses"])))
    if move.dismounting and rules["extra_for_dismounting"]:
        clauses = ["BOB-PIP-3", "BOB-PIP-7a", "BOB-MOV-9a"]
        if any(base.id not in move.dismounting for base in move.movers):
            clauses.append("BOB-PIP-7b")
        extras.append(Extra(NATURE, "Dismounting costs one more, once for all that move.", tuple(clauses)))
    for place in move.places if rules["extra_for_bua_or_camp_passage"] else ():
        if place.kind == "bua":
            extras.append(
                Extra(NATURE, "Moving in, out or through a town costs one more.", ("BOB-PIP-8", "BOB-CAP-3d"))
            )
        elif option(position, "camp_moves_cost_extra"):
            extras.append(Extra(NATURE, "Moving in, out or through a camp costs one more.", ("BOB-PIP-8",)))
    return extras


def _by_distance(finding: Finding, position: Position, general: Base, move: Move) -> Extra | None:
    """Case (b): every element that moves is out of command."""
    found = [command_over(position, general, base) for base in move.movers]
    nearest = min(found, key=lambda command: command.distance)
    unit = book(position).unit
    finding.measure("from the general", nearest.distance, limit=nearest.radius)
    finding.measure("from the general", in_units(position, nearest.distance), unit)
    if any(command.held for command in found):
        return None
    finding.draw("line", nearest.line, "distance", f"{nearest.distance:.2f} mm")
    screened = next((command.hidden_by for command in found if command.hidden_by is not None), None)
    radius = in_units(position, nearest.radius)
    away = _told(position, nearest.distance)
    clauses = tuple(table(position, "pips")["distance_clauses"])
    says = f"All of it is more than {radius:g} {unit} from the general ({away})"
    if screened is None:
        return Extra(DISTANCE, f"{says}.", clauses)
    return Extra(DISTANCE, f"{says} and hidden by {_named(screened)}.", (*clauses, "DBA22-B11.4"))


def command_distance(position: Position, *, element: str) -> Ruling:
    """How far an element is from its general, and whether he can command it without an extra PIP."""
    finding = Finding()
    base = position.base(element)
    general = general_over(position, base)
    if general is None:
        lost = general_lost(position, base)
        if lost:
            finding.cite("BOB-PIP-6b", "The general is lost.")
        return finding.rule("command_distance", {"in_command": not lost})
    found = command_over(position, general, base)
    finding.measure("from the general", found.distance, limit=found.radius)
    finding.draw("line", found.line, "distance", f"{found.distance:.2f} mm")
    unit = book(position).unit
    away = in_units(position, found.distance)
    if not found.held:
        limit = in_units(position, found.radius)
        clauses = ("DBA22-B11.2", *table(position, "pips")["distance_clauses"])
        finding.cite_all(
            clauses, f"It is more than {limit:g} {unit} from the general: {_told(position, found.distance)}."
        )
    if found.hidden_by is not None:
        finding.cite("DBA22-B11.4", f"{_named(found.hidden_by).capitalize()} hides it from the general.")
    hidden_by = found.hidden_by.id if found.hidden_by is not None else None
    answer = {"distance": found.distance, unit: away, "in_command": found.held, "hidden_by": hidden_by}
    return finding.rule("command_distance", answer)


def _told(position: Position, mm: float) -> str:
    """A distance in the edition's unit, exact to a tenth of a millimetre or better."""
    places = 1 if in_mm(position, 1.0) < 1.0 else 3
    return f"{in_units(position, mm):.{places}f}"


_NAMES = {"bua": "a town", "camp": "a camp", "gentle_hill": "a hill crest", "steep_hill": "a hill crest"}


def _named(piece: Terrain) -> str:
    return _NAMES.get(piece.kind, piece.kind)


def _read_dismount(value: Any, position: Position) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    names: tuple[str, ...] = list_of(BASE).check(value, position)
    return names


def _read_pips(value: Any, position: Position) -> Pips:
    """The PIPs left: a number, or in a big battle those of each command."""
    if not isinstance(value, dict):
        number: int = WHOLE.check(value, position)
        return number
    if position.commands is UNSET:
        raise BadQuestion("PIPs by command need armies of commands: give a number", "pips")
    known = {one.id for one in position.commands}
    for name in value:
        if name not in known:
            raise BadQuestion(f"there is no command {name!r}; there are {', '.join(sorted(known))}", "pips")
    by_command: dict[str, int] = table_of(WHOLE).check(value, position)
    return by_command


def _read_moved(value: Any, position: Position) -> Base:
    """Where a base has moved to: { id, front, facing }."""
    given = TABLE.check(value, position)
    base = position.base(BASE.check(given.get("id"), position))
    front = POINT.check(given.get("front"), position)
    facing = direction(NUMBER.check(given.get("facing"), position))
    return replace(base, front=front, facing=facing, inside=None)


#: Arguments of moves: who dismounts, and the PIPs that are left.
DISMOUNT = Kind("true, false or the ids of those who dismount", _read_dismount)
PIPS = Kind("whole number, or a table of whole numbers by command", _read_pips)
_MOVED = Kind("{ id, front, facing }", _read_moved)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "pips",
        "what a move of an element or group costs",
        {
            "element": BASE.or_none(),
            "group": list_of(BASE).or_none(),
            "bound": WHOLE.or_none(),
            "dismount": DISMOUNT.or_none(),
            "leaves": FEATURE.or_none(),
            "enters": FEATURE.or_none(),
            "through": FEATURE.or_none(),
            "after": list_of(_MOVED).or_none(),
            "move_number": WHOLE.or_none(),
        },
        pips,
    ),
    Question(
        "command_distance",
        "how far an element is from its general and whether it is in command",
        {"element": BASE},
        command_distance,
    ),
)
