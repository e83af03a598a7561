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
    # The test wants everybody to act in every cycle, which is the parallel form.
    asked = SimpleNamespace(
        parallel_env=module.parallel_env, env=lambda **options: parallel_to_aec(module.parallel_env(**options))
    )
    max_cycles_test(asked)


def test_render(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env, {"svg": lambda frame: frame.startswith("<svg"), "ansi": lambda frame: "PIPs" in frame})
    assert "PIPs" in capsys.readouterr().out
