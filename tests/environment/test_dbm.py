"""DBM as environments: PettingZoo's suites, and sizes that hold the largest armies."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'debellis[environment]'")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from debellis.battle.playable import rules_of
from debellis.environment.packing import NOBODY
from debellis.environment.sizes import sizes_of

# PettingZoo warns of every observation that is not one array, and of agents without a number.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(params=("dbm31_v0", "dbm32_v0"))
def module(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"debellis.environment.{request.param}")


def test_api(module: ModuleType) -> None:
    api_test(module.env(limit=2), num_cycles=40)


def test_api_with_the_set_up_by_hand() -> None:
    from debellis.environment import dbm31_v0

    api_test(dbm31_v0.env(limit=1, setup=True), num_cycles=20)


def test_seeds() -> None:
    from debellis.environment import dbm32_v0

    seed_test(dbm32_v0.env, num_cycles=15)


def test_parallel_form() -> None:
    from debellis.environment import dbm31_v0

    parallel_api_test(dbm31_v0.parallel_env(limit=1), num_cycles=30)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    from debellis.environment import dbm31_v0

    modes = {"svg": lambda frame: frame.startswith("<svg"), "ansi": lambda frame: " left" in frame}
    render_test(lambda **options: dbm31_v0.env(limit=1, max_cycles=6, **options), modes)
    assert " moves left" in capsys.readouterr().out


def test_the_largest_army_fits() -> None:
    sizes = sizes_of(rules_of("dbm31").survey)
    assert sizes.rows >= 213 and sizes.slots > sizes.groups
    assert sizes_of(rules_of("dba22").survey).rows == 16


def test_rows_beyond_a_byte_are_told_as_they_are() -> None:
    """A mover of blue has a row of its own side; the slot of an element says which."""
    from debellis.environment.dbm31_v0 import raw_env

    env = raw_env(limit=1)
    env.reset(seed=3)
    sizes = sizes_of(rules_of("dbm31").survey)
    rng = np.random.default_rng(1)
    for _ in range(40):
        seen = env.observe(env.agent_selection)
        bases = seen["observation"]["choice_bases"]
        assert bases.dtype == np.int16 and bases.shape == (sizes.slots, 2)
        assert bases.min() >= NOBODY and bases.max() < sizes.both
        if bases[1:4, 0].tolist() == [0, 1, 2]:
            assert bases[sizes.rows, 0] == sizes.rows - 1
            return
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    raise AssertionError("nobody chose a mover")
