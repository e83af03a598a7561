"""How armies of Mortem et Gloriam are built: by points, from the lines of a ready army that stands for its list."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import ArmyInfo, Slot
from debellis.battle.army_building import (
    POINTS,
    ArmyFault,
    ArmyOffers,
    CheckedArmy,
    ChosenArmy,
    ChosenCommand,
    CommandTally,
    LineTally,
    Offer,
    OfferedLine,
    OfferedWorks,
    Sizes,
)
from debellis.mechanics.army_files import BadArmy, refuse_too_large
from debellis.mechanics.tables import load, rows_of
from debellis.mechanics.years import span_words
from debellis.meg.setting_up.armies import army_points
from debellis.meg.setting_up.choosing import (
    FLOATING,
    FORTIFIED,
    LOWER_QUALITY,
    LOWER_SKILL,
    army_named,
    chosen_army,
    judge_choice,
    limits,
    lower_grade,
    points_of,
    ready_choice,
    sizes_of,
    taken_of,
)
from debellis.meg.setting_up.lists import army_lists, size_of
from debellis.umpire.verdict import Verdict

_ONE_COMMAND = "An army is one command, its contingents included; this one has {count}."


class MegArmyBuilder:
    """Builds armies of an edition of Mortem et Gloriam."""

    def __init__(self, edition: str) -> None:
        self._edition = edition

    @property
    def sizes(self) -> Sizes:
        return self._sizes("Maximus")

    def _sizes(self, size: str) -> Sizes:
        row = next(row for row in rows_of(self._edition, "game_size") if row["name"] == size)
        least, most = row["points"]
        return Sizes(POINTS, float(least), float(most), (least + most) / 2.0)

    def armies(self) -> dict[str, ArmyInfo]:
        return {name: army_info(army) for name, army in army_lists(self._edition).items()}

    def offers(self, army: str) -> ArmyOffers:
        listed = self._list(army)
        lines = tuple(self._line(listed, i, group) for i, group in enumerate(listed["ug"], start=1))
        leaders = tuple(self._leader(i, one) for i, one in enumerate(listed["general"], start=1))
        cost = float(load(self._edition)["points"]["camp"].get("fortified", 0))
        info = army_info(listed)
        return ArmyOffers(
            info.id,
            info.name,
            info.years,
            self._sizes(size_of(listed)),
            (*leaders, *lines),
            works=(OfferedWorks(FORTIFIED, FORTIFIED, 0, 1, cost),),
            ready=(self._ready(listed),),
            note=info.note,
        )

    def _ready(self, army: dict[str, Any]) -> ChosenArmy:
        choice = ready_choice(army)
        works = {FORTIFIED: 1} if choice.pop(FORTIFIED, 0) else {}
        return ChosenArmy(str(army["id"]), (ChosenCommand(choice),), works=works)

    def check(self, chosen: ChosenArmy) -> CheckedArmy:
        refuse_too_large(chosen)
        listed = self._list(chosen.army)
        choice: dict[str, int] = {}
        for command in chosen.commands:
            for word, count in command.elements.items():
                choice[word] = choice.get(word, 0) + count
        if chosen.works.get(FORTIFIED):
            choice[FORTIFIED] = 1
        army, unknown = chosen_army(self._edition, listed, choice)
        faults = [ArmyFault(f"{listed['name']} offers no {word!r}.", ("MEG-B8.11",)) for word in unknown]
        if len(chosen.commands) != 1:
            faults.append(ArmyFault(_ONE_COMMAND.format(count=len(chosen.commands))))
        verdict = Verdict()
        judge_choice(verdict, self._edition, listed, army)
        faults += [ArmyFault(says, _clauses(verdict, says)) for says in verdict.faults]
        points = army_points(self._edition, army)
        bases = sum(int(group["n"]) * int(group["bases"]) for group in army["ug"])
        chief = next((str(one["rank"]) for one in army["general"] if one["role"] == "AC"), None)
        return CheckedArmy(
            legal=not faults,
            faults=tuple(faults),
            unit=POINTS,
            size=points,
            most=self._sizes(size_of(listed)).most,
            elements=bases,
            commands=(CommandTally("", chief, bases, points),),
            lines=self._tallies(listed, army),
            setup={"army": str(listed["id"]), "units": choice},
        )

    def _tallies(self, listed: dict[str, Any], army: dict[str, Any]) -> tuple[LineTally, ...]:
        taken = taken_of(listed, army)
        return tuple(LineTally(str(i), taken[i], *limits(group)) for i, group in enumerate(listed["ug"], start=1))

    def _list(self, name: str) -> dict[str, Any]:
        found = army_named(self._edition, name)
        if found is None:
            raise BadArmy(f"there is no army {name!r} in {self._edition}")
        return found

    def _line(self, army: dict[str, Any], number: int, group: dict[str, Any]) -> OfferedLine:
        sizes = sizes_of(self._edition, army, group)
        offers = tuple(
            Offer(
                str(number) if bases == sizes[0] else f"{number}: {bases} bases",
                _words(group),
                points_of(self._edition, group, bases),
                bases,
            )
            for bases in sizes
        )
        least, most = limits(group)
        offers += self._downgraded(number, group)
        return OfferedLine(str(number), str(group["name"]), least, most, offers, least == 0)

    def _downgraded(self, number: int, group: dict[str, Any]) -> tuple[Offer, ...]:
        """A line with a grade less of quality or of shooting skill, in the size of the list (MEG-B8.5)."""
        found: list[Offer] = []
        for key, word in (("quality", LOWER_QUALITY), ("skill", LOWER_SKILL)):
            grade = lower_grade(group, key)
            if grade:
                lower = {**group, key: grade}
                bases = int(group["bases"])
                cost = points_of(self._edition, lower, bases)
                found.append(Offer(f"{number}: {word}", _words(lower), cost, bases))
        return tuple(found)

    def _leader(self, number: int, one: dict[str, Any]) -> OfferedLine:
        costs = load(self._edition)["points"]["general"]
        ranks = [str(row["name"]) for row in load(self._edition)["general_rank"]]
        offers = tuple(Offer(f"g{number}: {rank}", rank, float(costs.get(rank, 0)), 0) for rank in ranks)
        chief = one["role"] == "AC"
        if chief:
            offers += tuple(
                Offer(f"g{number}: {rank}, {FLOATING}", f"{rank}, floating", float(costs.get(rank, 0)), 0)
                for rank in ranks
            )
        name = {"AC": "army commander", "sub": "sub-general", "ally": "ally general"}[str(one["role"])]
        return OfferedLine(f"g{number}", f"{name}, {one['style']}", int(chief), 1, offers, not chief, str(one["role"]))


def _words(group: dict[str, Any]) -> str:
    """A line of a list in the words of its description."""
    keys = ("quality", "training", "order", "protection", "horse", "type", "melee", "skill", "shoot")
    words = [str(group[key]) for key in keys if group.get(key)]
    return " ".join(dict.fromkeys((*words, *group.get("traits", ()))))


def _clauses(verdict: Verdict, says: str) -> tuple[str, ...]:
    return tuple(reason.clause for reason in verdict.reasons.values() if reason.says == says)


def army_info(army: dict[str, Any]) -> ArmyInfo:
    """A ready army in the words of all families."""
    slots = tuple(Slot(int(group.get("n", 1)), (str(group["name"]),)) for group in army["ug"])
    leaders = tuple(f"{one['rank']} {one['style']}" for one in army["general"])
    return ArmyInfo(
        str(army["id"]),
        str(army["name"]),
        span_words(int(army["list_from"]), int(army["list_to"])),
        ", ".join(army["territories"]),
        0,
        leaders,
        slots,
        str(army.get("conf", "")),
        note=str(army.get("note", "")),
        facts=_facts(army),
    )


def _facts(army: dict[str, Any]) -> tuple[str, ...]:
    """What counts before a battle: points, PBS cards, and who leads the army (MEG-B9.2)."""
    chief = next(one for one in army["general"] if one["role"] == "AC")
    others = len(army["general"]) - 1
    more = f", {others} other general{'' if others == 1 else 's'}" if others else ""
    return (
        f"{int(army['points'])} points",
        f"{int(army['pbs_cards'])} pre-battle cards",
        f"{str(chief['rank']).lower()} {chief['style']} commander{more}",
    )


def army_builder(edition: str) -> MegArmyBuilder:
    """The builder of an edition."""
    return MegArmyBuilder(edition)
