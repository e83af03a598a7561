"""The compiled package gives the same results as the plain one, to the last bit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from debellis.battle.playable import playable
from tests.compiled import ROOT, compiled_package, is_compiled, with_package
from tests.kept import BATTLES

COMPUTATIONS = Path(__file__).with_name("computations.py")
#: Armies that meet in the battles of computer generals, by edition.
ARMIES = {
    "dba22": ("II/33", "II/12"),
    "rrr": ("french", "imperialist"),
    "dbm31": ("early_imperial_roman", "new_kingdom_egyptian"),
    "dbm32": ("new_kingdom_egyptian", "early_imperial_roman"),
    "meg": ("magna-achaemenid", "magna-pyrrhic"),
}
#: Judges every log that it is given, as `debellis replay --check` does: its code and its name, line by line.
JUDGING = """
import sys
from pathlib import Path
from debellis.battle.audit import audit
for name in sys.argv[1:]:
    judged = audit(Path(name).read_bytes())
    print(judged.audit.code, name, judged.fault)
"""


def results(package: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(COMPUTATIONS)], env=with_package(package), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def out() -> Path:
    return compiled_package()


def run(package: Path, *words: str, script: str | None = None) -> subprocess.CompletedProcess[str]:
    """The command line of a package, or a script on it."""
    command = [sys.executable, *(("-m", "debellis") if script is None else ("-c", script)), *words]
    return subprocess.run(command, cwd=ROOT, env=with_package(package), capture_output=True, text=True)


def test_compiled_battles_replay_to_the_same_hashes(out: Path) -> None:
    assert is_compiled(out)
    logs = [str(log) for log in sorted(BATTLES.glob("*/*.jsonl"))]
    judged = run(out, *logs, script=JUDGING)
    assert judged.stdout.splitlines() == [f"0 {log} None" for log in logs], judged.stderr


def test_compiled_cases_have_the_same_answers(out: Path) -> None:
    assert is_compiled(out)
    cases = run(out, "case", "run", "cases")
    assert cases.returncode == 0, cases.stdout[-2000:]


@pytest.mark.parametrize("edition", playable())
def test_compiled_generals_fight_battles_that_plain_rules_prove(out: Path, edition: str, tmp_path: Path) -> None:
    red, blue = ARMIES[edition]
    log = str(tmp_path / "battle.jsonl")
    words = ("--edition", edition, "--red", red, "--blue", blue, "--limit", "2", "--seed", "5", "--log", log)
    fought = run(out, "battle", *words, "--generals", "recruit,centurion", "--quiet")
    assert fought.returncode == 0, fought.stdout + fought.stderr
    checked = run(ROOT / "src", "replay", log, "--check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_compiled_and_plain_geometry_agree_to_the_last_bit(out: Path) -> None:
    plain, compiled = results(ROOT / "src"), results(out)
    assert plain[0].endswith(".py") and str(ROOT / "src") in plain[0]
    assert not compiled[0].endswith(".py") and str(out) in compiled[0]
    assert len(plain) > 10_000
    differing = [(mine, theirs) for mine, theirs in zip(plain[1:], compiled[1:], strict=True) if mine != theirs]
    assert differing == []
