"""Moves of unit groups and generals, by where they would stand: near enemies they beat, in line, out of harm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

from debellis.battle.pieces import Prospect
from debellis.geometry.plane import Point, quarter_turned
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import Rectangle, gap
from debellis.meg.charging.projecting import wheeled
from debellis.meg.fighting.combatant import LINES
from debellis.meg.going import effect_of, going_in
from debellis.meg.moving.steps import ADVANCE, BACK, SHIFT, TURN, WHEEL
from debellis.meg.playing import generals
from debellis.meg.playing.actions import Engage, Move, MoveGeneral, Pass, Rearrange, Step
from debellis.meg.playing.ambushing import Sources
from debellis.meg.playing.move_ideas import clearing
from debellis.meg.playing.move_phase import sources
from debellis.meg.playing.setting_up.actions import Arrive, ComeOn, Reveal
from debellis.meg.survey.appraisal import Appraisal
from debellis.meg.survey.figures import Figure, is_behind
from debellis.meg.survey.outcome_choices import rearranged

#: At this distance an enemy attracts half as much as from near (BW), and a camp attracts nobody beyond the other.
FAR = 6.0
CAMP_NEAR = 10.0
#: What a quarter turn towards an enemy counts as (BW).
TURNS = 5.0
#: The least and the most that an enemy attracts a unit group, by what a fight with it is worth.
DULL, TEMPTING = 0.05, 0.7
#: How much a fight that the enemy could force on us counts.
FORCED = 0.6
#: What a friend beside in line is worth, and how far ahead of the others a unit group goes without harm (BW).
BESIDE = 0.05
AHEAD = 3.0
ALONE = 0.02
#: What a shot in range is worth for each file.
IN_RANGE = 0.02
#: What bad ground costs, by what it does to a unit group.
GROUND = {"none": 0.0, "affected": 0.04, "badly_affected": 0.15, "not_allowed": 0.4}
#: What it is worth that troops come on to the table, and that an ambush is revealed by choice.
ARRIVES, SPRINGS = 0.5, 0.001
#: What it is worth to clear the way of a charge.
CLEARS = 0.03
#: What it is worth that a general is with troops near the enemy.
WITH_TROOPS = 0.02


def moves(a: Appraisal) -> Iterator[Prospect]:
    """All moves of the movement phase."""
    yield Prospect(Pass(), 0.0, "Nothing else is worth a card.")
    field = Field(a)
    for idea in chain.from_iterable(Sources(sources)(a.state)):
        if isinstance(idea, Move):
            yield field.weighed(idea)
        elif isinstance(idea, Rearrange):
            yield rearranged(a, idea)
        elif isinstance(idea, MoveGeneral):
            yield general_moved(a, idea)
        elif isinstance(idea, Engage):
            yield engaged(a, idea)
        elif isinstance(idea, Arrive | ComeOn):
            yield Prospect(idea, ARRIVES, "Troops that come on to the table are of use at last.")
        elif isinstance(idea, Reveal):
            yield Prospect(idea, SPRINGS, f"{idea.command} leaves its ambush, because nothing else is worth more.")


def first_moves(a: Appraisal) -> Iterator[Prospect]:
    """Generals move before the charges only if they are of use nowhere else."""
    yield Prospect(Pass(), 0.0, "The generals stay, and keep their cards for charges.")
    if a.shallow:
        return
    for way in clearing(a.state):
        price = a.price(way.general, way.cards)
        yield Prospect(way, CLEARS - price, f"{way.units[0]} clears the way of a charge.")
    for idea in generals.ideas_for(a.state):
        found = general_moved(a, idea)
        yield Prospect(found.action, found.worth - 0.03, found.reason)


def general_moved(a: Appraisal, idea: MoveGeneral) -> Prospect:
    """A general goes where the enemy is near."""
    worth = WITH_TROOPS if not a.shallow else 0.0
    if isinstance(idea.to, str):
        own = a.figure(idea.to.partition("/")[0])
        if own is not None and own.fights:
            worth += 0.5 * a.picture.near_loss(own) * (1 + own.unit.wounds)
    return Prospect(idea, worth - a.price(idea.payer, (idea.card,)), f"{idea.general} goes where the enemy is near.")


def engaged(a: Appraisal, idea: Engage) -> Prospect:
    """A unit group opens a fight with an enemy it touches, if that is worth it."""
    own, enemy = a.figure(idea.unit), a.figure(idea.enemy)
    worth = 0.1
    if own is not None and enemy is not None and not a.shallow:
        worth = a.picture.worth(own, enemy, a.by, True, False) + a.eager
    reason = f"{idea.unit} opens the fight with {idea.enemy}, which it touches."
    return Prospect(idea, worth - a.price(idea.general, idea.cards), reason)


def arrived(place: Rectangle, steps: tuple[Step, ...]) -> Rectangle:
    """Where the rectangle round a unit group would be after some steps, if nothing were in the way."""
    for step in steps:
        if step.kind == ADVANCE:
            place = place.advanced(step.amount)
        elif step.kind == BACK:
            place = place.advanced(-step.amount)
        elif step.kind == SHIFT:
            right = (place.facing[1], -place.facing[0])
            sign = -1.0 if step.hand == "left" else 1.0
            place = place.moved(right[0] * step.amount * sign, right[1] * step.amount * sign)
        elif step.kind == WHEEL:
            about = place.corners[0] if step.hand == "left" else place.corners[1]
            place = wheeled(place, about, step.amount, step.hand)
        elif step.kind == TURN:
            place = _turned(place, step.amount)
    return place


def _turned(place: Rectangle, degrees: float) -> Rectangle:
    quarters = round(degrees / 90.0) % 4
    if quarters == 0:
        return place
    facing = quarter_turned(place.facing, quarters)
    width, depth = (place.width, place.depth) if quarters == 2 else (place.depth, place.width)
    x, y = place.centre
    return Rectangle((x + facing[0] * depth / 2.0, y + facing[1] * depth / 2.0), facing, width, depth)


class Field:
    """Weighs places for the unit groups of the deciding side."""

    def __init__(self, a: Appraisal) -> None:
        self.a = a
        self.enemies = a.picture.against(a.side)
        self.friends = [one for one in a.picture.of(a.side) if not one.light]
        self.now: dict[tuple[str, tuple[str, ...]], float] = {}
        self.ahead = self._line()

    def _line(self) -> dict[str, float]:
        """How far ahead each friend stands along the way the army faces."""
        x, y = self._facing()
        return {one.id: one.place.front[0] * x + one.place.front[1] * y for one in self.friends}

    def _facing(self) -> Point:
        x = sum([one.place.facing[0] for one in self.friends])
        y = sum([one.place.facing[1] for one in self.friends])
        far = math.hypot(x, y)
        return (x / far, y / far) if far > 0.01 else (0.0, 1.0)

    def weighed(self, idea: Move) -> Prospect:
        """A move, by what its unit groups gain."""
        a = self.a
        gain = 0.0
        towards = ""
        steps = idea.steps if not idea.then else (*idea.steps, *idea.then)
        for name in idea.units:
            own = a.figure(name)
            if own is None:
                continue
            place = arrived(own.place, steps)
            key = (name, idea.units)
            if key not in self.now:
                self.now[key] = self.value(own, own.place, idea.units)[0]
            worth, enemy = self.value(own, place, idea.units)
            gain += worth - self.now[key]
            towards = towards or enemy
        if idea.action in ("M1", "M7", "M8"):
            gain -= 0.01
        who = " and ".join(idea.units)
        verb = "goes" if len(idea.units) == 1 else "go"
        reason = f"{who} {verb} where {'it stands' if len(idea.units) == 1 else 'they stand'} better"
        reason = f"{reason} against {towards}." if towards else f"{reason}."
        return Prospect(idea, gain - a.price(idea.general, idea.cards), reason)

    def value(self, own: Figure, place: Rectangle, moving: tuple[str, ...]) -> tuple[float, str]:
        """What it is worth to a unit group to stand somewhere, and the enemy that matters most there."""
        if own.light:
            return self._skirmishers(own, place), ""
        a, width = self.a, self.a.picture.bw
        best, who = -1.0, ""
        worst = 0.0
        for enemy in self.enemies:
            if enemy.light:
                continue
            apart = gap(place, enemy.place)
            flank = not a.shallow and not enemy.no_flanks and is_behind(place.corners, enemy.place)
            pull = self._pull(own, enemy, flank and apart <= own.reach)
            if enemy.is_camp and (apart > CAMP_NEAR * width or own.reach < 4.0 * width):
                continue
            far = (apart / width + TURNS * _turn(place, enemy.place) / 90.0) / FAR
            worth = pull / (1.0 + far * far)
            if worth > best:
                best, who = worth, enemy.id
            if not a.shallow and enemy.reach > 0.0 and not enemy.fights:
                worst = max(worst, self._threat(own, place, enemy, apart))
        line = self._beside(own, place, moving)
        shot = IN_RANGE * own.files if own.shot > 0.0 and self._in_range(own, place) else 0.0
        harm = self._ground(own, place) + self._alone(own, place, moving)
        return best - FORCED * worst + line + shot - harm, who

    def _ground(self, own: Figure, place: Rectangle) -> float:
        """What the ground there costs."""
        worst = 0.0
        for piece in self.a.position.terrain:
            if piece.kind not in LINES and partly_in(place, piece.ground):
                going, _ = going_in(self.a.position, piece, own.unit.troops.type)
                worst = max(worst, GROUND[effect_of(self.a.position, own.unit, going)])
        return worst

    def _pull(self, own: Figure, enemy: Figure, flank: bool) -> float:
        """How much an enemy attracts a unit group."""
        if self.a.shallow:
            return 0.3
        a = self.a
        worth = a.picture.worth(own, enemy, a.by, True, False, flank) + a.eager
        if enemy.fights and not flank:
            worth += 0.1
        return max(DULL, min(TEMPTING, worth))

    def _threat(self, own: Figure, place: Rectangle, enemy: Figure, apart: float) -> float:
        """What a charge that the enemy could make next costs, beyond what we would risk ourselves."""
        a = self.a
        if apart > enemy.reach + 0.5 * a.picture.bw or _turn(enemy.place, place) > 60.0:
            return 0.0
        flank = not own.no_flanks and is_behind(enemy.place.corners, place)
        return max(0.0, a.picture.worth(enemy, own, a.by, True, False, flank) - a.eager)

    def _beside(self, own: Figure, place: Rectangle, moving: tuple[str, ...]) -> float:
        """What friends beside it in line are worth, to it and to them. Those who move with it keep their places."""
        width = self.a.picture.bw
        found = 0.0
        for friend in self.friends:
            if friend.id == own.id:
                continue
            together = friend.id in moving
            across, level = (own.place if together else place).local(friend.place.front)
            apart = abs(abs(across) - (place.width + friend.place.width) / 2.0)
            if apart < width and abs(level) < 0.75 * width:
                found += BESIDE / 2.0 if together else BESIDE
        return found

    def _alone(self, own: Figure, place: Rectangle, moving: tuple[str, ...]) -> float:
        """What it costs to be ahead of the rest of the army."""
        others = sorted([far for name, far in self.ahead.items() if name != own.id])
        if not others or self.a.shallow:
            return 0.0
        x, y = self._facing()
        here = place.front[0] * x + place.front[1] * y
        beyond = (here - others[len(others) // 2]) / self.a.picture.bw - AHEAD
        return ALONE * max(0.0, beyond) / (2.0 if len(moving) > 1 else 1.0)

    def _in_range(self, own: Figure, place: Rectangle) -> bool:
        return any(
            gap(place, enemy.place) <= own.shot and _turn(place, enemy.place) < 40.0
            for enemy in self.enemies
            if not enemy.is_camp
        )

    def _skirmishers(self, own: Figure, place: Rectangle) -> float:
        """What a place is worth to skirmishers: targets in range, and no enemy too near."""
        a, width = self.a, self.a.picture.bw
        near = [(gap(place, enemy.place), enemy) for enemy in self.enemies if not enemy.is_camp]
        if not near:
            return 0.0
        apart = min(far for far, _ in near)
        found = -0.002 * max(0.0, apart - own.shot) / width
        if own.shot > 0.0 and self._in_range(own, place):
            found += IN_RANGE * own.files * 0.5
        if a.shallow:
            return found
        heavy = [far for far, enemy in near if not enemy.light]
        if heavy and min(heavy) < 1.2 * width:
            found -= 0.02
        return found


def _turn(place: Rectangle, other: Rectangle) -> float:
    """By how many degrees a place faces away from another."""
    x, y = other.centre[0] - place.front[0], other.centre[1] - place.front[1]
    far = math.hypot(x, y)
    if far < 1.0:
        return 0.0
    cosine = (x * place.facing[0] + y * place.facing[1]) / far
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
