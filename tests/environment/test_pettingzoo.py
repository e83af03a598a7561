"""PettingZoo's own tests on both environments."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType, SimpleNamespace

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'debellis[environment]'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

# PettingZoo warns of every observation that is not one array, and of agents without a number.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(params=("dba22_v0", "rrr_v0"))
def module(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"debellis.environment.{request.param}")


def test_api(module: ModuleType) -> None:
    api_test(module.env(limit=3), num_cycles=120)


def test_api_with_the_set_up_by_hand(module: ModuleType) -> None:
    api_test(module.env(limit=1, setup=True), num_cycles=40)


def test_seeds(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=60)


def test_parallel_form(module: ModuleType) -> None:
    parallel_api_test(module.parallel_env(limit=2), num_cycles=120)


def test_max_cycles(module: ModuleType) -> None:
    """PettingZoo's test on both modules: on `parallel_env` as it is, and on that turned into an AEC environment.

    It draws actions without a mask and wants every agent to act equally often. The module's own `env` refuses actions
    off the mask, and in it only the side acts that must decide; so its `max_cycles` has the test below.
    """
    asked = SimpleNamespace(
        parallel_env=module.parallel_env, env=lambda **options: parallel_to_aec(module.parallel_env(**options))
    )
    max_cycles_test(asked)


@pytest.mark.parametrize("most", [1, 4, 9])
def test_the_module_itself_is_broken_off_after_as_many_steps(module: ModuleType, most: int) -> None:
    env = module.env(max_cycles=most)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert truncated == (steps == most)
        env.step(None if truncated else env.action_space(agent).sample(observation["action_mask"]))
        steps += not truncated
    assert steps == most


def test_render(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env, {"svg": lambda frame: frame.startswith("<svg"), "ansi": lambda frame: " left" in frame})
    assert " moves left" in capsys.readouterr().out
