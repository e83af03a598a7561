"""Terrain to choose from: what an invader or a defender might want, and last what he may surely have."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from debellis.dbm.playing.actions import Action, Choice, ChooseTerrain
from debellis.dbm.playing.setting_up.terrain_choosing import (
    FEATURES,
    OPTION,
    brought,
    check,
    code,
    home,
    throws,
    vessels,
)
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.features import FIELDS, RIVER, ROAD, STEEP_HILL, TOWN, WATERWAY, is_area, sizes
from debellis.mechanics.tables import table

#: The kind of ground each list code is usually laid out as.
USUAL_KINDS = {
    "H(G)": "gentle_hill",
    "H(S)": "steep_hill",
    "Wd": "woods",
    "O": "orchard",
    "V": "vineyard",
    "RGo": "rough",
    "M": "marsh",
    "D": "dunes",
    "G": "gully",
    "WW": "waterway",
    "Rv": "river",
    "Rd": "road",
    "BUA": "bua",
}
#: How often an invader brings nothing, and how often a defender thinks first of a town, or of water.
_NOTHING, _TOWN, _WATER = 0.45, 0.3, 0.1
_LIKE_SMALL = 2
#: So many of his options an invader thinks of.
_OFFERED = 2
_NONE = ChooseTerrain()


def ideas(state: State) -> Iterator[Action]:
    """What to choose in a step of choosing terrain."""
    rng = Random(f"{state.variety} {state.phase} {len(state.drawn)}")
    if state.phase == OPTION:
        yield from _options(state, rng)
    elif state.phase == FEATURES:
        yield from _features(state, rng)
    else:
        yield from _late(state, rng)


def _options(state: State, rng: Random) -> Iterator[Action]:
    """The invader's options, or nothing."""
    allowed, thrown = home(state).terrain, throws(state)
    found: list[ChooseTerrain] = []
    if not thrown and WATERWAY in allowed and vessels(state) >= _fleet(state):
        found.append(ChooseTerrain((_linear(state, WATERWAY),)))
    if not thrown and RIVER in allowed:
        found.append(ChooseTerrain((_linear(state, RIVER),)))
    if ROAD in allowed:
        road = _linear(state, ROAD)
        hills = [Choice("steep_hill", size) for size in rng.choice(((1.0, 1.0), (1.5, 1.0), (1.5, 1.5), (0.5, 1.5)))]
        found.append(ChooseTerrain((road, *hills) if STEEP_HILL in allowed and rng.random() < 0.5 else (road,)))
    rng.shuffle(found)
    if rng.random() < _NOTHING:
        yield _NONE
    yield from found[:_OFFERED]
    yield _NONE


def _fleet(state: State) -> int:
    """How many naval elements a waterway needs."""
    least: int = table(state.position, "setup")["terrain"]["invader_naval_min"]
    return least


def _linear(state: State, found: str, must: bool = False) -> Choice:
    """A waterway, river or road."""
    name = USUAL_KINDS[found]
    return Choice(name, float(table(state.position, "terrain")["fe"][name]), must)


def _features(state: State, rng: Random) -> Iterator[Action]:
    """The defender's features: with a town, with water, or areas only."""
    allowed = home(state).terrain
    plain = _filled(state, rng, _musts(state, rng))
    town = _with_town(state, rng) if TOWN in allowed else None
    water = _with_water(state, rng)
    luck = rng.random()
    if luck < _TOWN:
        order = [town, plain, water]
    elif luck < _TOWN + _WATER:
        order = [water, plain, town]
    else:
        order = [plain, town, water]
    yield from (one for one in order if one is not None)
    yield _filled(state, rng, _musts(state, rng))


def _musts(state: State, rng: Random) -> list[Choice]:
    """The compulsory features not yet there, with the town that goes with a waterway."""
    position, force = state.position, home(state)
    there = [piece.code for piece in brought(state)]
    found: list[Choice] = []
    for must in force.compulsory:
        if must in there:
            continue
        if not is_area(position, must):
            found.append(_linear(state, must, True))
        else:
            size = rng.choice(table(position, "setup")["terrain"]["compulsory_area_fe"])
            found.append(Choice(USUAL_KINDS[must], float(size), True))
        if must == WATERWAY and TOWN in force.terrain and TOWN not in force.compulsory:
            found.append(_town(state, rng))
    return found


def _town(state: State, rng: Random) -> Choice:
    small, medium, _ = sizes(state.position)
    return Choice("bua", rng.choice((small, medium)))


def _with_town(state: State, rng: Random) -> ChooseTerrain | None:
    """The compulsory features, a town and a road to it."""
    chosen = _musts(state, rng)
    kinds = [choice.kind for choice in chosen]
    if "bua" not in kinds:
        chosen.append(_town(state, rng))
    if ROAD in home(state).terrain and "road" not in kinds:
        chosen.append(_linear(state, ROAD))
    return _filled(state, rng, chosen)


def _with_water(state: State, rng: Random) -> ChooseTerrain | None:
    """The compulsory features, and a waterway or river if the dice are kind; None if there can be none."""
    force, chosen = home(state), _musts(state, rng)
    taken = {*(choice.kind for choice in chosen), *throws(state), *(p.kind for p in state.position.terrain)}
    open_to = [one for one in (WATERWAY, RIVER) if one in force.terrain and USUAL_KINDS[one] not in taken]
    if not open_to:
        return None
    water = rng.choice(open_to)
    chosen.append(_linear(state, water))
    if water == WATERWAY and TOWN in force.terrain and "bua" not in taken:
        chosen.append(_town(state, rng))
    return _filled(state, rng, chosen)


def _filled(state: State, rng: Random, chosen: list[Choice]) -> ChooseTerrain:
    """A choice filled up with area features to a total that a defender may have."""
    row = table(state.position, "terrain")["totals"]
    goal = rng.uniform(row["defender_min"], row["defender_max"])
    found = list(chosen)
    while True:
        total = check(state, ChooseTerrain(tuple(found))).answer["total"]
        room = row["defender_max"] - total
        fit = [size for size in sizes(state.position) if size <= room]
        if total >= max(goal - 0.5 * sizes(state.position)[0], row["defender_min"]) or not fit:
            return ChooseTerrain(tuple(found))
        found.append(_area(state, rng, found, fit))


def _area(state: State, rng: Random, found: list[Choice], fit: list[float]) -> Choice:
    """One more area feature, rather of a type that is not there yet."""
    position = state.position
    small = sizes(position)[0]
    pool = [one for one in home(state).terrain if is_area(position, one) and one not in (TOWN, FIELDS)]
    there = [code(position, choice.kind) for choice in found]
    fresh = [one for one in pool if one not in there]
    picked = rng.choice(fresh or pool)
    few = sum(code(position, c.kind) == picked and c.size == small for c in found) < _LIKE_SMALL
    usable = fit if few else [size for size in fit if size > small] or fit
    return Choice(USUAL_KINDS[picked], rng.choice(usable))


def _late(state: State, rng: Random) -> Iterator[Action]:
    """What an invader adds at the end: a little or nothing."""
    most = table(state.position, "terrain")["totals"]["invader_late_max"]
    some: list[Action] = []
    for _ in range(2):
        found: list[Choice] = []
        left = most
        while left > 0.0 and (not found or rng.random() < 0.6):
            fit = [size for size in sizes(state.position) if size <= left]
            found.append(_area(state, rng, found, fit))
            left -= found[-1].size
        some.append(ChooseTerrain(tuple(found)))
    if rng.random() < _NOTHING:
        yield _NONE
    yield from some
    yield _NONE
