"""Numbers in sentences, and that no telling of a kept battle has one thing in the plural."""

from __future__ import annotations

import re
from pathlib import Path

from debellis.umpire.wording import several, together

KEPT = Path(__file__).parent.parent / "battles"


def test_one_is_not_several() -> None:
    assert [several(count, "PIP") for count in (0, 1, 2)] == ["0 PIPs", "1 PIP", "2 PIPs"]
    assert several(1, "is", "are") == "1 is"
    assert several(3, "is", "are") == "3 are"


def test_no_kept_battle_tells_of_one_in_the_plural() -> None:
    told = "\n".join(file.read_text("utf-8") for file in KEPT.rglob("*.txt"))
    assert " 1 PIP" in told
    assert not re.findall(r"\b1 (?:PIPs|elements|pairs|bounds)\b", told)


def test_a_few_bases_are_named_and_many_are_counted() -> None:
    assert together(["R1"]) == "R1"
    assert together(["R1", "R2"]) == "R1 and R2"
    assert together(["R1", "R2", "R3"]) == "R1, R2 and R3"
    assert together(["R1", "R2", "R3", "R4", "R5"]) == "R1 and 4 others"
