"""What a side sees of a battle as the bytes of arrays, number by number. docs/environment.md lists every one."""

from __future__ import annotations

from struct import Struct as Layout

from debellis.battle.sides import other
from debellis.dba.book import book_of
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import Fight, MoveElements, PickShooter, Shoot
from debellis.dba.playing.state import State, phase_of
from debellis.environment.offers import NUMBER, ROWS, SLOTS, Choosing, Offer, Offers
from debellis.table.bases import Base

PHASES = ("pips", "moves", "way", "move", "shooting", "target", "melee", "setting up", "over")
#: Numbers of a base, of the turn and of a choice.
BASE = 9
TURN = len(PHASES) + 8
CHOICE = 6
#: The rows of both sides.
BOTH = 2 * ROWS
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
_NOBODYS = NOBODY & 255
_END = NUMBER["end moves"]
_NO_NUMBERS = bytes(SLOTS * CHOICE * _FLOAT)
_NO_BASES = bytes([_NOBODYS] * 2 * SLOTS)
#: While the mover is chosen, a slot stands for the row before it whether he may move or not.
_MOVERS = bytes(
    [_NOBODYS] * 2 + [byte for row in range(ROWS) for byte in (row, _NOBODYS)] + [_NOBODYS] * 2 * (SLOTS - 1 - ROWS)
)
_SAYS_IT_ALL = {NUMBER[kind] for kind in ("end moves", "leave it", "element", "landing", "way", "other")}

#: The kinds of the slots, the mask, their bases and their numbers.
Choices = tuple[bytearray, bytearray, bytearray, bytearray]


class Packer:
    """Packs the moments of one battle; what did not change is not written again."""

    def __init__(self, state: State, rows: dict[str, int]) -> None:
        self.rows = rows
        self.size = state.position.size[0]
        self.numbers = {kind: i for i, kind in enumerate(book_of(state.position.edition).types, 1)}
        self._known: list[Base | None] = [None] * BOTH
        self._bases = bytearray(BOTH * _ROW)
        self._types = bytearray(BOTH)
        self._marked: set[int] = set()
        self._seen: State | None = None

    def look(self, state: State) -> bool:
        """Bring the table up to date; whether anything may have changed."""
        before = self._seen
        if state is before:
            return False
        if before is None or state.position is not before.position:
            there: list[Base | None] = [None] * BOTH
            for base in state.position.bases:
                row = self.rows.get(base.id)
                if row is not None:
                    there[row] = base
            for row in range(BOTH):
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

    def _mark(self, state: State) -> None:
        """Write who moved and who shot in this bound."""
        moves = {self.rows[name]: min(made, 8) for name, made in state.bound.moves.items()}
        shot = {self.rows[name] for name in state.shot}
        marked = {*moves, *shot}
        for row in marked | self._marked:
            _MARKS.pack_into(self._bases, row * _ROW + _MARKED, moves.get(row, 0), 1.0 if row in shot else 0.0)
        self._marked = marked

    def table(self, side: str) -> tuple[bytes, bytes]:
        """The bases and their types, those of a side first."""
        return _own_first(self._bases, side), _own_first(self._types, side)

    def turn(self, state: State, side: str) -> bytes:
        """The numbers of the turn, without the phase."""
        enemy = other(side)
        lost = state.position.lost
        return _TURN.pack(
            state.turn == side,
            state.invader == side,
            min(state.pips, 16),
            min(state.bounds.get(side, 0) / state.limit, 1.0),
            min(len(lost.get(side, ())), 16),
            min(len(lost.get(enemy, ())), 16),
            len(state.held_back.get(side, ())),
            len(state.held_back.get(enemy, ())),
        )

    def choices(self, offers: Offers, side: str) -> Choices:
        """What a side may choose."""
        flip = 0 if side == "red" else ROWS
        kinds, mask, numbers = bytearray(SLOTS), bytearray(SLOTS), bytearray(SLOTS * CHOICE * _FLOAT)
        bases = bytearray(_MOVERS if 0 in offers and offers[0].kind == _END else _NO_BASES)
        for slot, offer in offers.items():
            kinds[slot] = offer.kind
            mask[slot] = 1
            # An element's slot says which it is; only what needs more is told more.
            if offer.kind not in _SAYS_IT_ALL:
                one, two, told = self._told(offer)
                bases[2 * slot] = _NOBODYS if one == NOBODY else one ^ flip
                bases[2 * slot + 1] = _NOBODYS if two == NOBODY else two ^ flip
                if told:
                    _CHOICE.pack_into(numbers, slot * CHOICE * _FLOAT, *told)
        return kinds, mask, bases, numbers

    def _told(self, offer: Offer) -> tuple[int, int, tuple[float, ...]]:
        """The base an offer is about, the other one, and its numbers."""
        action = offer.action
        if offer.mover:
            return self.rows[offer.mover[0].id], NOBODY, (0.0, 0.0, 0.0, 0.0, len(offer.mover) / ROWS, 0.0)
        if isinstance(action, MoveElements):
            return self._told_move(action.move)
        if isinstance(action, PickShooter):
            return self._row(action.shooter), NOBODY, ()
        if isinstance(action, Shoot):
            return NOBODY, self._row(action.target), (0.0, 0.0, 0.0, 0.0, len(action.helpers) / ROWS, 0.0)
        if isinstance(action, Fight):
            return self._row(action.attacker), self._row(action.defender), ()
        return NOBODY, NOBODY, ()

    def _told_move(self, move: Move) -> tuple[int, int, tuple[float, ...]]:
        row = self.rows[move.elements[0]]
        if move.path:
            (x, y), (dx, dy) = move.path[-1].front, move.path[-1].facing
            return row, NOBODY, (x / self.size, y / self.size, dx, dy, 0.0, 0.0)
        ahead = sum(step.advance for step in move.steps) / self.size
        turn = sum(step.wheel * (1.0 if step.pivot == "right" else -1.0) for step in move.steps) / 90.0
        return row, NOBODY, (0.0, 0.0, 0.0, 0.0, ahead, turn)

    def _row(self, name: str) -> int:
        """The row of a base; a camp or town has none."""
        return self.rows.get(name, NOBODY)


def phase_now(state: State, choosing: Choosing) -> bytes:
    """The numbers of the phase."""
    return _PHASES.get(choosing.step or phase_of(state), _PHASES["setting up"])


def _own_first(both: bytearray, side: str) -> bytes:
    if side == "red":
        return bytes(both)
    half = len(both) // 2
    return bytes(both[half:] + both[:half])
