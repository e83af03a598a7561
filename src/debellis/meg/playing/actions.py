"""Everything a side can decide, as plain values: what a log holds."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.rules import Resign
from debellis.geometry.plane import Point
from debellis.meg.playing.setting_up.actions import SetUpAction
from debellis.table.pose import Pose


class Step(Struct, frozen=True):
    """One step of a move: how far, by how many degrees or files, on which hand; or the form that is taken."""

    kind: str
    amount: float = 0.0
    hand: str = ""
    form: str = ""


class BaseEnd(Struct, frozen=True):
    """Where one base ends."""

    base: str
    pose: Pose


class Aim(Struct, frozen=True):
    """A file that shoots, by its front base, and the base it shoots at."""

    file: str
    target: str


class Gift(Struct, frozen=True):
    """Cards that an army commander gives to another general."""

    giver: str
    to: str
    cards: tuple[str, ...]


class Prepare(Struct, frozen=True, tag_field="do", tag="prepare"):
    """Roll for invader and defender, lay out the ground and deploy both armies."""


class Begin(Struct, frozen=True, tag_field="do", tag="begin"):
    """Begin a battle that was taken up in a position: deal what is not given, and go on from there."""


class Discard(Struct, frozen=True, tag_field="do", tag="discard"):
    """Cards that a side throws away in SP 1.1, by general."""

    cards: dict[str, tuple[str, ...]] = {}


class Give(Struct, frozen=True, tag_field="do", tag="give"):
    """The gifts and distributions of a side in SP 1.3."""

    gifts: tuple[Gift, ...] = ()


class Pass(Struct, frozen=True, tag_field="do", tag="pass"):
    """Do nothing now."""


class Delay(Struct, frozen=True, tag_field="do", tag="delay"):
    """Give up a card to leave the choice to the other side."""

    general: str
    card: str


class MoveGeneral(Struct, frozen=True, tag_field="do", tag="move-general"):
    """Move a general to a file, or to a place of his own."""

    general: str
    to: str | Point
    payer: str
    card: str


class DeclareCharge(Struct, frozen=True, tag_field="do", tag="charge"):
    """Declare a charge of a unit group, or of several as a block.

    A unit group in combat charges with one free `file`, named by its front base.
    """

    units: tuple[str, ...]
    on: tuple[str, ...]
    kind: str = "prompted"
    wheel: float = 0.0
    pivot: str = "left"
    general: str = ""
    cards: tuple[str, ...] = ()
    file: str = ""


class StopCharge(Struct, frozen=True, tag_field="do", tag="stop-charge"):
    """Stop a forced charge that is due: that of a unit group, or the first."""

    general: str
    card: str
    unit: str = ""


class LetCharge(Struct, frozen=True, tag_field="do", tag="let-charge"):
    """Let a forced charge that is due take place: that of a unit group, or the first."""

    unit: str = ""


class Meet(Struct, frozen=True, tag_field="do", tag="meet"):
    """Go to meet a charge: the countercharge of a target, or the interception of another unit group.

    Its generals go along, but for those who stay.
    """

    unit: str
    how: str
    steps: tuple[Step, ...]
    general: str
    card: str
    stays: tuple[str, ...] = ()


class Respond(Struct, frozen=True, tag_field="do", tag="respond"):
    """The answer of a charged unit group: stand, skirmish or run away, perhaps with a shift of half a base.

    It runs straight from the charger, or `toward` its own rear. Its generals go along, but for those who stay.
    """

    response: str
    shift: float = 0.0
    hand: str = "right"
    toward: str = ""
    stays: tuple[str, ...] = ()


class MoveCharge(Struct, frozen=True, tag_field="do", tag="move-charge"):
    """Move a charge, perhaps after a target that has moved, perhaps with cards that win back what fire took.

    If files have to drop back for it to reach its target, so many of them are those of the left end. The generals with
    the chargers go along, but for those who stay.
    """

    unit: str
    toward: str | None = None
    general: str = ""
    cards: tuple[str, ...] = ()
    drops_left: int | None = None
    stays: tuple[str, ...] = ()


class Align(Struct, frozen=True, tag_field="do", tag="align"):
    """Align a unit group in contact, or it and others of its block as one body; the place is that of the first."""

    unit: str
    to: Pose
    block: tuple[str, ...] = ()


class Fight(Struct, frozen=True, tag_field="do", tag="fight"):
    """The combat of a file, by its front base, with an enemy base; perhaps with a general in the front rank."""

    file: str
    against: str
    general: bool = False


class Lead(Struct, frozen=True, tag_field="do", tag="lead"):
    """Whether the general with a file that is attacked fights in its front rank."""

    fights: bool = False


class LendDie(Struct, frozen=True, tag_field="do", tag="lend-die"):
    """Whether a file between two fighting ones supports the one that has just rolled, or waits for the other."""

    lends: bool = True


class Rout(Struct, frozen=True, tag_field="do", tag="rout"):
    """With which shift a broken unit group runs past those in its way; straight into them if it has none."""

    shift: float = 0.0
    hand: str = "right"


class Pursue(Struct, frozen=True, tag_field="do", tag="pursue"):
    """Let a unit group pursue; it need not be named where only one may."""

    unit: str = ""


class HoldBack(Struct, frozen=True, tag_field="do", tag="hold-back"):
    """Hold a unit group back by a card; it may move so far ahead (mm). It need not be named where only one may."""

    general: str
    card: str
    advance: float = 0.0
    unit: str = ""


class Shoot(Struct, frozen=True, tag_field="do", tag="shoot"):
    """The shots of one unit group; files that are not named do not shoot."""

    unit: str
    aims: tuple[Aim, ...]


class TakeCover(Struct, frozen=True, tag_field="do", tag="take-cover"):
    """Whether a unit group that is shot at uses shield cover."""

    covers: bool = False


class Appoint(Struct, frozen=True, tag_field="do", tag="appoint"):
    """The unit group with which the successor of a dead general begins, and the file, by its front base.

    The file is the middle one if none is named. `heir` is the sub-general who becomes army commander in place of a dead
    one; he need not be named where only one is of the highest rank.
    """

    unit: str
    file: str = ""
    heir: str = ""


class Move(Struct, frozen=True, tag_field="do", tag="move"):
    """A prompted move of a unit group or a block.

    For M14 `first` and `second` are the actions of its parts, `steps` and `then` the steps of each. `formation` is the
    orb or the Cantabrian circle that it forms, or "normal" if it leaves it. Its generals go along, but for those who
    stay.
    """

    units: tuple[str, ...]
    action: str
    steps: tuple[Step, ...]
    general: str
    cards: tuple[str, ...]
    pulls: str | None = None
    first: str = ""
    second: str = ""
    then: tuple[Step, ...] = ()
    formation: str = ""
    stays: tuple[str, ...] = ()


class Engage(Struct, frozen=True, tag_field="do", tag="engage"):
    """Open a combat with enemy that a unit group touches, by a wheel or a turn of so many degrees clockwise."""

    unit: str
    enemy: str
    by: str
    general: str
    cards: tuple[str, ...]
    turned: float = 0.0


class Rearrange(Struct, frozen=True, tag_field="do", tag="rearrange"):
    """Bases of a unit group in combat that make a file (MF1) or turn to face enemy (MF2)."""

    unit: str
    action: str
    ends: tuple[BaseEnd, ...]
    general: str
    card: str


class GiveWay(Struct, frozen=True, tag_field="do", tag="give-way"):
    """How a unit group that is pushed back gives way: it falls back or runs away, perhaps with a shift.

    It goes as those who push it go, or `toward` its own rear. It need not be named where only one is pushed. Its
    generals go along, but for those who stay.
    """

    response: str = "fall_back"
    shift: float = 0.0
    hand: str = "right"
    toward: str = ""
    unit: str = ""
    stays: tuple[str, ...] = ()


class BreakOff(Struct, frozen=True, tag_field="do", tag="break-off"):
    """Break off a combat."""

    unit: str
    action: str
    general: str
    card: str
    shift: float = 0.0
    hand: str = "right"


class Recover(Struct, frozen=True, tag_field="do", tag="recover"):
    """A general clears the wound of a unit group."""

    unit: str
    general: str
    card: str


class Sack(Struct, frozen=True, tag_field="do", tag="sack"):
    """The unit group that sacks the enemy camp."""

    unit: str


class RemoveBase(Struct, frozen=True, tag_field="do", tag="remove-base"):
    """The base that is lost, among those that the rules count equal."""

    base: str


class FreeMove(Struct, frozen=True, tag_field="do", tag="free-move"):
    """Where a general goes by a free move: a file, or a place of his own."""

    to: str | Point


class PairUp(Struct, frozen=True, tag_field="do", tag="pair-up"):
    """The enemies that files which touch several will fight, by their front bases; the others by the default."""

    pairs: dict[str, str] = {}


class HoldFiles(Struct, frozen=True, tag_field="do", tag="hold-files"):
    """The files, by their front bases, that do not shoot at a charge, or do not press forward after one."""

    files: tuple[str, ...] = ()


class OfferDraw(Struct, frozen=True, tag_field="do", tag="offer-draw"):
    """Offer a draw to the other side."""


class AnswerDraw(Struct, frozen=True, tag_field="do", tag="answer-draw"):
    """Accept or refuse a draw."""

    accepts: bool = False


class GiveUp(Struct, frozen=True, tag_field="do", tag="give-up"):
    """The cards above his allowance that each general gives up at the end of a turn."""

    cards: dict[str, tuple[str, ...]]


Action = (
    Prepare
    | Discard
    | Give
    | Pass
    | Delay
    | MoveGeneral
    | DeclareCharge
    | StopCharge
    | LetCharge
    | Meet
    | Respond
    | MoveCharge
    | Align
    | Fight
    | Lead
    | LendDie
    | Rout
    | Pursue
    | HoldBack
    | Shoot
    | TakeCover
    | Appoint
    | Move
    | Rearrange
    | GiveWay
    | BreakOff
    | Recover
    | Sack
    | GiveUp
    | Begin
    | Engage
    | RemoveBase
    | FreeMove
    | PairUp
    | HoldFiles
    | OfferDraw
    | AnswerDraw
    | SetUpAction
    | Resign
)
