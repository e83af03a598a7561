"""Mounting and dismounting: who may, in which move, near what, and where all elements then stand."""

from __future__ import annotations

from debellis.dbm.armies.generals import general_foot, is_on_foot
from debellis.dbm.going import halves
from debellis.dbm.measures import in_paces, paces
from debellis.dbm.mounts.doubles import REAR, exchange_price, may_be_double, split
from debellis.dbm.mounts.exchanging import Exchange, exchange
from debellis.dbm.mounts.holders import holder_depth
from debellis.dbm.troops import Troop, among, arm, depth_of, noted, noted_now, read_troops, service, troop, written
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import polygon_gap
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, FLAG, TEXT, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

TACTICAL, MARCH = "tactical", "march"
SINGLES, DOUBLE = "singles", "double"


class DismountPlan(Value, frozen=True):
    """What each element becomes, by id; the position with double bases split into singles; the cost."""

    position: Position
    becomes: dict[str, Troop]
    depths: dict[str, float]
    pips: int


class Exchanged(Value, frozen=True):
    """An exchange that is possible: the plan and where all elements then stand."""

    plan: DismountPlan
    done: Exchange


def may_dismount(
    position: Position,
    *,
    element: str | None = None,
    elements: tuple[str, ...] = (),
    move: str = TACTICAL,
    close_up: bool = False,
    holders: bool | None = None,
    only_near_enemy: tuple[str, ...] = (),
    only_near_ground: tuple[str, ...] = (),
    double_base: str | None = None,
    half: str | None = None,
) -> Ruling:
    """Answers whether elements may dismount, each by its own move, and where all elements then stand."""
    finding = Finding()
    names = _named(position, element, elements)
    if double_base is not None and all(troop(position.base(name)).rear is None for name in names):
        raise BadQuestion("double_base is for a double base, and none dismounts", "double_base")
    near = (only_near_enemy, only_near_ground)
    found = dismounted(position, names, move, close_up, holders, near, double_base, half, finding)
    if found is None:
        return _refused(finding, "may_dismount")
    return _allowed(finding, "may_dismount", found.plan, found.done, holders is True)


def dismounted(
    position: Position,
    names: tuple[str, ...],
    move: str,
    close_up: bool,
    holders: bool | None,
    near: tuple[tuple[str, ...], tuple[str, ...]],
    double_base: str | None,
    half: str | None,
    finding: Finding,
) -> Exchanged | None:
    """Elements that dismount. `near` are the enemies and the ground that must be near. None if they may not."""
    plan: DismountPlan | None = None
    if all(_may_at_all(position, position.base(name), move, finding) for name in names) and all(
        _near_enough(position, position.base(name), near[0], near[1], finding) for name in names
    ):
        plan = _plan_foot(position, names, double_base, half, finding)
    if plan is None:
        return None
    _cite_anywhere(position, names, finding)
    depth = {name: _with_holders(plan, name, holders is True) for name in plan.depths}
    done = exchange(plan.position, depth, close_up, finding, "dismounts")
    if not done.possible:
        return None
    if holders is not None:
        chose = "places horse holders" if holders else "places no horse holders"
        finding.cite("IWF-3.2", f"the owner {chose}: it is his choice")
    return Exchanged(plan, done)


def may_mount(
    position: Position,
    *,
    into: str,
    element: str | None = None,
    elements: tuple[str, ...] = (),
    move: str = TACTICAL,
    close_up: bool = False,
    half: str | None = None,
) -> Ruling:
    """Answers whether elements on foot may mount as what they were, and where all elements then stand."""
    finding = Finding()
    found = mounted(position, _named(position, element, elements), into, move, close_up, half, finding)
    if found is None:
        return _refused(finding, "may_mount")
    return _allowed(finding, "may_mount", found.plan, found.done, False)


def mounted(
    position: Position,
    names: tuple[str, ...],
    into: str,
    move: str,
    close_up: bool,
    half: str | None,
    finding: Finding,
) -> Exchanged | None:
    """Elements that mount as what they were. None if they may not."""
    ridden = _read(position, into)
    if not all(_may_move_so(position, position.base(name), move, finding) for name in names):
        return None
    for name in names:
        if not _may_ride(position, position.base(name), into, finding):
            return None
        if half is not None and troop(position.base(name)).rear is not None:
            finding.cite("IWF-4.1d", f"{name} is a double base: both its elements mount or neither does")
            return None
    depths = {n: _depth(position, ridden) * (1 if troop(position.base(n)).rear is None else 2) for n in names}
    plan = DismountPlan(position, dict.fromkeys(names, ridden), depths, exchange_price(position) * len(names))
    done = exchange(position, depths, close_up, finding, "mounts")
    return Exchanged(plan, done) if done.possible else None


def _named(position: Position, element: str | None, elements: tuple[str, ...]) -> tuple[str, ...]:
    if (element is None) == (not elements):
        raise BadQuestion("name either element or elements", "element")
    names = (element,) if element is not None else elements
    if len({position.base(name).side for name in names}) > 1:
        raise BadQuestion("elements must be of one side", "elements")
    return names


def _refused(finding: Finding, question: str) -> Ruling:
    empty: dict[str, list[float]] = {}
    return finding.rule(question, {"legal": False, "fronts": empty, "displaced": [], "closed_up": []})


def _may_at_all(position: Position, base: Base, move: str, finding: Finding) -> bool:
    """Whether an element can dismount at all, and may do so in this move."""
    if base.dismounts is None and not troop(base).on_mounts and not _as_general(position, base, finding):
        aside = Finding()
        if service(base).rank is not None and not is_on_foot(position, service(base).command, aside):
            finding.absorb(aside)
            return False
        finding.cite("DBM-B7.1", f"{base.id} is neither allowed to dismount by its list nor mounted infantry")
        return False
    return _may_move_so(position, base, move, finding)


def _as_general(position: Position, base: Base, finding: Finding) -> bool:
    """Whether an element may dismount because it holds the general of a command that is on foot."""
    if general_foot(position, base) is None:
        return False
    told = Finding()
    if not is_on_foot(position, service(base).command, told):
        return False
    finding.absorb(told)
    finding.cite("DBM-B7.1", f"{base.id} holds the general of a command that is on foot, and may dismount with it")
    return True


def _may_move_so(position: Position, base: Base, move: str, finding: Finding) -> bool:
    """Whether an element has a tactical move for it."""
    if move == MARCH or noted_now(position, base, "marched"):
        if troop(base).on_mounts:
            says = f"{base.id} is mounted infantry on the march: only a tactical move lets it leave its mounts"
            finding.cite("IWF-3.7c", says)
        else:
            finding.cite("DBM-B7.2", f"{base.id} marches: mounting and dismounting take a tactical move")
        return False
    if noted_now(position, base, "halted"):
        finding.cite("DBM-B19.1", f"{base.id} has been halted this bound and cannot move as well")
        return False
    return True


def _near_enough(
    position: Position, base: Base, enemy: tuple[str, ...], ground: tuple[str, ...], finding: Finding
) -> bool:
    """Whether the enemy or ground that its list requires for dismounting is near enough."""
    if not enemy and not ground:
        return True
    limit = paces(position, table(position, "distances")["dismount_trigger"])
    away = [
        gap(base.rectangle, other.rectangle)
        for other in _known_enemies(position, base)
        if among(position.edition, troop(other), enemy)
    ]
    away += [polygon_gap(base.rectangle, piece.ground) for piece in position.terrain if piece.kind in ground]
    what = " or ".join((*enemy, *ground))
    near = bool(away) and min(away) <= limit + COINCIDE
    if away:
        finding.measure(f"to {what}", in_paces(position, min(away)), "paces", in_paces(position, limit))
    says = f"{what} {'is' if near else 'is not'} at or within {in_paces(position, limit):g} paces of {base.id}"
    finding.cite("IWF-3.6", says)
    return near


def _known_enemies(position: Position, base: Base) -> list[Base]:
    return [other for other in position.enemies(base.side) if not noted(other, "ambush")]


def _cite_anywhere(position: Position, names: tuple[str, ...], finding: Finding) -> None:
    """Cite that no enemy need be near, if none is near."""
    limit = paces(position, table(position, "distances")["march_limit"])
    for name in names:
        base = position.base(name)
        away = [gap(base.rectangle, other.rectangle) for other in _known_enemies(position, base)]
        if min(away, default=limit * 2) > limit + COINCIDE:
            finding.cite("IWF-3.7a", "a tactical move may be made however far known enemy is")
            finding.cite("IWF-3.7b", f"no known enemy is within 200 paces of {name}: it may dismount all the same")


def _plan_foot(
    position: Position, names: tuple[str, ...], double_base: str | None, half: str | None, finding: Finding
) -> DismountPlan | None:
    """What each element becomes on foot. None, with the reason cited, if a double base may not do so."""
    becomes: dict[str, Troop] = {}
    depths: dict[str, float] = {}
    pips, price = 0, exchange_price(position)
    for name in names:
        base = position.base(name)
        foot = _foot_of(position, base)
        if troop(base).rear is None:
            becomes[name], depths[name] = foot, _depth(position, foot)
            pips += price
            continue
        if half is not None:
            finding.cite("IWF-4.1d", f"{name} is a double base: both its elements dismount or neither does")
            return None
        if double_base is None:
            raise BadQuestion(f"{name} is a double base: say double_base = singles or double", "double_base")
        if double_base == DOUBLE:
            if not may_be_double(position, foot, name, finding):
                return None
            becomes[name], depths[name] = foot, 2.0 * _depth(position, foot)
            pips += price
            finding.cite("IWF-4.1c", f"{name} stays one double base and pays as one: {price} PIPs")
            continue
        (front, one), (behind, two) = halves(position, base)
        position = split(position, base, one, two, (front.depth, behind.depth))
        for single in (name, name + REAR):
            becomes[single], depths[single] = foot, _depth(position, foot)
        pips += 2 * price
        finding.cite("IWF-4.1a", f"{name} becomes two single elements of {foot.name}")
        finding.cite("IWF-4.1c", f"{name} becomes two elements and pays for two: {2 * price} PIPs")
    return DismountPlan(position, becomes, depths, pips)


def _foot_of(position: Position, base: Base) -> Troop:
    """The foot troops of an element."""
    foot = base.dismounts or (None if troop(base).on_mounts else general_foot(position, base))
    if foot is not None:
        return _read(position, foot)
    what = troop(base)
    return Troop(what.drill, what.type, what.grade, weapon=what.weapon)


def _read(position: Position, notation: str) -> Troop:
    try:
        found = read_troops(position.edition, notation, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "into") from None
    return troop(Base("", "", found.code, found.kind, found.width, found.depth))


def _depth(position: Position, what: Troop) -> float:
    return depth_of(position.edition, what, position.scale)


def _may_ride(position: Position, base: Base, into: str, finding: Finding) -> bool:
    """Whether an element on foot was, or may be, mounted in this way."""
    found = read_troops(position.edition, into, position.scale)
    ridden, what = _read(position, into), troop(base)
    if arm(position.edition, what.type) != "foot" or what.on_mounts:
        finding.cite("DBM-B7.1", f"{base.id} is not on foot")
        return False
    if ridden.on_mounts:
        fits = (ridden.drill, ridden.type, ridden.grade) == (what.drill, what.type, what.grade)
    else:
        fits = found.dismounts == written(replace(what, rear=None))
    if not fits:
        finding.cite("DBM-B7.1", f"{into} is not what {base.id} is when mounted")
    return fits


def _with_holders(plan: DismountPlan, name: str, holders: bool) -> float:
    """The depth of a new base together with the horse holders behind it."""
    return plan.depths[name] + (holder_depth(plan.position, plan.becomes[name]) if holders else 0.0)


def _allowed(finding: Finding, question: str, plan: DismountPlan, done: Exchange, holders: bool) -> Ruling:
    """The answer: the front and rear of the exchanged, displaced and closed-up elements."""
    told = [*plan.becomes, *(n for n in (*done.displaced, *done.may_close_up) if n not in plan.becomes)]
    fronts: dict[str, list[float]] = {}
    rears: dict[str, list[float]] = {}
    mounts: dict[str, list[float]] = {}
    for name in told:
        base = done.after.base(name)
        depth = plan.depths.get(name, base.depth)
        fronts[name] = list(base.front)
        rears[name] = list(base.rectangle.advanced(-depth).front)
        if holders and name in plan.becomes:
            mounts[name] = rears[name]
    return finding.rule(
        question,
        {
            "legal": True,
            "fronts": fronts,
            "rears": rears,
            "into": {name: written(what) for name, what in plan.becomes.items()},
            "holders": mounts,
            "closed_up": list(done.closed_up),
            "may_close_up": list(done.may_close_up),
            "displaced": list(done.displaced),
            "pips": plan.pips,
        },
    )


_COMMON = {
    "element": BASE.or_none(),
    "elements": list_of(BASE).or_none(),
    "move": one_of(TACTICAL, MARCH).or_none(),
    "close_up": FLAG.or_none(),
    "half": one_of("front", "rear").or_none(),
}
QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_dismount",
        "whether elements may dismount, and where everybody then stands",
        {
            **_COMMON,
            "holders": FLAG.or_none(),
            "only_near_enemy": list_of(TEXT).or_none(),
            "only_near_ground": list_of(TEXT).or_none(),
            "double_base": one_of(SINGLES, DOUBLE).or_none(),
        },
        may_dismount,
    ),
    Question(
        "may_mount",
        "whether elements on foot may mount, and where everybody then stands",
        {**_COMMON, "into": TEXT},
        may_mount,
    ),
)
