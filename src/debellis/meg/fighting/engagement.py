"""The exact odds of a whole engagement: every file of two unit groups in one combat phase, to the losses and the break.

Every face of every die is followed through the rules of claims, losses, removal, shatter, shove and support. States
that are alike are joined, and chances are fractions.
"""

from __future__ import annotations

from fractions import Fraction

from debellis.meg.dice import SIDES, faces_of
from debellis.meg.fighting.claims import MELEE
from debellis.meg.fighting.combat import Pair, dice_of, pair_dice, pair_of
from debellis.meg.fighting.effects import NONE, SHATTER, effect_of_face, neighbours
from debellis.meg.fighting.pairing import answers_back, fighting_fronts, opponents_of
from debellis.meg.fighting.support import judge_support, stands_beside
from debellis.meg.losses import breaks_at, lost_by
from debellis.meg.removing import base_to_go, fights_first
from debellis.meg.units import bases_of, file_name, file_of, files_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict

FIGHT, SUPPORT, LOSE, TAKE = "fight", "support", "lose", "take"
#: A step to be taken: what is done, by or to whom, and against whom.
Step = tuple[str, str, str]


class Circumstances(Value, frozen=True):
    """What an engagement depends on beside the position."""

    unit: str
    enemy: str
    combat: str
    charging: tuple[str, ...] | None = None
    shot: tuple[str, ...] = ()


class Course(Value, frozen=True):
    """An engagement in its course: the position, who has rolled, what lies on files, steps to take, who picks next."""

    position: Position
    rolled: frozenset[str] = frozenset()
    lying: tuple[tuple[str, str], ...] = ()
    todo: tuple[Step, ...] = ()
    picks: str = ""


class Outcome(Value, frozen=True):
    """How an engagement may end: bases lost, wounds then and whether it is broken, of each of the two unit groups."""

    lost: tuple[int, int]
    wounds: tuple[int, int]
    broken: tuple[bool, bool]


Chances = dict[Outcome, Fraction]
Branch = tuple[Fraction, Course]


def engagement_odds(position: Position, what: Circumstances) -> Chances:
    """The chance of every outcome of an engagement. The active player picks first, then both in turn, each leftmost."""
    now: dict[tuple[object, ...], Branch] = {}
    _join(now, what, Fraction(1), Course(position, picks=position.active or "red"))
    ended: Chances = {}
    before = {name: len(bases_of(position, name)) for name in (what.unit, what.enemy)}
    while now:
        coming: dict[tuple[object, ...], Branch] = {}
        for chance, course in now.values():
            branches = _next(course, what)
            if not branches:
                outcome = _outcome(course.position, what, before)
                ended[outcome] = ended.get(outcome, Fraction(0)) + chance
            for share, after in branches:
                _join(coming, what, chance * share, after)
        now = coming
    return ended


def _join(found: dict[tuple[object, ...], Branch], what: Circumstances, chance: Fraction, course: Course) -> None:
    """Add a course to those found, together with one that can only go on alike."""
    units = tuple(unit_of(course.position, name) for name in (what.unit, what.enemy))
    standing = tuple(base.id for name in (what.unit, what.enemy) for base in bases_of(course.position, name))
    marks = tuple((unit.wounds, unit.broken) for unit in units)
    key = (standing, marks, course.rolled, course.lying, course.todo, course.picks)
    already = found.get(key)
    found[key] = (chance if already is None else already[0] + chance, course)


def _outcome(position: Position, what: Circumstances, before: dict[str, int]) -> Outcome:
    names = (what.unit, what.enemy)
    one, other = (unit_of(position, name) for name in names)
    lost = tuple(before[name] - len(bases_of(position, name)) for name in names)
    return Outcome((lost[0], lost[1]), (one.wounds, other.wounds), (one.broken, other.broken))


def _next(course: Course, what: Circumstances) -> list[Branch]:
    """Where one step leads, each with its chance; nothing if the engagement is over."""
    if not course.todo:
        picked = _pick(course, what)
        return [] if picked is None else [(Fraction(1), picked)]
    (kind, name, against), rest = course.todo[0], course.todo[1:]
    course = replace(course, todo=rest)
    if kind == LOSE:
        return [(Fraction(1), _lose(course, what, name, against))]
    if kind == TAKE:
        return [(Fraction(1), _take(course, name))]
    if not _may_roll(course, name, against):
        return [(Fraction(1), course)]
    return _support(course, what, name, against) if kind == SUPPORT else _fight(course, what, name, against)


def _pick(course: Course, what: Circumstances) -> Course | None:
    """The next file that rolls: the leftmost of the side that picks, or of the other if that has none left."""
    sides = {unit_of(course.position, name).side: name for name in (what.unit, what.enemy)}
    first = course.picks if course.picks in sides else min(sides)
    for side in (first, *(side for side in sides if side != first)):
        name = sides[side]
        enemy = what.enemy if name == what.unit else what.unit
        for front in fighting_fronts(course.position, name, enemy):
            if front in course.rolled:
                continue
            steps = tuple((FIGHT, front, against) for against in opponents_of(course.position, front, enemy))
            after = replace(course, todo=steps, picks=next(one for one in sides if one != side))
            if any(_may_roll(after, front, against) for _, front, against in steps):
                return after
    return None


def _may_roll(course: Course, front: str, against: str) -> bool:
    """Whether a file and its opponent still stand, and neither is broken."""
    if not (course.position.has_base(front) and course.position.has_base(against)):
        return False
    names = (unit_name(course.position.base(front)), unit_name(course.position.base(against)))
    return not any(unit_of(course.position, name).broken for name in names)


def _pair(course: Course, what: Circumstances, front: str, against: str) -> Pair:
    lying = dict(course.lying)
    sides = {name: course.position.base(name).side for name in (front, against)}
    on = {sides[name]: lying.get(name, NONE) for name in (front, against)}
    return pair_of(course.position, front, against, what.combat, what.charging, what.shot, None, on)


def _fight(course: Course, what: Circumstances, front: str, against: str) -> list[Branch]:
    """A pair of files roll, or one alone if its opponent fights another (MEG-B17.20, MEG-B17.21)."""
    position = course.position
    pair = _pair(course, what, front, against)
    own, enemy = dice_of(position, pair.net)
    both = answers_back(position, front, against) and against not in course.rolled
    rolled = course.rolled | ({front, against} if both else {front})
    mine, theirs = faces_of(position.edition, own), faces_of(position.edition, enemy if both else None)
    course = replace(course, rolled=rolled)
    gained = {face: _gains(course, what, pair, front, face) for face, count in mine.items() if count}
    back = _turned(pair)
    shown = [face for face, count in theirs.items() if count]
    returned = {face: _gains(course, what, back, against, face) if both else () for face in shown}
    helpers = _helpers(course, what, front, against) + (_helpers(course, what, against, front) if both else ())
    found: list[Branch] = []
    for face, gains in gained.items():
        for reply, returns in returned.items():
            steps = (*_losses(position, against, face), *_losses(position, front, reply), *helpers, *course.todo)
            after = replace(course, todo=steps, lying=_laid(course.lying, (*gains, *returns)))
            after = _marked(_marked(after, against, face), front, reply)
            found.append((Fraction(mine[face] * theirs[reply], SIDES * SIDES), after))
    return found


def _turned(pair: Pair) -> Pair:
    """The same pair seen from the other side."""
    return replace(pair, own=pair.enemy, enemy=pair.own, claims=pair.replies, replies=pair.claims)


def _support(course: Course, what: Circumstances, front: str, against: str) -> list[Branch]:
    """A supporting file rolls, and nothing is rolled back (MEG-B17.11, MEG-B17.16)."""
    position = course.position
    pair = replace(_pair(course, what, front, against), supports=True)
    die = pair_dice(position, pair, Finding())[0]
    course = replace(course, rolled=course.rolled | {front})
    found: list[Branch] = []
    for face, count in faces_of(position.edition, die).items():
        if count:
            after = _marked(course, against, face)
            after = replace(after, todo=(*_losses(position, against, face), *after.todo))
            found.append((Fraction(count, SIDES), after))
    return found


def _losses(position: Position, hit: str, face: str) -> tuple[Step, ...]:
    """The steps by which a unit group loses what a face on one of its files takes."""
    unit = unit_of(position, unit_name(position.base(hit)))
    return ((LOSE, unit.id, hit),) * lost_by(unit, (face,))[0]


def _marked(course: Course, hit: str, face: str) -> Course:
    """The course with the wound marker of a face set or cleared."""
    unit = unit_of(course.position, unit_name(course.position.base(hit)))
    return _noted(course, unit.id, wounds=lost_by(unit, (face,))[1])


def _noted(course: Course, name: str, **changes: object) -> Course:
    units = course.position.units or ()
    changed = tuple(replace(unit, **changes) if unit.id == name else unit for unit in units)
    return replace(course, position=replace(course.position, units=changed))


def _gains(course: Course, what: Circumstances, pair: Pair, front: str, face: str) -> tuple[tuple[str, str], ...]:
    """The neighbours that have not rolled yet on whose combats a face lays a shatter or a shove, and which."""
    effect = effect_of_face(course.position, pair.own, pair.enemy, what.combat, face, Finding())
    if effect == NONE:
        return ()
    files = neighbours(course.position, file_of(course.position, course.position.base(front)), Finding())
    return tuple((file[0].id, effect) for file in files if file[0].id not in course.rolled)


def _laid(lying: tuple[tuple[str, str], ...], gains: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """What lies on files with more laid on them; a shatter stays where a shove comes to it."""
    found = dict(lying)
    for name, effect in gains:
        if found.get(name) != SHATTER:
            found[name] = effect
    return tuple(sorted(found.items()))


def _helpers(course: Course, what: Circumstances, front: str, against: str) -> tuple[Step, ...]:
    """The files of the same unit group that support a file which has rolled in melee."""
    if what.combat != MELEE:
        return ()
    position = course.position
    file = file_of(position, position.base(front))
    found: list[Step] = []
    for other in files_of(position, unit_name(file[0])):
        if other[0].id in course.rolled or not stands_beside(file, other):
            continue
        verdict = Verdict()
        judge_support(verdict, position, other, file)
        if verdict.legal:
            found.append((SUPPORT, other[0].id, against))
    return tuple(found)


def _lose(course: Course, what: Circumstances, name: str, hit: str) -> Course:
    """A unit group loses a base: which one, whether it fights first, and whether the unit group breaks."""
    position = course.position
    standing = bases_of(position, name)
    if not standing:
        return course
    struck = position.base(hit) if position.has_base(hit) else standing[0]
    unit = unit_of(position, name)
    base = base_to_go(position, unit, file_of(position, struck))
    enemy = what.enemy if name == what.unit else what.unit
    fought = tuple(file_name(file) for file in files_of(position, name) if any(one.id in course.rolled for one in file))
    if fought and fights_first(position, base.id, fought):
        steps = tuple((FIGHT, base.id, against) for against in opponents_of(position, base.id, enemy))
        return replace(course, todo=(*steps, (TAKE, base.id, ""), *course.todo))
    return _take(course, base.id)


def _take(course: Course, base: str) -> Course:
    """The course without a base, its unit group broken if that breaks it."""
    if not course.position.has_base(base):
        return course
    name = unit_name(course.position.base(base))
    course = replace(course, position=course.position.without(base))
    unit = unit_of(course.position, name)
    if breaks_at(course.position, unit, unit.original - len(bases_of(course.position, name))):
        return _noted(course, name, broken=True)
    return course
