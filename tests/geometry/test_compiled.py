"""The compiled package gives the same results as the plain one, to the last bit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import ROOT, compiled_package, is_compiled, with_package

COMPUTATIONS = Path(__file__).with_name("computations.py")


def results(package: Path) -> list[str]:
    run = subprocess.run(
        [sys.executable, str(COMPUTATIONS)], env=with_package(package), capture_output=True, text=True, check=True
    )
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def out() -> Path:
    return compiled_package()


def test_compiled_battles_replay_to_the_same_hashes_and_cases_to_the_same_answers(out: Path) -> None:
    def compiled(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "debellis", *words]
        return subprocess.run(command, cwd=ROOT, env=with_package(out), capture_output=True, text=True)

    assert is_compiled(out)
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
