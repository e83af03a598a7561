"""Recoil: straight back by a base depth, passing or pushing friends, and the losses if it cannot be completed."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.bent_column import following, make_room
from debellis.dbm.aftermath.destruction import CLOSE_COMBAT, SHOOTING, destroy, dying_with
from debellis.dbm.aftermath.flank_shift import shift_flankers
from debellis.dbm.aftermath.forks import FIRST, WAY, Choices, standing
from debellis.dbm.aftermath.friends import is_psiloi, is_trampled
from debellis.dbm.aftermath.holding import in_close_combat, is_held
from debellis.dbm.aftermath.obstructions import step_back
from debellis.dbm.aftermath.push_causes import cite_blocked, cite_chain, is_hit_from_behind, runs_down, yields
from debellis.dbm.aftermath.pushing import PASS, PUSH, Chain, PushPlan, Ways
from debellis.dbm.aftermath.river_flow import ignore_flow, way_back
from debellis.dbm.aftermath.swept_along import psiloi_make_way
from debellis.geometry.plane import COINCIDE, bearing
from debellis.manoeuvre.stops import edge_stops, facings_of, fronts_of, slid
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, FEATURE, NUMBER, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling


class Recoiled(Value, frozen=True):
    """The result of a recoil: the position after it, whether the recoiler is gone, and how far it went.

    It also lists all elements lost, pushed, passed and made to flee.
    """

    position: Position
    destroyed: bool
    lost: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    distance: float = 0.0
    embarked: tuple[str, ...] = ()
    vessels: tuple[str, ...] = ()


def recoil(
    position: Position,
    element: str,
    finding: Finding,
    *,
    opponent: str | None = None,
    cause: str | None = None,
    choice: str = PUSH,
    wheeled: float | None = None,
    out_of: tuple[str, ...] = (),
    choices: Choices = FIRST,
) -> Recoiled:
    """Make an element recoil.

    `choice` decides about friends whom it, or one that is pushed, may either pass through or push, unless `choices`
    do. `out_of` names enemy earthworks that pushed elements are inside of.
    """
    ways = Ways(choice)
    while not choices.is_plain:
        looking = replace(ways, looks=True)
        _, free = _recoil(position, element, Finding(), opponent, cause, looking, wheeled, out_of, FIRST)
        name = next((one for one in free if all(one != name for name, _ in ways.told)), None)
        if name is None:
            break
        ends = [
            _recoil(position, element, Finding(), opponent, cause, _with(ways, name, way), wheeled, out_of, FIRST)[0]
            for way in (PUSH, PASS)
        ]
        way = choices.pick(WAY, name, (PUSH, PASS)) if _ended(ends[0]) != _ended(ends[1]) else PUSH
        ways = _with(ways, name, way)
    return _recoil(position, element, finding, opponent, cause, ways, wheeled, out_of, choices)[0]


def _with(ways: Ways, name: str, way: str) -> Ways:
    return replace(ways, told=(*ways.told, (name, way)))


def _ended(done: Recoiled) -> object:
    """How it ends, to compare two ways."""
    return (standing(done.position), frozenset(done.lost))


def _recoil(
    position: Position,
    element: str,
    finding: Finding,
    opponent: str | None,
    cause: str | None,
    ways: Ways,
    wheeled: float | None,
    out_of: tuple[str, ...],
    choices: Choices,
) -> tuple[Recoiled, tuple[str, ...]]:
    """A recoil with every way chosen, and the elements that could either pass through friends or push them."""
    base = position.base(element)
    against = None if opponent is None else position.base(opponent)
    fought = cause == CLOSE_COMBAT if cause else in_close_combat(position, base)
    if is_held(position, base, against, finding):
        gone = destroy(position, element, finding, opponent=opponent)
        return Recoiled(gone.position, True, gone.lost), ()
    far = step_back(position, base)
    finding.cite("DBM-B28.2", f"{element} recoils straight back {far:g} mm, its base depth or a base width if less")
    column = following(position, base, wheeled)
    position, plan, chain, fled, lost = _settle(position, base, far, ways, column, out_of, finding, choices)
    done = Recoiled(position, False, lost, fled=fled, distance=plan.got)
    free = tuple(chain.open)
    if plan.blocked:
        return _fails(done, base, plan, chain, fought, opponent, finding), free
    return _completes(done, base, plan, chain, column, finding), free


def _settle(
    position: Position,
    base: Base,
    far: float,
    ways: Ways,
    column: tuple[str, ...],
    out_of: tuple[str, ...],
    finding: Finding,
    choices: Choices,
) -> tuple[Position, PushPlan, Chain, tuple[str, ...], tuple[str, ...]]:
    """Compute the chain until no other element gives way. Enemy psiloi met from behind flee first, if they may."""
    fled: list[str] = []
    lost: list[str] = []
    while True:
        chain = Chain(position, base, ways, column, out_of)
        plan = chain.plan(far)
        met = chain.enemies_met(plan) if table(position, "pushed_into_enemy")["psiloi_give_way"] else []
        giving = next(((by, enemy) for by, enemy, parts in met if yields(enemy, parts) and enemy.id not in fled), None)
        if giving is None:
            return position, plan, chain, tuple(fled), tuple(lost)
        by, enemy = giving
        swept = psiloi_make_way(position, enemy, by, chain.towards, finding, choices)
        position = swept.position
        fled += swept.fled
        lost += swept.lost


def _completes(
    done: Recoiled, base: Base, plan: PushPlan, chain: Chain, column: tuple[str, ...], finding: Finding
) -> Recoiled:
    """Move all elements as planned, and remove those that left the table or were trampled."""
    position, lost = done.position, list(done.lost)
    cite_chain(position, base, plan, finding)
    _cite_flow(position, base, plan, finding)
    for mover, name in plan.passed:
        if is_trampled(position, position.base(mover), position.base(name)):
            finding.cite("DBM32-P20-hordeI", f"{name} is destroyed as {mover} passes through it")
            lost.append(name)
    after, off = _moved(position, plan, chain)
    for name in off:
        sentence = f"{name} goes over the edge of the table, if only in part: it is lost"
        pushing = bool(plan.pushed)
        finding.cite("DBM32-P24-pushback-edge" if pushing else "DBM-B28.4", sentence)
    lost += off
    aboard = tuple(name for name, _ in plan.embarked)
    after = after.without(*lost, *aboard) if lost or aboard else after
    if base.id not in lost:
        after = make_room(after, after.base(base.id), column, finding)
    pushed = tuple(dict.fromkeys(name for _, name in plan.pushed))
    through = tuple(name for _, name in plan.passed)
    vessels = tuple(vessel for _, vessel in plan.embarked)
    how = {
        "embarked": aboard,
        "vessels": vessels,
        "pushed": pushed,
        "through": through,
        "distance": plan.moved[base.id],
    }
    return replace(done, position=after, destroyed=base.id in lost, lost=tuple(lost), **how)


def _cite_flow(position: Position, base: Base, plan: PushPlan, finding: Finding) -> None:
    """Cite the elements whose path back lies in a river and takes no drift from it."""
    for name, share in plan.moved.items():
        if share > COINCIDE:
            what = "the recoil" if name == base.id else "the push-back"
            mover = position.base(name)
            ignore_flow(position, mover, way_back(mover, share), what, finding)


def _moved(position: Position, plan: PushPlan, chain: Chain) -> tuple[Position, list[str]]:
    """The position after a chain has moved, and the elements that are partly over the table edge."""
    after, off = position, []
    for name, share in plan.moved.items():
        if share <= 0.0:
            continue
        base = position.base(name)
        after = after.with_base(slid(base, chain.towards, share))
        if edge_stops(position.size, base, chain.towards, share):
            off.append(name)
    return after, off


def _fails(
    done: Recoiled, base: Base, plan: PushPlan, chain: Chain, fought: bool, opponent: str | None, finding: Finding
) -> Recoiled:
    """Destroy the recoiler. Pushed elements stop at their obstacles, unless they die with it."""
    before = done.position
    cite_blocked(before, base, plan, finding)
    gone = (base.id, *(dying_with(before, base, opponent, None, finding) if fought else ()))
    stopped = chain.plan(plan.got)
    pushed = tuple(dict.fromkeys(name for _, name in stopped.pushed))
    with_it = [name for _, name in plan.pushed if name in gone]
    if with_it:
        says = f"{' and '.join(with_it)} was within the base depth of {base.id} before the recoil and dies with it"
        finding.cite("IWF-22.2f", says)
    standing = tuple(name for name in pushed if name not in gone and stopped.moved[name] > COINCIDE)
    if standing:
        says = f"{' and '.join(standing)} goes back as far as what stopped it, and stays there"
        finding.cite("IWF-22.2e", says)
        finding.cite("DBM32-P24-pushback-position", says)
    lost = [*done.lost, *gone, *_run_down(chain, plan, finding)]
    lost += [name for name in _hit_from_behind(chain, plan, finding) if name not in lost]
    after, off = _moved(before, stopped, chain)
    lost += [name for name in off if name not in lost]
    after, _ = shift_flankers(before, after.without(*lost), gone, finding)
    return replace(done, position=after, destroyed=True, lost=tuple(lost), pushed=standing)


def _run_down(chain: Chain, plan: PushPlan, finding: Finding) -> list[str]:
    """The enemies that the recoiler itself destroys, by meeting them on a side or from behind."""
    found: list[str] = []
    for base, enemy, parts in chain.met_itself(plan):
        if runs_down(chain.position, base, enemy, parts):
            says = f"the recoil of {base.id} runs into the {parts.theirs} of {enemy.id}, which is destroyed too"
            finding.cite("IWF-17.3", f"{says}, though not in close combat")
            found.append(enemy.id)
    return found


def _hit_from_behind(chain: Chain, plan: PushPlan, finding: Finding) -> list[str]:
    """The enemies that pushed elements destroy from behind, where the rules say so."""
    if not table(chain.position, "pushed_into_enemy")["destroys_from_behind"]:
        return []
    found: list[str] = []
    for member, enemy, parts in chain.enemies_met(plan):
        if is_hit_from_behind(parts) and not is_psiloi(member) and enemy.id not in found:
            says = f"the {parts.mine} of {member.id} meets the {parts.theirs} of {enemy.id}, which is destroyed too"
            finding.cite("DBM32-P24-pushback-enemy-destroyed", f"{says}, though not in close combat")
            found.append(enemy.id)
    return found


def ask_recoil(
    position: Position,
    *,
    element: str,
    opponent: str | None = None,
    cause: str | None = None,
    choice: str = PUSH,
    wheeled: float | None = None,
    out_of: tuple[str, ...] = (),
    choices: dict[str, str] | None = None,
) -> Ruling:
    """Answers what a recoil does: who is destroyed, pushed and passed through, and where all elements end."""
    finding = Finding()
    ways = Ways(choice, tuple((choices or {}).items()))
    done, _ = _recoil(position, element, finding, opponent, cause, ways, wheeled, out_of, FIRST)
    answer: dict[str, Any] = {
        "destroyed": list(done.lost),
        "lost": list(done.lost),
        "pushed": list(done.pushed),
        "through": list(done.through),
        "fled": list(done.fled),
        "embarked": list(done.embarked),
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    if not done.destroyed:
        base = done.position.base(element)
        answer |= {"front": list(base.front), "facing": bearing(base.facing), "distance": done.distance}
    return finding.rule("recoil", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "recoil",
        "what a recoil does: who is destroyed, pushed and passed through, where everybody ends",
        {
            "element": BASE,
            "opponent": BASE.or_none(),
            "cause": one_of(CLOSE_COMBAT, SHOOTING).or_none(),
            "choice": one_of(PUSH, PASS).or_none(),
            "choices": table_of(one_of(PUSH, PASS)).or_none(),
            "wheeled": NUMBER.or_none(),
            "out_of": list_of(FEATURE).or_none(),
        },
        ask_recoil,
    ),
)
