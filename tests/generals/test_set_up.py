"""Before the first bound: what they field, how they place terrain and edges, and whom they exchange."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.battle.stream import seed_of
from debellis.dba.playing.actions import Deploy, Exchange, NumberEdges, PlaceTerrain
from debellis.dba.setting_up.lists import armies
from debellis.dba.survey.fielding import fielded
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import character_of
from debellis.generals.decision import first_legal
from debellis.generals.players import mustered
from debellis.generals.set_up import area
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.generals.conftest import EDITIONS, general
from tests.generals.test_character import element

STEADY = character_of("steady")
BAD = ("woods", "marsh", "rough", "steep_hill")
BETTER = ("centurion", "legate")


def suits(state: Any, side: str = "red") -> float:
    """How well a side stands against the other."""
    return arrangement_suits(rules_of("dba22").survey, state, side, STEADY)


def facing(ours: tuple[str, ...], theirs: tuple[str, ...], behind: tuple[str, ...] = (), at: float = 120.0) -> Any:
    """Both armies deployed front to front, red to exchange; `behind` are second ranks from the left."""
    bases: list[Base] = []
    for i, code in enumerate(ours):
        bases.append(element(f"R{i + 1}", "red", code, (120.0 + 40.0 * i, at), True))
    for i, code in enumerate(behind):
        front = bases[i]
        bases.append(element(f"R{i + 1}b", "red", code, (front.front[0], front.front[1] - front.depth), True))
    for i, code in enumerate(theirs):
        bases.append(element(f"B{i + 1}", "blue", code, (120.0 + 40.0 * i, 480.0), False))
    position = Position("dba22", (600.0, 600.0), tuple(bases), active="red")
    return rules_of("dba22").from_position(position, Opening("exchange", 0))


@pytest.mark.parametrize("level", BETTER)
def test_a_pair_that_faces_the_wrong_enemies_changes_places(level: str) -> None:
    state = facing(("3Kn", "4Sp", "4Sp general"), ("El", "4Wb", "4Sp general"))
    decision = general(level).decide(rules_of("dba22"), state)
    assert decision.action == Exchange((("R1", "R2"),))
    assert decision.reason == "3Kn R1 with 4Sp R2: so each faces what it fights better."


@pytest.mark.parametrize("level", BETTER)
def test_nobody_is_exchanged_who_stands_well(level: str) -> None:
    for state in (
        facing(("4Sp", "3Kn", "4Sp general"), ("El", "4Wb", "4Sp general")),
        facing(("4Sp", "4Sp", "4Sp general"), ("El", "4Wb", "4Sp general")),
        facing(("3Kn", "4Sp", "4Sp general"), ()),
    ):
        decision = general(level).decide(rules_of("dba22"), state)
        assert decision.action == Exchange(())
        assert decision.reason == "Nobody would stand better in another's place."


def test_a_recruit_exchanges_nobody() -> None:
    state = facing(("3Kn", "4Sp", "4Sp general"), ("El", "4Wb", "4Sp general"))
    assert general("recruit").choose(rules_of("dba22"), state) == Exchange(())


def test_no_more_pairs_are_exchanged_than_the_rules_allow() -> None:
    state = facing(("3Kn", "4Sp") * 3 + ("4Sp general",), ("El", "4Wb") * 3 + ("4Sp general",))
    rules = rules_of("dba22")
    action = general("centurion").choose(rules, state)
    assert len(action.pairs) == 2
    after = rules.apply(state, action, Chance())[0]
    assert suits(after) > suits(state) + 0.2


def test_an_exchange_the_rules_refuse_is_not_made() -> None:
    """The Knights are deeper than the Spears, and behind these there is no room left for a second rank."""
    wrong = (("4Sp", "3Kn", "4Sp general"), ("4Wb", "El", "4Sp general"))
    assert general("centurion").choose(rules_of("dba22"), facing(*wrong)).pairs == (("R1", "R2"),)
    cramped = facing(*wrong, behind=("4Sp",), at=32.0)
    assert not rules_of("dba22").allows(cramped, Exchange((("R1", "R2"),)))
    assert ("R1", "R2") not in general("centurion").choose(rules_of("dba22"), cramped).pairs


def test_ranks_behind_count() -> None:
    """Pikes with others behind them are not moved to where they would stand alone."""
    deep, thin = (
        facing(("4Pk", "4Sp", "4Sp general"), ("4Bd", "4Bd", "4Sp general"), behind) for behind in (("4Pk",), ())
    )
    assert suits(deep) > suits(thin) + 0.1


@pytest.mark.parametrize(
    ("army", "code", "taken", "left"),
    [
        ("II/69", "El", "II/11", "I/6c"),  # Elephants trample Warband, but Psiloi bring them down
        ("III/40b", "3Bw", "I/45", "III/71"),  # Bows against chariots and cavalry
        ("III/40b", "3Wb", "III/71", "I/45"),  # Warband against Spears and Blades
    ],
)
def test_options_are_chosen_by_what_the_enemy_may_have(army: str, code: str, taken: str, left: str) -> None:
    with_it, without = (fielded("dba22", army, enemy, STEADY.weights) for enemy in (taken, left))
    assert Counter(with_it.elements)[code] > Counter(without.elements)[code]
    assert f" {code}" in with_it.reason and with_it.reason.endswith(".") and "\n" not in with_it.reason


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_is_chosen_may_be_fielded(edition: str) -> None:
    lists = list(armies(edition))
    rules = rules_of(edition)
    for i, name in enumerate(lists[::4]):
        enemy = lists[(i * 5 + 2) % len(lists)]
        setup = mustered(edition, {"red": name, "blue": enemy}, {"red": ("centurion", ""), "blue": ("legate", "bold")})
        begun = rules.start(setup)
        assert setup["red"]["elements"] == list(fielded(edition, name, enemy, STEADY.weights).elements)
        assert begun.forces["red"].army == name


def test_what_the_enemy_fields_is_not_seen() -> None:
    few, many = ["3Wb general", *["3Cv"] * 2, *["3Wb"] * 8, "2Ps"], ["LCh general", *["LCh"] * 2, *["3Wb"] * 8, "2Ps"]
    chosen = [
        mustered("dba22", {"red": "II/69", "blue": {"army": "II/11", "elements": theirs}}, {"red": ("legate", "")})
        for theirs in (few, many)
    ]
    assert chosen[0]["red"] == chosen[1]["red"]


def test_only_those_choose_who_know_how_and_only_what_is_open() -> None:
    setup = {"red": "II/69", "blue": {"army": "II/11", "elements": ["3Wb general"]}, "variety": 3}
    assert mustered("dba22", setup, {"red": ("recruit", ""), "blue": ("random", "")}) == setup
    named = {**setup, "blue": {"army": "II/11", "elements": ["3Wb general", *["LCh"] * 2, *["3Wb"] * 8, "2Ps"]}}
    chosen = mustered("dba22", named, {"red": ("centurion", ""), "blue": ("centurion", "")})
    assert chosen["blue"] == named["blue"]
    assert "El" in chosen["red"]["elements"]
    with pytest.raises(ValueError, match="there is no army"):
        mustered("dba22", {"red": "II/69", "blue": "IX/1"}, {"red": ("centurion", "")})


def boards(code: str) -> float:
    """How much bad going a centurion all of whose troops are of this type lays out against Romans."""
    rules = rules_of("dba22")
    state = rules.start({"red": "II/33", "blue": "II/13"})
    ours = tuple(element(f"B{i}", "blue", code, (0.0, 0.0), False) for i in range(12))
    forces = {**state.forces, "blue": replace(state.forces["blue"], elements=ours)}
    total = 0.0
    for variety in range(5):
        asked = replace(state, phase="terrain", turn="blue", invader="red", forces=forces, variety=variety)
        action = general("centurion").choose(rules, asked)
        assert isinstance(action, PlaceTerrain)
        total += sum(area(piece) for piece in action.pieces if piece.kind in BAD)
    return total


def test_those_whom_bad_going_hampers_less_lay_out_more_of_it() -> None:
    assert boards("4Ax") > 1.2 * boards("4Sp")


def rivers(level: str, varieties: int = 12) -> int:
    """On how many boards of farmland a general lays out a river."""
    rules = rules_of("dba22")
    state = rules.start({"red": "II/13", "blue": "II/33"})
    count = 0
    for variety in range(varieties):
        asked = replace(state, phase="terrain", turn="blue", invader="red", variety=100 * variety)
        action = general(level).choose(rules, asked)
        assert isinstance(action, PlaceTerrain)
        count += any(piece.kind == "river" for piece in action.pieces)
    return count


def test_who_wants_a_decision_lays_out_no_river() -> None:
    assert rivers("recruit") >= 3
    assert rivers("centurion") == 0


@pytest.mark.parametrize("level", BETTER)
@pytest.mark.parametrize(
    ("line", "along"),
    [
        (((300.0, 0.0), (310.0, 600.0)), ("north", "south")),
        (((0.0, 250.0), (600.0, 320.0)), ("east", "west")),
    ],
)
def test_the_invader_numbers_edges_so_that_no_river_lies_between(
    level: str, line: tuple[tuple[float, float], ...], along: tuple[str, ...]
) -> None:
    """From the edges a river flows to and from, either army reaches the other without crossing it."""
    rules = rules_of("dba22")
    state = rules.start({"red": "II/33", "blue": "II/13"})
    river = Terrain("river", "river", line=line, width=25.0, nature="unknown")
    position = replace(state.position, terrain=(river,))
    asked = replace(state, phase="edges", turn="red", invader="red", position=position)
    action = general(level).choose(rules, asked)
    assert isinstance(action, NumberEdges)
    assert sum(len(getattr(action, edge)) for edge in along) == 4


def at_second_deployment(edition: str, number: int) -> Battle:
    """A battle in which one side stands and the other is to deploy against it."""
    rules = rules_of(edition)
    lists = list(armies(edition))
    setup = {"red": lists[number % len(lists)], "blue": lists[(number * 7 + 3) % len(lists)], "variety": number}
    battle = Battle(rules, setup, StreamOfDice(seed_of(number)))
    while not (battle.state.phase == "deploy" and battle.state.position.bases):
        battle.play(first_legal(rules, battle.state))
    return battle


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_legate_deploys_better_than_a_centurion_against_who_stands(edition: str) -> None:
    rules = rules_of(edition)
    gains: list[float] = []
    for number in range(4):
        battle = at_second_deployment(edition, number)
        side = battle.state.turn
        found: list[float] = []
        for level in ("centurion", "legate"):
            action = general(level).choose(rules, battle.state)
            assert isinstance(action, Deploy) and rules.allows(battle.state, action)
            after = rules.apply(battle.state, action, Chance())[0]
            found.append(suits(after, side) - 0.3 * len(action.held_back))
        gains.append(found[1] - found[0])
    assert min(gains) >= -1e-9 and sum(gains) > 0.5
