"""The index says of each case what reading it says, and finds the cases that name a clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from debellis.casebook import CaseError, index
from debellis.casebook.case_text import CaseText
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory

ASK = """
[[ask]]
question = "may_shoot"
because = ["BOB-SHO-5a"]
[[do]]
action = "shoot"
spared = ["BOB-SHO-5b", "BOB-SHO-5a"]
[[ask]]
question = "may_shoot"
because = ["BOB-SHO-1"]
"""


@pytest.mark.parametrize("name", index.case_names()[::60])
def test_the_index_agrees_with_the_case(name: str) -> None:
    entry, case = index.read_entry(name), read_case(cases_directory() / name, shown=name)
    assert (entry.file, entry.title, entry.edition) == (case.file, case.title, case.position.edition)
    assert entry.clauses == case.clauses
    steps = [(ask.question, ask.because, ask.spared) for ask in entry.asks]
    assert steps == [(step.question, step.because, step.spared) for step in case.steps]


def test_questions_and_actions_in_the_order_written() -> None:
    entry = index.entry_of(CaseText("a_case.toml", 'edition = "dba22"\nclauses = ["BOB-SHO-2"]\n' + ASK))
    assert entry.title == "a case"
    assert entry.questions == ("may_shoot", "do shoot")
    assert entry.because == ("BOB-SHO-5a", "BOB-SHO-1")
    assert entry.spared == ("BOB-SHO-5b", "BOB-SHO-5a")
    assert entry.named == ("BOB-SHO-2", "BOB-SHO-5a", "BOB-SHO-5b", "BOB-SHO-1")


def test_a_key_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(CaseError, match="line 3: because is 'BOB'"):
        index.entry_of(CaseText("a.toml", 'edition = "dba22"\n[[ask]]\nbecause = "BOB"\n'))


def test_files_that_name_a_clause(tmp_path: Path) -> None:
    (tmp_path / "shooting").mkdir()
    (tmp_path / "shooting" / "named.toml").write_text(ASK, "utf-8")
    (tmp_path / "remark.toml").write_text('title = "not BOB-SHO-5a"\n', "utf-8")
    (tmp_path / "broken.toml").write_text('because = ["BOB-SHO-5a"', "utf-8")
    (tmp_path / "broken_too.toml").write_text("because = [", "utf-8")
    assert index.files_naming("BOB-SHO-5a", tmp_path) == ("broken.toml", "shooting/named.toml")
    assert index.files_naming("BOB-SHO", tmp_path) == ("broken.toml", "shooting/named.toml")
    assert index.files_naming("BOB-SHO-7", tmp_path) == ()
    assert [entry.file for entry in index.entries(tmp_path)] == ["remark.toml", "shooting/named.toml"]
