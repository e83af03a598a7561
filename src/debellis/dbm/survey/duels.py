"""What a fight or a shot is worth before the dice, by playing its 36 throws."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from debellis.battle.pieces import EVEN, Engagement, Shot, Stakes, Weights
from debellis.dbm.fighting.combat import Side, settled, sides_of
from debellis.dbm.fighting.fighters import CombatSetting
from debellis.dbm.fighting.outcome import DESTROYED, FATES, FLEE, RECOIL
from debellis.dbm.fighting.pairing import pair
from debellis.dbm.shooting.shooting import odds_of_shot
from debellis.dbm.troops import service
from debellis.geometry.plane import Point
from debellis.mechanics.two_dice import FACES
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_THROWS: Final = tuple(product(FACES, repeat=2))
#: Where the elements of a fight by types alone stand, and how far apart those of a shot (in base widths).
_MIDDLE: Point = (300.0, 300.0)
_AWAY: Final = 0.5

#: The share of the throws in which each fate befalls a side.
Shares = dict[str, float]


class Duel(Engagement):
    """A fight of two by the sums of their factors; its throws are played when they are first asked for."""

    def __init__(self, position: Position, sides: tuple[Side, Side], setting: CombatSetting) -> None:
        super().__init__(sides[0].sheet.sum, sides[1].sheet.sum)
        self._position = position
        self._sides = sides
        self._setting = setting
        self._played: dict[tuple[int, int], tuple[Shares, Shares]] = {}

    def chances(self, plus: int = 0) -> tuple[float, float]:
        mine, theirs = self._shares(plus, 0)
        return (theirs[DESTROYED], mine[DESTROYED])

    def driven_back(self, plus: int = 0) -> tuple[float, float]:
        mine, theirs = self._shares(plus, 0)
        return (theirs[RECOIL] + theirs[FLEE], mine[RECOIL] + mine[FLEE])

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        mine, theirs = self._shares(plus, minus)
        lost = _cost(mine, stakes.mine, stakes.my_recoil, by)
        return _cost(theirs, stakes.theirs, stakes.their_recoil, by) - lost * by.own_loss

    def _shares(self, plus: int, minus: int) -> tuple[Shares, Shares]:
        if (plus, minus) not in self._played:
            self._played[plus, minus] = self._play(plus, minus)
        return self._played[plus, minus]

    def _play(self, plus: int, minus: int) -> tuple[Shares, Shares]:
        found = (dict.fromkeys(FATES, 0.0), dict.fromkeys(FATES, 0.0))
        for one, two in _THROWS:
            raw = (self.mine + plus + one, self.theirs + minus + two)
            fates = settled(self._position, self._sides, raw, self._setting, Finding())["outcomes"]
            for side, shares in zip(self._sides, found, strict=True):
                shares[fates[side.who.id]] += 1.0 / len(_THROWS)
        return found


def _cost(shares: Shares, price: float, recoil: float | None, by: Weights) -> float:
    """What the fates of a side cost it on average."""
    back = by.recoil * price if recoil is None else recoil
    flight = price if back >= price else max(by.flee * price, back)
    return shares[RECOIL] * back + shares[FLEE] * flight + shares[DESTROYED] * price


def duel_of(position: Position, one: str, two: str, into_front: tuple[str, ...] = ()) -> Duel | None:
    """The fight of two in contact, with everything that counts for either; None if they do not fight."""
    finding = Finding()
    found = pair(position, one, two, finding)
    if found is None:
        return None
    setting = found.setting(into_front)
    return Duel(position, sides_of(position, found.one, found.two, setting, finding), setting)


@lru_cache(maxsize=4000)
def duel_of_types(edition: str, scale: Scale, one: tuple[Base, ...], two: tuple[Base, ...]) -> Duel | None:
    """The fight of two elements with the ranks behind them on open ground and nobody beside them; see `as_type`."""
    bases = (*_in_file(one, (0.0, 1.0)), *_in_file(two, (0.0, -1.0)))
    position = Position(edition, (600.0, 600.0), bases, active=one[0].side, scale=scale)
    return duel_of(position, one[0].id, two[0].id)


def _in_file(ranks: tuple[Base, ...], facing: Point) -> tuple[Base, ...]:
    """Elements one behind another, the first with its front in the middle of the table."""
    found: list[Base] = []
    y = _MIDDLE[1]
    for number, base in enumerate(ranks):
        name = base.id if number == 0 else f"{base.id} {number}"
        found.append(replace(base, id=name, front=(_MIDDLE[0], y), facing=facing))
        y -= facing[1] * base.depth
    return tuple(found)


class ElementShot(Shot):
    """The chances of a shot's fates for its target."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares

    def harm(self, by: Weights) -> float:
        return _cost(self._shares, 1.0, None, by) if self._shares else 0.0


@lru_cache(maxsize=4000)
def shot_of_types(edition: str, scale: Scale, one: Base, two: Base) -> ElementShot:
    """A shot of one element at another straight before it on open ground; nothing if it may not shoot so."""
    away = _MIDDLE[1] + _AWAY * one.width
    position = _alone(edition, scale, one, replace(two, front=(_MIDDLE[0], away), facing=(0.0, -1.0)))
    answer = odds_of_shot(position, shooters=(one.id,), target=two.id).answer
    if not answer["legal"] or "target" not in answer:
        return ElementShot({})
    return ElementShot({fate: chance.value for fate, chance in answer["target"].items()})


def _alone(edition: str, scale: Scale, one: Base, two: Base) -> Position:
    here = replace(one, front=_MIDDLE, facing=(0.0, 1.0))
    return Position(edition, (600.0, 600.0), (here, two), active=one.side, scale=scale)


def as_type(base: Base, name: str, side: str) -> Base:
    """An element as others of its type are: without its place, its notes and what it did; for fights by types."""
    return Base(
        name,
        side,
        base.code,
        base.kind,
        base.width,
        base.depth,
        general=base.general,
        service=Service(side, service(base).rank),
    )
