"""How armies of DBA are built: one command of twelve elements or as many as its list has, some of them a choice."""

from __future__ import annotations

import re
from collections import Counter

from debellis.battle.armies import ArmyInfo, Slot
from debellis.battle.army_building import (
    ELEMENTS,
    ArmyFault,
    ArmyOffers,
    CheckedArmy,
    ChosenArmy,
    ChosenCommand,
    CommandTally,
    LineTally,
    Offer,
    OfferedLine,
    Sizes,
)
from debellis.dba.book import book_of
from debellis.dba.setting_up.armies import may_field
from debellis.dba.setting_up.lists import armies, army_size, find_army
from debellis.mechanics.army_files import BadArmy, refuse_too_large
from debellis.table.position import Position
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling

_SEPARATE = "An army is one command; this one has {count}."
_NO_ALLIES = "Armies of this edition have no allied contingents."
_NO_WORKS = "Armies of this edition buy no fortifications and choose no baggage."
_KEYED = re.compile(r"(\d+|[a-z]\d+): (.+)")
_GENERAL = " general"


class DbaArmyBuilder:
    """Builds armies of an edition of DBA."""

    def __init__(self, edition: str) -> None:
        board = float(book_of(edition).tables.other["units"]["board_mm_small"])
        self._position = Position(edition, (board, board))
        self._edition = edition

    @property
    def sizes(self) -> Sizes:
        size = army_size(self._edition)
        return Sizes(ELEMENTS, size, size, size)

    def armies(self) -> dict[str, ArmyInfo]:
        return armies(self._edition)

    def offers(self, army: str) -> ArmyOffers:
        listed = self._list(army)
        size = army_size(self._edition, listed)
        lines = tuple(self._line(key, slot, block) for key, slot, block in _slots(listed))
        ready = (ChosenArmy(listed.id, (ChosenCommand(_first(lines)),)),)
        sizes = Sizes(ELEMENTS, size, size, size)
        return ArmyOffers(listed.id, listed.name, listed.years, sizes, lines, ready=ready, note=listed.note)

    def check(self, chosen: ChosenArmy) -> CheckedArmy:
        refuse_too_large(chosen)
        listed = self._list(chosen.army)
        keys = [key for one in chosen.commands for key, count in one.elements.items() for _ in range(count)]
        elements = tuple(self._notation(listed, key) for key in keys)
        faults = list(_outside(chosen))
        try:
            ruling = may_field(self._position, army=listed.id, elements=elements)
            faults += _faults(ruling)
        except BadQuestion as error:
            faults.append(ArmyFault(f"{error.sentence[0].upper()}{error.sentence[1:]}."))
        general = next((one for one in elements if one.endswith(_GENERAL)), None)
        return CheckedArmy(
            legal=not faults,
            faults=tuple(faults),
            unit=ELEMENTS,
            size=len(elements),
            most=army_size(self._edition, listed),
            elements=len(elements),
            commands=(CommandTally("", general, len(elements)),),
            lines=_tallies(listed, keys),
            setup={"army": listed.id, "elements": list(elements)},
        )

    def _list(self, name: str) -> ArmyInfo:
        found = find_army(self._edition, name)
        found = found or next((one for one in armies(self._edition).values() if one.name == name), None)
        if found is None:
            raise BadArmy(f"there is no army {name!r} in {self._edition}")
        return found

    def _line(self, key: str, slot: Slot, block: int | None) -> OfferedLine:
        offers = tuple(Offer(f"{key}: {code}", self._marked(slot, code)) for code in slot.any_of)
        note = "all the same" if slot.all_same and slot.count > 1 else ""
        rank = "general" if slot.general else None
        name = " or ".join(slot.any_of)
        return OfferedLine(key, name, slot.count, slot.count, offers, block is not None, rank, block, note)

    def _marked(self, slot: Slot, code: str) -> str:
        """A code as a set-up writes it: the general is marked unless he is an element of his own."""
        row = book_of(self._edition).codes.get(code)
        return f"{code}{_GENERAL}" if slot.general and not (row is not None and row.general) else code

    def _notation(self, listed: ArmyInfo, key: str) -> str:
        """The notation of an offer: "3: 4Bd" of a line, or a notation as it is."""
        match = _KEYED.fullmatch(key)
        slot = None if match is None else next((slot for name, slot, _ in _slots(listed) if name == match[1]), None)
        return key if match is None or slot is None else self._marked(slot, match[2])


def _slots(listed: ArmyInfo) -> list[tuple[str, Slot, int | None]]:
    """The slots of a list by key. Those of the first block of alternatives are a1, a2 and so on."""
    found: list[tuple[str, Slot, int | None]] = [(str(i), slot, None) for i, slot in enumerate(listed.elements, 1)]
    for block, slots in enumerate(listed.alternatives):
        found += [(f"{chr(ord('a') + block)}{i}", slot, block) for i, slot in enumerate(slots, 1)]
    return found


def _first(lines: tuple[OfferedLine, ...]) -> dict[str, int]:
    """The first choice of every line, with the first block of alternatives."""
    return {line.offers[0].id: line.least for line in lines if line.block in (None, 0)}


def _tallies(listed: ArmyInfo, keys: list[str]) -> tuple[LineTally, ...]:
    """How many elements each line has. Elements chosen by notation alone belong to no line yet."""
    taken: Counter[str] = Counter()
    for key in keys:
        match = _KEYED.fullmatch(key)
        if match is not None:
            taken[match[1]] += 1
    return tuple(LineTally(key, taken[key], slot.count, slot.count) for key, slot, _ in _slots(listed))


def _outside(chosen: ChosenArmy) -> list[ArmyFault]:
    """What no army of DBA has."""
    found: list[ArmyFault] = []
    if len(chosen.commands) != 1:
        found.append(ArmyFault(_SEPARATE.format(count=len(chosen.commands))))
    if any(one.ally is not None for one in chosen.commands):
        found.append(ArmyFault(_NO_ALLIES))
    if chosen.works or chosen.baggage is not None:
        found.append(ArmyFault(_NO_WORKS))
    return found


def _faults(ruling: Ruling) -> list[ArmyFault]:
    """The faults of a ruling, each with the clauses that were cited for it."""
    return [
        ArmyFault(says, tuple(reason.clause for reason in ruling.because if reason.says == says))
        for says in ruling.answer["faults"]
    ]


def army_builder(edition: str) -> DbaArmyBuilder:
    """The builder of an edition."""
    return DbaArmyBuilder(edition)
