"""`debellis armies` with editions that have points, and with armies of one's own in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from debellis.cli.app import app

HANNIBAL = """\
army = "later_carthaginian"
name = "Hannibal in Italy"
points = 400

[[command]]
name = "C"
elements = { cinc = 1, african = 12, numidian = 4, elephant = 2 }

[[command]]
name = "L"
elements = [
    "Reg Cv (O) sub-general", "8 x Irr Ax (S)", "3 x Reg Cv (O)", "2 x Irr Ps (S)",
    "8 x Irr Wb (O)", "2 x Irr Ps (O)",
]

[[command]]
name = "G"
ally = "gallic"
elements = { cinc = 1, cav = 2, warrior = 10, skirm = 1 }
"""
ROMANS = """\
army = "II/33"

[[command]]
elements = ["3Cv general", "3Cv", "6 x 4Bd", "2 x 4Sp", "2 x 2Ps"]
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["armies", *map(str, arguments)])


def kept(folder: Path, text: str) -> Path:
    file = folder / "army.toml"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize("edition", ["dbm31", "dbm32"])
def test_lists_with_points(edition: str) -> None:
    assert "Later Carthaginian" in run("--edition", edition).stdout
    one = run("hundred_years_war_english", "--edition", edition).stdout
    assert "TF: 0-24 at 2" in one
    assert "Irr Kn (O)//Irr Bd (S)" in one
    offers = json.loads(run("gallic", "--edition", edition, "--json").stdout)
    assert offers["sizes"] == {"unit": "points", "least": 250, "most": 600, "usual": 400, "commands": [2, 4]}


@pytest.mark.parametrize("edition", ["dbm31", "dbm32"])
def test_an_army_that_may_be_fielded(edition: str, tmp_path: Path) -> None:
    found = run(kept(tmp_path, HANNIBAL), "--edition", edition)
    assert found.exit_code == 0, found.output
    assert "Hannibal in Italy: 312 of 400 points" in found.stdout
    assert "This army may be fielded." in found.stdout


def test_every_fault_is_told_with_clause_and_points(tmp_path: Path) -> None:
    wrong = HANNIBAL.replace("elephant = 2", "elephant = 8, dragon = 1").replace("warrior = 10", "warrior = 9")
    file = kept(tmp_path, wrong)
    found = run(file, "--edition", "dbm31", "--points", 300)
    assert found.exit_code == 1
    assert "dragon = 1 is nothing the list offers" in found.stdout
    assert "An army costs at most 300 points, not 393. (93 points)  [DBM-B5.1]" in found.stdout
    assert "at most 6 of African elephants; there are 8. (28 points)  [DBM-B31.1]" in found.stdout
    assert "10 to 28 of Warriors, not 9. (3 points)  [DBM-B31.2]" in found.stdout
    answer = run(file, "--edition", "dbm31", "--json")
    assert answer.exit_code == 1
    assert {fault["line"] for fault in json.loads(answer.stdout)["faults"]} == {None, "elephant", "warrior"}


def test_an_army_without_points(tmp_path: Path) -> None:
    assert "12 of 12 elements" in run(kept(tmp_path, ROMANS)).stdout
    short = run(kept(tmp_path, ROMANS.replace("6 x 4Bd", "5 x 4Bd")))
    assert short.exit_code == 1
    assert "these are 11" in short.stdout
    assert "BOB-GLO-5a" in short.stdout


def test_a_file_that_is_no_army(tmp_path: Path) -> None:
    for text in ("army", "army = 'gallic'", ROMANS.replace("II/33", "IX/99"), ROMANS + "colour = 'red'\n"):
        found = run(kept(tmp_path, text))
        assert found.exit_code == 2
        assert found.stderr.count("\n") == 1


def test_a_battle_with_an_army_of_ones_own(tmp_path: Path) -> None:
    file = kept(tmp_path, ROMANS)
    arguments = ["battle", "--red", str(file), "--blue", "II/32", "--generals", "random", "--limit", "1", "--json"]
    found = CliRunner().invoke(app, arguments)
    assert found.exit_code == 0, found.output
    file.write_text(ROMANS.replace("6 x 4Bd", "5 x 4Bd"), "utf-8")
    refused = CliRunner().invoke(app, arguments)
    assert refused.exit_code == 2
    assert "may not be fielded" in refused.stderr
