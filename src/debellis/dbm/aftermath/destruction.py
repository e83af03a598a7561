"""Destruction: who dies with a destroyed element, what remains of a double base, who shifts to the next enemy."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.flank_shift import shift_flankers
from debellis.dbm.aftermath.friends import is_psiloi
from debellis.dbm.aftermath.holding import front_opponents
from debellis.dbm.aftermath.obstructions import step_back
from debellis.dbm.aftermath.ranks_behind import supporters
from debellis.dbm.going import halves
from debellis.dbm.moving.speeds import parts
from debellis.dbm.troops import Troop, among, troop, written
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

CLOSE_COMBAT, SHOOTING = "close_combat", "shooting"
FRONT_HALF, REAR_HALF = "front", "rear"


class Destroyed(Value, frozen=True):
    """The result of a destruction: the position after it, all elements lost, and the flankers that shifted."""

    position: Position
    lost: tuple[str, ...]
    shifted: tuple[str, ...] = ()


def destroy(
    position: Position,
    element: str,
    finding: Finding,
    *,
    opponent: str | None = None,
    gave_support: tuple[str, ...] | None = None,
    by: str = CLOSE_COMBAT,
) -> Destroyed:
    """Remove a destroyed element and, in close combat, all elements that die with it."""
    with_it: tuple[str, ...] = ()
    if by == CLOSE_COMBAT:
        with_it = dying_with(position, position.base(element), opponent, gave_support, finding)
    lost = (element, *with_it)
    after, shifted = shift_flankers(position, position.without(*lost), lost, finding)
    return Destroyed(after, lost, shifted)


def dying_with(
    position: Position,
    base: Base,
    opponent: str | None,
    gave_support: tuple[str, ...] | None,
    finding: Finding,
) -> tuple[str, ...]:
    """The friends that die with an element: those close behind it, and psiloi that gave it rear support."""
    zone = zone_behind(position, base)
    found: list[str] = []
    supporting = _supporting_psiloi(position, base, opponent, gave_support)
    for friend in position.friends(base.side):
        if friend.id == base.id:
            continue
        close = overlaps(zone, friend.rectangle)
        if not close and friend.id not in supporting:
            continue
        exempt = _exemption(position, base, friend)
        if exempt is not None:
            clause, why = exempt
            finding.cite(clause, f"{friend.id} does not die with {base.id}: {why}")
            continue
        found.append(friend.id)
        if close:
            sentence = f"some of {friend.id} is straight behind {base.id}, closer than {zone.depth:g} mm: it dies too"
            finding.cite("DBM32-P24-destroyed-behind", sentence)
            finding.draw("area", zone.corners, "zone", f"behind {base.id}")
        else:
            sentence = f"{friend.id} gave {base.id} rear support and dies with it, however far behind"
            finding.cite("DBM32-P24-destroyed-psiloi", sentence)
    return tuple(found)


def zone_behind(position: Position, base: Base) -> Rectangle:
    """The ground straight behind an element, as deep as its base. A base width is the maximum."""
    back = base.rectangle.advanced(-base.depth)
    return Rectangle(back.front, back.facing, base.width, step_back(position, base))


def _supporting_psiloi(
    position: Position, base: Base, opponent: str | None, gave_support: tuple[str, ...] | None
) -> frozenset[str]:
    """The psiloi that gave rear support: as stated, or as found against the opponent named or met in front."""
    if gave_support is not None:
        return frozenset(name for name in gave_support if is_psiloi(position.base(name)))
    fronts = front_opponents(position, base)
    against = fronts[0] if opponent is None and fronts else None if opponent is None else position.base(opponent)
    if against is None:
        return frozenset()
    return frozenset(rear.id for rear in supporters(position, base, against) if is_psiloi(rear))


def _exemption(position: Position, front: Base, rear: Base) -> tuple[str, str] | None:
    """The clause that saves an element behind, and the reason. None if it dies with the front element."""
    rules, edition = table(position, "outcome_moves"), position.edition

    def fits(base: Base, names: list[str]) -> bool:
        return any(among(edition, part, names) for part in parts(base))

    for base in (front, rear):
        if fits(base, rules["exempt_either"]):
            return "DBM32-P24-destroyed-exc", f"{base.id} is {troop(base).name}"
    if fits(front, rules["exempt_front"]):
        return "DBM32-P24-destroyed-exc", f"the front element is {troop(front).name}"
    if fits(front, rules["exempt_front_besides"]):
        return "DBM-B28.1", f"the front element is {troop(front).name}"
    return None


def is_exempt(position: Position, front: Base, rear: Base) -> bool:
    """Whether an element close behind another does not die with it."""
    return _exemption(position, front, rear) is not None


def survivor(position: Position, base: Base, lost: str, finding: Finding) -> Base:
    """The single element that remains of a double base after one half is lost. It stands where its half stood."""
    one, two = halves(position, base)
    where, what = two if lost == FRONT_HALF else one
    single = Troop(what.drill, what.type, what.grade, what.chariot, what.on_mounts, what.weapon)
    sentence = f"only the {lost} half of {base.id} is lost: a single {what.name} takes the place of the double base"
    finding.cite("DBM32-P10-dbe-loss-a", sentence)
    finding.cite("DBM32-P10-dbe-loss-b", f"the {what.name} stays exactly where it stood")
    return replace(base, code=written(single), kind=what.type, front=where.front, depth=where.depth)


def ask_destroyed(
    position: Position,
    *,
    element: str,
    opponent: str | None = None,
    by: str = CLOSE_COMBAT,
    gave_support: tuple[str, ...] | None = None,
    half: str | None = None,
) -> Ruling:
    """Answers which elements are lost with a destroyed element, and where shifted or remaining elements stand."""
    finding = Finding()
    base = position.base(element)
    if half is not None:
        if troop(base).rear is None:
            raise BadQuestion(f"half is for a double base, and {element} is a single one", "half")
        left = survivor(position, base, half, finding)
        after = position.with_base(left)
        answer: dict[str, Any] = {"lost": [], "half_lost": half, "left": left.code, "depth": left.depth}
        more = {"front": list(left.front), "facing": bearing(left.facing), "fronts": fronts_of(after)}
        return finding.rule("destroyed", answer | more)
    done = destroy(position, element, finding, opponent=opponent, gave_support=gave_support, by=by)
    answer = {"lost": list(done.lost), "shifted": list(done.shifted)}
    places = {"fronts": fronts_of(done.position), "facings": facings_of(done.position)}
    return finding.rule("destroyed", answer | places)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "destroyed",
        "who is lost when an element is destroyed",
        {
            "element": BASE,
            "opponent": BASE.or_none(),
            "by": one_of(CLOSE_COMBAT, SHOOTING).or_none(),
            "gave_support": list_of(BASE).or_none(),
            "half": one_of(FRONT_HALF, REAR_HALF).or_none(),
        },
        ask_destroyed,
    ),
)
