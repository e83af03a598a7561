"""Ten broken case files: one clear sentence with the line, exit code 2, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = Path(__file__).parents[1] / "broken"

SENTENCES = {
    "unknown-clause": (24, "because names 'BOB-CON-99z', but no ledger has that clause"),
    "unknown-question": (12, "there is no question 'may_levitate'"),
    "overlapping-bases": (15, "base B overlaps base A by 0.10 mm"),
    "missing-id": (11, "base has no id"),
    "wrong-type": (9, "facing is 'north' but must be a number"),
    "empty": (1, "the file is empty"),
    "not-a-number": (10, "front is nan"),
    "too-large": (1, "the file has 10.0 MB"),
    "off-the-table": (9, "base A at [300, 640] is off the table"),
    "duplicate-id": (12, "there are two bases 'A'"),
}


@pytest.mark.parametrize("command", [["case", "run"], ["ask"]])
@pytest.mark.parametrize("name", SENTENCES)
def test_one_clear_sentence(name: str, command: list[str], tmp_path: Path) -> None:
    line, sentence = SENTENCES[name]
    file = BROKEN / f"{name}.toml"
    if name == "too-large":
        file = tmp_path / "too-large.toml"
        file.write_text('edition = "dba22"\n' + "# nothing to see\n" * 588_235)
    found = subprocess.run(
        [sys.executable, "-m", "debellis", *command, str(file)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert found.stderr.startswith(f"{file}, line {line}: {sentence}")
    assert found.stderr.count("\n") == 1
    assert "Traceback" not in found.stdout + found.stderr
