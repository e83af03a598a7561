"""What a fight is worth before the dice: the exact odds of its fates, weighed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from debellis.battle.pieces import EVEN, Engagement, Shot, Stakes, Weights
from debellis.dba.book import book_of
from debellis.dba.fighting.combat import side_of
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.dba.fighting.outcome import Clash, first_row
from debellis.dba.shooting.shot_odds import odds_of_shot
from debellis.mechanics.two_dice import THROWS, comparisons
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding

#: Outcomes that someone inside a camp or town cannot make: it is destroyed instead.
_LEAVING = ("recoil", "flee")
_HOW = ("equal", "beaten", "doubled")


class Duel(Engagement):
    """A fight of two by the sums of their factors; `my_fates` and `their_fates` are for level, beaten and doubled."""

    my_fates: tuple[str, ...]
    their_fates: tuple[str, ...]

    def __init__(self, mine: int, theirs: int, my_fates: tuple[str, ...], their_fates: tuple[str, ...]) -> None:
        super().__init__(mine, theirs)
        self.my_fates = my_fates
        self.their_fates = their_fates

    def chances(self, plus: int = 0) -> tuple[float, float]:
        mine, theirs = self._fated(plus)
        return (theirs.get("destroyed", 0) / THROWS, mine.get("destroyed", 0) / THROWS)

    def driven_back(self, plus: int = 0) -> tuple[float, float]:
        mine, theirs = self._fated(plus)
        back = [sum(times.get(fate, 0) for fate in _LEAVING) / THROWS for times in (theirs, mine)]
        return (back[0], back[1])

    def _fated(self, plus: int) -> tuple[dict[str, int], dict[str, int]]:
        """In how many of the 36 throws each fate comes upon me, and upon them."""
        count = comparisons(self.mine + plus, self.theirs)
        mine = _times(self.my_fates, (count.equal, count.beaten, count.doubled))
        return mine, _times(self.their_fates, (count.equal, count.beats, count.doubles))

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        count = comparisons(self.mine + plus, self.theirs + minus)
        mine = _fallen(stakes.mine, stakes.my_recoil, by)
        theirs = _fallen(stakes.theirs, stakes.their_recoil, by)
        lost = gained = 0.0
        for fate, times in zip(self.my_fates, (count.equal, count.beaten, count.doubled), strict=True):
            lost += times * mine[fate]
        for fate, times in zip(self.their_fates, (count.equal, count.beats, count.doubles), strict=True):
            gained += times * theirs[fate]
        return (gained - lost * by.own_loss) / THROWS


@lru_cache(maxsize=5000)
def _fallen(price: float, recoil: float | None, by: Weights) -> dict[str, float]:
    """What each fate costs a side that has this price."""
    back = by.recoil * price if recoil is None else recoil
    flight = price if back >= price else max(by.flee * price, back)
    return {"no_effect": 0.0, "recoil": back, "flee": flight, "destroyed": price, "change_sides": 2.0 * price}


def _times(fates: tuple[str, ...], counts: tuple[int, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for fate, times in zip(fates, counts, strict=True):
        found[fate] = found.get(fate, 0) + times
    return found


def duel_of(position: Position, one: Fighter, two: Fighter, clash: Clash, first: str | None = None) -> Duel:
    """The fight of two that are in contact, with everything that counts for either."""
    finding = Finding()
    mine = side_of(position, one, two, clash, finding, first).sheet.sum
    theirs = side_of(position, two, one, clash, finding, first).sheet.sum
    return Duel(mine, theirs, _fates(position, one, two, clash), _fates(position, two, one, clash))


def _fates(position: Position, loser: Fighter, winner: Fighter, clash: Clash) -> tuple[str, ...]:
    found = tuple(first_row(position, loser, winner, how, clash).result for how in _HOW)
    if loser.place is None:
        return found
    return tuple("destroyed" if fate in _LEAVING else fate for fate in found)


class Kind(Value, frozen=True):
    """What matters of an element for a fight by types alone: its code, whether it is the general, and its going."""

    code: str
    general: bool
    bad_going: bool


@lru_cache(maxsize=20000)
def duel_of_kinds(edition: str, options: tuple[tuple[str, Any], ...], one: Kind, two: Kind) -> Duel:
    """The fight of two elements front to front with nobody beside them."""
    return duel_of_files(edition, options, (one,), (two,))


@lru_cache(maxsize=20000)
def duel_of_files(
    edition: str, options: tuple[tuple[str, Any], ...], one: tuple[Kind, ...], two: tuple[Kind, ...]
) -> Duel:
    """The fight of two elements front to front, each with those directly behind it and nobody beside."""
    ours, theirs = _file(edition, "one", "red", one, (0.0, 1.0)), _file(edition, "two", "blue", two, (0.0, -1.0))
    kinds = zip((*ours, *theirs), (*one, *two), strict=True)
    ground = tuple(_bad_ground(edition, base) for base, kind in kinds if kind.bad_going)
    position = Position(edition, (600.0, 600.0), (*ours, *theirs), ground, options=dict(options))
    fighters = (fighter(position, "one"), fighter(position, "two"))
    assert fighters[0] is not None and fighters[1] is not None
    return duel_of(position, fighters[0], fighters[1], Clash("close"))


def _file(edition: str, name: str, side: str, kinds: tuple[Kind, ...], facing: tuple[float, float]) -> tuple[Base, ...]:
    """Elements one behind another, the front edge of the first in the middle of the board."""
    found: list[Base] = []
    front = 300.0
    for rank, kind in enumerate(kinds):
        base = _base(edition, name if rank == 0 else f"{name} {rank}", side, kind, facing)
        found.append(replace(base, front=(300.0, front)))
        front -= facing[1] * base.depth
    return tuple(found)


class ElementShot(Shot):
    """What a shot does to its target by types alone: how probably it is destroyed, flees, recoils."""

    destroyed: float
    flees: float
    recoils: float

    def __init__(self, destroyed: float, flees: float, recoils: float) -> None:
        self.destroyed = destroyed
        self.flees = flees
        self.recoils = recoils

    def harm(self, by: Weights) -> float:
        return self.destroyed + by.flee * self.flees + by.recoil * self.recoils


@lru_cache(maxsize=20000)
def shot_of_kinds(edition: str, options: tuple[tuple[str, Any], ...], one: Kind, two: Kind) -> ElementShot:
    """A shot of one element at another straight before it, not answered."""
    target = _base(edition, "two", "blue", two, (0.0, -1.0))
    away = SCALES["15mm"].base_width * 0.5
    shooter = replace(_base(edition, "one", "red", one, (0.0, 1.0)), front=(300.0, 300.0 - away))
    ground = (_bad_ground(edition, target),) if two.bad_going else ()
    position = Position(edition, (600.0, 600.0), (shooter, target), ground, active="red", options=dict(options))
    answer = odds_of_shot(position, shooters=("one",), target="two").answer
    if not answer["legal"]:
        return ElementShot(0.0, 0.0, 0.0)
    shares = answer["target"]
    return ElementShot(shares["destroyed"].value, shares["flee"].value, shares["recoil"].value)


def _base(edition: str, name: str, side: str, kind: Kind, facing: tuple[float, float]) -> Base:
    row = book_of(edition).codes[kind.code]
    width = SCALES["15mm"].base_width
    depth = float(row.depth_mm_small)
    return Base(name, side, kind.code, row.type, width, depth, (300.0, 300.0), facing, general=kind.general)


def _bad_ground(edition: str, base: Base) -> Terrain:
    """A patch of bad going under one base and not the other."""
    return Terrain(f"under {base.id}", bad_kind(edition), outline=base.rectangle.inset(1.0).corners)


@cache
def bad_kind(edition: str) -> str:
    """A kind of ground that is bad going for everybody."""
    going = book_of(edition).tables.going
    return next(kind for kind in going.bad if kind not in going.camels_treat_as_good)
