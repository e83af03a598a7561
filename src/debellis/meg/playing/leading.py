"""What becomes of generals: their tests, wounds and deaths, their free moves, and those who replace them."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point
from debellis.mechanics.tables import table
from debellis.meg.chances import odds_in_words, odds_of_danger
from debellis.meg.general_facts import ARMY_COMMANDER, DEAD, FLANK_MARCHING, IDLE, STUNNED, point_to
from debellis.meg.leading.moving import behind
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged
from debellis.meg.playing.losing import note_for_general, roll_tests
from debellis.meg.playing.owner_choices import offer_other_way
from debellis.meg.setting_up.sizes import inward_from
from debellis.meg.troops import CAMP, TUG
from debellis.meg.units import bases_of, bw, files_of, generals_of, units_of
from debellis.table.position import Position
from debellis.table.units import General

PROFESSIONAL = "professional"
WITH_BROKEN = "with_broken_unit"
RANKS = ("legendary", "talented", "competent", "mediocre")


def endanger(course: Course, name: str, cause: str) -> None:
    """A general takes his own test (MEG-B22.2, MEG-B22.5), and what follows from it."""
    ruling = judged(course.position, "kab", general=name, cause=cause)
    if not ruling.answer["tests"]:
        return
    die = str(ruling.answer["die"])
    odds = odds_of_danger(course.position, name, cause, die)
    face = course.die(die, f"{name} is in danger")
    fate = judged(course.position, "kab", general=name, cause=cause, face=face)
    says = f"{name} is in danger: the {die} die shows {face} {odds_in_words(odds)}"
    of_broken = ("MEG-B20.9", "MEG-B22.5") if cause == WITH_BROKEN else ()
    course.tell("danger", says, "MEG-B22.4", *of_broken, *fate.clauses, ruling=odds)
    if fate.answer["killed"]:
        kill(course, name)
        return
    course.note_general(name, cards=int(fate.answer["cards"]))
    if fate.answer["stunned"]:
        course.note_general(name, state=STUNNED, fighting=False)
        course.pay(name, course.state.hands[name].value)
        course.tell("stunned", f"{name} is stunned and loses his cards", "MEG-B22.4")


def kill(course: Course, name: str) -> None:
    """A general dies: the tests for it are rolled at once (MEG-B22.8)."""
    course.tell("killed", f"{name} is killed", "MEG-B22.4", "MEG-B22.8")
    note_for_general(course, name)
    course.note_general(name, state=DEAD, fighting=False)
    roll_tests(course)


def flee(course: Course, name: str, *clauses: str) -> None:
    """The free move of a general: to the nearest own unit group in reach; killed if there is none (MEG-B22.9)."""
    he = course.general(name)
    position = course.position
    start = he.front
    if he.unit and position.has_base(he.file):
        start = behind(tuple([base for base in bases_of(position, he.unit) if base.id == he.file]))
    to = nearest_company(position, he)
    place = None if start is None else place_behind(position, he, start)
    if to is None and start is not None and place is not None:
        course.note_general(name, unit="", file="", front=place, fighting=False)
        course.tell("free-move", f"{name} makes his way to a place of his own", *clauses)
        offer_other_way(course, name, start)
        return
    if to is None or start is None:
        course.tell("caught", f"{name} finds nowhere to go", "MEG-B22.9")
        kill(course, name)
        return
    files = files_of(position, to)
    course.note_general(name, unit=to, file=files[(len(files) - 1) // 2][0].id, front=None, fighting=False)
    course.tell("free-move", f"{name} makes his way to {to}", *clauses)
    offer_other_way(course, name, start)


def nearest_company(position: Position, general: General) -> str | None:
    """The nearest unit group of his own in reach of a general's free move; None if there is none."""
    reach = bw(position, float(table(position, "general_rules")["general_move_bw"]))
    own = bases_of(position, general.unit)
    start = own[0].rectangle.centre if own else general.front
    if start is None:
        return None
    found: list[tuple[float, str]] = []
    for unit in units_of(position):
        if unit.side != general.side or unit.kind == CAMP or unit.broken or unit.id == general.unit:
            continue
        if general.contingent != unit.contingent:
            continue
        bases = bases_of(position, unit.id)
        if bases:
            found.append((min(point_to(start, base.rectangle) for base in bases), unit.id))
    near = [pair for pair in found if pair[0] <= reach]
    return min(near)[1] if near else None


def place_behind(position: Position, general: General, start: Point) -> Point | None:
    """The farthest place towards his own edge that a free move reaches, at least 1 BW from enemy; else None."""
    reach = float(table(position, "general_rules")["general_move_bw"])
    ahead, _ = inward_from(position, general.side)
    width, depth = position.size
    for i in range(int(2.0 * reach), 0, -1):
        far = bw(position, i / 2.0)
        place = (start[0] - ahead[0] * far, start[1] - ahead[1] * far)
        if not (0.0 <= place[0] <= width and 0.0 <= place[1] <= depth):
            continue
        if all(point_to(place, base.rectangle) >= bw(position, 1.0) for base in position.enemies(general.side)):
            return place
    return None


def startled(course: Course) -> None:
    """Generals on their own whom enemy contact get away at once (MEG-09a)."""
    for general in generals_of(course.position):
        if general.front is None or general.state in IDLE:
            continue
        enemies = course.position.enemies(general.side)
        if any(point_to(general.front, base.rectangle) <= COINCIDE for base in enemies):
            flee(course, general.id, "MEG-09a", "MEG-B22.9")


def of_the_broken(course: Course, names: tuple[str, ...]) -> None:
    """Generals with broken unit groups test, and those who live get away (MEG-B22.5, MEG-09b)."""
    for name in names:
        for general in course.generals_with(name):
            endanger(course, general.id, WITH_BROKEN)
            if course.general(general.id).state != DEAD:
                flee(course, general.id, "MEG-09b", "MEG-B22.9")


def to_replace(course: Course, professional: bool) -> tuple[str, ...]:
    """The dead generals who are replaced in this sub-phase, active side first (MEG-B22.6)."""
    dead = [one for one in generals_of(course.position) if one.state == DEAD and _commands_some(course, one)]
    of_style = [one for one in dead if (one.style == PROFESSIONAL) == professional]
    of_style.sort(key=lambda one: one.side != course.state.turn)
    return tuple(one.id for one in of_style)


def _commands_some(course: Course, general: General) -> bool:
    return bool(companies(course.position, general))


def companies(position: Position, general: General) -> tuple[str, ...]:
    """The unit groups with which the successor of a general may begin: the largest unbroken TuGs first."""
    found = [
        unit
        for unit in units_of(position)
        if unit.side == general.side
        and unit.kind != CAMP
        and not unit.broken
        and bases_of(position, unit.id)
        and unit.contingent == general.contingent
    ]
    found.sort(key=lambda unit: (unit.kind != TUG, -len(bases_of(position, unit.id))))
    return tuple(unit.id for unit in found)


def heirs_of(position: Position, general: General) -> tuple[General, ...]:
    """The sub-generals of the highest rank among whom a dead army commander has his successor; none for others."""
    if general.role != ARMY_COMMANDER:
        return ()
    found = [
        one
        for one in generals_of(position)
        if one.side == general.side and one.role == "sub" and one.state not in (DEAD, FLANK_MARCHING)
    ]
    highest = min([RANKS.index(one.rank.casefold()) for one in found], default=0)
    return tuple([one for one in found if RANKS.index(one.rank.casefold()) == highest])


def replace_general(course: Course, name: str, unit: str, front: str = "", heir: str = "") -> None:
    """Replace a dead general by a mediocre one. If the dead one was army commander, a sub-general succeeds him."""
    he = course.general(name)
    files = files_of(course.position, unit)
    file = front or files[(len(files) - 1) // 2][0].id
    role = he.role
    heirs = heirs_of(course.position, he)
    if heirs:
        named = heir or heirs[0].id
        course.note_general(named, role=ARMY_COMMANDER)
        course.tell("successor", f"{named} is army commander now", "MEG-B22.6")
        role = "sub"
    course.pay(name, course.state.hands[name].value)
    course.note_general(
        name,
        role=role,
        rank="mediocre",
        state="",
        cards=None,
        floating=False,
        unit=unit,
        file=file,
        front=None,
        fighting=False,
        moved=(),
    )
    course.tell(
        "replaced",
        f"a mediocre general takes the place of {name} with {file}",
        "MEG-B22.6",
        *(("MEG-B26.2",) if course.state.phase == "6.2" else ()),
    )
