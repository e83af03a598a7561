"""Pursuit: who must follow a beaten opponent, how far, and which ranks behind follow too."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.destruction import destroy
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.holding import front_opponents
from debellis.dbm.aftermath.obstructions import ground_stops, present, step_back
from debellis.dbm.aftermath.ranks_behind import able_to_support, file_behind
from debellis.dbm.aftermath.recoil import recoil
from debellis.dbm.aftermath.river_flow import ignore_flow, way_ahead
from debellis.dbm.commands import is_demoralised
from debellis.dbm.fighting.fighters import defends_works
from debellis.dbm.going import DIFFICULT, going
from debellis.dbm.troops import among, troop
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.stops import base_stops, fronts_of, nearest, slid
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

DESTROYED, RECOIL, FLEE = "destroyed", "recoil", "flee"


class Pursued(Value, frozen=True):
    """The result of a pursuit: the position after it, the distance, the followers, and whether the pursuer is gone."""

    position: Position
    distance: float = 0.0
    followed: tuple[str, ...] = ()
    destroyed: bool = False


def must_pursue(position: Position, base: Base) -> bool:
    """Whether an element is of a type that follows a beaten frontal opponent."""
    return among(position.edition, troop(base), table(position, "pursues")["must"])


def pursue(position: Position, element: str, finding: Finding) -> Pursued:
    """Make an element pursue after its beaten opponent has left: a base depth straight ahead, with the ranks behind."""
    base = position.base(element)
    if not must_pursue(position, base):
        finding.cite("DBM-B28.8", f"{troop(base).name} do not pursue")
        return Pursued(position)
    if defends_works(base):
        finding.cite("DBM-B28.8", f"{element} defends works and does not pursue out of them")
        return Pursued(position)
    if is_demoralised(position, base):
        finding.cite("IWF-24.1", f"{element} pursues as it normally would, though its command is demoralised")
    if troop(base).type == "Exp" and going(position, base) == DIFFICULT:
        finding.cite("IWF-24.2", f"{element} is in difficult going as its pursuit begins: it is destroyed at once")
        return Pursued(position.without(element), destroyed=True)
    far = step_back(position, base)
    file = file_behind(position, base)
    others = [other for other in present(position) if other.id != element]
    stops = [*base_stops(others, base, base.facing, far, COINCIDE), *ground_stops(position, base, base.facing, far)]
    gone = min(far, nearest(stops))
    finding.cite("DBM-B28.8", f"{element} must follow {gone:g} mm straight ahead, of {far:g} mm")
    after = position.with_base(slid(base, base.facing, gone))
    if gone > COINCIDE:
        way = way_ahead(base.rectangle, after.base(element).rectangle)
        ignore_flow(position, base, way, "the pursuit", finding)
    followed: list[str] = []
    movers = _followers(position, base, file, finding) if gone > COINCIDE else []
    names = (element, *[rear.id for rear in movers])
    standing = [other for other in others if other.id not in names]
    free = gone
    for rear in movers:
        # Ranks that are not quite square to one another keep clear of those beside them and before them.
        free = min(free, nearest(base_stops(standing, rear, base.facing, gone, 0.0)))
        after = after.with_base(slid(rear, base.facing, free))
        followed.append(rear.id)
    return Pursued(after, gone, tuple(followed))


def _followers(position: Position, base: Base, file: tuple[Base, ...], finding: Finding) -> list[Base]:
    """The ranks behind a pursuer that follow: the second to the fourth, until one has no reason to."""
    found: list[Base] = []
    first = 2 if troop(base).rear is None else 3
    most = int(table(position, "outcome_moves")["follow_ranks"])
    deepest = first + len(file) - 1
    for number, rear in enumerate(file, first):
        if number > most:
            break
        same = troop(rear).type == troop(base).type
        if not same and not able_to_support(position, base, rear, number, deepest):
            break
        why = f"is of the type of {base.id}" if same else f"could support {base.id} against some enemy"
        finding.cite("DBM32-P24-pursue-ranks", f"{rear.id} stands lined up as rank {number} and {why}: it goes along")
        found.append(rear)
    return found


def touched_in_front(position: Position, base: Base) -> list[str]:
    """The enemies that lie on the front edge of an element."""
    return [
        enemy.id
        for enemy in position.enemies(base.side)
        if any(t.mine == FRONT and t.theirs < CORNER for t in meet(base.rectangle, enemy.rectangle).touches)
    ]


def _on_whose_flank(position: Position, base: Base, opponent: str | None) -> tuple[Base, ...]:
    """The named opponent, if the element's front is on its flank or rear and nobody else is before its own front."""
    if opponent is None or opponent not in touched_in_front(position, base):
        return ()
    enemy = position.base(opponent)
    return () if front_opponents(position, enemy) else (enemy,)


def ask_pursue(position: Position, *, element: str, after: str, opponent: str | None = None) -> Ruling:
    """Answers what the pursuit of an element does. Its front opponent may still be in place or already gone."""
    finding = Finding()
    base = position.base(element)
    fronts = front_opponents(position, base) or _on_whose_flank(position, base, opponent)
    if not fronts:
        return _after_it_went(position, element, opponent, finding)
    beaten = fronts[0] if opponent is None else position.base(opponent)
    if beaten.side == base.side:
        raise BadQuestion("opponent must be an enemy", "opponent")
    if beaten not in fronts:
        finding.cite("DBM-B28.8", f"{element} does not fight {beaten.id} with its front and does not pursue it")
        return finding.rule("pursue", _answer(position, Pursued(position), element))
    aside = Finding()
    if after == DESTROYED:
        position = destroy(position, beaten.id, aside, opponent=element).position
    elif after == RECOIL:
        position = recoil(position, beaten.id, aside, opponent=element, cause="close_combat").position
    else:
        position = flee(position, beaten.id, How(in_combat=True, opponent=element), aside).position
    done = pursue(position, element, finding)
    return finding.rule("pursue", _answer(done.position, done, element))


def _after_it_went(position: Position, element: str, opponent: str | None, finding: Finding) -> Ruling:
    """The pursuit in a position where the opponent has already left: no enemy is on the front edge."""
    if opponent is not None and position.base(opponent).side == position.base(element).side:
        raise BadQuestion("opponent must be an enemy", "opponent")
    done = pursue(position, element, finding)
    return finding.rule("pursue", _answer(done.position, done, element))


def _answer(position: Position, done: Pursued, element: str) -> dict[str, Any]:
    touched = [] if done.destroyed else touched_in_front(position, position.base(element))
    return {
        "distance": done.distance,
        "destroyed": [element] if done.destroyed else [],
        "followed": list(done.followed),
        "in_contact": touched,
        "fronts": fronts_of(position),
    }


QUESTIONS: tuple[Question, ...] = (
    Question(
        "pursue",
        "what the pursuit of an element does after its front opponent was destroyed, recoiled or fled",
        {"element": BASE, "after": one_of(DESTROYED, RECOIL, FLEE), "opponent": BASE.or_none()},
        ask_pursue,
    ),
)
