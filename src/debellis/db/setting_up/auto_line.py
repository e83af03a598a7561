"""Orders of battle: an army's elements as files from left to right, heavy foot in the centre, mounted on the wings."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from debellis.table.bases import Base

LEFT, CENTRE, RIGHT = -1, 0, 1

#: Foot that stands shoulder to shoulder, in the order in which it forms the middle.
_HEAVY = ("pikes", "spears", "blades", "warband", "hordes", "war_wagons")
_LIGHT_FOOT = ("auxilia", "psiloi")
_HORSE = ("knights", "cavalry", "camelry")
#: How often a kind that gains by a second rank is drawn up two deep.
_TWO_DEEP = {"pikes": 0.85, "warband": 0.6, "spears": 0.3}
#: Who leaves the line first when it has no room for all.
_SPARE = (
    "hordes",
    "psiloi",
    "light_horse",
    "cavalry",
    "camelry",
    "auxilia",
    "warband",
    "knights",
    "bows",
    "spears",
    "blades",
    "pikes",
    "elephants",
)


class File(Struct, frozen=True):
    """Elements one behind the other, front to rear; the first `ahead` of them stand in front of the line."""

    ranks: tuple[Base, ...]
    part: int = CENTRE
    ahead: int = 0

    @property
    def leads(self) -> Base:
        """The element that stands in the line."""
        return self.ranks[self.ahead]


class Plan(Struct, frozen=True):
    """An order of battle.

    `files` stand in the line from left to right, `reserves` behind a part of it. Wings stand `refused` mm behind the
    line, `apart` mm from the centre when there is room.
    """

    files: tuple[File, ...]
    reserves: tuple[tuple[Base, int], ...] = ()
    refused: float = 0.0
    apart: float = 0.0

    def thinned(self) -> Plan:
        """The plan with the file that is missed least taken back into reserve."""
        middle = 0.5 * (len(self.files) - 1)
        worst = min(
            range(len(self.files)),
            key=lambda i: (len(self.files[i].ranks), _spare(self.files[i].leads), -abs(i - middle)),
        )
        spared = self.files[worst]
        rest = self.files[:worst] + self.files[worst + 1 :]
        return replace(self, files=rest, reserves=(*self.reserves, *((base, spared.part) for base in spared.ranks)))

    def with_light_foot_at(self, share: float, most: int) -> Plan:
        """The plan with some files of light foot moved to that share of the way from left to right."""
        light = [f for f in self.files if len(f.ranks) == 1 and f.leads.kind in _LIGHT_FOOT and not f.leads.general]
        light = light[:most]
        rest = [file for file in self.files if file not in light]
        at = round(share * len(rest))
        part = rest[min(at, len(rest) - 1)].part if rest else CENTRE
        return replace(self, files=(*rest[:at], *_part(light, part), *rest[at:]))


def _spare(base: Base) -> int:
    return _SPARE.index(base.kind) if base.kind in _SPARE and not base.general else len(_SPARE)


def draw_up(rng: Random, bases: Iterable[Base], base_width: float, supported: tuple[str, ...]) -> Plan:
    """An order of battle for these elements; `supported` are the kinds that gain by Psiloi behind them."""
    army = list(bases)
    reserves: list[tuple[Base, int]] = []
    general = next((base for base in army if base.general), None)
    led_from = _leads_from(rng, general, army)
    if general is not None and led_from == "behind":
        reserves.append((general, CENTRE))
    free = [base for base in army if not (base.general and led_from == "behind")]
    core, light_horse = _core(rng, free)
    inner = {base.id for file in core for base in file.ranks}
    wings = _wings(rng, [base for base in free if base.id not in inner], light_horse)
    psiloi = [base for base in free if base.kind == "psiloi"]
    core, left, right = _with_psiloi(rng, core, *wings, psiloi, supported)
    files = (*_part(reversed(left), LEFT), *core, *_part(right, RIGHT))
    drawn_up = {base.id for file in files for base in file.ranks}
    reserves += [(base, CENTRE) for base in free if base.id not in drawn_up]
    refused = base_width * 0.5 if rng.random() < 0.2 else 0.0
    apart = base_width * rng.choice((0.5, 1.0)) if rng.random() < 0.35 else 0.0
    return Plan(files, tuple(reserves), refused, apart)


def _part(files: Iterable[File], part: int) -> tuple[File, ...]:
    return tuple(replace(file, part=part) for file in files)


def _leads_from(rng: Random, general: Base | None, army: list[Base]) -> str:
    """Whether the general stands in the line with his like, or behind it."""
    if general is None or general.kind in (*_HEAVY[:5], "bows", "elephants"):
        return "line"
    if general.kind == "war_wagons":
        return "behind"
    foot = sum(base.kind in (*_HEAVY, "bows", "auxilia") for base in army)
    return "behind" if rng.random() < (0.5 if foot >= 4 else 0.25) else "line"


def _core(rng: Random, free: list[Base]) -> tuple[list[File], bool]:
    """The centre, and whether light horse stay on the wings: not where they are all the army has."""
    blocks = [_block(rng, [base for base in free if base.kind == kind]) for kind in _HEAVY]
    blocks = [block for block in blocks if block]
    bows = _singles(free, "bows")
    auxilia = _singles(free, "auxilia")
    if len(bows) > 3 or sum(map(len, blocks)) < 3:
        blocks.append(bows)
        bows = []
    if len(auxilia) > 3 or sum(map(len, blocks)) + len(bows) < 3:
        blocks.append(auxilia)
        auxilia = []
    core = _from_the_middle(rng, [block for block in blocks if block])
    for ends in (bows, _singles(free, "elephants"), auxilia):
        core = _at_the_ends(rng, core, ends)
    core = _at_the_ends(rng, core, _singles(free, "scythed_chariots"))
    for gun in _singles(free, "artillery"):
        core.insert(rng.choice((0, len(core) // 2, len(core))), gun)
    if len(core) >= 2:
        return core, True
    horse = [File((base,)) for base in free if base.kind in _HORSE]
    rng.shuffle(horse)
    return (_with_general_inside(core + horse), True) if horse else (core + _singles(free, "light_horse"), False)


def _singles(bases: Iterable[Base], kind: str) -> list[File]:
    return [File((base,)) for base in bases if base.kind == kind]


def _block(rng: Random, alike: list[Base]) -> list[File]:
    """Files of one kind, one or two deep, the general's in the middle."""
    if not alike:
        return []
    ordered = sorted(alike, key=lambda base: (not base.general, base.code))
    deep = 2 if len(alike) > 2 and rng.random() < _TWO_DEEP.get(alike[0].kind, 0.0) else 1
    count = -(-len(ordered) // deep)
    files = [File(tuple(ordered[i::count])) for i in range(count)]
    return _with_general_inside(files)


def _with_general_inside(files: list[File]) -> list[File]:
    led = [file for file in files if any(base.general for base in file.ranks)]
    rest = [file for file in files if file not in led]
    middle = len(rest) // 2
    return rest[:middle] + led + rest[middle:]


def _from_the_middle(rng: Random, blocks: list[list[File]]) -> list[File]:
    """Blocks of like foot side by side: the general's or the largest in the middle, the others to both hands."""
    ordered = sorted(
        blocks, key=lambda block: (not any(base.general for file in block for base in file.ranks), -len(block))
    )
    core: list[File] = []
    to_right = rng.random() < 0.5
    for block in ordered:
        core = core + block if to_right else block + core
        to_right = not to_right
    return core


def _at_the_ends(rng: Random, core: list[File], files: list[File]) -> list[File]:
    """Files added at the left, the right, or both ends of the centre."""
    choice = rng.random()
    for i, file in enumerate(files):
        on_right = choice < 0.3 or (choice < 0.7 and i % 2 == 0)
        core = [*core, file] if on_right else [file, *core]
    return core


def _wings(rng: Random, others: list[Base], light_horse: bool) -> tuple[list[File], list[File]]:
    """The files of the left and right wing, inner ones first: heavy horse inside, light horse at the ends."""
    left: list[File] = []
    right: list[File] = []
    share = rng.choice((0.5, 0.5, 0.8, 0.2))
    for kinds in (_HORSE, ("light_horse",) if light_horse else ()):
        horse = sorted((base for base in others if base.kind in kinds), key=lambda base: (not base.general, base.code))
        to_right = round(len(horse) * share)
        right += [File((base,)) for base in horse[:to_right]]
        left += [File((base,)) for base in horse[to_right:]]
        share = 0.5 if share == 0.5 or rng.random() < 0.5 else 1.0 - share
    return left, right


def _with_psiloi(
    rng: Random, core: list[File], left: list[File], right: list[File], psiloi: list[Base], supported: tuple[str, ...]
) -> tuple[list[File], list[File], list[File]]:
    """Psiloi put behind or in front of heavier foot, or on the flanks of the centre."""
    core, left, right = list(core), list(left), list(right)
    screen = rng.random() < 0.25
    for i, base in enumerate(psiloi):
        behind = [k for k, file in enumerate(core) if len(file.ranks) == 1 and file.leads.kind in supported]
        foremost = [k for k, file in enumerate(core) if len(file.ranks) == 1 and file.leads.kind in _HEAVY[:4]]
        if screen and foremost:
            k = foremost[len(foremost) // 2]
            core[k] = replace(core[k], ranks=(base, *core[k].ranks), ahead=1)
        elif behind and rng.random() < 0.6:
            k = behind[len(behind) // 2] if i == 0 else rng.choice(behind)
            core[k] = replace(core[k], ranks=(*core[k].ranks, base))
        elif rng.random() < 0.5:
            left.insert(0, File((base,)))
        else:
            right.insert(0, File((base,)))
    return core, left, right
