"""Reading the [[unit]]s and [[camp]]s of a case: what they are, and where their bases stand in files and ranks."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from debellis.casebook.bases import Entry, check_standing
from debellis.casebook.case_text import CaseError
from debellis.casebook.section import Section, shown, suggest
from debellis.casebook.terrain import SIDES
from debellis.geometry.plane import Point, direction
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.scale import Scale
from debellis.table.terrain import Terrain
from debellis.table.units import Part, TroopDescription, Unit, UnitPlace
from debellis.table.value import replace
from debellis.umpire.editions import UnitWords

RELATIONS = ("against", "behind", "on_rear_of", "left_of", "right_of", "on_left_flank_of", "on_right_flank_of")
DESCRIBED = ("type", "order", "training", "quality", "protection", "horse", "melee", "shoot", "skill", "traits")
PLACED = ("front", "facing", *RELATIONS, "shift", "at", "in", "undeployed")
SHAPED = ("bases", "original", "files", "last_rank", "depth")
NOTED = ("form", "mounted", "formation", "block", "contingent", "defends", "did", "evaded_from", "was", "slowed")
FATE = ("wounds", "broken", "broken_by")
UNIT_KEYS = ("id", "side", "name", "kind", *DESCRIBED, "mixed", *SHAPED, *PLACED, *NOTED, *FATE)
CAMP_KEYS = ("id", "side", "kind", *SHAPED, *PLACED, "wounds", "broken")
CAMP = "camp"


class UnitEntry(Struct, frozen=True):
    """A unit or camp as written, and its bases as they stand to one another: each at a place seen from the front."""

    section: Section
    unit: Unit
    bases: tuple[Base, ...]
    placed_by: str
    width: float = 0.0
    depth: float = 0.0


class Words:
    """Reads words without regard to capitals, each as the edition spells it."""

    def __init__(self, section: Section, known: dict[str, tuple[str, ...]]) -> None:
        self.section = section
        self.known = known

    def word(self, key: str, default: str = "") -> str:
        if not self.section.has(key):
            return default
        return self._spelled(key, self.section.text(key), (*self.section.path, key))

    def words(self, key: str) -> tuple[str, ...]:
        names = self.section.names(key)
        return tuple(self._spelled(key, name, (*self.section.path, key, i)) for i, name in enumerate(names))

    def _spelled(self, key: str, word: str, path: tuple[Any, ...]) -> str:
        for known in self.known[key]:
            if known.casefold() == word.casefold():
                return known
        sentence = f"{key} of {self.section.name} is {word!r}; {suggest(word, self.known[key])}"
        raise self.section.case_text.fault(path, sentence)


def read_units(
    top: Section, words: UnitWords, scale: Scale, size: Point, terrain: tuple[Terrain, ...]
) -> tuple[tuple[Unit, ...], tuple[Base, ...]]:
    """The units and camps of a case, and their bases where they stand."""
    entries = [_read_unit(section, words, scale) for section in top.tables("unit", "unit")]
    entries += [_read_camp(section, words, scale) for section in top.tables("camp", "camp")]
    features = {piece.id for piece in terrain}
    by_name: dict[str, UnitEntry] = {}
    for entry in entries:
        name = entry.unit.id
        if name in by_name or name in features:
            raise entry.section.fault("id", f"two things are called {name!r}; give each its own id")
        by_name[name] = entry
        if entry.unit.hidden_in and entry.unit.hidden_in not in features:
            raise entry.section.fault("in", f"in must name a terrain feature, and there is no {entry.unit.hidden_in!r}")
    placed: dict[str, tuple[Base, ...]] = {}
    poses: dict[str, Pose] = {}
    for entry in entries:
        for step in reversed(_chain(entry, by_name, poses)):
            _set_down(step, poses, by_name, placed)
    standing = [entry for entry in entries if placed[entry.unit.id]]
    bases = tuple(base for entry in standing for base in placed[entry.unit.id])
    marks = [Entry(entry.section, base, entry.placed_by) for entry in standing for base in placed[entry.unit.id]]
    check_standing(marks, bases, size)
    return tuple(entry.unit for entry in entries), bases


def _read_unit(section: Section, words: UnitWords, scale: Scale) -> UnitEntry:
    section.allow(UNIT_KEYS)
    name, side = _named(section, "unit")
    told = Words(section, words.unit)
    section.need("kind", " or ".join(words.unit["kind"]))
    section.need("type", "what the troops are, as in infantry or cavalry")
    troops = _description(section, words.unit, TroopDescription())
    parts, now = _parts(section, words, troops)
    mounted = section.flag("mounted")
    unit = Unit(
        id=name,
        side=side,
        kind=told.word("kind"),
        troops=troops,
        original=0,
        name=section.text("name"),
        parts=parts,
        form=told.word("form"),
        mounted=mounted,
        formation=told.word("formation"),
        block=section.text("block"),
        contingent=section.text("contingent"),
        defends=told.word("defends"),
        hidden_in=section.text("in"),
        did=told.words("did"),
        evaded_from=section.text("evaded_from"),
        was=_pose(section, "was"),
        slowed=section.number("slowed") or 0.0,
        wounds=_wounds(section),
        broken=section.flag("broken"),
        broken_by=told.word("broken_by"),
    )
    width, depth = words.size(troops, mounted, scale)
    count = sum(now) if parts else None
    return _shaped(section, words, unit, count, (width, _depth(section, depth)), _by_rank(parts, now))


def _read_camp(section: Section, words: UnitWords, scale: Scale) -> UnitEntry:
    section.allow(CAMP_KEYS)
    name, side = _named(section, "camp")
    told = Words(section, words.camp)
    troops = TroopDescription(type=CAMP)
    unit = Unit(
        id=name,
        side=side,
        kind=CAMP,
        troops=troops,
        original=0,
        form=told.word("kind", words.camp["kind"][0]),
        wounds=_wounds(section),
        broken=section.flag("broken"),
    )
    width, depth = words.size(troops, False, scale)
    return _shaped(section, words, unit, None, (width, _depth(section, depth)), ())


def _named(section: Section, what: str) -> tuple[str, str]:
    section.need("id", "it a short name of its own")
    name = section.text("id")
    if "/" in name or "." in name:
        raise section.fault("id", f"a {what} cannot be called {name!r}: / and . are for its files and bases")
    section.name = f"{what} {name}"
    section.need("side", "red or blue")
    side = section.word("side", SIDES)
    assert side is not None
    return name, side


def _description(section: Section, known: dict[str, tuple[str, ...]], default: TroopDescription) -> TroopDescription:
    told = Words(section, known)
    read = {key: told.word(key, getattr(default, key)) for key in DESCRIBED if key != "traits"}
    traits = told.words("traits") if section.has("traits") else default.traits
    return TroopDescription(**read, traits=traits)


def _parts(section: Section, words: UnitWords, troops: TroopDescription) -> tuple[tuple[Part, ...], tuple[int, ...]]:
    """The parts of a mixed unit, and how many bases each has left."""
    parts: list[Part] = []
    now: list[int] = []
    for part in section.tables("mixed", f"a part of {section.name}"):
        part.path = (*section.path, *part.path)
        part.allow(("bases", "ranks", "now", *DESCRIBED))
        part.need("bases", "how many bases it had at the start")
        part.need("ranks", "the ranks they hold, as in [1]")
        bases = part.whole("bases", 1)
        assert bases is not None
        ranks = part.values["ranks"]
        if not isinstance(ranks, list) or not all(isinstance(rank, int) and rank >= 1 for rank in ranks):
            raise part.wrong("ranks", "a list of ranks, as in [1]")
        left = part.whole("now", 0)
        parts.append(Part(bases, tuple(ranks), _description(part, words.unit, troops)))
        now.append(bases if left is None else left)
    return tuple(parts), tuple(now)


def _by_rank(parts: tuple[Part, ...], now: tuple[int, ...]) -> tuple[int, ...]:
    """The part of each base of a mixed unit, front rank first: those who hold the front ranks stand in front."""
    order = sorted(range(len(parts)), key=lambda i: min(parts[i].ranks, default=0))
    return tuple(i for i in order for _ in range(now[i]))


def _wounds(section: Section) -> int:
    wounds = section.whole("wounds", 0) or 0
    if wounds > 1:
        raise section.wrong("wounds", "0 or 1: a second wound takes a base")
    return wounds


def _depth(section: Section, depth: float) -> float:
    own = section.number("depth")
    if own is not None and own <= 0.0:
        raise section.wrong("depth", "more than 0 millimetres")
    return depth if own is None else own


def _pose(section: Section, key: str) -> Pose | None:
    if not section.has(key):
        return None
    inner = Section(section.case_text, (*section.path, key), section.table(key), f"{key} of {section.name}")
    inner.allow(("front", "facing"))
    inner.need("front", "the midpoint of its front edge [x, y]")
    inner.need("facing", "degrees clockwise from north")
    return Pose(inner.point("front"), direction(inner.number("facing") or 0.0))


def _shaped(
    section: Section, words: UnitWords, unit: Unit, count: int | None, size: Point, parts: tuple[int, ...]
) -> UnitEntry:
    """The unit with its bases in files and ranks, or base by base, not yet set down."""
    way = _placed_by(section)
    if way == "at":
        bases = _one_by_one(section, words, unit, size, parts)
        facing = direction(section.number("facing") or 0.0) if section.has("facing") else bases[0].facing
        _check(section, words, unit, 0, len(bases))
        return UnitEntry(section, _with_original(section, unit, len(bases), facing), bases, way)
    written = section.whole("bases", 1)
    if count is None:
        if written is None:
            raise section.case_text.fault(section.path, f"{section.name} has no bases; give the number of its bases")
        count = written
    elif written is not None and written != count:
        raise section.fault("bases", f"{section.name} has {written} bases, but its parts have {count} left")
    unit = _with_original(section, unit, count, None)
    files = section.whole("files", 1) or words.files(unit.troops, unit.kind, count)
    if files > count:
        raise section.fault("files", f"{section.name} has only {count} bases and cannot stand {files} files wide")
    _check(section, words, unit, files, count)
    last = section.word("last_rank", ("left", "right")) or "left"
    bases = _in_ranks(unit, words, count, files, last, size, parts)
    ranks = -(-count // files)
    return UnitEntry(section, unit, bases, way, files * size[0], ranks * size[1])


def _check(section: Section, words: UnitWords, unit: Unit, files: int, bases: int) -> None:
    """Refuse what no unit of the edition can be."""
    wrong = words.fault(unit, files, bases) if unit.kind != CAMP else None
    if wrong is None:
        return
    key, why = wrong
    sentence = f"{section.name} cannot be so: {why}"
    raise section.fault(key, sentence) if section.has(key) else section.case_text.fault(section.path, sentence)


def _with_original(section: Section, unit: Unit, now: int, facing: Point | None) -> Unit:
    began = section.whole("original", 1) or (sum(part.bases for part in unit.parts) or now)
    if began < now:
        raise section.fault("original", f"{section.name} has {now} bases but began with only {began}")
    return replace(unit, original=began, facing=facing)


def _in_ranks(
    unit: Unit, words: UnitWords, count: int, files: int, last: str, size: Point, parts: tuple[int, ...]
) -> tuple[Base, ...]:
    """The bases of a rectangle whose front edge has its middle at (0, 0), facing north; the last rank may be short."""
    width, depth = size
    bases: list[Base] = []
    for i in range(count):
        rank, file = divmod(i, files)
        short = count - rank * files
        if short < files and last == "right":
            file += files - short
        across = (file - (files - 1) / 2.0) * width
        part = parts[i] if parts else 0
        troops = unit.parts[part].troops if unit.parts else unit.troops
        name = f"{unit.id}/{file + 1}" if unit.kind == CAMP and rank == 0 else f"{unit.id}/{file + 1}.{rank + 1}"
        bases.append(_base(unit, name, words.code(troops), size, (across, -rank * depth), (0.0, 1.0), part))
    return tuple(bases)


def _base(unit: Unit, name: str, code: str, size: Point, front: Point, facing: Point, part: int) -> Base:
    return Base(
        id=name,
        side=unit.side,
        code=code,
        kind=unit.troops.type,
        width=size[0],
        depth=size[1],
        front=front,
        facing=facing,
        unit=UnitPlace(unit.id, part),
    )


def _one_by_one(
    section: Section, words: UnitWords, unit: Unit, size: Point, parts: tuple[int, ...]
) -> tuple[Base, ...]:
    """The bases of a unit that is placed base by base."""
    bases: list[Base] = []
    for i, entry in enumerate(section.tables("at", f"a base of {section.name}")):
        entry.path = (*section.path, *entry.path)
        entry.allow(("id", "front", "facing"))
        for key, what in (("id", "it a short name"), ("front", "[x, y]"), ("facing", "degrees")):
            entry.need(key, what)
        name = f"{unit.id}/{entry.text('id').removeprefix(unit.id + '/')}"
        if any(base.id == name for base in bases):
            raise entry.fault("id", f"there are two bases {name!r}; give each its own id")
        part = parts[i] if i < len(parts) else 0
        troops = unit.parts[part].troops if unit.parts else unit.troops
        facing = direction(entry.number("facing") or 0.0)
        bases.append(_base(unit, name, words.code(troops), size, entry.point("front"), facing, part))
    if not bases:
        raise section.fault("at", f"{section.name} has no bases; list each as {{ id, front, facing }}")
    written = section.whole("bases", 1)
    if written is not None and written != len(bases):
        raise section.fault("bases", f"{section.name} has {written} bases, but `at` places {len(bases)}")
    return tuple(bases)


def _placed_by(section: Section) -> str:
    """The one key that places a unit; "undeployed" if none does."""
    ways = [key for key in ("front", "at", "in", *RELATIONS) if section.has(key)]
    if section.flag("undeployed"):
        ways.append("undeployed")
    if len(ways) > 1:
        raise section.fault(ways[1], f"{section.name} is placed twice, by {ways[0]} and by {ways[1]}; keep one")
    if not ways:
        return "undeployed"
    if ways[0] == "front":
        section.need("facing", "degrees clockwise from north")
    elif ways[0] in RELATIONS and section.has("facing"):
        raise section.fault("facing", f"{section.name} is placed twice, by {ways[0]} and by facing; keep one")
    if section.has("shift") and ways[0] not in RELATIONS:
        raise section.fault("shift", "shift is for a unit that is placed by another, as in against")
    return ways[0]


def _chain(entry: UnitEntry, by_name: dict[str, UnitEntry], poses: dict[str, Pose]) -> list[UnitEntry]:
    """The entry, the one it is placed by, and so on up to one that needs no other."""
    chain: list[UnitEntry] = []
    names: list[str] = []
    while entry.unit.id not in poses:
        if entry.unit.id in names:
            ring = ", ".join([*names[names.index(entry.unit.id) :], entry.unit.id])
            raise entry.section.fault(entry.placed_by, f"units are placed by each other in a ring ({ring})")
        names.append(entry.unit.id)
        chain.append(entry)
        if entry.placed_by not in RELATIONS:
            break
        target = entry.section.text(entry.placed_by)
        if target not in by_name:
            raise _no_unit(entry.section, entry.placed_by, by_name)
        entry = by_name[target]
    return chain


def _no_unit(section: Section, key: str, by_name: dict[str, UnitEntry]) -> CaseError:
    known = ", ".join(by_name)
    return section.fault(key, f"{key} names {shown(section.values[key])}, but there is no such unit; there are {known}")


def _set_down(
    entry: UnitEntry, poses: dict[str, Pose], by_name: dict[str, UnitEntry], placed: dict[str, tuple[Base, ...]]
) -> None:
    """Put the bases of a unit where they stand, and remember where its front is."""
    section, way = entry.section, entry.placed_by
    if way in ("undeployed", "in"):
        poses[entry.unit.id] = Pose((0.0, 0.0), (0.0, 0.0))
        placed[entry.unit.id] = ()
        return
    if way == "at":
        poses[entry.unit.id] = Pose(entry.bases[0].front, entry.bases[0].facing)
        placed[entry.unit.id] = entry.bases
        return
    if way == "front":
        pose = Pose(section.point("front"), direction(section.number("facing") or 0.0))
    else:
        named = by_name[section.text(way)]
        if named.placed_by in ("undeployed", "in", "at"):
            why = "is placed base by base" if named.placed_by == "at" else "has no place on the table"
            raise section.fault(way, f"{named.unit.id} {why}, so nothing can be placed by it")
        pose = _related(way, named, poses[named.unit.id], entry.width, section.number("shift") or 0.0)
    poses[entry.unit.id] = pose
    placed[entry.unit.id] = tuple(_moved(base, pose) for base in entry.bases)


def _related(way: str, named: UnitEntry, at: Pose, width: float, shift: float) -> Pose:
    """Where a unit stands that is placed by another: one corner of it on a corner of the other, then shifted."""
    ahead, right = at.facing, (at.facing[1], -at.facing[0])

    def point(across: float, forward: float) -> Point:
        return (
            at.front[0] + right[0] * across + ahead[0] * forward,
            at.front[1] + right[1] * across + ahead[1] * forward,
        )

    half, own = named.width / 2.0, width / 2.0
    back, left = (-ahead[0], -ahead[1]), (-right[0], -right[1])
    if way == "against":
        return Pose(point(-half + own + shift, 0.0), back)
    if way in ("behind", "on_rear_of"):
        return Pose(point(-half + own + shift, -named.depth), ahead)
    if way == "left_of":
        return Pose(point(-half - own + shift, 0.0), ahead)
    if way == "right_of":
        return Pose(point(half + own + shift, 0.0), ahead)
    if way == "on_left_flank_of":
        return Pose(point(-half, -own - shift), right)
    return Pose(point(half, -own - shift), left)


def _moved(base: Base, pose: Pose) -> Base:
    """A base of a unit that was laid out facing north from (0, 0), where the unit stands."""
    ahead, right = pose.facing, (pose.facing[1], -pose.facing[0])
    x, y = base.front
    front = (pose.front[0] + right[0] * x + ahead[0] * y, pose.front[1] + right[1] * x + ahead[1] * y)
    return replace(base, front=front, facing=pose.facing)
