"""What stands on a table as numbers, and fights before their dice: the values a survey answers with.

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
    """What a general makes of the fates of pieces, in pieces: a piece lost or won counts 1.

    `own_loss` is what a piece of his own counts, `general` how much more his general does, `flee` and `recoil` what
    those fates cost, `lead` what each loss near defeat costs besides, `shot` what shooting may bring.
    """

    own_loss: float
    general: float
    flee: float
    recoil: float
    lead: float
    shot: float


class Stakes(Value, frozen=True):
    """What hangs on a fight: the price of either side, and what it costs either to fall back if that is known."""

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
    """A fight of two before its dice. `mine` and `theirs` are what each side brings to it."""

    mine: int
    theirs: int

    def __init__(self, mine: int, theirs: int) -> None:
        self.mine = mine
        self.theirs = theirs

    def worth(self, by: Weights, stakes: Stakes = EVEN, plus: int = 0, minus: int = 0) -> float:
        """What the fight is worth to me on average; `plus` and `minus` go to what I bring and what they bring."""
        raise NotImplementedError

    def chances(self, plus: int = 0) -> tuple[float, float]:
        """The chance that they are destroyed, and that I am; `plus` goes to what I bring."""
        raise NotImplementedError


class Shot:
    """A shot before its dice, by types alone."""

    def harm(self, by: Weights) -> float:
        """What it costs its target on average, in parts of the target's price."""
        raise NotImplementedError


class WeighedFight(Value, frozen=True):
    """One fight as a general weighs it: his piece, the enemy's, the odds and what it is worth to him."""

    mine: str
    theirs: str
    odds: Engagement
    stakes: Stakes
    worth: float


#: Fights already weighed, by everything they depend on; a survey makes the keys.
Memo = dict[Any, WeighedFight | None]


class WeighedShot(Value, frozen=True):
    """One shot as a general weighs it: who shoots, the first of them answering for it, and what that is worth to him.

    `effect` is the chance that it drives the target back or worse.
    """

    shooters: tuple[str, ...]
    target: str
    worth: float
    effect: float


class Prize(Value, frozen=True):
    """The middle of a camp or town that a side could take."""

    x: float
    y: float


class Strength(Value, frozen=True):
    """How near defeat a side is: what it has lost, how much is enough to lose, and losses that do not count."""

    side: str
    lost: int
    enough: int
    uncounted: int = 0
    leader_lost: bool = False


class Fall(Value, frozen=True):
    """Rolls that come to the same: how the totals compare, how many rolls do so, and one of them."""

    how: str
    rolls: int
    example: tuple[int, ...]


class Outline(Value, frozen=True):
    """A move in few numbers: where a single piece ends, or how far a group goes.

    `ahead` is the way straight ahead, `turn` all wheels together in degrees to the right, `hand` the first of them.
    """

    end: Pose | None = None
    ahead: float = 0.0
    turn: float = 0.0
    hand: str = ""


class Fielded(Value, frozen=True):
    """The army list and the elements of it that a general chooses to field, as a set-up names them, and why."""

    army: str
    elements: tuple[str, ...]
    reason: str


class Piece:
    """An element or a body that stands and fights as one, as numbers. Treat it as a value.

    (`x`, `y`) is its centre, (`fx`, `fy`) the middle of its front edge, (`dx`, `dy`) the direction it faces. `reach`
    is how far it moves, `shot` how far it shoots (0 if it does not), `price` what losing it counts towards defeat.
    `leads` marks a general, `bystander` one that does not fight in the line, `hampered` one that fights badly where
    it stands. `code` names its type of troops.
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

    def __init__(
        self, base: Base, reach: float, shot: float, price: float, bystander: bool = False, hampered: bool = False
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


#: Moves into a camp or town: of the enemy's, or only to be inside it.
TAKES, HIDES = "takes", "hides"


class Field:
    """Both armies as pieces from the side of one of them, and what the rules make of them at a glance."""

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
        """The same with the pieces directly behind each; the first of either is the one that fights."""
        return self.matchup(one[0], two[0])

    def shot(self, one: Piece, two: Piece) -> Shot:
        """A shot of one piece at another, by their types; only asked of one that shoots."""
        raise NotImplementedError

    def opponent(self, name: str) -> str | None:
        """The enemy whom a piece fights as it stands."""
        return None

    def arrivals(self, action: Any) -> tuple[Piece, ...] | None:
        """The pieces an action moves, where they would stand if nothing were in the way; None if that is too far."""
        raise NotImplementedError

    def entry(self, action: Any) -> str:
        """TAKES or HIDES for a move into a camp or town; "" for any other."""
        return ""

    def is_slowed(self, there: tuple[Piece, ...]) -> bool:
        """Whether the ground probably forbids the move by which these pieces would come to stand there."""
        return False

    def is_on_bad_ground(self, piece: Piece) -> bool:
        """Whether a piece stands, wholly or partly, where its type fights badly."""
        return piece.hampered
