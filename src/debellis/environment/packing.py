"""A side's view of a battle as the bytes of arrays. docs/environment.md lists every number."""

from __future__ import annotations

from struct import Struct as Layout
from typing import Any

from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.battle.survey import BEGINNING, FIGHT, MOVES, OVER, SHOOTER, TARGET
from debellis.environment.offers import NUMBER, Choosing, Offer, Offers
from debellis.environment.sizes import Sizes
from debellis.table.bases import Base

SETTING_UP = "setting up"
PHASES = (BEGINNING, MOVES, "way", "move", SHOOTER, TARGET, FIGHT, SETTING_UP, OVER)
#: How many numbers describe a base, the turn and a choice.
BASE = 9
TURN = len(PHASES) + 8
CHOICE = 6
NOBODY = -1
_FLOAT = 4
_STANDING = Layout("7f")
_MARKS = Layout("2f")
_TURN = Layout(f"{TURN - len(PHASES)}f")
_CHOICE = Layout(f"{CHOICE}f")
#: Where the marks of a base are in its row: the moves it made, and whether it shot.
_MARKED = 7 * _FLOAT
_ROW = BASE * _FLOAT
_PHASES = {phase: Layout(f"{len(PHASES)}f").pack(*(float(phase == one) for one in PHASES)) for phase in PHASES}
_END = NUMBER["end moves"]
_MOVING = {NUMBER[kind] for kind in ("move", "march", "enter")}
_SHOT = NUMBER["shot"]
_SAYS_IT_ALL = {NUMBER[kind] for kind in ("end moves", "leave it", "element", "landing", "way", "other")}

#: The kinds of the slots, the mask, their bases and their numbers.
Choices = tuple[bytearray, bytearray, bytearray, bytearray]


class Packer:
    """Packs the moments of one battle, and rewrites only what changed."""

    def __init__(self, rules: Rules, state: Any, rows: dict[str, int], sizes: Sizes) -> None:
        self.rules = rules
        self.survey = rules.survey
        self.rows = rows
        self.sizes = sizes
        self.both = sizes.both
        self.size = rules.position(state).size[0]
        self.numbers = {kind: i for i, kind in enumerate(self.survey.troop_types(), 1)}
        self._known: list[Base | None] = [None] * self.both
        self._bases = bytearray(self.both * _ROW)
        self._types = bytearray(self.both)
        self._marked: set[int] = set()
        self._seen: Any = None
        self._pair = Layout("2h" if sizes.wide else "2b")
        self._no_bases = self._pair.pack(NOBODY, NOBODY) * sizes.slots
        # While the mover is chosen, slot n stands for row n - 1, whether that base may move or not.
        self._movers = b"".join(
            [
                self._pair.pack(NOBODY, NOBODY),
                *(self._pair.pack(row, NOBODY) for row in range(sizes.rows)),
                self._pair.pack(NOBODY, NOBODY) * (sizes.slots - 1 - sizes.rows),
            ]
        )

    def look(self, state: Any) -> bool:
        """Update the table; returns whether anything may have changed."""
        before = self._seen
        if state is before:
            return False
        position = self.rules.position(state)
        if before is None or position is not self.rules.position(before):
            there: list[Base | None] = [None] * self.both
            for base in position.bases:
                row = self.rows.get(base.id)
                if row is not None:
                    there[row] = base
            for row in range(self.both):
                if there[row] is not self._known[row]:
                    self._write(row, there[row])
        self._mark(state)
        self._seen = state
        return True

    def _write(self, row: int, base: Base | None) -> None:
        self._known[row] = base
        at = row * _ROW
        if base is None:
            _STANDING.pack_into(self._bases, at, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            self._types[row] = 0
            return
        self._types[row] = self.numbers[base.kind]
        deep = base.depth / base.width
        if base.inside is not None:
            _STANDING.pack_into(self._bases, at, 0.0, 0.0, 0.0, 0.0, deep, base.general, 1.0)
        else:
            (x, y), (dx, dy) = base.front, base.facing
            _STANDING.pack_into(self._bases, at, x / self.size, y / self.size, dx, dy, deep, base.general, 0.0)

    def _mark(self, state: Any) -> None:
        """Write which bases moved and shot in this bound."""
        rows = self.rows
        moves = {rows[name]: min(made, 8) for name, made in self.survey.moves_made(state).items() if name in rows}
        shot = {rows[name] for name in self.survey.have_shot(state) if name in rows}
        marked = {*moves, *shot}
        for row in marked | self._marked:
            _MARKS.pack_into(self._bases, row * _ROW + _MARKED, moves.get(row, 0), 1.0 if row in shot else 0.0)
        self._marked = marked

    def table(self, side: str) -> tuple[bytes, bytes]:
        """The bases and their types, with those of the given side first."""
        return _own_first(self._bases, side), _own_first(self._types, side)

    def turn(self, state: Any, side: str) -> bytes:
        """The numbers of the turn, without the phase."""
        enemy = other(side)
        survey = self.survey
        lost = self.rules.position(state).lost
        return _TURN.pack(
            survey.turn(state) == side,
            survey.invader(state) == side,
            min(survey.moves_left(state), 16),
            min(survey.bounds(state).get(side, 0) / survey.limit(state), 1.0),
            min(len(lost.get(side, ())), 16),
            min(len(lost.get(enemy, ())), 16),
            len(survey.held_back(state, side)),
            len(survey.held_back(state, enemy)),
        )

    def choices(self, offers: Offers, side: str) -> Choices:
        """What a side may choose."""
        flip = 0 if side == "red" else self.sizes.rows
        slots = self.sizes.slots
        kinds, mask, numbers = bytearray(slots), bytearray(slots), bytearray(slots * CHOICE * _FLOAT)
        bases = bytearray(self._movers if 0 in offers and offers[0].kind == _END else self._no_bases)
        for slot, offer in offers.items():
            kinds[slot] = offer.kind
            mask[slot] = 1
            # The slot of an element already identifies it, so only other offers need more numbers.
            if offer.kind not in _SAYS_IT_ALL:
                one, two, told = self._told(offer)
                first = one if one == NOBODY else one ^ flip
                second = two if two == NOBODY else two ^ flip
                self._pair.pack_into(bases, slot * self._pair.size, first, second)
                if told:
                    _CHOICE.pack_into(numbers, slot * CHOICE * _FLOAT, *told)
        return kinds, mask, bases, numbers

    def _told(self, offer: Offer) -> tuple[int, int, tuple[float, ...]]:
        """The base an offer is about, the other base, and the numbers of the offer."""
        rows = self.sizes.rows
        if offer.mover:
            return self._row(offer.mover[0].id), NOBODY, (0.0, 0.0, 0.0, 0.0, len(offer.mover) / rows, 0.0)
        action = offer.action
        one, two = self.survey.about(action)
        numbers: tuple[float, ...] = ()
        if offer.kind in _MOVING:
            numbers = self._told_move(action)
        elif offer.kind == _SHOT:
            numbers = (0.0, 0.0, 0.0, 0.0, self.survey.helpers(action) / rows, 0.0)
        return self._row(one), self._row(two), numbers

    def _told_move(self, action: Any) -> tuple[float, ...]:
        outline = self.survey.outline(action)
        if outline.end is not None:
            (x, y), (dx, dy) = outline.end.front, outline.end.facing
            return (x / self.size, y / self.size, dx, dy, 0.0, 0.0)
        return (0.0, 0.0, 0.0, 0.0, outline.ahead / self.size, outline.turn / 90.0)

    def _row(self, name: str | None) -> int:
        """The row of a base; a camp or town has none."""
        return NOBODY if name is None else self.rows.get(name, NOBODY)


def phase_now(state: Any, choosing: Choosing) -> bytes:
    """The numbers of the phase."""
    return _PHASES.get(choosing.step or choosing.survey.stage(state), _PHASES[SETTING_UP])


def _own_first(both: bytearray, side: str) -> bytes:
    if side == "red":
        return bytes(both)
    half = len(both) // 2
    return bytes(both[half:] + both[:half])
