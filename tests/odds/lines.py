"""Lines of battle made for tests: bases side by side, each facing an enemy; every result changes its neighbours."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening, Rules
from debellis.odds import before_combat
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.value import replace
from debellis.umpire.editions import edition

SCALE = SCALES["15mm"]


def line(pairs: tuple[tuple[str, str], ...], gap: float = 0.0, **more: Any) -> tuple[Rules, Any]:
    """The rules and the state before red fights: red's R1, R2, ... from west to east, blue's B1, B2, ... before them.

    `gap` is kept between neighbours; `more` goes into the position.
    """
    read = edition("dba22").read_troops
    bases: list[Base] = []
    for number, codes in enumerate(pairs, start=1):
        x = 100.0 + (number - 1) * (SCALE.base_width + gap)
        for name, side, facing, code in (("R", "red", 1.0, codes[0]), ("B", "blue", -1.0, codes[1])):
            troops = read(code, SCALE)
            base = Base(f"{name}{number}", side, troops.code, troops.kind, troops.width, troops.depth)
            bases.append(replace(base, front=(x, 300.0), facing=(0.0, facing), general=troops.general))
    rules = rules_of("dba22")
    position = Position("dba22", (1200.0, 600.0), tuple(bases), active="red", **more)
    return rules, before_combat(rules, rules.from_position(position, Opening("melee", 0)))


def picked_shooter() -> tuple[Rules, Any]:
    """The rules and the state in which red's bows choose between two targets."""
    read = edition("dba22").read_troops
    bases = []
    for name, side, code, x, y, facing in (
        ("Bows", "red", "4Bw", 300.0, 200.0, 1.0),
        ("Knights", "blue", "3Kn general", 280.0, 240.0, -1.0),
        ("Psiloi", "blue", "2Ps", 320.0, 240.0, -1.0),
    ):
        troops = read(code, SCALE)
        base = Base(name, side, troops.code, troops.kind, troops.width, troops.depth)
        bases.append(replace(base, front=(x, y), facing=(0.0, facing), general=troops.general))
    rules = rules_of("dba22")
    state = rules.from_position(Position("dba22", (600.0, 600.0), tuple(bases), active="red"), Opening("shooting", 0))
    action = rules.action_forms["pick_shooter"].read(rules.position(state), {"shooter": "Bows"})
    return rules, rules.apply(state, action, Chance())[0]
