"""The contacts at the end of a move: which enemies and places are touched, and whether the move may end there.

`touched(position, base, end)` classifies every enemy that an element touches at its end. `judge_contacts` uses it to
judge the end of a single move. Groups use `touched` for each member and need only one legal contact among them.
"""

from __future__ import annotations

from debellis.dba.aftermath.turning import is_void
from debellis.dba.book import table
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.moving.contact import MELEE, OVERLAPS, contact, meeting_at
from debellis.dba.moving.general import footprint
from debellis.dba.moving.groups import grouped_with
from debellis.dba.moving.zone import is_hostile
from debellis.geometry.contact import CORNER
from debellis.geometry.plane import COINCIDE, SLIGHT
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle, penetration
from debellis.manoeuvre.contact import Meeting, comes_to_flank, comes_to_rear, meet
from debellis.manoeuvre.legs import boxes_apart, rectangle_box
from debellis.manoeuvre.places import front_touches
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit, permit_by, refuse_by

_FRONT_PARTS = (FRONT, CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)


class Touched(Value, frozen=True):
    """An enemy touched at the end of a move.

    `was` is how it was touched at the start ("none" if it was not), `fighting` whether it is in front melee with
    another base.
    """

    enemy: str
    meeting: Meeting
    was: str
    fighting: bool

    @property
    def before(self) -> bool:
        """Whether it was already touched at the start."""
        return self.was != "none"

    @property
    def new(self) -> bool:
        """Whether the move makes this contact: it adds a touch, or turns an earlier touch into melee."""
        return not self.before or (self.melee and self.was not in MELEE)

    @property
    def kind(self) -> str:
        return self.meeting.kind

    @property
    def melee(self) -> bool:
        return self.meeting.kind in MELEE

    @property
    def overlap(self) -> bool:
        return self.meeting.kind in OVERLAPS


def never_contacts(position: Position, base: Base) -> bool:
    """Whether a base is of a type that never moves into contact."""
    return base.kind in table(position, "contacting")["never"]


def touched(position: Position, base: Base, end: Rectangle) -> tuple[Touched, ...]:
    """Every enemy base an element touches at an end place, in the order of the position."""
    near = [enemy for enemy in position.enemies(base.side) if penetration(end, enemy.rectangle) >= -COINCIDE - SLIGHT]
    if not near:
        return ()
    found = fights(position)
    result: list[Touched] = []
    for enemy in near:
        meeting = meeting_at(found, end, enemy)
        if meeting.touching:
            earlier = found.meeting(base.id, enemy.id)
            was = "none" if earlier is None else earlier.kind
            fighting = found.opponent.get(enemy.id, base.id) != base.id
            result.append(Touched(enemy.id, meeting, was, fighting))
    return tuple(result)


def touched_places(position: Position, base: Base, end: Rectangle) -> tuple[Terrain, ...]:
    """Every camp and town held by the enemy of an element that it touches at an end place."""
    here = rectangle_box(end)
    near = [p for p in position.terrain if p.is_place and not boxes_apart(here, p.box, COINCIDE)]
    hostile = [p for p in near if is_hostile(position, p, base.side)]
    return tuple(p for p in hostile if polygon_gap(end, p.ground) <= COINCIDE)


def is_legal(position: Position, base: Base, end: Rectangle, all_touched: tuple[Touched, ...], one: Touched) -> bool:
    """Whether one contact is a legal combat contact.

    It is legal if it is melee, an overlap of an enemy in front melee, or an overlap by an element that itself ends in
    melee.
    """
    if one.melee:
        return True
    return one.overlap and (one.fighting or ends_in_melee(position, base, end, all_touched))


def ends_in_melee(position: Position, base: Base, end: Rectangle, all_touched: tuple[Touched, ...]) -> bool:
    """Whether an element ends a move in melee with an enemy, or with the holder of a camp or town."""
    if any(one.melee for one in all_touched):
        return True
    return any(front_touches(end, p.ground) for p in touched_places(position, base, end))


def judge_contacts(
    position: Position,
    base: Base,
    end: Rectangle,
    verdict: Verdict,
    dismounting: bool = False,
    found: tuple[Touched, ...] | None = None,
) -> tuple[str, ...]:
    """Judge the contacts in which a single element ends its move (`found`, if already known). Returns the new ones."""
    contacts = touched(position, base, end) if found is None else found
    places = touched_places(position, base, end)
    new = tuple(one.enemy for one in contacts if one.new)
    if not contacts and not places:
        return ()
    moved = replace(base, front=end.front, facing=end.facing, width=end.width, depth=end.depth, inside=None)
    after = position.with_base(moved)
    if dismounting:
        names = ", ".join([*(one.enemy for one in contacts), *(p.id for p in places)])
        says = f"a dismounting move may not end in contact, and {base.id} would touch {names}"
        verdict.refuse(says, "BOB-ZOC-12a", "BOB-MOV-9c", "DBA22-B12.3.2")
        return new
    if never_contacts(position, base):
        _judge_engine(position, base, contacts, places, verdict)
        return new
    in_melee = ends_in_melee(position, base, end, contacts)
    for one in contacts:
        if one.melee or one.overlap:
            _judge_combat(after, base, one, verdict)
            judge_start(position, base, one, verdict)
            _judge_room_to_turn(after, base, one, verdict)
        elif in_melee:
            continue  # It fights; whatever else it happens to touch neither helps nor hinders.
        else:
            _refuse_touch(position, after, moved, one, verdict)
    for spot in places:
        ruling = contact(after, mover=base.id, target=spot.id)
        if ruling.answer["legal"]:
            permit_by(verdict, ruling)
        elif not any(one.melee for one in contacts):
            refuse_by(verdict, ruling)
            verdict.refuse(f"{base.id} touches {spot.id} otherwise than with its front edge", "DBA22-B15.4")
    return new


def judge_start(position: Position, base: Base, one: Touched, verdict: Verdict) -> None:
    """Refuse a flank or rear contact unless the move starts beyond the line of that edge, in editions that require
    this."""
    rules = table(position, "contacting")
    if not rules["from_beyond"] or not one.new or one.kind not in ("flank", "rear"):
        return
    start, target = footprint(position, base), position.base(one.enemy).rectangle
    if one.kind == "rear" and not comes_to_rear(start, target):
        says = f"{base.id} does not start wholly behind the line of the rear edge of {one.enemy}"
        verdict.refuse(says, *rules["rear_clauses"])
    if one.kind == "flank" and not comes_to_flank(start, target, one.meeting.hand or ""):
        hand = one.meeting.hand
        says = f"{base.id} does not start beyond the line of the {hand} side of {one.enemy}, nor partly behind its rear"
        verdict.refuse(says, *rules["flank_clauses"])


def _judge_room_to_turn(after: Position, base: Base, one: Touched, verdict: Verdict) -> None:
    """Refuse an attack on a flank or rear if the target has no room to turn and the attacker none to move back."""
    void = Finding()
    if one.new and one.melee and is_void(after, base.id, one.enemy, void):
        for reason in void.reasons.values():
            verdict.refuse(reason.says, reason.clause)


def _judge_combat(after: Position, base: Base, one: Touched, verdict: Verdict) -> None:
    """Judge a combat contact: cite what makes it legal, or refuse an overlap of an enemy that is not fighting."""
    ruling = contact(after, mover=base.id, target=one.enemy)
    verdict.marks.extend(ruling.drawing)
    if ruling.answer["legal"]:
        permit_by(verdict, ruling)
        how = one.kind.replace("_", " ")
        permit(verdict, f"{base.id} ends in a legal contact with {one.enemy}: {how}", "DBA22-B15.1")
    else:
        refuse_by(verdict, ruling)
        verdict.refuse(f"{one.enemy} is not fighting to its front: {base.id} cannot overlap it", "DBA22-B15.2")


def _refuse_touch(position: Position, after: Position, moved: Base, one: Touched, verdict: Verdict) -> None:
    """Refuse a touch that is not a legal contact."""
    enemy = position.base(one.enemy)
    refuse_by(verdict, contact(after, mover=moved.id, target=enemy.id))
    says = f"{moved.id} would touch {enemy.id}, but not in a legal contact"
    verdict.refuse(says, "BOB-CON-2h", "DBA22-B15.2")
    if any(touch.mine in _FRONT_PARTS for touch in one.meeting.touches):
        cite_no_adjusting(position, moved, enemy, verdict)
    _cite_overlap_to_come(position, moved, enemy, verdict)


def cite_no_adjusting(position: Position, mover: Base, enemy: Base, verdict: Verdict) -> None:
    """Cite that an enemy does not adjust: the mover itself must reach a legal place."""
    verdict.cite("BOB-CON-6a", f"{enemy.id} does not adjust: {mover.id} must reach the legal place itself")
    told = table(position, "conforming")["told_to_stay_for_a_single_mover"]
    if enemy.kind in told and not grouped_with(position, enemy):
        verdict.cite("BOB-MOV-8b", f"lone Psiloi do not conform to {mover.id}, which moves by itself")


def _cite_overlap_to_come(position: Position, moved: Base, enemy: Base, verdict: Verdict) -> None:
    """Cite that the mover would overlap the enemy only after that enemy has turned to face a friend."""
    found = fights(position)
    if found.fights(enemy.id):
        return
    for friend in position.friends(moved.side):
        there = found.meeting(friend.id, enemy.id)
        if friend.id == moved.id or there is None or there.kind not in ("flank", "rear"):
            continue
        turned = place("against", friend.rectangle, enemy.width, enemy.depth)
        if meet(moved.rectangle, turned).kind in OVERLAPS:
            says = f"{moved.id} would overlap {enemy.id} only after it has turned to face {friend.id}"
            verdict.cite("BOB-CON-3c", says)


def _judge_engine(
    position: Position, base: Base, contacts: tuple[Touched, ...], places: tuple[Terrain, ...], verdict: Verdict
) -> None:
    """Refuse contacts that Artillery or War Wagons start. They may keep a contact that the enemy made."""
    beside = [p.id for p in touched_places(position, base, base.rectangle)] if base.on_table else []
    started = [one for one in contacts if not one.before]
    kept = [*(one.enemy for one in contacts if one.before), *(p.id for p in places if p.id in beside)]
    names = [*(one.enemy for one in started), *(p.id for p in places if p.id not in beside)]
    if names:
        says = f"{base.code} {base.id} may never move into contact, and it would touch {', '.join(names)}"
        verdict.refuse(says, "BOB-CON-1a", "DBA22-B15.3")
        if base.kind in table(position, "contacting")["artillery"]:
            verdict.cite("BOB-LES-9", f"artillery never starts a melee: {base.id} would touch {', '.join(names)}")
        if any(one.overlap for one in started):
            verdict.cite("BOB-MEL-9", f"{base.code} cannot move to give an overlap")
    elif kept:
        says = f"{base.id} keeps the contact that {', '.join(kept)} made, and starts none"
        permit(verdict, says, "BOB-CON-1b", "DBA22-B15.3")


def overlapped_before(found: Fights, base: str, enemy: str) -> str | None:
    """How a base overlaps an enemy as they stand: "corner_overlap", "side_overlap" or None."""
    there = found.meeting(base, enemy)
    return there.kind if there is not None and there.kind in OVERLAPS else None
