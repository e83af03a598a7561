"""The table of docs/dbm-battles.md: one row for each section of the base rules, and everything it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from debellis.dbm.playing.game import FAMILY
from debellis.umpire.editions import edition

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d+) ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) ?\|$", re.M)
ROWS = ROW.findall((ROOT / "docs" / "dbm-battles.md").read_text("utf-8"))
#: Fields of actions that the table names too.
BESIDE = {
    "double_base",
    "conform",
    "ends",
    "manoeuvre",
    "expands_on",
    "contracts_behind",
    "march",
    "helpers",
    "edge",
    "aboard",
}


def test_every_section_from_5_to_31_has_its_row() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(5, 32))


def test_every_test_and_directory_of_cases_exists() -> None:
    for section, _, _, shown, _ in ROWS:
        named = re.findall(r"`([^`]+)`", shown)
        assert named, section
        for path in named:
            found = ROOT / path
            assert found.exists(), f"{section}: {path}"
            assert found.is_file() or any(found.glob("*.toml")), f"{section}: {path}"


def test_every_phase_action_and_option_exists() -> None:
    actions = {str(kind.__struct_config__.tag) for phase in FAMILY.phases.values() for kind in phase.kinds}
    known = {*FAMILY.phases, *actions, *BESIDE, *edition("dbm31").options}
    for section, _, played, _, _ in ROWS:
        for name in re.findall(r"`([^`]+)`", played):
            assert name in known, f"{section}: {name}"
