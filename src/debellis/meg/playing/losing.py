"""Losses in a battle: wounds and bases, which base goes, who breaks, and the tests that this will cause."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.geometry.rectangle import gap
from debellis.meg.chances import odds_in_words, odds_of_test
from debellis.meg.fighting.contacts import opponents
from debellis.meg.losses import breaks_at, lost_by
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged
from debellis.meg.playing.owner_choices import offer_other, take
from debellis.meg.playing.state import Test
from debellis.meg.removing import candidates, loses_contact
from debellis.meg.tests_of_nerve import FRIEND, KILLED
from debellis.meg.troops import CAMP
from debellis.meg.units import distance_between, file_name, file_of, files_of, units_of
from debellis.table.bases import Base
from debellis.table.units import Unit

#: What broke a unit group.
COMBAT, SHOOTING, KAB = "combat", "shooting", "kab"
#: The sub-phases in which files roll one after the other, so that a base may have to fight before it goes.
FIGHTING = ("2.7", "5.2")


def hurt(course: Course, name: str, face: str, hit: str, cause: str) -> int:
    """Apply one face to a unit group at the base that was hit, and return how many bases it loses."""
    unit = course.unit(name)
    bases, wounds = lost_by(unit, (face,))
    if wounds != unit.wounds:
        course.note(name, wounds=wounds)
    for _ in range(bases):
        _lose_one(course, name, hit, cause)
    return bases


def _lose_one(course: Course, name: str, hit: str, cause: str) -> None:
    """Take one base of a unit group, in the order of MEG-B18.2."""
    position, unit = course.position, course.unit(name)
    standing = course.bases(name)
    if not standing:
        return
    struck = position.base(hit) if position.has_base(hit) else standing[0]
    base, fights_first, equals = chosen(course, unit, struck)
    if breaks_at(position, unit, unit.original - len(standing) + 1 + _doomed(course, name)) and not unit.broken:
        fall(course, name, cause)
    if fights_first:
        course.put(doomed=(*course.state.doomed, base.id))
        says = f"{name} loses {base.id}, which fights first"
        course.tell("loss", says, "MEG-B18.2", "MEG-56b", *_why(course, unit, struck, base), bases=(base.id,))
        return
    file = file_of(position, base)
    clauses = ["MEG-B18.2", "MEG-B5.3", *_why(course, unit, struck, base)]
    if len(file) == 1:
        clauses.append("MEG-B18.7")
    elif file[0].id == struck.id:
        clauses.append("MEG-B18.3")
    course.tell("loss", f"{name} loses {base.id}", *clauses, bases=(base.id,))
    with_it = tuple(one.id for one in course.generals_with(name) if any(mate.id == one.file for mate in file))
    take(course, base)
    offer_other(course, base, equals, with_it)


def _why(course: Course, unit: Unit, struck: Base, base: Base) -> tuple[str, ...]:
    """The clauses by which this base goes: to keep contact, or because losses are those of the whole unit group."""
    hit = file_of(course.position, struck)
    ruling = judged(course.position, "may_remove", unit=unit.id, hit=file_name(hit), base=base.id)
    elsewhere = () if base in hit else ("MEG-03g", "MEG-B18.4")
    return (*(ruling.clauses if ruling.answer["legal"] else ()), *elsewhere)


def _doomed(course: Course, name: str) -> int:
    return sum(base.id in course.state.doomed for base in course.bases(name))


def take_doomed(course: Course, but: str = "") -> None:
    """Take the bases that had to fight first and have fought."""
    for name in course.state.doomed:
        if name != but and course.position.has_base(name):
            take(course, course.position.base(name))


def chosen(course: Course, unit: Unit, struck: Base) -> tuple[Base, bool, list[Base]]:
    """The base that is lost, of equals the farthest from enemy; whether it fights first; its equals (MEG-B18.6)."""
    position = course.position
    classes = candidates(position, unit, file_of(position, struck))
    left = [[one for one in some if one.id not in course.state.doomed] for some in classes]
    everyone = [one for some in left for one in some] or list(course.bases(unit.id))
    spared = {one.id for one in everyone if loses_contact(position, unit, one)}
    keeps = len(spared) < len(everyone)
    equals = next((found for some in left if (found := [one for one in some if not keeps or one.id not in spared])), [])
    base = _farthest(course, equals or everyone)
    if course.state.phase not in FIGHTING or unit.kind == CAMP:
        return base, False, equals
    fought = tuple(
        file_name(file) for file in files_of(position, unit.id) if any(b.id in course.state.rolled for b in file)
    )
    done = {base.id for base in position.standing if base.id in course.state.rolled}
    idle = {one.id for one in equals if not opponents(position, file_of(position, one))}
    deep = [one for one in equals if len(file_of(position, one)) > 1 or one.id in done | idle]
    if not fought:
        return base, False, deep
    ruling = judged(
        position, "may_remove", unit=unit.id, hit=file_name(file_of(position, struck)), base=base.id, fought=fought
    )
    return base, bool(ruling.answer["legal"] and ruling.answer["fights_first"]), deep


def _farthest(course: Course, equals: list[Base]) -> Base:
    enemies = course.position.enemies(equals[0].side)
    if len(equals) == 1 or not enemies:
        return equals[0]
    return max(equals, key=lambda base: round(min(gap(base.rectangle, e.rectangle) for e in enemies), 3))


def fall(course: Course, name: str, cause: str) -> None:
    """A unit group or camp breaks: it is marked, and the tests of its friends are noted where it stands."""
    unit = course.unit(name)
    course.note(name, broken=True, broken_by=cause, wounds=0)
    clauses = ["MEG-B23.2" if unit.kind == CAMP else "MEG-B20.1"]
    if cause == KAB:
        clauses.append("MEG-B19.7")
    course.tell("broken", f"{name} is broken", *clauses, bases=tuple(base.id for base in course.bases(name)))
    course.put(fallen=(*course.state.fallen, name))
    if unit.kind != CAMP:
        note_tests(course, unit, FRIEND, name)


def note_tests(course: Course, unit: Unit, cause: str, by: str) -> None:
    """Note the tests that friends of a broken unit group will take, nearest first (MEG-B19.8)."""
    here = course.bases(unit.id)
    if not here:
        return
    found: list[tuple[float, Test]] = []
    for friend in units_of(course.position):
        own = course.bases(friend.id)
        if friend.side != unit.side or friend.id == unit.id or not own or friend.broken or friend.kind == CAMP:
            continue
        ruling = judged(course.position, "kab", unit=friend.id, cause=cause, by=by)
        die = ruling.answer["die"]
        if ruling.answer["tests"] and die is not None:
            test = Test(friend.id, cause, by, die, ruling.clauses)
            found += [(distance_between(own, here), test)] * int(ruling.answer["tests"])
    found.sort(key=lambda pair: round(pair[0], 3))
    course.put(tests=(*course.state.tests, *(test for _, test in found)))


def note_for_general(course: Course, general: str) -> None:
    """Note the tests for a dead general (MEG-B19.5)."""
    he = course.general(general)
    for friend in units_of(course.position):
        if friend.side != he.side or friend.broken or friend.kind == CAMP or not course.bases(friend.id):
            continue
        ruling = judged(course.position, "kab", unit=friend.id, cause=KILLED, by=general)
        die = ruling.answer["die"]
        if ruling.answer["tests"] and die is not None:
            course.put(tests=(*course.state.tests, Test(friend.id, KILLED, general, die, ruling.clauses)))


def roll_tests(course: Course) -> None:
    """Roll every test that is noted, including those caused by unit groups that break in these tests (MEG-B19.7)."""
    while course.state.tests:
        test = course.state.tests[0]
        course.put(tests=course.state.tests[1:])
        unit, bases = course.unit(test.unit), course.bases(test.unit)
        if unit.broken or not bases:
            continue
        odds = odds_of_test(course.position, unit, test.die, _doomed(course, test.unit))
        face = course.die(test.die, f"{test.unit} tests because of {test.by}")
        says = f"{test.unit} tests because of {test.by}: the {test.die} die shows {face} {odds_in_words(odds)}"
        why = () if test.clauses is UNSET else test.clauses
        course.tell("test", says, "MEG-B19.1", "MEG-B19.8", *why, ruling=odds)
        hurt(course, test.unit, face, bases[-1].id, KAB)


def test_now(course: Course, name: str, cause: str, count: int, by: str, *clauses: str, **asked: Any) -> None:
    """Roll tests at once for one unit group that caused them itself.

    More clauses may say how many they are, and more arguments of the question `kab` why it tests at all.
    """
    for _ in range(count):
        unit, bases = course.unit(name), course.bases(name)
        if unit.broken or not bases:
            return
        ruling = judged(course.position, "kab", unit=name, cause=cause, **asked)
        die = ruling.answer["die"]
        if die is None:
            return
        odds = odds_of_test(course.position, unit, die, _doomed(course, name))
        face = course.die(die, f"{name} tests: {by}")
        says = f"{name} tests ({by}): the {die} die shows {face} {odds_in_words(odds)}"
        course.tell("test", says, "MEG-B19.1", *ruling.clauses, *clauses, ruling=odds)
        hurt(course, name, face, bases[-1].id, KAB)


def sweep_away(course: Course, name: str, by: str, *clauses: str) -> None:
    """A unit group is destroyed where it stands."""
    unit = course.unit(name)
    bases = tuple(base.id for base in course.bases(name))
    if not unit.broken:
        course.note(name, broken=True, broken_by=COMBAT)
        if unit.kind != CAMP:
            note_tests(course, unit, FRIEND, name)
    course.tell("destroyed", f"{name} is swept away by {by}", *clauses, bases=bases)
    course.take_off(name)
    course.put(fallen=(*course.state.fallen, name))
