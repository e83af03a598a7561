"""The first state of a battle: two armies that are chosen, and an empty table."""

from __future__ import annotations

from typing import Any

from debellis.battle.alternation import Choice
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES
from debellis.mechanics.set_ups import whole_number
from debellis.mechanics.tables import rows_of
from debellis.meg.playing.cards import full_deck
from debellis.meg.playing.state import Force, State
from debellis.meg.setting_up.choosing import army_named, chosen_army, judge_choice
from debellis.meg.setting_up.lists import army_lists, files_of_list, generals_of_list, size_of, units_of_list
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.units import Moment
from debellis.umpire.editions import description, edition
from debellis.umpire.verdict import Verdict

_KNOWN = ("red", "blue", "scale", "variety", "limit", "options")
_EDGES = {"red": "south", "blue": "north"}
PREPARE, INVADER = "prepare", "invader"
#: The option that says whether the steps before the first turn are taken one by one.
BEFORE, BY_HAND = "before_the_battle", "by_hand"


def start(name: str, setup: dict[str, Any]) -> State:
    """The first state of a battle between two armies; ValueError with one clear sentence if it cannot be."""
    if unknown := sorted(set(setup) - set(_KNOWN)):
        raise ValueError(f"a set-up has no {unknown[0]!r}; it has {', '.join(sorted(_KNOWN))}")
    options = _options(name, setup.get("options") or {})
    scales = {scale.name: scale for scale in edition(name).measures}
    scale = setup.get("scale", next(iter(scales)))
    if not isinstance(scale, str) or scale not in scales:
        raise ValueError(f"there is no scale {scale!r}; there are {', '.join(scales)}")
    armies = {side: _army(name, side, setup.get(side)) for side in SIDES}
    sizes = {side: size_of(army) for side, army in armies.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"both armies must be of one size of game, and red has {sizes['red']}, blue {sizes['blue']}")
    row = game_row(name, sizes["red"], scale)
    return _state(name, setup, armies, row, scales[scale], options)


def _state(
    name: str,
    setup: dict[str, Any],
    armies: dict[str, dict[str, Any]],
    row: dict[str, Any],
    scale: Scale,
    options: dict[str, Any],
) -> State:
    width, depth = row["table_mm"]
    forces = {side: _force(name, side, armies[side]) for side in SIDES}
    moment = Moment(edges=_EDGES, year={side: forces[side].year for side in SIDES})
    size = (float(width), float(depth))
    position = Position(name, size, scale=scale, options=options, units=(), generals=(), charges=(), moment=moment)
    turns = int(row["turn_limit"])
    limit = min(turns, 2 * whole_number(setup, "limit", turns))
    by_hand = options.get(BEFORE) == BY_HAND
    return State(
        INVADER if by_hand else PREPARE,
        SIDES[0],
        position,
        forces,
        Secret(None, full_deck(name)),
        {one.id: Secret(side, ()) for side in SIDES for one in generals_of_list(armies[side], side)},
        choice=Choice(SIDES[0]),
        variety=whole_number(setup, "variety", 0),
        limit=limit,
    )


def game_row(name: str, size: str, scale: str) -> dict[str, Any]:
    """The row of a size of game for a scale of figures."""
    found = [row for row in rows_of(name, "game_size") if row["name"] == size]
    fitting = [row for row in found if row["figures"] == scale]
    if not fitting:
        raise ValueError(f"{size} is not played at scale {scale}; it is at {', '.join(r['figures'] for r in found)}")
    return fitting[0]


def _army(name: str, side: str, written: Any) -> dict[str, Any]:
    """The army that a set-up names."""
    lists = army_lists(name)
    if isinstance(written, str):
        written = {"army": written}
    if not isinstance(written, dict) or not isinstance(written.get("army"), str):
        raise ValueError(f"{side} needs an army, like {next(iter(lists))!r}")
    if extra := sorted(set(written) - {"army", "units", "year"}):
        raise ValueError(
            f"{side}'s army has `{extra[0]}`, but an army of {name} has its list, its `units` and its `year`"
        )
    found = army_named(name, written["army"])
    if found is None:
        raise ValueError(f"there is no army {written['army']!r}; there are {', '.join(lists)}")
    if "year" in written:
        found = {**found, "year": _year(side, found, written["year"])}
    if "units" not in written:
        return found
    units = written["units"]
    if not isinstance(units, dict) or not all(isinstance(one, int) and one >= 0 for one in units.values()):
        raise ValueError(f"{side}'s `units` are numbers by the words of its list, not {units!r:.60}")
    army, unknown = chosen_army(name, found, units)
    verdict = Verdict()
    judge_choice(verdict, name, found, army)
    faults = [*(f"{found['name']} offers no {word!r}." for word in unknown), *verdict.faults]
    if faults:
        raise ValueError(f"{side} cannot field this army: {' '.join(faults)}")
    return army


def _year(side: str, army: dict[str, Any], year: Any) -> int:
    """The date of an army within its list (MEG-B8.9)."""
    first, last = int(army["list_from"]), int(army["list_to"])
    if not isinstance(year, int) or isinstance(year, bool) or not first <= year <= last:
        raise ValueError(f"{side}'s army is of a year from {first} to {last}, not {year!r:.20}")
    return year


def _force(name: str, side: str, army: dict[str, Any]) -> Force:
    leaders = generals_of_list(army, side)
    return Force(
        str(army["id"]),
        str(army["name"]),
        int(army["year"]),
        tuple(army["territories"]),
        int(army["pbs_cards"]),
        str(army.get("camp", "basic")),
        tuple(one.id for one in leaders),
        Secret(side, units_of_list(army, side)),
        Secret(side, files_of_list(name, army)),
        Secret(side, leaders),
    )


def _options(name: str, agreed: Any) -> dict[str, Any]:
    """The switches that the players agreed on."""
    known = description(name).options
    if not isinstance(agreed, dict):
        raise ValueError(f"`options` must be a table, not {agreed!r}")
    for key, value in agreed.items():
        if key not in known:
            raise ValueError(f"there is no option {key!r}; there are {', '.join(known)}")
        if not any(value == choice and type(value) is type(choice) for choice in known[key]):
            raise ValueError(f"the option {key!r} is one of {', '.join(map(str, known[key]))}, not {value}")
    return agreed
