"""What a position is worth to a side, in elements: a sum of named parts."""

from __future__ import annotations

from debellis.battle.sides import other
from debellis.dba.aftermath.turning import turn_to_face
from debellis.dba.book import in_mm, table
from debellis.dba.fighting.fighters import holding_side, residents
from debellis.dba.playing.state import State
from debellis.dba.victory import Tally, tallies, winner_of
from debellis.generals.character import Character
from debellis.generals.melees import Memo, melees
from debellis.generals.pieces import Field, Piece, field_of
from debellis.generals.standing import Standing, standing
from debellis.generals.threats import threat
from debellis.table.position import Position
from debellis.table.value import Value

#: What a battle won or lost counts.
VICTORY = 8.0
#: What fights still count that are not to be fought in this bound but in the next.
_LATER = 0.6


class Worth(Value, frozen=True):
    """The parts of what a position is worth, by name; each is good for the side when it is more."""

    parts: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    def over(self, before: Worth) -> dict[str, float]:
        """What each part has gained."""
        return {name: value - before.parts.get(name, 0.0) for name, value in self.parts.items()}


def worth_of(state: State, side: str, by: Character, memo: Memo | None = None) -> Worth:
    """What a state is worth to a side: as it stands, or in the middle of moves as if they ended now.

    `memo` keeps the fights weighed for other states of the same bound.
    """
    position = state.position
    if state.phase == "moves" and state.contacts:
        position = turn_to_face(position, state.contacts).position
    field = field_of(position, side)
    parts = _standings(field, by)
    now = state.phase in ("moves", "shooting", "melee")
    parts["fight"] = sum(m.worth + by.attack for m in melees(state, position, side, by, memo)) * (
        1.0 if now else _LATER
    )
    parts["exposed"] = -by.exposed * threat(field.theirs, field.mine, field, by)
    parts["command"] = -by.command * _out_of_command(field)
    parts["camp"] = by.camp * (_camp(field, side) - 2.0 * _camp(field_of(position, other(side)), other(side)))
    return Worth(parts)


def _standings(field: Field, by: Character) -> dict[str, float]:
    """How both armies stand: our own as it is, of theirs what we can use."""
    mine = [standing(piece, field.mine, field.theirs, field, by) for piece in field.mine]
    theirs = [standing(piece, field.theirs, field.mine, field, by) for piece in field.theirs]
    return {
        "face": _sum(mine, "face") - _sum(theirs, "face"),
        "line": _sum(mine, "line") - 0.5 * _sum(theirs, "line"),
        "flank": _sum(mine, "flank"),
        "threat": -_sum(theirs, "flank") * by.threat / max(by.flank, 0.01),
        "support": _sum(mine, "support") - _sum(theirs, "support"),
        "advance": _sum(mine, "advance"),
        "ground": _sum(mine, "ground") - _sum(theirs, "ground"),
        "shot": _sum(mine, "shot") - _sum(theirs, "shot"),
        "volley": _sum(mine, "volley") - _sum(theirs, "volley"),
        "mass": _sum(mine, "mass") - _sum(theirs, "mass"),
        "guard": _sum(mine, "guard") - 0.5 * _sum(theirs, "guard"),
    }


def _sum(standings: list[Standing], name: str) -> float:
    total: float = sum(getattr(one, name) for one in standings)
    return total


def _out_of_command(field: Field) -> float:
    """How many base widths our elements are beyond the reach of our general, all together."""
    leader = next((piece for piece in field.mine if piece.general), None)
    if leader is None:
        return 0.0
    radius = in_mm(field.position, float(table(field.position, "pips")["command_radius"]))
    over = 0.0
    for piece in field.mine:
        far = ((piece.x - leader.x) ** 2 + (piece.y - leader.y) ** 2) ** 0.5 - radius
        over += max(0.0, min(far / piece.width, 1.0))
    return over


def _camp(field: Field, side: str) -> float:
    """How near an element is to an enemy camp nobody stands before, in base widths less than six."""
    best = 0.0
    for camp in field.position.features("camp", "bua"):
        if holding_side(field.position, camp) in (side, None) or field.position.within(camp.id) is not None:
            continue
        if camp.kind == "bua" and residents(camp) is not None:
            continue
        x = sum(point[0] for point in camp.ground) / len(camp.ground)
        y = sum(point[1] for point in camp.ground) / len(camp.ground)
        for piece in field.mine:
            if piece.bystander or piece.general:
                continue
            near = 6.0 - _far(piece, x, y) / piece.width
            if near > best and not any(_far(foe, x, y) < _far(piece, x, y) for foe in field.theirs):
                best = near
    return best


def _far(piece: Piece, x: float, y: float) -> float:
    return float(((piece.x - x) ** 2 + (piece.y - y) ** 2) ** 0.5)


def losses_worth(position: Position, side: str, by: Character) -> float:
    """What both sides' losses so far are worth to a side, each element dearer the nearer defeat is."""
    found = tallies(position)
    winner = winner_of(found)
    won = VICTORY * ((winner == side) - (winner == other(side)))
    total = 0.0
    for tally in found:
        cost = _cost(tally, by)
        total += -cost * by.own_loss if tally.side == side else cost
    return total + won


def _cost(tally: Tally, by: Character) -> float:
    steps = max(tally.enough - 1, 1)
    dearer = by.lead * tally.total * (tally.total - 1) / (2.0 * steps)
    return tally.total + dearer + by.general * tally.general + 0.3 * len(tally.uncounted)
