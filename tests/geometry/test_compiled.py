"""The compiled package gives the same results as the plain one, to the last bit."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPUTATIONS = Path(__file__).with_name("computations.py")


def load_compile_tool():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("compile_tool", ROOT / "tools" / "compile.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def results(package: Path) -> list[str]:
    run = subprocess.run(
        [sys.executable, str(COMPUTATIONS)],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def out() -> Path:
    """The compiled package, made where `make compiled` makes it."""
    tool = load_compile_tool()
    lacking = tool.missing()
    if lacking is not None:
        pytest.skip(f"cannot compile here: {lacking} is missing")
    place: Path = ROOT / "build" / "compiled"
    assert tool.compile_package(place) == ""
    return place


def test_compiled_battles_replay_to_the_same_hashes_and_cases_to_the_same_answers(out: Path) -> None:
    def compiled(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(out)}
        command = [sys.executable, "-m", "debellis", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    script = "import debellis.db.moving.single_moves as m, debellis.db.playing.game as g; print(m.__file__, g.__file__)"
    where = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(out)}, capture_output=True
    )
    assert where.stdout.count(b".so") + where.stdout.count(b".pyd") == 2
    for log in sorted((ROOT / "tests" / "battles").glob("*/*.jsonl")):
        checked = compiled("replay", str(log), "--check")
        assert checked.returncode == 0, checked.stdout + checked.stderr
    cases = compiled("case", "run", "cases")
    assert cases.returncode == 0, cases.stdout[-2000:]


def test_compiled_and_plain_geometry_agree_to_the_last_bit(out: Path) -> None:
    plain, compiled = results(ROOT / "src"), results(out)
    assert plain[0].endswith(".py") and str(ROOT / "src") in plain[0]
    assert not compiled[0].endswith(".py") and str(out) in compiled[0]
    assert len(plain) > 10_000
    differing = [(mine, theirs) for mine, theirs in zip(plain[1:], compiled[1:], strict=True) if mine != theirs]
    assert differing == []
