"""Mortem et Gloriam as an environment: PettingZoo's suites, and movers that lead to every idea."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'debellis[environment]'")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from debellis.battle.playable import rules_of
from debellis.environment import meg_v0
from debellis.environment.sizes import sizes_of

# PettingZoo warns of every observation that is not one array, and of agents without a number.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
ARMIES = ("magna-spartan", "magna-pyrrhic")


def test_api() -> None:
    api_test(meg_v0.env(limit=1, armies=ARMIES), num_cycles=40)


def test_seeds() -> None:
    seed_test(meg_v0.env, num_cycles=12)


def test_parallel_form() -> None:
    parallel_api_test(meg_v0.parallel_env(limit=1, armies=ARMIES), num_cycles=20)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    modes = {"svg": lambda frame: frame.startswith("<svg"), "ansi": lambda frame: " left" in frame}
    render_test(lambda **options: meg_v0.env(limit=1, max_cycles=6, armies=ARMIES, **options), modes)
    assert " moves left" in capsys.readouterr().out


def test_the_largest_army_fits() -> None:
    survey = rules_of("meg").survey
    sizes = sizes_of(survey)
    for army in survey.armies():
        state = rules_of("meg").start({"red": army, "blue": army})
        assert len(survey.roster(state, "red")) <= sizes.rows


def test_both_sides_act_in_the_movement_phase_and_every_idea_has_a_mover() -> None:
    env = meg_v0.raw_env(limit=1, armies=ARMIES)
    env.reset(seed=3)
    survey = env.session.rules.survey
    rng = np.random.default_rng(1)
    acted: set[str] = set()
    while len(acted) < 2:
        state = env.session.state
        if survey.phase(state) == "4.3" and env.session.choosing.step == "":
            offered = {base.id for base in survey.may_move(state)}
            moving = [idea for idea in env.session.rules.ideas(state) if survey.kind_of(idea) == "move"]
            assert moving and all(set(survey.moved_by(idea)) <= offered for idea in moving)
            acted.add(env.agent_selection)
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
