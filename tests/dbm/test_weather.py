"""Weather and time in battles of DBM: thrown for if agreed, with effects on going, sight, marches and factors."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.sides import other
from debellis.dbm.fighting.combat import combat
from debellis.dbm.going import ask_going
from debellis.dbm.measures import measures
from debellis.dbm.playing.actions import ChooseSeason, RollForInvader, RollPips, RollWeather
from debellis.dbm.playing.bound_end import finish
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import Sky, State
from debellis.dbm.shooting.shooting import shooting
from debellis.dbm.sight import sees
from debellis.dbm.troops import read_troops
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.asking import ask

SCALE = measures("dbm31")[0]
RULES = Game("dbm31", FAMILY)


def element(name: str, troops: str, at: tuple[float, float], facing: tuple[float, float] = (0.0, 1.0)) -> Base:
    read = read_troops("dbm31", troops, SCALE)
    side = "red" if name == "A" else "blue"
    return Base(name, side, read.code, read.kind, read.width, read.depth, at, facing, service=Service(side))


def position(*bases: Base, **options: Any) -> Position:
    return Position("dbm31", (1800.0, 1200.0), bases, scale=SCALE, options=options)


@pytest.mark.parametrize(
    ("weather", "troops", "going"),
    [
        ("clear", "Irr Cv (O)", "good"),
        ("snow", "Irr Cv (O)", "rough"),
        ("snow", "Irr Bd (O)", "rough"),
        ("mud", "Irr Cv (O)", "rough"),
        ("mud", "Reg Art (O)", "rough"),
        ("mud", "Irr Bd (O)", "good"),
        ("dust", "Irr Cv (O)", "good"),
    ],
)
def test_snow_and_mud_make_good_going_rough(weather: str, troops: str, going: str) -> None:
    ruling = ask_going(position(element("A", troops, (900.0, 300.0)), weather=weather), element="A")
    assert ruling.answer == going
    assert ("DBM-B11.1" in ruling.clauses) == (going == "rough")


def test_in_fog_nobody_sees_further_than_200_paces_or_marches() -> None:
    one = element("A", "Irr Cv (O)", (900.0, 300.0))
    for far, seen in ((100.0, True), (101.0, False)):
        two = element("B", "Irr Cv (O)", (900.0, 300.0 + far), (0.0, -1.0))
        there = position(one, two, weather="fog")
        assert sees(there, one, two).seen == seen
        assert sees(position(one, two), one, two).seen
    alone = position(one, weather="fog")
    ruling = ask(alone, "may_march", element="A", to={"front": [900, 350], "facing": 0})
    assert not ruling.answer["legal"] and "DBM-B11.1" in ruling.clauses
    assert ask(position(one), "may_march", element="A", to={"front": [900, 350], "facing": 0}).answer["legal"]


@pytest.mark.parametrize(
    ("weather", "wind", "shoots", "fights"),
    [
        ("clear", "north", 0, 0),
        ("wind", "north", -1, 0),
        ("wind", "northeast", -1, 0),
        ("wind", "east", 0, 0),
        ("wind", "south", 0, 0),
        ("dust", "north", -1, -1),
        ("dust", "south", 0, 0),
    ],
)
def test_wind_and_dust_are_against_those_who_face_them(weather: str, wind: str, shoots: int, fights: int) -> None:
    bows, foe = element("A", "Irr Bw (O)", (900.0, 300.0)), element("B", "Irr Wb (O)", (900.0, 360.0), (0.0, -1.0))
    options = {"weather": weather, "wind": wind}
    still = shooting(position(bows, foe), shooters=("A",), target="B").answer["factors"]
    blown = shooting(position(bows, foe, **options), shooters=("A",), target="B").answer["factors"]
    assert blown[0] - still[0] == shoots and blown[1] == still[1]
    near = (bows, replace(foe, front=(900.0, 300.0)))
    calm = combat(position(*near), attacker="A", defender="B").answer["factors"]
    rough = combat(position(*near, **options), attacker="A", defender="B").answer["factors"]
    assert rough[0] - calm[0] == fights


def begun(**options: Any) -> State:
    state = RULES.start({"red": "viking", "blue": "norman", "options": options})
    return RULES.apply(state, RollForInvader(), Chance((6, 1)))[0]  # type: ignore[no-any-return]


def test_nothing_is_thrown_unless_it_is_agreed() -> None:
    assert begun().phase == "option"
    state = begun(sky=True)
    assert state.phase == "season" and RULES.pending(state).side == state.invader
    assert not RULES.allows(state, ChooseSeason("monsoon"))
    with pytest.raises(ValueError, match="there is no option 'tide'"):
        begun(tide=True)
    with pytest.raises(ValueError, match="the option 'weather' is one of clear"):
        begun(weather="hail")


@pytest.mark.parametrize(
    ("die", "time", "dark"), [(1, "dawn", 40), (3, "morning", 32), (5, "noon", 24), (6, "afternoon", 16)]
)
def test_a_die_says_when_it_is_dark(die: int, time: str, dark: int) -> None:
    after, _ = RULES.apply(begun(sky=True), ChooseSeason("winter"), Chance((die,)))
    assert after.sky == Sky("winter", time, dark)
    assert after.phase == "option"


@pytest.mark.parametrize(
    ("dice", "weather", "wind", "fog"),
    [
        ((1, 1, 3, 4), "fog", None, 7),
        ((6, 6), "snow", None, 0),
        ((5, 5, 3), "wind", "east", 0),
        ((3, 4), "clear", None, 0),
    ],
)
def test_weather_is_thrown_for_by_climate_and_season(
    dice: tuple[int, ...], weather: str, wind: str | None, fog: int
) -> None:
    """The defender's country is cool: in winter 2 and 3 are fog, 12 snow, 10 and 11 wind."""
    state = begun(sky=True)
    forces = {side: replace(force, army="norman") for side, force in state.forces.items()}
    state = replace(state, phase="weather", sky=Sky("winter", "noon", 24), forces=forces)
    after, _ = RULES.apply(state, RollWeather(), Chance(dice))
    assert after.position.options["weather"] == weather and after.position.options.get("wind") == wind
    assert after.sky.fog == fog and after.phase == "orders"


def test_fog_lifts_and_the_dark_ends_the_battle() -> None:
    state = begun(sky=True)
    options = {**state.position.options, "weather": "fog"}
    state = replace(
        state,
        phase="pips",
        sky=Sky("winter", "noon", 4, 2),
        bounds={"red": 1, "blue": 1},
        position=replace(state.position, options=options),
    )
    after, events = RULES.apply(state, RollPips(), Chance((3,) * 8))
    assert after.position.options["weather"] == "clear"
    assert any(event.kind == "weather" and "DBM-B11.1" in event.clauses for event in events)
    over, events = finish(replace(after, bounds={"red": 2, "blue": 2}))
    assert over.phase == "over" and over.winner is None and over.why == "it is dark: red 5 points, blue 5"
    assert "DBM-B11.2" in events[-1].clauses
    going_on, _ = finish(replace(after, bounds={"red": 2, "blue": 1}))
    assert going_on.phase == "pips" and going_on.turn == other(after.turn)
