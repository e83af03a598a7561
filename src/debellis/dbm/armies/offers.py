"""What a list offers a player who builds an army: its lines with their upgrades and double bases, works and allies."""

from __future__ import annotations

from debellis.battle.armies import ArmyInfo, Slot
from debellis.battle.army_building import POINTS, ArmyOffers, Offer, OfferedAllies, OfferedLine, OfferedWorks, Sizes
from debellis.dbm.armies.allies import contingent_limits
from debellis.dbm.armies.chosen import list_named, ready_army
from debellis.dbm.armies.doubles import must_be_double, singles_allowed
from debellis.dbm.armies.elements import BAGGAGE, Element
from debellis.dbm.armies.lists import MAY, MUST, ArmyList, Line, lines_of
from debellis.dbm.armies.points import Terms, cost, works_cost
from debellis.dbm.troops import ALLY, Troop
from debellis.mechanics.tables import table
from debellis.mechanics.years import span_words
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

_WORKS = {
    "TF": "Temporary fortifications",
    "TF_camp_or_bua": "Temporary fortifications of a camp or town",
    "PF": "Permanent fortifications",
    "PF_tower": "Permanent fortifications with a tower",
    "PF_gateway": "Permanent fortifications with a gateway",
    "PF_gate_tower": "Permanent fortifications with a gate tower",
}


def offers_of(position: Position, listed: ArmyList) -> ArmyOffers:
    """Everything that a list offers, with its ready roster."""
    return ArmyOffers(
        listed.id,
        listed.name,
        years_of(listed),
        sizes_of(position),
        _lines(position, listed),
        tuple(_works(position, listed, kind.kind, kind.min, kind.max) for kind in listed.fortification),
        tuple(_allies(position, one.list, one.max_size) for one in listed.ally),
        (ready_army(listed),) if listed.command else (),
        listed.note,
    )


def sizes_of(position: Position) -> Sizes:
    """The points that players may agree on, and the number of commands."""
    row = table(position, "army_size")
    commands = (int(row["generals_min"]), int(row["generals_max"]))
    return Sizes(POINTS, float(row["agreed_min"]), float(row["agreed_max"]), float(row["ap_standard"]), commands)


def army_info(listed: ArmyList) -> ArmyInfo:
    """A list in brief: each line as the most that may be taken of it."""
    lines = tuple(
        Slot(line.max, (line.troops or f"{line.drill} {line.type} ({line.grade})",), line.general is not None)
        for line in listed.entry
    )
    generals = tuple(slot.any_of[0] for slot in lines if slot.general)
    aggression = listed.aggression or 0
    return ArmyInfo(
        listed.id, listed.name, years_of(listed), listed.climate, aggression, generals, lines, "", (), listed.note
    )


def years_of(listed: ArmyList) -> str:
    """The years of a list in words: "275-146 BC", "250 BC - 225 AD"."""
    if listed.years is None:
        return ""
    return span_words(*listed.years)


def _lines(position: Position, listed: ArmyList) -> tuple[OfferedLine, ...]:
    lines = lines_of(position.edition, listed)
    found: list[OfferedLine] = []
    for entry in listed.entry:
        line = lines[entry.key]
        if line.what.type != BAGGAGE:
            offers = line_offers(position, lines, line)
            name = entry.name or entry.key
            found.append(
                OfferedLine(line.key, name, line.low, line.high, offers, line.optional, line.rank, None, entry.note)
            )
    return tuple(found)


def line_offers(position: Position, lines: dict[str, Line], line: Line, ally: bool = False) -> tuple[Offer, ...]:
    """The elements of a line: as printed, with or without mounts, upgraded, and on the double bases of the list."""
    terms = Terms(lines)
    found: list[tuple[str, Element]] = []
    if not must_be_double(line) or singles_allowed(position, lines, line):
        found.append((line.key, line.element))
        if line.mounts == MAY or (line.mounts == MUST and not table(position, "listed_mounts")["must_be_taken"]):
            found.append(_named(line, Element(_mounted(line.what, line.mounts == MAY), line.rank)))
    if line.in_front_of is not None:
        rear = lines[line.in_front_of]
        found.append(_named(line, Element(_doubled(line.what, rear.what), line.rank)))
    found += [_named(line, Element(one.what.what, line.rank, one.what.foot)) for one in line.better]
    return tuple(_offer(position, terms, key, element, ally) for key, element in found)


def _named(line: Line, element: Element) -> tuple[str, Element]:
    return f"{line.key}: {Element(element.what, None, element.foot).notation}", element


def _mounted(what: Troop, mounts: bool) -> Troop:
    return Troop(what.drill, what.type, what.grade, what.chariot, mounts, what.weapon)


def _doubled(front: Troop, rear: Troop) -> Troop:
    return Troop(front.drill, front.type, front.grade, front.chariot, front.on_mounts, front.weapon, rear)


def _offer(position: Position, terms: Terms, key: str, element: Element, ally: bool) -> Offer:
    if ally and element.rank is not None:
        element = Element(element.what, ALLY, element.foot)
    return Offer(key, element.notation, cost(position, element, terms, Finding()), len(element.halves))


def _works(position: Position, listed: ArmyList, kind: str, least: int, most: int) -> OfferedWorks:
    each = works_cost(position, None, {kind: 1}, Finding())
    return OfferedWorks(kind, _WORKS.get(kind, kind), least, most, each)


def _allies(position: Position, name: str, max_size: int | None) -> OfferedAllies:
    """An allied list with the numbers of a contingent. Any of its generals may lead it as an ally-general."""
    listed = list_named(position.edition, name)
    lines = lines_of(position.edition, listed)
    limits = contingent_limits(position, listed, max_size)
    names = {entry.key: entry.name or entry.key for entry in listed.entry}
    found: list[OfferedLine] = []
    for key, line in lines.items():
        if line.what.type == BAGGAGE:
            continue
        offers = line_offers(position, lines, line, True)
        limit = limits[key]
        rank = None if line.rank is None else ALLY
        found.append(OfferedLine(key, names[key], limit.low, limit.high, offers, limit.or_none, rank))
    return OfferedAllies(listed.id, listed.name, tuple(found))
