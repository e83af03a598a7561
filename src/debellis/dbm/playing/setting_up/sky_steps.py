"""Season, time of day and weather, where the players agreed to throw for them; otherwise it is a clear, long day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, may_always, placed_by
from debellis.battle.rules import Event
from debellis.dbm.armies.lists import armies
from debellis.dbm.playing.actions import Action, ChooseSeason, RollWeather
from debellis.dbm.playing.state import Sky, State, defender
from debellis.dbm.weather import BLOWING, CLAUSE, CLEAR, DUST, FOG, MUD, SNOW, WEATHER, WIND, point_of
from debellis.mechanics.tables import table
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

THROWN = "sky"
_KINDS = (FOG, SNOW, BLOWING, DUST, MUD)
_ANY, _OTHER = "any", "other"
#: The die that says where the wind blows from has so many sides.
_COMPASS = 8


def _is_thrown(state: State) -> bool:
    return bool(state.position.options.get(THROWN, False))


def check_season(state: State, action: ChooseSeason) -> Ruling:
    """Whether there is such a season."""
    verdict = Verdict()
    seasons = table(state.position, WEATHER)["seasons"]
    if action.season not in seasons:
        verdict.refuse(f"The season is one of {', '.join(seasons)}.", CLAUSE)
    return verdict.decide("choose_season")


def choose(state: State, action: ChooseSeason, dice: Chance) -> Happened[State]:
    """The invader chooses the season; a die says when the battle begins, and so when it is dark."""
    row = table(state.position, "time_of_day")
    die = dice.roll("the time of day")
    time = row["start_roll"][str(die)]
    sky = Sky(action.season, time, int(row["bounds_until_dark"][time]))
    says = f"it is {action.season}, and the battle begins at {time}: {sky.dark} bounds until dark"
    if time in ("morning", "afternoon"):
        says = says.replace("at ", "in the ", 1)
    return replace(state, phase="option", sky=sky), (Event("season", says, (CLAUSE, "DBM-B11.2")),)


def roll(state: State, action: RollWeather, dice: Chance) -> Happened[State]:
    """Throw for the weather of the defender's country in this season; for wind and fog throw once more."""
    assert state.sky
    total = dice.roll("the weather") + dice.roll("the weather")
    row = _row(state)
    weather = next((kind for kind in _KINDS if total in row.get(kind, ())), CLEAR)
    options = {**state.position.options, WEATHER: weather}
    says = f"{total} for the weather: {weather}"
    sky = state.sky
    if weather in (BLOWING, DUST):
        options[WIND] = point_of(dice.roll("the wind", _COMPASS))
        says += f" from the {options[WIND]}"
    elif weather == FOG:
        bounds = dice.roll("the fog") + dice.roll("the fog")
        sky = replace(sky, fog=bounds)
        says += f" for {bounds} bounds"
    state = replace(state, sky=sky, position=replace(state.position, options=options))
    return replace(state, phase="works", turn=defender(state)), (Event("weather", says, (CLAUSE,)),)


def _row(state: State) -> dict[str, Any]:
    """The row of the weather table for the defender's climate and the season."""
    assert state.sky
    army = armies(state.position.edition).get(state.forces[defender(state)].army)
    rows = table(state.position, WEATHER)["rows"]
    here: list[dict[str, Any]] = [row for row in rows if army is not None and row["region"] == army.climate]
    for wanted in (state.sky.season, _OTHER, _ANY):
        for row in here:
            if row["season"] == wanted:
                return row
    return {}


def no_season(state: State) -> Happened[State] | None:
    """Nobody chooses a season where nothing was agreed."""
    return None if _is_thrown(state) else (replace(state, phase="option"), ())


def no_weather(state: State) -> Happened[State] | None:
    """Nobody throws for weather where nothing was agreed."""
    return None if _is_thrown(state) else (replace(state, phase="works", turn=defender(state)), ())


def _seasons(state: State) -> Iterator[Action]:
    for season in table(state.position, WEATHER)["seasons"]:
        yield ChooseSeason(season)


def _throws(state: State) -> Iterator[Action]:
    yield RollWeather()


PHASES = {
    "season": Phase(
        "choose the season",
        (ChooseSeason,),
        check_season,
        choose,
        all_but_last(_seasons),
        out_of_order=placed_by("DBM-B9.1"),
        passes=no_season,
        setting_up=True,
    ),
    "weather": Phase(
        "throw for the weather",
        (RollWeather,),
        may_always,
        roll,
        all_but_last(_throws),
        out_of_order=placed_by("DBM-B9.1"),
        passes=no_weather,
        setting_up=True,
    ),
}
