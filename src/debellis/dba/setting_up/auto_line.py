"""Orders of battle: an army's elements as files from left to right, heavy foot in the centre, mounted on the wings."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from debellis.dba.attached import is_own_element
from debellis.dba.setting_up.auto_order import Order
from debellis.table.bases import Base
from debellis.table.value import Value, replace

LEFT, CENTRE, RIGHT = -1, 0, 1


class File(Value, frozen=True):
    """Elements one behind the other, front to rear. The first `ahead` of them stand in front of the line."""

    ranks: tuple[Base, ...]
    part: int = CENTRE
    ahead: int = 0

    @property
    def leads(self) -> Base:
        """The element that stands in the line."""
        return self.ranks[self.ahead]


class Plan(Value, frozen=True):
    """An order of battle.

    `files` stand in the line from left to right, `reserves` behind a part of it. Wings stand `refused` mm behind the
    line, `apart` mm from the centre when there is room.
    """

    order: Order
    files: tuple[File, ...]
    reserves: tuple[tuple[Base, int], ...] = ()
    refused: float = 0.0
    apart: float = 0.0

    def thinned(self) -> Plan:
        """The plan with its least valuable file moved to the reserve."""
        middle = 0.5 * (len(self.files) - 1)
        missed = [
            (len(file.ranks), _spare(self.order, file.leads), -abs(i - middle)) for i, file in enumerate(self.files)
        ]
        worst = missed.index(min(missed))
        spared = self.files[worst]
        rest = self.files[:worst] + self.files[worst + 1 :]
        return replace(self, files=rest, reserves=(*self.reserves, *[(base, spared.part) for base in spared.ranks]))

    def with_light_foot_at(self, share: float, most: int) -> Plan:
        """The plan with files of light foot moved to this share of the line, counted from the left."""
        kinds = self.order.light_foot
        light = [f for f in self.files if len(f.ranks) == 1 and f.leads.kind in kinds and not f.leads.general][:most]
        rest = [file for file in self.files if file not in light]
        at = round(share * len(rest))
        part = rest[min(at, len(rest) - 1)].part if rest else CENTRE
        return replace(self, files=(*rest[:at], *_part(light, part), *rest[at:]))


def _spare(order: Order, base: Base) -> int:
    return order.spare.index(base.kind) if base.kind in order.spare and not base.general else len(order.spare)


def draw_up(rng: Random, order: Order, bases: Iterable[Base], base_width: float, supported: tuple[str, ...]) -> Plan:
    """An order of battle for these elements. `supported` are the types that gain from skirmishers behind them."""
    army = list(bases)
    reserves: list[tuple[Base, int]] = []
    general = next((base for base in army if base.general), None)
    led_from = _leads_from(rng, order, general, army)
    if general is not None and led_from == "behind":
        reserves.append((general, CENTRE))
    free = [base for base in army if not base.general or led_from == "line"]
    core, light_horse = _core(rng, order, free)
    inner = {base.id for file in core for base in file.ranks}
    wings = _wings(rng, order, [base for base in free if base.id not in inner], light_horse)
    skirmishers = [base for base in free if base.kind in order.skirmishers]
    core, left, right = _with_skirmishers(rng, order, core, *wings, skirmishers, supported)
    files = (*_part(reversed(left), LEFT), *core, *_part(right, RIGHT))
    if general is not None and led_from == "attached":
        files = _with_general_attached(rng, order, files, general)
        free.append(general)
    drawn_up = {base.id for file in files for base in file.ranks}
    reserves += [(base, CENTRE) for base in free if base.id not in drawn_up]
    refused = base_width * 0.5 if rng.random() < 0.2 else 0.0
    apart = base_width * rng.choice((0.5, 1.0)) if rng.random() < 0.35 else 0.0
    return Plan(order, files, tuple(reserves), refused, apart)


def _part(files: Iterable[File], part: int) -> tuple[File, ...]:
    return tuple(replace(file, part=part) for file in files)


def _leads_from(rng: Random, order: Order, general: Base | None, army: list[Base]) -> str:
    """Whether the general stands in the line with his type, behind it, or attached to an element as a separate base."""
    if general is not None and is_own_element(general):
        return "attached"
    if general is None or general.kind in order.leads_in_line:
        return "line"
    if general.kind in order.leads_from_behind:
        return "behind"
    kinds = (*order.heavy, *order.missiles, *order.light)
    foot = sum(base.kind in kinds for base in army)
    return "behind" if rng.random() < (0.5 if foot >= 4 else 0.25) else "line"


def _with_general_attached(rng: Random, order: Order, files: tuple[File, ...], general: Base) -> tuple[File, ...]:
    """The files with the general behind one of the best, preferably near the middle."""
    middle = 0.5 * (len(files) - 1)
    could = [
        (order.attached_to.index(file.leads.kind) + 0.2 * abs(i - middle) + rng.uniform(0.0, 3.0), i)
        for i, file in enumerate(files)
        if file.leads.kind in order.attached_to and len({base.kind for base in file.ranks}) == 1
    ]
    if not could:
        return files
    best = min(could)[1]
    led = replace(files[best], ranks=(*files[best].ranks, general))
    return (*files[:best], led, *files[best + 1 :])


def _core(rng: Random, order: Order, free: list[Base]) -> tuple[list[File], bool]:
    """The centre, and whether light horse stay on the wings. They do not if the army has nothing else."""
    blocks = [_block(rng, order, [base for base in free if base.kind == kind]) for kind in order.heavy]
    blocks = [block for block in blocks if block]
    if sleeves := _singles(free, order.sleeves):
        blocks = [_sleeved(rng, blocks[0] if blocks else [], sleeves), *blocks[1:]]
    bows = _singles(free, order.missiles)
    light = _singles(free, order.light)
    if len(bows) > 3 or sum(map(len, blocks)) < 3:
        blocks.append(bows)
        bows = []
    if len(light) > 3 or sum(map(len, blocks)) + len(bows) < 3:
        blocks.append(light)
        light = []
    core = _from_the_middle(rng, [block for block in blocks if block])
    for ends in (bows, _singles(free, order.flankers), light):
        core = _at_the_ends(rng, core, ends)
    core = _at_the_ends(rng, core, _singles(free, order.outermost))
    for gun in _singles(free, order.guns):
        core.insert(rng.choice((0, len(core) // 2, len(core))), gun)
    if len(core) >= 2:
        return core, True
    horse = [File((base,)) for base in free if base.kind in order.horse]
    rng.shuffle(horse)
    return (_with_general_inside(core + horse), True) if horse else (core + _singles(free, order.light_horse), False)


def _singles(bases: Iterable[Base], kinds: tuple[str, ...]) -> list[File]:
    return [File((base,)) for base in bases if base.kind in kinds]


def _sleeved(rng: Random, block: list[File], sleeves: list[File]) -> list[File]:
    """A block with missile troops on both sides, and also between its halves if it is wide."""
    first = (len(sleeves) + (rng.random() < 0.5)) // 2
    left, right = sleeves[:first], sleeves[first:]
    between = [right.pop()] if len(block) >= 2 and len(sleeves) >= 3 and right and rng.random() < 0.5 else []
    half = len(block) // 2
    return [*left, *block[:half], *between, *block[half:], *right]


def _block(rng: Random, order: Order, alike: list[Base]) -> list[File]:
    """Files of one type, one or two deep, with the general's in the middle."""
    if not alike:
        return []
    ordered = sorted(alike, key=lambda base: (not base.general, base.code))
    deep = 2 if len(alike) >= order.two_deep_from and rng.random() < order.two_deep.get(alike[0].kind, 0.0) else 1
    count = -(-len(ordered) // deep)
    files = [File(tuple(ordered[i::count])) for i in range(count)]
    return _with_general_inside(files)


def _with_general_inside(files: list[File]) -> list[File]:
    led = [file for file in files if any(base.general for base in file.ranks)]
    rest = [file for file in files if file not in led]
    middle = len(rest) // 2
    return rest[:middle] + led + rest[middle:]


def _from_the_middle(rng: Random, blocks: list[list[File]]) -> list[File]:
    """Blocks of the same foot side by side: the general's or the largest in the middle, the others on both sides."""
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


def _wings(rng: Random, order: Order, others: list[Base], light_horse: bool) -> tuple[list[File], list[File]]:
    """The files of the left and right wing, inner ones first: heavy horse inside, light horse at the ends."""
    left: list[File] = []
    right: list[File] = []
    share = rng.choice((0.5, 0.5, 0.8, 0.2))
    for kinds in (order.horse, order.light_horse if light_horse else ()):
        horse = sorted((base for base in others if base.kind in kinds), key=lambda base: (not base.general, base.code))
        to_right = round(len(horse) * share)
        right += _ranked(rng, order, horse[:to_right])
        left += _ranked(rng, order, horse[to_right:])
        share = 0.5 if share == 0.5 or rng.random() < 0.5 else 1.0 - share
    return left, right


def _ranked(rng: Random, order: Order, horse: list[Base]) -> list[File]:
    """Mounted in single files, except pairs of a type that gains from a second rank."""
    files: list[File] = []
    for base in horse:
        chance = order.two_deep.get(base.kind, 0.0)
        pairs = chance > 0.0 and bool(files) and len(files[-1].ranks) == 1 and files[-1].leads.kind == base.kind
        if pairs and rng.random() < chance:
            files[-1] = File((files[-1].leads, base))
        else:
            files.append(File((base,)))
    return files


def _with_skirmishers(
    rng: Random,
    order: Order,
    core: list[File],
    left: list[File],
    right: list[File],
    skirmishers: list[Base],
    supported: tuple[str, ...],
) -> tuple[list[File], list[File], list[File]]:
    """Skirmishers placed behind or in front of heavier foot, or on the flanks of the centre."""
    core, left, right = list(core), list(left), list(right)
    screen = rng.random() < 0.25
    for i, base in enumerate(skirmishers):
        behind = [k for k, file in enumerate(core) if len(file.ranks) == 1 and file.leads.kind in supported]
        foremost = [k for k, file in enumerate(core) if len(file.ranks) == 1 and file.leads.kind in order.screened]
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
