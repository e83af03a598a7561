"""What a combat does to the table: losses, recoil, flight, helpers giving way, pursuit, places taken."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance, Needed
from debellis.dba.aftermath.attached_general import destroyed_with
from debellis.dba.aftermath.choosing import NOBODY, Choices
from debellis.dba.aftermath.flee import flee
from debellis.dba.aftermath.helpers import helpers, helpers_recoil
from debellis.dba.aftermath.pursuit import followers, occupy, out_of_river, pursue, pursues
from debellis.dba.aftermath.recoil import Recoiled, recoil
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding

#: Outcomes after which the loser is no longer where it fought.
_LEAVES = ("recoil", "flee", "destroyed")


class Aftermath(Value, frozen=True):
    """The table after a combat.

    `lost`, `pushed` and `through` name the bases destroyed, pushed and passed through; `recoiled` the helpers that
    recoiled with the loser. `pursued` is how far the winner pursued (mm), `in_contact` whether it then touches an enemy
    to its front. `entered` is the place it entered, `closed` the rivers shut this bound.
    """

    position: Position
    lost: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    recoiled: tuple[str, ...] = ()
    pursued: float = 0.0
    in_contact: bool = False
    entered: str | None = None
    closed: frozenset[str] = frozenset()


class _Blow(Value, frozen=True):
    """A decided combat: the loser (`who`), the winner (`other`), the outcome, and what is needed to apply it."""

    who: Fighter
    other: Fighter | None
    outcome: str
    lost: tuple[str, ...]
    phase: str
    closed: frozenset[str]
    choices: Choices
    shot_at_rear: bool

    @property
    def close(self) -> bool:
        return self.phase == "close"


def apply_outcome(
    position: Position,
    loser: str,
    winner: str,
    outcome: str,
    lost: tuple[str, ...],
    phase: str,
    dice: Chance,
    finding: Finding,
    *,
    closed: frozenset[str] = frozenset(),
    choices: Choices = NOBODY,
    shot_at_rear: bool = False,
) -> Aftermath:
    """The table after a combat. `phase` is "close" or "shooting"; `lost` are the loser and its supporters if destroyed.

    `loser` and `winner` are ids of bases or, for followers and denizens, of their camp or town. `shot_at_rear` says
    that all shots were at the rear edge of the loser. `choices` are those of the owners of bases that go back.
    """
    who, other = fighter(position, loser), fighter(position, winner)
    if who is None:
        return Aftermath(position, closed=closed)
    blow = _Blow(who, other, outcome, lost, phase, closed, choices, shot_at_rear)
    in_the_open = other is not None and who.base is not None and who.place is None
    names = helpers(position, loser, winner) if in_the_open and blow.close else ()
    if outcome == "no_effect":
        for name in names:
            sentence = f"{who.name} loses but stays, and so does its helper {name}"
            finding.cite_all(("BOB-OUT-5c", "DBA22-B29.7"), sentence)
        return Aftermath(position, closed=closed)
    along = _along(position, blow)
    fate = _fate(position, blow, dice, finding)
    done = helpers_recoil(fate, names, who.name, dice, finding, choices)
    after = Aftermath(done.position, done.destroyed, done.pushed, done.through, names, closed=done.closed)
    return _winner(position, after, blow, along, dice, finding)


def _fate(position: Position, blow: _Blow, dice: Chance, finding: Finding) -> Recoiled:
    """What happens to the loser itself."""
    who, other, closed = blow.who, blow.other, blow.closed
    against = other.id if other is not None and blow.close else None
    if blow.outcome == "change_sides" and who.place is not None and other is not None:
        home = who.place.home or who.place.owner
        turned = replace(who.place, owner=other.side, home=home, occupant="denizens")
        finding.cite_all(("BOB-LES-11b", "DBA22-B8.4"), f"the denizens of {who.place.id} now side with {other.side}")
        return Recoiled(_with_place(position, turned), closed=closed)
    if blow.outcome == "recoil":
        return recoil(
            position,
            who.id,
            dice,
            finding,
            opponent=against,
            closed=closed,
            shot_at_rear=blow.shot_at_rear,
        )
    if blow.outcome == "flee":
        fled = flee(
            position,
            who.id,
            dice,
            finding,
            opponent=against,
            closed=closed,
            choices=blow.choices,
            shot_at_rear=blow.shot_at_rear,
        )
        gone = tuple(dict.fromkeys((*fled.lost, who.id))) if fled.destroyed else fled.lost
        return Recoiled(fled.position, gone, fled.pushed, fled.through, closed=fled.closed)
    lost = destroyed_with(position, blow.lost or (who.id,), finding)
    return Recoiled(_without(position, blow, lost, finding), lost, closed=closed)


def _without(position: Position, blow: _Blow, lost: tuple[str, ...], finding: Finding) -> Position:
    """The position without the destroyed bases.

    A camp is then empty. A town whose garrison was shot keeps its denizens.
    """
    position = position.without(*lost)
    place = blow.who.place
    if place is None:
        return position
    garrison = blow.who.base is not None
    if garrison and place.kind == "bua" and not blow.close:
        finding.cite("BOB-CAP-5c", f"the garrison of {place.id} is gone; its denizens remain")
        return _with_place(position, replace(place, occupant="denizens"))
    if garrison and place.kind == "camp":
        finding.cite("BOB-CAP-5c", f"the garrison of {place.id} is gone and nobody is left in the camp")
    return _with_place(position, replace(place, occupant="none"))


def _with_place(position: Position, place: Terrain) -> Position:
    return replace(position, terrain=tuple(place if piece.id == place.id else piece for piece in position.terrain))


def _along(position: Position, blow: _Blow) -> tuple[str, ...]:
    """The bases that will follow the winner if it pursues, judged before the loser leaves the fight."""
    other = blow.other
    if (
        not blow.close
        or other is None
        or other.base is None
        or other.place is not None
        or not pursues(position, other.base)
    ):
        return ()
    return followers(position, other.base, blow.who, Finding())


def _winner(
    before: Position,
    done: Aftermath,
    blow: _Blow,
    along: tuple[str, ...],
    dice: Chance,
    finding: Finding,
) -> Aftermath:
    """What the winner of a close combat does: enter the place it took, or pursue."""
    who, other = blow.who, blow.other
    if not blow.close or blow.outcome not in _LEAVES or other is None or other.base is None:
        return done
    if not done.position.has_base(other.id):
        return done
    if who.place is not None:
        place = done.position.feature(who.place.id)
        return replace(done, position=occupy(done.position, other.id, place, finding), entered=place.id)
    after = blow.outcome if who.id not in done.lost else "destroyed"
    if pursues(before, other.base):
        going = tuple(name for name in along if done.position.has_base(name))
        gone = pursue(done.position, other.id, dice, finding, after=after, along=going, closed=done.closed)
        done = replace(done, position=gone.position, pursued=gone.distance, in_contact=gone.in_contact)
    return replace(done, position=out_of_river(done.position, before.base(other.id), who.base, finding))


def places_after(position: Position, answer: dict[str, Any], winner: str) -> dict[str, Any]:
    """Where everybody stands after a shooting: only `fronts` and `facings`, because the answer already gives the
    outcome."""
    done = combat_answer(position, answer, winner, "shooting", Finding())
    return {key: done[key] for key in ("fronts", "facings") if key in done}


def combat_answer(
    position: Position, answer: dict[str, Any], winner: str, phase: str, finding: Finding
) -> dict[str, Any]:
    """What the answer of a combat says about the table after it: `lost`, `fronts` and `facings`.

    Empty if an outcome move needs dice of its own (a river). Ask such a move with `recoil`, `flee` or `pursue`.
    """
    loser = answer.get("loser")
    if loser is None:
        return {"fronts": fronts_of(position)}
    found = Finding()
    gone, behind = tuple(answer.get("lost", ())), bool(answer.get("turns_about"))
    try:
        done = apply_outcome(
            position, loser, winner, answer["outcome"], gone, phase, Chance(), found, shot_at_rear=behind
        )
    except Needed:
        return {}
    finding.absorb(found)
    return {"lost": list(done.lost), "fronts": fronts_of(done.position), "facings": facings_of(done.position)}
