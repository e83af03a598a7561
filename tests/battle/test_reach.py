"""Where bases may get to with one move: as far as the rules let them, in every direction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.casebook.reading import read_case
from debellis.geometry.plane import Point
from debellis.manoeuvre.reach import furthest

HEAD = 'title = "A plain"\nedition = "dba22"\nactive = "red"\ntable = [600, 600]\n'
WOODS = '[[terrain]]\nkind = "woods"\noutline = [[180, 201], [420, 201], [420, 400], [180, 400]]\n'


def base(name: str, side: str, front: tuple[float, float], facing: int, troops: str = "4Bd") -> str:
    return f'[[base]]\nid = "{name}"\nside = "{side}"\ntroops = "{troops}"\nfront = {list(front)}\nfacing = {facing}\n'


@pytest.fixture
def reached(tmp_path: Path) -> Any:
    """The corners of all areas that some bases may cover, in a case of so many PIPs."""

    def found(case: str, *names: str, pips: int = 6) -> list[Point]:
        file = tmp_path / "case.toml"
        file.write_text(HEAD + case)
        rules = rules_of("dba22")
        state = rules.from_position(read_case(file).position, Opening("moves", pips))
        return [corner for area in rules.reach(state, names) for corner in area]

    return found


RED = base("R1", "red", (300, 200), 0)
FAR = base("B1", "blue", (300, 580), 180)


def test_on_a_plain_a_base_gets_as_far_as_it_moves_in_every_direction(reached: Any) -> None:
    # 4Bd go 200 paces, 50 mm; the base is 40 mm wide and 15 mm deep, its front at y = 200.
    corners = reached(RED + FAR, "R1")
    assert max(y for _, y in corners) == pytest.approx(250)
    assert min(y for _, y in corners) == pytest.approx(200 - 15 - 50)
    assert max(x for x, _ in corners) == pytest.approx(300 + 20 + 50)
    assert min(x for x, _ in corners) == pytest.approx(300 - 20 - 50)


def test_slow_ground_shortens_it(reached: Any) -> None:
    # Cavalry go 400 paces, 100 mm, and 200 in the woods a millimetre ahead; behind them all is open.
    corners = reached(base("R1", "red", (300, 200), 0, "3Cv") + FAR + WOODS, "R1")
    assert 245 < max(y for x, y in corners if 270 < x < 330) <= 250.01
    assert min(y for _, y in corners) < 110


def test_an_enemy_ends_it_and_the_contact_is_part_of_it(reached: Any) -> None:
    corners = reached(RED + base("B1", "blue", (300, 230), 180), "R1")
    before = [y for x, y in corners if 281 < x < 319]
    assert not before or max(before) <= 230.01
    assert any(abs(y - 230) < 0.01 for _, y in corners)


def test_a_group_goes_straight_ahead_or_wheels(reached: Any) -> None:
    pair = RED + base("R2", "red", (340, 200), 0)
    corners = reached(pair + FAR, "R1", "R2")
    assert max(y for _, y in corners) == pytest.approx(250)
    assert min(y for _, y in corners) > 200 - 15 - 20, "a group does not go back"
    assert min(x for x, _ in corners) < 275 and max(x for x, _ in corners) > 365, "it wheels to both sides"


def test_nobody_gets_anywhere_without_pips_or_on_the_other_side(reached: Any) -> None:
    assert reached(RED + FAR, "R1", pips=0) == []
    assert reached(RED + FAR, "B1") == []
    assert reached(RED + FAR, "nobody") == []


def test_the_furthest_part_is_found_where_what_is_allowed_ends() -> None:
    assert furthest(80.0, lambda far: True) == 80.0
    assert furthest(80.0, lambda far: far <= 33.0) == pytest.approx(33.0, abs=2.0)
    assert furthest(80.0, lambda far: False) < 2.0
