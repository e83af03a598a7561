"""Every phase and every action of a battle of unit groups has words on the page."""

from __future__ import annotations

import re
from pathlib import Path

from debellis.meg.playing.game import PHASES
from debellis.meg.playing.setting_up.phases import STEPS
from debellis.meg.playing.starting import PREPARE

GROUPS = Path(__file__).parents[2] / "web" / "src" / "battle" / "groups"


def test_every_phase_has_its_sentence() -> None:
    told = set(re.findall(r"part\('([^']+)', '[^']+', ['`].+\.['`]\)", (GROUPS / "flow.ts").read_text("utf-8")))
    assert set(PHASES) - set(STEPS) - {PREPARE} <= told


def test_every_action_of_a_turn_has_its_words() -> None:
    told = set(re.findall(r"case '([^']+)':", (GROUPS / "wording.ts").read_text("utf-8")))
    decided = {
        kind.__struct_config__.tag for name, phase in PHASES.items() if name not in STEPS for kind in phase.kinds
    }
    assert decided <= told
