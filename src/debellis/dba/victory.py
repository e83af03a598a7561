"""Losing and winning: what each side has lost, who controls the camps and towns, and whether a side has won."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from debellis.dba.book import book, book_of, table
from debellis.dba.commands import DEMORALISED, chief_lost, commands_of, enough_lost, is_big, is_chief
from debellis.dba.troops import read_troops
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import Value, replace
from debellis.umpire.questions import FEATURE, FLAG, TEXT, BadQuestion, Kind, Question, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.wording import several

_OFF = Memory[tuple[Base, ...]]("bases off the table")

_REMARKS = ("general", "garrison")
_PEOPLE = {"followers": "camp_followers", "denizens": "denizens"}

Lost = dict[str, tuple[str, ...]]


class Tally(Value, frozen=True):
    """What a side has lost: elements destroyed, elements partly off the table, places that the enemy controls.

    Each place counts as `worth` elements. The side is beaten when it has lost `enough` elements. In a big battle it is
    beaten when `too_many` of its commands are `demoralised`, and the general is its commander-in-chief.
    """

    side: str
    worth: int
    enough: int
    destroyed: int = 0
    off: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    general: bool = False
    garrison: bool = False
    uncounted: tuple[str, ...] = ()
    unlanded: int = 0
    demoralised: tuple[str, ...] = ()
    too_many: int = 0

    @property
    def total(self) -> int:
        """The number of elements counted as lost."""
        return self.destroyed + len(self.off) + self.worth * len(self.places)

    @property
    def in_danger(self) -> bool:
        """Whether the side has lost its general, or enough elements or commands to be beaten."""
        if self.too_many:
            return self.general or len(self.demoralised) >= self.too_many
        return self.general or self.total >= self.enough


def losses(position: Position, *, lost: Lost | None = None, held_by_enemy: Lost | None = None) -> Ruling:
    """How many elements each side has lost, as counted for victory."""
    finding = Finding()
    found = tallies(position, lost, held_by_enemy)
    for tally in found:
        _cite_uncounted(position, finding, tally)
        if tally.off:
            _cite_off(finding, tally)
        if tally.places:
            _cite_places(finding, tally, held_by_enemy is None)
            if tally.garrison:
                _cite_garrison(finding)
    return finding.rule("losses", {tally.side: tally.total for tally in found})


def victory(
    position: Position,
    *,
    lost: Lost | None = None,
    held_by_enemy: Lost | None = None,
    end_of_bound: bool = True,
) -> Ruling:
    """Who has won at the end of a bound: the name of a side, or "none"."""
    finding = Finding()
    found = tallies(position, lost, held_by_enemy)
    winner = winner_of(found)
    for tally in found:
        finding.measure(f"lost by {tally.side}", tally.total, "elements")
    if not end_of_bound:
        if winner != "none":
            finding.cite("BOB-PIP-6c", "Nobody has lost before the end of the bound.")
        return finding.rule("victory", "none")
    for i, tally in enumerate(found):
        _cite_uncounted(position, finding, tally)
        _cite_decisive(finding, found, i, winner, held_by_enemy is None)
        _cite_condition(position, finding, tally, max((t.total for t in found if t.side != tally.side), default=0))
    return finding.rule("victory", winner)


def winner_of(found: tuple[Tally, ...]) -> str:
    """The side whose enemy is in danger and has lost more than the side itself; "none" if there is no such side."""
    for tally in found:
        for enemy in found:
            if enemy.side != tally.side and enemy.in_danger and enemy.total > tally.total:
                return tally.side
    return "none"


def tallies(position: Position, lost: Lost | None = None, held_by_enemy: Lost | None = None) -> tuple[Tally, ...]:
    """What each side has lost. Values that are not given are read from the position."""
    gone = {**position.lost, **(lost or {})}
    held = held_by_enemy if held_by_enemy is not None else captured_places(position)
    sides = dict.fromkeys((*position.sides, *gone, *held, *position.unlanded))
    for side in ("red", "blue"):
        if len(sides) < 2:
            sides[side] = None
    return tuple(_tally(position, side, gone.get(side, ()), held.get(side, ())) for side in sides)


def _tally(position: Position, side: str, gone: tuple[str, ...], held: tuple[str, ...]) -> Tally:
    destroyed = 0
    general, garrison = chief_lost(position, side), False
    uncounted: list[str] = []
    rules = table(position, "victory")
    ignored = rules["not_counted"]
    for text in gone:
        kind, is_general, was_inside = _read_lost(position, text)
        general = general or (is_general and not is_big(position))
        if kind in ignored:
            uncounted.append(text)
        else:
            destroyed += 1
            garrison = garrison or was_inside
    off: list[str] = []
    for base in off_the_table(position):
        if base.side == side and base.id not in gone:
            general = general or (is_chief(position, base) if is_big(position) else base.general)
            (uncounted if base.kind in ignored else off).append(base.id)
    unlanded = position.unlanded.get(side, 0)
    big = is_big(position)
    return Tally(
        side,
        int(rules["camp_or_bua_counts"]),
        enough_lost(position, side) if big else int(rules["elements_lost"]),
        destroyed,
        tuple(off),
        held,
        general,
        garrison,
        tuple(uncounted),
        unlanded,
        tuple([one.id for one in commands_of(position, side) if DEMORALISED in one.notes]),
        int(table(position, "big_battle")["demoralised_commands_to_lose"]) if big else 0,
    )


def off_the_table(position: Position) -> tuple[Base, ...]:
    """The bases of which some part is over a table edge."""
    return _OFF.of(position, None, _off_the_table)


def _off_the_table(position: Position) -> tuple[Base, ...]:
    return tuple([base for base in position.standing if is_off(base.rectangle, position.size)])


def _read_lost(position: Position, text: str) -> tuple[str, bool, bool]:
    """What a lost element was: its troop type, whether it was the general, whether it is known to have been in a
    camp or town."""
    if position.has_base(text):
        base = position.base(text)
        return base.kind, base.general, base.inside is not None
    try:
        return _read_note(position.edition, text, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "lost") from None


@lru_cache(maxsize=1024)
def _read_note(edition: str, text: str, scale: Scale) -> tuple[str, bool, bool]:
    """The same for a written note of a loss.

    The type is "" if the note only says "general"; ValueError if it is invalid.
    """
    said = text.split()
    marked, inside = "general" in said, "garrison" in said
    words = [word for word in said if word not in _REMARKS]
    if not words or words[0] in _PEOPLE:
        return (_PEOPLE[words[0]] if words else "", marked, inside)
    troops = read_troops(book_of(edition), " ".join([*words, "general"] if marked else words), scale)
    return troops.kind, troops.general, inside


def captured_places(position: Position) -> Lost:
    """The camps and towns that the enemy controls, by the side that lost them.

    A side starts with at most one camp or town. Of several places that one side controls, all but one were the enemy's.
    """
    found: dict[str, tuple[str, ...]] = {}
    own: dict[str, list[str]] = {}
    for place in position.features("camp", "bua"):
        holder = position.within(place.id)
        if place.home is not None:
            if (place.owner if holder is None else holder.side) != place.home:
                found[place.home] = (*found.get(place.home, ()), place.id)
        elif place.owner is not None and holder is not None and holder.side != place.owner:
            found[place.owner] = (*found.get(place.owner, ()), place.id)
        elif place.owner is not None:
            own.setdefault(place.owner, []).append(place.id)
    for side, places in own.items():
        enemy = next((s for s in (*position.sides, "red", "blue") if s != side), None)
        if len(places) > 1 and enemy is not None and enemy not in own:
            found[enemy] = (*found.get(enemy, ()), *places[1:])
    return found


def _cite_uncounted(position: Position, finding: Finding, tally: Tally) -> None:
    if tally.unlanded:
        says = f"{several(tally.unlanded, 'element')} of {tally.side} never landed and cannot be counted as lost."
        finding.cite_all(("BOB-VIC-3d", "BOB-SCH-8c", "DBA22-B32.1"), says)
    if tally.uncounted:
        says = f"These are not counted as lost: {', '.join(tally.uncounted)}."
        finding.cite_all(tuple(table(position, "victory")["not_counted_clauses"]), says)


def _cite_off(finding: Finding, tally: Tally) -> None:
    says = f"Part of {', '.join(tally.off)} is over the table edge, so it is lost."
    finding.cite_all(("BOB-VIC-3a", "BOB-GLO-8", "DBA22-B32.1"), says)


def _cite_places(finding: Finding, tally: Tally, seen: bool) -> None:
    """Cite which places count; `seen` says that the position shows the enemy's control of them."""
    says = f"A camp or town in enemy hands counts as {several(tally.worth, 'element')} more: {', '.join(tally.places)}."
    finding.cite_all(("BOB-VIC-2a", "DBA22-B32.1"), says)
    if seen:
        finding.cite("BOB-VIC-2c", f"The enemy controls {', '.join(tally.places)} of {tally.side}.")


def _cite_garrison(finding: Finding) -> None:
    finding.cite("BOB-VIC-2b", "Troops lost as its garrison count too.")


def _cite_decisive(finding: Finding, found: tuple[Tally, ...], which: int, winner: str, seen: bool) -> None:
    """Cite each loss of a side without which there would be another winner."""
    tally = found[which]

    def without(changed: Tally) -> bool:
        return winner_of((*found[:which], changed, *found[which + 1 :])) != winner

    if tally.off and without(replace(tally, off=())):
        _cite_off(finding, tally)
    if tally.places and without(replace(tally, places=())):
        _cite_places(finding, tally, seen)
    if tally.places and tally.destroyed and without(replace(tally, destroyed=tally.destroyed - 1)):
        _cite_garrison(finding)


def _cite_condition(position: Position, finding: Finding, tally: Tally, enemy: int) -> None:
    """Cite why a side in danger has or has not lost."""
    if not tally.in_danger:
        return
    numbers = f"{tally.side} has lost {tally.total} and its enemy {enemy}"
    if tally.too_many:
        reason = "its commander-in-chief" if tally.general else f"{' and '.join(tally.demoralised)} to demoralisation"
        result = "more than the enemy" if tally.total > enemy else "but not more than the enemy, so play goes on"
        finding.cite("DBA22-B33.8", f"{numbers}: {reason}, {'and ' if tally.total > enemy else ''}{result}.")
        return
    enough = tally.total >= tally.enough
    of_general = tuple(table(position, "victory")["general_clauses"])
    if tally.total > enemy:
        if enough:
            finding.cite("DBA22-B32.2", f"{numbers}: at least {tally.enough}, and more than the enemy.")
        else:
            says = f"{numbers}: the general, and more than the enemy."
            finding.cite_all((*of_general, "DBA22-B32.2"), says)
        return
    if tally.general:
        says = f"{numbers}: losing the general is not the end unless more is lost than by the enemy."
        finding.cite_all((*of_general, "DBA22-B32.3"), says)
    elif tally.total == enemy:
        finding.cite("DBA22-B32.3", f"{numbers}: equal losses, so play goes on.")


def control(
    position: Position,
    *,
    place: str,
    original: str | None = None,
    last_occupied_by: str | None = None,
    shot_out: bool = False,
    revolted: bool = False,
) -> Ruling:
    """Who controls a camp or town and who is in it, also after its garrison was shot out of it."""
    finding = Finding()
    piece = position.feature(place)
    if not piece.is_place:
        raise BadQuestion(f"{place!r} is neither a camp nor a town", "place")
    owner = original or piece.owner
    holder = None if shot_out else position.within(place)
    taken = last_occupied_by if last_occupied_by is not None else piece.owner
    side: str | None
    if holder is not None:
        side, occupant = holder.side, holder.id
        if side != owner:
            finding.cite_all(_lasting(piece.kind), f"{side} occupies it now.")
        elif taken != owner:
            finding.cite_all(_lasting(piece.kind), f"{owner} has occupied it again.")
    else:
        side, occupant = _control_without_troops(finding, piece.kind, piece.occupant, owner, taken, shot_out, revolted)
    return finding.rule("control", {"side": side, "occupant": occupant, "captured": side != owner})


def _lasting(kind: str) -> tuple[str, ...]:
    """The clauses that give a place to the side that occupied it last. For a camp, both layers of the rules say so."""
    return ("BOB-VIC-2c", "DBA22-B7.7") if kind == "camp" else ("BOB-VIC-2c",)


def _control_without_troops(
    finding: Finding,
    kind: str,
    people: str | None,
    owner: str | None,
    taken: str | None,
    shot_out: bool,
    revolted: bool,
) -> tuple[str | None, str]:
    """The side and occupant of a place that no troops hold."""
    left = people or ("denizens" if kind == "bua" else "followers")
    if shot_out:
        left = "denizens" if kind == "bua" else "none"
        remain = "its denizens remain" if kind == "bua" else "nobody remains"
        finding.cite("BOB-CAP-5c", f"When its troops are destroyed by shooting, {remain}.")
    if taken != owner:
        if revolted:
            finding.cite("BOB-VIC-2c", "It has revolted, so it is no longer the enemy's.")
            return owner, "denizens"
        finding.cite_all(_lasting(kind), f"{taken} has occupied it, and {owner} has not done so again.")
        if kind == "camp":
            finding.cite("BOB-CAP-5b", "An empty camp is under the control of whoever occupied it last.")
        return taken, "none"
    if kind == "camp" and left == "none":
        sentence = "An empty camp is not captured until an enemy element occupies it."
        finding.cite_all(("BOB-CAP-5b", "DBA22-B7.7"), sentence)
    return owner, left


def _any_troops(position: Position) -> str:
    """A notation of troops that count when lost and are not a general."""
    ignored = table(position, "victory")["not_counted"]
    rows = book(position).codes.values()
    return next(row.code for row in rows if row.type not in ignored and not row.general)


def lost_troops(value: Any, position: Position) -> tuple[str, ...]:
    """The troops that are lost, from a list of notations, or only their number."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return (_any_troops(position),) * value
    names: tuple[str, ...] = list_of(TEXT).check(value, position)
    return names


def _read_places(value: Any, position: Position) -> tuple[str, ...]:
    names: tuple[str, ...] = (value,) if isinstance(value, str) else list_of(TEXT).check(value, position)
    return names


_LOST = table_of(Kind("list of troops, or a number", lost_troops))
_HELD = table_of(Kind("list of places", _read_places))

QUESTIONS: tuple[Question, ...] = (
    Question(
        "victory",
        "who has won at the end of a bound, by what has been lost",
        {"lost": _LOST.or_none(), "held_by_enemy": _HELD.or_none(), "end_of_bound": FLAG.or_none()},
        victory,
        tied_to_table=True,
    ),
    Question(
        "losses",
        "how many elements each side has lost, as counted for victory",
        {"lost": _LOST.or_none(), "held_by_enemy": _HELD.or_none()},
        losses,
        tied_to_table=True,
    ),
    Question(
        "control",
        "who controls a camp or town and who is in it",
        {
            "place": FEATURE,
            "original": TEXT.or_none(),
            "last_occupied_by": TEXT.or_none(),
            "shot_out": FLAG.or_none(),
            "revolted": FLAG.or_none(),
        },
        control,
    ),
)
