"""Horse holders: the riderless mounts behind a dismounted element, and mounted figures that represent them."""

from __future__ import annotations

from debellis.dbm.contacts import position_of
from debellis.dbm.measures import in_paces
from debellis.dbm.mounts.exchanging import cite_closing, close_ranks, file_behind
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.troops import Troop, depth_of, is_holder, troop, written
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import directly_behind, meet
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, NUMBER, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

SHOT_AT, CONTACTED = "shot_at", "contacted"
#: What removes riderless mounts from the table. The other words are events that do not.
REMOVES = (SHOT_AT, CONTACTED)
EVENTS = (*REMOVES, "moves", "friends_pass", "enemy_near")


def holders_of(position: Position, element: str) -> Base | None:
    """The horse holders of an element on the table: those noted as its own, or those directly behind it."""
    base = position.base(element)
    for other in position.friends(base.side):
        if not is_holder(other):
            continue
        if other.attached == element or (other.attached is None and directly_behind(other.rectangle, base.rectangle)):
            return other
    return None


def holder_depth(position: Position, what: Troop) -> float:
    """The base depth of an element's horse holders: that of mounted infantry."""
    ridden = Troop(what.drill, what.type, what.grade, on_mounts=True)
    return depth_of(position.edition, ridden, position.scale)


def on_foot(position: Position, base: Base) -> Rectangle:
    """The footprint of mounted infantry after it has dismounted, with its front edge where it was."""
    what = troop(base)
    foot = Troop(what.drill, what.type, what.grade, weapon=what.weapon)
    return Rectangle(base.front, base.facing, base.width, depth_of(position.edition, foot, position.scale))


def lose_mounts(position: Position, *, element: str, event: str) -> Ruling:
    """Answers what an event does to horse holders, or to mounted figures that represent them."""
    finding = Finding()
    base = position.base(element)
    shown = troop(base).on_mounts and not is_holder(base)
    if not shown and not is_holder(base):
        raise BadQuestion(f"element must be mounted infantry or horse holders, and {element} is neither", "element")
    gone = event in REMOVES
    answer = {"removed": gone, "replaced": gone and shown}
    if not gone:
        return finding.rule("lose_mounts", answer)
    how = "it is shot at" if event == SHOT_AT else "enemy touches it"
    if not shown:
        if event == SHOT_AT:
            finding.cite("IWF-3.3d", f"{element} is horse holders: when {how} it is taken off at once, without dice")
        else:
            finding.cite("DBM-B7.5", f"{element} is horse holders: when {how} it is taken off")
        return finding.rule("lose_mounts", answer)
    foot = on_foot(position, base)
    says = f"{element} shows its mounts by mounted figures: when {how} the foot takes their place at once"
    finding.cite("IWF-3.4a", says)
    finding.cite("IWF-3.1a", f"the front edge of the foot lies where that of {element} was")
    rear = foot.advanced(-foot.depth).front
    more = {"front": list(foot.front), "rear": list(rear), "into": written(troop(base)).replace(" mounted", "")}
    return finding.rule("lose_mounts", {**answer, **more})


def holders_after(position: Position, *, element: str, to: Pose) -> Ruling:
    """Answers where the horse holders of an element are placed after it has moved, and what that costs."""
    finding = Finding()
    base = position.base(element)
    found = holders_of(position, element)
    if found is None:
        return finding.rule("holders_after", {"holders": "none", "pips": 0, "distance": 0.0})
    where = place("behind", to.rectangle(base.width, base.depth), found.width, found.depth)
    says = f"{found.id} has no move of its own: it is put behind {element} again, for nothing"
    finding.cite("IWF-3.8", says)
    answer = {"holders": found.id, "front": list(where.front), "facing": bearing(where.facing)}
    return finding.rule("holders_after", {**answer, "pips": 0, "distance": 0.0})


def touch_mounts(position: Position, *, mover: str, target: str, to: Pose, moved: float) -> Ruling:
    """Answers whether an enemy may contact riderless mounts after a given distance, and whether it may go on."""
    finding = Finding()
    base, other = position.base(mover), position.base(target)
    where = to.rectangle(base.width, base.depth)
    mounts = is_holder(other)
    if base.side == other.side or not meet(where, other.rectangle).touching:
        raise BadQuestion(f"to must bring {mover} into contact with an enemy", "to")
    square = position_of(where, other.rectangle) is not None
    answer: dict[str, object] = {"legal": square or mounts, "removed": mounts, "may_go_on": False, "remaining": 0.0}
    if not mounts:
        if not square:
            finding.cite("IWF-1.1", f"{mover} touches {target} in none of the positions of legal contact")
        return finding.rule("touch_mounts", answer)
    if not square:
        finding.cite("DBM32-P9-mounts-a", f"{target} is riderless mounts: {mover} may touch them in any way")
    limit = allowance(position, base) or 0.0
    left = max(0.0, limit - moved)
    finding.measure("moved so far", in_paces(position, moved), "paces", in_paces(position, limit))
    if left > COINCIDE:
        finding.cite("DBM32-P9-mounts-b", f"{target} is taken off and {mover} may go on with the rest of its move")
    return finding.rule("touch_mounts", {**answer, "may_go_on": left > COINCIDE, "remaining": left})


def may_discard_holders(position: Position, *, elements: tuple[str, ...], close_up: bool = False) -> Ruling:
    """Answers whether elements may leave their horse holders in a tactical move, and where the ranks then stand."""
    finding = Finding()
    left: list[str] = []
    files: dict[str, tuple[Base, ...]] = {}
    for name in elements:
        holders = holders_of(position, name)
        if holders is not None:
            left.append(holders.id)
            files[name] = file_behind(position, holders)
    if not left:
        finding.cite("DBM-B7.5", "none of them has horse holders on the table")
        return finding.rule("may_discard_holders", {"legal": False, "removed": [], "fronts": {}})
    files = {name: tuple(rank for rank in ranks if rank.id not in left) for name, ranks in files.items()}
    after, can, closed = close_ranks(position.without(*left), files, close_up)
    if can:
        finding.cite("IWF-3.1c", "the ranks behind may follow when horse holders are left, as when riders dismount")
    cite_closing(can, closed, finding)
    fronts = {name: list(after.base(name).front) for name in can}
    answer = {"legal": True, "removed": left, "fronts": fronts, "closed_up": list(closed), "may_close_up": list(can)}
    return finding.rule("may_discard_holders", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "lose_mounts",
        "whether an event takes horse holders off, or mounted infantry off its mounts",
        {"element": BASE, "event": one_of(*EVENTS)},
        lose_mounts,
    ),
    Question(
        "holders_after",
        "where the horse holders of an element are put when it has moved",
        {"element": BASE, "to": POSE},
        holders_after,
    ),
    Question(
        "may_discard_holders",
        "where ranks stand when elements before them leave their horse holders",
        {"elements": list_of(BASE), "close_up": FLAG.or_none()},
        may_discard_holders,
    ),
    Question(
        "touch_mounts",
        "whether an enemy may touch riderless mounts like this, and go on with its move",
        {"mover": BASE, "target": BASE, "to": POSE, "moved": NUMBER},
        touch_mounts,
    ),
)
