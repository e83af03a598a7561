"""Turning to face: which elements turn when a front strikes their flank or rear, and how a struck column forms up."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from debellis.dbm.contacts import FIGHTING, FLANK, FRONT, REAR, position_of
from debellis.dbm.fighting.fighters import CombatSetting, defends_works, fighter
from debellis.dbm.fighting.pairing import engaged_in_front, stays_in_column, supported_front
from debellis.dbm.fighting.pressing import front_on_flank_or_rear
from debellis.dbm.fighting.ranks import files_ahead
from debellis.dbm.fighting.support import supports
from debellis.dbm.troops import among, troop
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.rectangle import EDGES, Rectangle, overlaps
from debellis.geometry.rectangle import FRONT as FRONT_EDGE
from debellis.manoeuvre.contact import beside, directly_behind, meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling


class Strike(Value, frozen=True):
    """A front on the flank or rear of a file: the attacker, and the elements it touches there, frontmost first."""

    attacker: Base
    struck: tuple[Base, ...]


def strike(position: Position, element: Base, attacker: Base) -> Strike | None:
    """The strike of an enemy that touches an element.

    None if the enemy is not in legal contact with the frontmost element of the file that it touches.
    """
    if not _touches(attacker, element):
        return None
    ahead = [base for base in files_ahead(position, element) if _touches(attacker, base)]
    head = ahead[-1] if ahead else element
    kind = position_of(attacker.rectangle, head.rectangle)
    if kind == REAR and head.id == element.id:
        return Strike(attacker, (element,))
    if kind != FLANK:
        return None
    struck = [head]
    while (behind := _behind(position, struck[-1])) is not None and _touches(attacker, behind):
        struck.append(behind)
    return Strike(attacker, tuple(struck))


def _touches(attacker: Base, base: Base) -> bool:
    return front_on_flank_or_rear(meet(attacker.rectangle, base.rectangle))


def _behind(position: Position, base: Base) -> Base | None:
    friends = position.near_friends(base.side, base.rectangle)
    return next((friend for friend in friends if directly_behind(friend.rectangle, base.rectangle)), None)


def stands_fast(position: Position, element: Base, finding: Finding) -> bool:
    """Whether an element does not turn: it is engaged in front, never turns, or supports one engaged in front."""
    if engaged_in_front(position, element):
        finding.cite("DBM-B24.2", f"{element.id} is engaged to its front and does not turn")
        return True
    never = table(position, "turning_to_face")["never"]
    if among(position.edition, troop(element), never) or defends_works(element):
        finding.cite("DBM-B24.2", f"{element.id}, {troop(element).name}, does not turn to face")
        return True
    front = supported_front(position, element, FIGHTING)
    if front is None:
        _cite_idle(position, element, finding)
        return False
    finding.cite("IWF-18.1d", f"{element.id} supports {front.id}, whose front is in legal contact: it does not turn")
    if supported_front(position, element) is not None:
        says = f"what touches the flank or rear of {element.id} counts as on {front.id}, and {element.id} does not turn"
        finding.cite("DBM32-P21-cc-rearhit", says)
    return True


def _cite_idle(position: Position, element: Base, finding: Finding) -> None:
    """Cite that an element behind a fighting one gives no support, because none is listed, and so may turn."""
    for ahead in files_ahead(position, element):
        for foe in position.near_enemies(element.side, ahead.rectangle):
            if position_of(ahead.rectangle, foe.rectangle) != FRONT:
                continue
            found = supports(position, fighter(position, ahead), fighter(position, foe), CombatSetting())
            if any(rank.id == element.id for rank in found.idle):
                says = f"nothing is listed for {element.id} behind {ahead.id} against {foe.id}: it gives no support"
                finding.cite("DBM32-GLOSS-rear-support", says)


def turners(position: Position, made: Strike) -> tuple[Base, ...]:
    """The struck elements that turn, up to the first that does not turn. The elements behind that one stay."""
    return tuple(takewhile(lambda base: not stands_fast(position, base, Finding()), made.struck))


def places_of(attacker: Base, turning: tuple[Base, ...]) -> dict[str, Rectangle]:
    """Where the turning elements stand after the turn: the first against the attacker, the others behind it."""
    first, *others = turning
    here = place("against", attacker.rectangle, first.width, first.depth)
    found = {first.id: here}
    for base in others:
        here = place("behind", here, base.width, base.depth)
        found[base.id] = here
    return found


def turn_to_face(position: Position, *, element: str, first: str | None = None) -> Ruling:
    """Answers whether an element turns to face at the end of movement, and where it and its followers then stand."""
    finding = Finding()
    base = position.base(element)
    touching = [enemy for enemy in position.near_enemies(base.side, base.rectangle) if _touches(enemy, base)]
    strikes = [made for enemy in touching if (made := strike(position, base, enemy)) is not None]
    if first is not None:
        strikes = [made for made in strikes if made.attacker.id == first]
    if not strikes:
        return _stays(position, base, touching, finding)
    if stands_fast(position, base, finding):
        return finding.rule("turn_to_face", {"turns": False} | _acting(position, base, strikes[0]))
    turning = {made.attacker.id: turners(position, made) for made in strikes}
    able = [made for made in strikes if base in turning[made.attacker.id]]
    if not able:
        fast = strikes[0].struck[len(turning[strikes[0].attacker.id])]
        finding.cite("DBM-B24.2", f"{fast.id} is struck before {element} and does not turn: {element} stays behind it")
        return finding.rule("turn_to_face", {"turns": False})
    if len(able) > 1:
        finding.cite("DBM-B24.2", f"{element} turns to the one of {len(able)} that touched it first: name it")
        return finding.rule("turn_to_face", {"turns": True, "choices": [made.attacker.id for made in able]})
    return _turned(position, base, able[0], turning[able[0].attacker.id], finding)


def _turned(position: Position, base: Base, made: Strike, turning: tuple[Base, ...], finding: Finding) -> Ruling:
    """The ruling that an element turns, with all elements that turn with it."""
    head, places = turning[0], places_of(made.attacker, turning)
    finding.cite("DBM-B24.2", f"{head.id} is struck by {made.attacker.id} and turns to face it")
    column = len(made.struck) > 1 or _behind(position, head) is not None
    if column and is_wide(position, made.attacker):
        names = ", ".join(one.id for one in turning[1:])
        behind = f", {names} going behind it" if names else ""
        finding.cite("IWF-18.1a", f"{made.attacker.id} and its neighbours strike a column: {head.id} turns{behind}")
    spot = places[base.id]
    answer: dict[str, Any] = {
        "turns": True,
        "front": list(spot.front),
        "facing": bearing(spot.facing),
        "fronts": {name: list(where.front) for name, where in places.items()},
        "facings": {name: bearing(where.facing) for name, where in places.items()},
        "displaced": _in_the_way(position, places),
    }
    return finding.rule("turn_to_face", answer)


def _stays(position: Position, base: Base, touching: list[Base], finding: Finding) -> Ruling:
    """The ruling that no enemy in legal contact struck an element. It keeps its place and facing."""
    answer = {"turns": False}
    if touching and stands_fast(position, base, finding):
        return finding.rule("turn_to_face", answer)
    if any(stays_in_column(position, enemy, base) for enemy in touching) or _column_struck(position, base):
        finding.cite("IWF-18.1b", f"others of the column of {base.id} were struck: it keeps its place and facing")
    elif touching:
        finding.cite("IWF-1.1", f"{touching[0].id} touches {base.id}, but in none of the positions of legal contact")
    return finding.rule("turn_to_face", answer)


def _column_struck(position: Position, base: Base) -> bool:
    """Whether a wide group has struck other elements of an element's file, in front of it or behind."""
    others = [*files_ahead(position, base)]
    last: Base | None = base
    while last is not None:
        last = _behind(position, last)
        others += [] if last is None else [last]
    return any(
        strike(position, other, enemy) is not None and is_wide(position, enemy)
        for other in others
        for enemy in position.enemies(base.side)
    )


def is_wide(position: Position, attacker: Base) -> bool:
    """Whether an attacker stands level beside a friend, in a group wider than one element."""
    friends = position.near_friends(attacker.side, attacker.rectangle)
    return any(f.id != attacker.id and beside(f.rectangle, attacker.rectangle) is not None for f in friends)


def _acting(position: Position, base: Base, made: Strike) -> dict[str, Any]:
    """Which edge acts as front, for an element that may use any."""
    if not table(position, "type")[base.kind].get("any_edge_is_front"):
        return {}
    touches = meet(made.attacker.rectangle, base.rectangle).touches
    edge = next(t.theirs for t in touches if t.mine == FRONT_EDGE and t.length > COINCIDE)
    return {"acting_front": EDGES[edge]}


def _in_the_way(position: Position, places: dict[str, Rectangle]) -> list[str]:
    """The elements that stand where the turning ones will stand. They must make way."""
    others = [base for base in position.standing if base.id not in places]
    return [base.id for base in others if any(overlaps(base.rectangle, where) for where in places.values())]


QUESTIONS: tuple[Question, ...] = (
    Question(
        "turn_to_face",
        "whether an element turns to face at the end of movement, and where it then stands",
        {"element": BASE, "first": BASE.or_none()},
        turn_to_face,
    ),
)
