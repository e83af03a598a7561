"""What stands on a table as numbers, and fights before their dice: the values that a survey returns.

A family extends the classes here; generals, odds and environments read them. They are ordinary classes, because
compiled code reads the numbers of an ordinary class fastest.
"""

from __future__ import annotations

from typing import Any

from debellis.geometry.rectangle import Rectangle
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import Value


class Weights(Value, frozen=True):
    """A general's weights for what can happen to pieces, in pieces: a piece lost or won counts 1.

    `own_loss` is the weight of a piece of the general's own side, and `general` the extra factor for the general.
    `flee` and `recoil` are the costs of those results. `lead` is the extra cost of each loss near defeat, and `shot`
    the value of shooting.
    """

    own_loss: float
    general: float
    flee: float
    recoil: float
    lead: float
    shot: float


class Stakes(Value, frozen=True):
    """The stakes of a fight: the price of each side, and what it costs each to fall back, if that is known."""

    mine: float = 1.0
    theirs: float = 1.0
    my_recoil: float | None = None
    their_recoil: float | None = None

    @property
    def they_are_caught(self) -> bool:
        """Whether they would be lost by falling back."""
        return self.their_recoil is not None and self.their_recoil >= self.theirs


EVEN = Stakes()


class Engagement:
    """A fight of two pieces before its dice. `mine` and `theirs` are what each side brings to it."""

    mine: int
    theirs: int

    def __init__(self, mine: int, theirs: int) -> None:
        self.mine = mine
        self.theirs = theirs

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        """The average worth of the fight to me. `plus` and `minus` are added to what I bring and what they bring."""
        raise NotImplementedError

    def chances(self, plus: int = 0) -> tuple[float, float]:
        """The chance that they are destroyed, and that I am; `plus` is added to what I bring."""
        raise NotImplementedError

    def driven_back(self, plus: int = 0) -> tuple[float, float]:
        """The chance that they fall back or flee and survive, and that I do. Zero where nobody falls back."""
        return (0.0, 0.0)


class Shot:
    """A shot before its dice, by types alone."""

    def harm(self, by: Weights) -> float:
        """The average cost to the target, as a fraction of the target's price."""
        raise NotImplementedError


class WeighedFight(Value, frozen=True):
    """One fight as a general weighs it: both pieces, the odds, and the worth to the general."""

    mine: str
    theirs: str
    odds: Engagement
    stakes: Stakes
    worth: float


#: What a general has weighed already in one decision, by everything it depends on: fights, whose keys a survey makes,
#: and how the pieces stand.
Memo = dict[Any, Any]


class WeighedShot(Value, frozen=True):
    """One shot as a general weighs it: the shooters, of whom the first one is responsible, and the worth.

    `effect` is the chance that it drives the target back or worse.
    """

    shooters: tuple[str, ...]
    target: str
    worth: float
    effect: float


class Prospect(Value, frozen=True):
    """One action as a survey weighs it: its worth in pieces, compared with doing nothing, and the reason."""

    action: Any
    worth: float
    reason: str


class Prize(Value, frozen=True):
    """The middle of a camp or town that a side could take."""

    x: float
    y: float


class Strength(Value, frozen=True):
    """How near defeat a side is: its losses, how many losses defeat it, and losses that do not count."""

    side: str
    lost: int
    enough: int
    uncounted: int = 0
    leader_lost: bool = False


#: A side is clearly losing with this part of the losses that defeat it, and so much more of it than the enemy.
_HALF, _BEHIND = 0.5, 0.25


def clearly_losing(strengths: tuple[Strength, ...], side: str) -> bool:
    """Whether a side has lost half of what defeats it, and at least a quarter of that more than the enemy."""
    shares = {one.side: one.lost / max(1, one.enough) for one in strengths}
    theirs = [share for name, share in shares.items() if name != side]
    return shares[side] >= _HALF and all(shares[side] >= share + _BEHIND for share in theirs)


class Body(Value, frozen=True):
    """A part of an army that pays for its moves by itself, such as a command: its pieces, and the groups they form."""

    id: str
    pieces: tuple[str, ...]
    groups: int


class Fall(Value, frozen=True):
    """Rolls with the same effect: how the totals compare, how many rolls there are, and one of them."""

    how: str
    rolls: int
    example: tuple[int, ...]


class Outline(Value, frozen=True):
    """A move in a few numbers: where a single piece ends, or how far a group goes.

    `ahead` is the way straight ahead, `turn` all wheels together in degrees to the right, `hand` the first of them.
    """

    end: Pose | None = None
    ahead: float = 0.0
    turn: float = 0.0
    hand: str = ""


class Fielded(Value, frozen=True):
    """The army list and elements that a general chooses to field, as a set-up names them, and the reason."""

    army: str
    elements: tuple[str, ...]
    reason: str


class Piece:
    """An element or a body that stands and fights as one, as numbers. Treat it as a value.

    (`x`, `y`) is its centre, (`fx`, `fy`) the middle of its front edge, (`dx`, `dy`) the direction it faces. `reach`
    is how far it moves, `shot` how far it shoots (0 if it does not), `price` what losing it counts towards defeat.
    `leads` marks a general, `bystander` one that does not fight in the line, `hampered` one that fights badly where
    it stands, `supports` one that stands in a rank behind others and does not fight by itself. `code` names its type
    of troops.
    """

    id: str
    side: str
    code: str
    rectangle: Rectangle
    x: float
    y: float
    fx: float
    fy: float
    dx: float
    dy: float
    width: float
    depth: float
    reach: float
    shot: float
    price: float
    leads: bool
    bystander: bool
    hampered: bool
    supports: bool

    def __init__(
        self,
        base: Base,
        reach: float,
        shot: float,
        price: float,
        bystander: bool = False,
        hampered: bool = False,
        supports: bool = False,
    ) -> None:
        self.id = base.id
        self.side = base.side
        self.code = base.code
        self.rectangle = base.rectangle
        self.x, self.y = base.rectangle.centre
        self.fx, self.fy = base.front
        self.dx, self.dy = base.facing
        self.width = base.width
        self.depth = base.depth
        self.reach = reach
        self.shot = shot
        self.price = price
        self.leads = base.general
        self.bystander = bystander
        self.hampered = hampered
        self.supports = supports


#: Moves into a camp or town: one of the enemy, or only to be inside it.
TAKES, HIDES = "takes", "hides"


class Field:
    """Both armies as pieces, seen from one side, with quick estimates by the rules."""

    side: str
    mine: tuple[Piece, ...]
    theirs: tuple[Piece, ...]

    def __init__(self, side: str, mine: tuple[Piece, ...], theirs: tuple[Piece, ...]) -> None:
        self.side = side
        self.mine = mine
        self.theirs = theirs

    def matchup(self, one: Piece, two: Piece) -> Engagement:
        """The fight of two pieces front to front, by their types and the ground under each."""
        raise NotImplementedError

    def matchup_of_files(self, one: tuple[Piece, ...], two: tuple[Piece, ...]) -> Engagement:
        """The same with the pieces directly behind each; the first of each file fights."""
        return self.matchup(one[0], two[0])

    def shot(self, one: Piece, two: Piece) -> Shot:
        """A shot of one piece at another, by their types. Only valid for a piece that shoots."""
        raise NotImplementedError

    def opponent(self, name: str) -> str | None:
        """The enemy that a piece fights where it stands."""
        return None

    def arrivals(self, action: Any) -> tuple[Piece, ...] | None:
        """The pieces an action moves, where they would stand if nothing were in the way; None if that is too far."""
        raise NotImplementedError

    def entry(self, action: Any) -> str:
        """TAKES or HIDES for a move into a camp or town; "" for any other."""
        return ""

    def is_slowed(self, there: tuple[Piece, ...]) -> bool:
        """Whether the ground probably forbids the move to these places."""
        return False

    def is_on_bad_ground(self, piece: Piece) -> bool:
        """Whether a piece stands, wholly or partly, where its type fights badly."""
        return piece.hampered
