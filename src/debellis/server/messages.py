"""Messages between the page and the server: requests about battles, their answers, and news."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from debellis.battle.chance import MOST_SIDES
from debellis.battle.rules import Event, Nearest, Pending, Result
from debellis.manoeuvre.reach import Area
from debellis.odds import Report
from debellis.server.move_forms import MoveForm
from debellis.server.seats import Role
from debellis.server.storage.records import Player, WhichDice
from debellis.table.pose import Pose
from debellis.umpire.ruling import Ruling

Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(max_length=64)]
Die = Annotated[int, Meta(ge=1, le=MOST_SIDES)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Dice = Annotated[tuple[Die, ...], Meta(max_length=64)]
#: A decision and a view, each a structure of the edition. The page's types give the union of all editions instead.
ActionJson = Annotated[dict[str, Any], Meta(extra_json_schema={"x-union": "Action"})]
ViewJson = Annotated[Any, Meta(extra_json_schema={"x-union": "View"})]


class NewBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to begin. `setup` has the form of the edition.

    `dice` are "rolled" by the server or "typed" in from a real table. `same_screen` gives two people one seat for
    both sides; `automatic` lets the computer place terrain and armies; `hints` allows them between two people too.
    """

    edition: Name = "dba22"
    setup: dict[str, Any] = {}
    red: Player = Player()
    blue: Player = Player(kind="computer")
    dice: WhichDice = "rolled"
    same_screen: bool = False
    automatic: bool = False
    hints: bool = False


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to begin after event `at` of another one. Dice are rolled if a computer plays."""

    at: Number
    red: Player = Player()
    blue: Player = Player()
    same_screen: bool = True


class Seated(Struct, frozen=True):
    """A new battle, with the secrets of its seats by role. Each secret is the link of a seat."""

    id: str
    seats: dict[str, str]


class Account(Struct, frozen=True):
    """One item of the account of a battle: a decision, its dice, what happened, and the reason of a computer.

    `decided` has, for each event in `said`, the few clauses that decided it; the event itself has all.
    `takes_back` is how many decisions it took back, the last ones that stood.
    """

    number: int
    kind: str
    by: str | None
    dice: tuple[int, ...]
    said: tuple[Event, ...]
    reason: str | None = None
    decided: tuple[tuple[str, ...], ...] = ()
    takes_back: int = 0


class BackAsked(Struct, frozen=True):
    """A side asks to take back its last decision and all later ones. `says` is the request in one sentence."""

    by: str
    says: str


class Shown(Struct, frozen=True):
    """A battle as a seat sees it. `number` is the number of its last event; the next decision must repeat it.

    `view` has the form of the edition, and is null if this version cannot read the states of the battle. `frozen` says
    why a battle can only be watched, `trouble` why a computer player has stopped. `hints` says whether this seat may
    ask for one. `can_ask_back` says whether it may ask the other side to take back its last decision, and `back_asked`
    is such a request that waits for an answer. `moves` says how moves are written in this edition,
    and `orders` are the decisions that need nothing but the bases they are for.
    """

    id: str
    edition: str
    version: str
    role: Role
    number: int
    view: ViewJson
    pending: Pending
    decides: bool
    can_undo: bool
    players: dict[str, Player]
    dice: WhichDice
    seed_hash: str | None
    seed: str | None
    result: Result | None
    thinking: bool
    frozen: str | None = None
    trouble: str | None = None
    hints: bool = False
    can_ask_back: bool = False
    back_asked: BackAsked | None = None
    moves: MoveForm = MoveForm()
    orders: tuple[str, ...] = ()


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="act"):
    """A decision. `key` makes it safe to send it twice; `number` is the last event the sender has seen."""

    key: Key
    number: Number
    action: ActionJson
    dice: Dice = ()


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    """Takes back one's own last decision, which rolled and revealed nothing."""

    key: Key
    number: Number


class AskBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask_back"):
    """Asks the other side to take back one's own last decision, and all that were taken since."""

    key: Key
    number: Number


class AnswerBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="answer_back"):
    """Agrees to a take-back that the other side asked for, or declines it."""

    key: Key
    number: Number
    agrees: bool


class Check(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="check"):
    """Asks whether this decision is allowed now.

    With `nearest` the answer to a refused decision has a legal one near it. The server searches by itself first, then
    tries `also` in order.
    """

    id: Number
    action: ActionJson
    nearest: bool = False
    also: Annotated[tuple[ActionJson, ...], Meta(max_length=16)] = ()


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask"):
    """A question about the table as it is now."""

    id: Number
    question: Name
    arguments: dict[str, Any] = {}


class Suggest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="suggest"):
    """Asks for some legal decisions, `most` at most; with `kind` only for those of one kind."""

    id: Number
    most: Annotated[int, Meta(ge=1, le=60)] = 20
    kind: Name | None = None


class Hint(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hint"):
    """Asks for the decision a computer would take now; with `plan` also for all that follow in the same bound."""

    id: Number
    plan: bool = False


class Reckon(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="reckon"):
    """Asks for the odds of the pending shots or close combats, and the best order.

    `quick` asks for what can be said at once: many combats are then estimated, with the intervals.
    """

    id: Number
    quick: bool = False


class Reach(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="reach"):
    """Asks where these bases may get to with one move together."""

    id: Number
    bases: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=200)]


#: What the page sends over the socket.
FromPage = Act | Undo | AskBack | AnswerBack | Check | Ask | Suggest | Hint | Reckon | Reach


class Says(Struct, frozen=True, tag_field="type", tag="shown"):
    """The battle after a change or at the beginning, and the account since the last message."""

    shown: Shown
    account: tuple[Account, ...]


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The decision with this key is stored as event `number`."""

    key: str
    number: int


class Ruled(Struct, frozen=True, tag_field="type", tag="ruled"):
    """The ruling on a check or a question.

    `nearest` is a legal decision near a refused one, for a check that asked for it. Send its `action` as it is;
    `places` is where the bases would stand after it.
    """

    id: int
    ruling: Ruling
    nearest: Nearest | None = None


class Suggested(Struct, frozen=True, tag_field="type", tag="suggested"):
    """Some legal decisions."""

    id: int
    actions: tuple[ActionJson, ...]


class PlannedMove(Struct, frozen=True):
    """One decision of the plan of a bound, its reason, and where the bases that it moves would stand after it."""

    action: ActionJson
    reason: str
    places: dict[str, Pose] = {}


class Hinted(Struct, frozen=True, tag_field="type", tag="hinted"):
    """A decision to send as it is, with its reason, for the battle after event `number`.

    `places` is where the bases of a move would stand then. `plan` is the plan of the whole bound, if it was asked for:
    this decision first, the end of the moves last.
    """

    id: int
    number: int
    action: ActionJson
    reason: str
    places: dict[str, Pose] = {}
    plan: tuple[PlannedMove, ...] = ()


class Reckoned(Struct, frozen=True, tag_field="type", tag="reckoned"):
    """The combats after event `number`; no report where nobody shoots or fights.

    `advises` is false where hints are not allowed: then the report says what may be lost, and nothing of the order.
    """

    id: int
    number: int
    report: Report | None
    advises: bool


class Reached(Struct, frozen=True, tag_field="type", tag="reached"):
    """The ground that some bases may cover with one move after event `number`: areas that may overlap."""

    id: int
    number: int
    areas: tuple[Area, ...]


class Fault(Struct, frozen=True, tag_field="type", tag="fault"):
    """Why a request was not carried out, in one sentence; with the ruling if the rules forbid it.

    `kind` is one of refused, conflict, dice_needed, not_yours, not_found, bad_message, too_fast, too_large, frozen,
    foreign, broken, disk_full, database_away. `key` or `id` are those of the answered message; `number` is the last
    event for a conflict, the dice already given for dice_needed, and the line for a case that cannot be read. `sides`
    is the greatest number that the die of dice_needed can show.
    """

    kind: str
    says: str
    ruling: Ruling | None = None
    key: str | None = None
    id: int | None = None
    number: int | None = None
    sides: int | None = None


#: What the server sends over the socket.
FromServer = Says | Done | Ruled | Suggested | Hinted | Reckoned | Reached | Fault
