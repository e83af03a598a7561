"""Reading the [[unit]]s and [[camp]]s of a case: what they are, and what they have done."""

from __future__ import annotations

from typing import Any

from debellis.casebook.bases import Entry, check_standing
from debellis.casebook.section import Section, suggest
from debellis.casebook.terrain import SIDES
from debellis.casebook.unit_places import RELATIONS, UnitEntry, chain_to, set_down
from debellis.casebook.unit_shapes import CAMP, shaped
from debellis.geometry.plane import Point, direction
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.scale import Scale
from debellis.table.terrain import Terrain
from debellis.table.units import Part, TroopDescription, Unit
from debellis.umpire.editions import UnitWords

DESCRIBED = ("type", "order", "training", "quality", "protection", "horse", "melee", "shoot", "skill", "traits")
PLACED = ("front", "facing", *RELATIONS, "shift", "at", "in", "undeployed")
SHAPED = ("bases", "original", "files", "last_rank", "depth")
NOTED = ("form", "mounted", "formation", "block", "contingent", "defends", "did", "evaded_from", "was", "slowed")
FATE = ("wounds", "broken", "broken_by")
UNIT_KEYS = ("id", "side", "name", "kind", *DESCRIBED, "mixed", *SHAPED, *PLACED, *NOTED, *FATE)
CAMP_KEYS = ("id", "side", "kind", *SHAPED, *PLACED, "wounds", "broken")


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
        for step in reversed(chain_to(entry, by_name, poses)):
            set_down(step, poses, by_name, placed)
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
    return shaped(section, words, unit, count, (width, _depth(section, depth)), _by_rank(parts, now))


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
    return shaped(section, words, unit, None, (width, _depth(section, depth)), ())


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
