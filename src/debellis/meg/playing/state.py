"""The state of a battle: the position, the cards, who chooses, and what the turn has seen so far."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.battle.alternation import Choice, Waiting, due
from debellis.battle.chance import Deck
from debellis.battle.secrets import Secret
from debellis.meg.playing.before_battle import BeforeBattle
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import General, Unit

#: What a response is about: ids, in the order in which its phase reads them.
About = tuple[str, ...]


class Hit(Struct, frozen=True):
    """What a shot did, before the losses are taken: the unit group hit, the base aimed at, and the face."""

    unit: str
    base: str
    face: str


class Test(Struct, frozen=True):
    """A kill-a-base test still to be rolled: who tests, why, because of whom, with which die, and by what clauses."""

    unit: str
    cause: str
    by: str
    die: str
    clauses: tuple[str, ...] | UnsetType = UNSET


class Answer(Struct, frozen=True):
    """What a unit group says to a charge on it: the way it takes, and the generals with it who stay behind."""

    charger: str
    unit: str
    response: str
    shift: float = 0.0
    hand: str = "right"
    toward: str = ""
    stays: tuple[str, ...] = ()


class Lost(Struct, frozen=True):
    """A base that was lost, those that its owner may lose in its place, and the generals who were with its file."""

    base: Base
    others: tuple[Base, ...]
    with_it: tuple[str, ...] | UnsetType = UNSET


class Helping(Struct, frozen=True):
    """A file that has rolled in melee, by its front base, its enemy, and the files that keep their dice for another."""

    file: str
    against: str
    saved: tuple[str, ...] = ()


class Routs(Struct, frozen=True):
    """The routs that are still to be made, in order, and the unit groups whose breaking is settled."""

    due: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()


class Force(Struct, frozen=True, dict=True):
    """One side's army as it was chosen. What is not on the table yet is secret."""

    army: str
    name: str
    year: int
    territories: tuple[str, ...]
    pbs_cards: int
    camp: str
    generals: tuple[str, ...]
    units: Secret[tuple[Unit, ...]]
    files: Secret[tuple[int, ...]]
    leaders: Secret[tuple[General, ...]]

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this army (`Memory`). It is not written and not compared."""
        return self.__dict__


class State(Struct, frozen=True, dict=True):
    """The complete state of a battle at one moment.

    `phase` is "prepare", the number of a sub-phase, "end" or "over". `turn` is the active side, `number` the turn.
    `hands` are the cards by general and `pile` the open cards. `choice` is the side that decides, unless a response is
    `waiting`. `stage` and `queue` say how far a sub-phase has come and whom it still asks about; `done` are those who
    have had their say.

    `charging` are the unit groups that count as charging this turn, and `fired` those that shot in the charge phase.
    `old` are the pairs of bases that fought before it; `chased` the pairs of pursuers and those they ran into. `rolled`
    are the front bases whose files have fought, `lying` the effects on files, `doomed` the bases that fight first and
    are then removed. `fallen` are the unit groups broken in this phase, `tests` what they cause, `hits` the shots.
    `prompted` are the instinctive generals who have charged on a white card this turn, `answers` what the targets of
    charges have said, and `halfway` the moves that go on when those whom they meet have answered. `files` are the free
    files by which unit groups in combat charge, by unit group. `offered` are the sides that have offered a draw this
    turn.
    `holding` are the files that hold their fire, by the charge, and `pledged` the generals who upgraded the card of a
    charge and have to go with it.
    `leaving` are the generals who fought and went to another file of their unit group, where they have still to fight.
    `lost` are losses that their owner may still change, and `pairs` the opponents that files with several have chosen.
    `helping` are the files whose neighbours have still to support them, `routs` how far the routs have come.

    `before` is where the steps before the first turn stand, if they are taken by hand. `under` are the cards under
    generals that lie face down, `marches` the unit groups noted for each, and `flanks` the flank of those whose card
    was turned up. `shown` are the cards of generals off the table, which lie open, and `laid` the red ones beside their
    markers; `wavering` are the allies among them who hesitate. `late` are the unit groups that found no place.
    `revealed` is the ambush that was just revealed and may act.
    """

    phase: str
    turn: str
    position: Position
    forces: dict[str, Force]
    deck: Secret[Deck]
    hands: dict[str, Secret[tuple[str, ...]]]
    pile: tuple[str, ...] = ()
    choice: Choice = Choice("red")
    waiting: tuple[Waiting[About], ...] = ()
    variety: int = 0
    invader: str | None = None
    number: int = 0
    limit: int = 10
    stage: str = ""
    queue: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    charging: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    old: tuple[tuple[str, str], ...] = ()
    chased: tuple[tuple[str, str], ...] = ()
    rolled: tuple[str, ...] = ()
    lying: dict[str, str] = {}
    doomed: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    hits: tuple[Hit, ...] = ()
    prompted: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    halfway: dict[str, str] = {}
    bounds: dict[str, int] = {}
    winner: str | None = None
    why: str | None = None
    before: BeforeBattle | None = None
    under: dict[str, Secret[str]] = {}
    marches: dict[str, Secret[tuple[str, ...]]] = {}
    late: dict[str, Secret[tuple[str, ...]]] = {}
    flanks: dict[str, str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    laid: dict[str, tuple[str, ...]] = {}
    revealed: str = ""
    offered: tuple[str, ...] | UnsetType = UNSET
    files: dict[str, str] | UnsetType = UNSET
    wavering: tuple[str, ...] = ()
    lost: tuple[Lost, ...] | UnsetType = UNSET
    pairs: dict[str, str] | UnsetType = UNSET
    helping: tuple[Helping, ...] | UnsetType = UNSET
    routs: Routs | UnsetType = UNSET
    holding: dict[str, tuple[str, ...]] | UnsetType = UNSET
    leaving: tuple[str, ...] | UnsetType = UNSET
    pledged: tuple[str, ...] | UnsetType = UNSET

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this state (`Memory`). It is not written and not compared."""
        return self.__dict__


def phase_of(state: State) -> str:
    """The phase of the next decision: that of a response that is due, else that of the turn."""
    waiting = due(state.waiting)
    return state.phase if waiting is None else waiting.phase


def decider(state: State) -> str:
    """The side that decides now."""
    waiting = due(state.waiting)
    return state.choice.side if waiting is None else waiting.side


def about(state: State) -> About:
    """What the response that is due is about."""
    waiting = due(state.waiting)
    assert waiting is not None
    return waiting.about
