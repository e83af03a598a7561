"""What generals know of a battle of DBM: ranks, prices of losses, and moves beyond the usual suggestions."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.pieces import Piece
from debellis.dbm.playing.actions import MoveElements
from debellis.dbm.survey.files import files_of
from debellis.generals.character import character_of
from debellis.generals.shooting import next_shot
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.position import Command
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.dbm.small import base, battle

STEADY = character_of("steady").weights
PIKE = "Reg Pk (O)"


def file_of(troops: str, ranks: int, x: float, y: float, command: str = "R") -> list[Base]:
    """Elements one behind another, facing north for red and south for blue; the first has its front at (x, y)."""
    bearing, step = (0.0, -1.0) if command.startswith("R") else (180.0, 1.0)
    found: list[Base] = []
    for number in range(ranks):
        found.append(base(f"{command}{number}", troops, (x, y, bearing), command=command))
        y += step * found[-1].depth
    return found


def piece(field: Any, name: str) -> Piece:
    found: Piece = field.known[name]
    return found


def test_ranks_are_found_behind_each_element_of_a_command() -> None:
    file = file_of(PIKE, 3, 300.0, 400.0)
    beside = base("b", PIKE, (340.0, 400.0, 0.0))
    stranger = base("s", PIKE, (300.0, 400.0 - 3 * file[0].depth, 0.0), command="RB")
    found = files_of((*file, beside, stranger))
    assert {name: [one.id for one in ranks] for name, ranks in found.items()} == {"R0": ["R1", "R2"], "R1": ["R2"]}


def test_a_fight_by_types_counts_the_ranks_behind() -> None:
    deep, alone = file_of(PIKE, 3, 300.0, 400.0), base("a", PIKE, (600.0, 400.0, 0.0))
    enemy = base("e", "Reg Bd (O)", (300.0, 500.0, 180.0), command="B")
    game, state = battle(*deep, alone, enemy)
    field = game.survey.field(state, "red")
    # Pikes have 3 against foot, and 1 more for each of the second and third ranks.
    assert field.matchup(piece(field, "R0"), piece(field, "e")).mine == 5
    assert field.matchup(piece(field, "a"), piece(field, "e")).mine == 3
    assert [piece(field, name).supports for name in ("R0", "R1", "R2", "a")] == [False, True, True, False]


def test_a_loss_costs_what_dies_with_it() -> None:
    front, alone = file_of(PIKE, 2, 300.0, 400.0), base("a", PIKE, (600.0, 400.0, 0.0))
    light = file_of("Irr Ps (O)", 2, 300.0, 600.0, "B")
    game, state = battle(*front, alone, *light)
    field = game.survey.field(state, "red")
    assert piece(field, "R0").price == pytest.approx(2.0 * piece(field, "a").price)
    # Psiloi count half an element, and nobody dies with them.
    assert piece(field, "B0").price == pytest.approx(0.5)


def prices(red: Command, blue: Command) -> tuple[float, float]:
    """What an element of red and one of blue cost with the commands in such a state."""
    mine = base("r", PIKE, (300.0, 400.0, 0.0), command="R")
    theirs = base("b", PIKE, (300.0, 600.0, 180.0), command="B")
    game, state = battle(mine, theirs)
    state = replace(state, position=replace(state.position, commands=(red, blue)))
    field = game.survey.field(state, "red")
    return piece(field, "r").price, piece(field, "b").price


def test_a_loss_costs_more_near_the_breaking_of_its_command_and_little_after_it() -> None:
    fresh = Command("B", "blue", (), 12.0)
    whole, _ = prices(Command("R", "red", (), 12.0), fresh)
    near, _ = prices(Command("R", "red", (), 12.0, 3.0), fresh)
    broken, _ = prices(Command("R", "red", ("demoralised",), 12.0, 4.0), fresh)
    assert whole == pytest.approx(1.0)
    # Three of the four losses that break a command of 12.
    assert near == pytest.approx(1.0 + 0.75 * 2.5)
    assert broken == pytest.approx(0.3)


def test_a_loss_costs_a_small_army_more_than_a_large_one() -> None:
    small, large = prices(Command("R", "red", (), 10.0), Command("B", "blue", (), 30.0))
    # Five losses defeat the one and 15 the other; ten are the average.
    assert small == pytest.approx(2.0)
    assert large == pytest.approx(10.0 / 15.0)


def test_more_ideas_strike_a_flank() -> None:
    held = base("r", "Reg Bd (O)", (300.0, 400.0, 0.0), command="R")
    enemy = base("e", "Reg Bd (O)", (300.0, 400.0, 180.0), command="B")
    striker = base("s", "Reg Cv (O)", (240.0, 405.0, 90.0), command="R")
    game, state = battle(held, enemy, striker)
    found = [
        idea
        for idea in game.survey.more_ideas(state)
        if isinstance(idea, MoveElements) and idea.elements == ("s",) and game.allows(state, idea)
    ]
    ends = [idea.path[-1] for idea in found if idea.path]
    # East against the edge of the enemy that is on his right, his front corner on the striker's.
    assert any([end.facing == pytest.approx((1.0, 0.0)) and end.front[0] == pytest.approx(280.0) for end in ends])


def test_a_line_before_a_marsh_is_split() -> None:
    line = [base(f"r{i}", "Reg Bd (O)", (300.0 + 40.0 * i, 400.0, 0.0), command="R") for i in range(4)]
    enemy = base("e", "Reg Bd (O)", (400.0, 1000.0, 180.0), command="B")
    marsh = Terrain("m", "marsh", ((362.0, 410.0), (460.0, 410.0), (460.0, 700.0), (362.0, 700.0)))
    game, state = battle(*line, enemy, terrain=(marsh,))
    names = {game.survey.moved_by(idea) for idea in game.survey.more_ideas(state) if game.allows(state, idea)}
    assert ("r0", "r1") in names
    assert ("r2",) in names and ("r3",) in names
    assert ("r0", "r1", "r2", "r3") not in {
        idea.elements for idea in game.ideas(state) if isinstance(idea, MoveElements) and game.allows(state, idea)
    }


def test_own_shots_come_before_those_of_the_enemy() -> None:
    mine = base("r", "Reg Bw (I)", (300.0, 400.0, 0.0), command="R")
    theirs = base("e", "Reg Bw (S)", (300.0, 480.0, 180.0), command="B")
    target = base("t", "Reg Bd (S)", (600.0, 400.0, 0.0), command="R")
    archer = base("a", "Reg Bw (S)", (600.0, 480.0, 180.0), command="B")
    game, state = battle(mine, theirs, target, archer, phase="shooting")
    found = next_shot(game, state, "red", character_of("steady"))
    assert found.action.shooter == "r"


def test_moves_of_elements_in_ambush_arrive_nowhere_that_is_weighed() -> None:
    """They are not on the table that the field shows; whoever stands there arrives where the move ends."""
    here, enemy = file_of(PIKE, 1, 300.0, 400.0), base("e", "Reg Bd (O)", (300.0, 700.0, 180.0), command="B")
    game, state = battle(*here, enemy)
    field = game.survey.field(state, "red")
    ahead = (Step(advance=40.0),)
    assert field.arrivals(MoveElements(("hidden",), steps=ahead)) == ()
    assert [one.base.front for one in field.arrivals(MoveElements(("R0",), steps=ahead))] == [(300.0, 440.0)]
