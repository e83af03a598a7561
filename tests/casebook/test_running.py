"""Running cases: what is right, what is not, what cannot be asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from debellis.casebook import Case, CaseError, Result, run_case, run_files
from debellis.casebook.running import case_files

Read = Callable[[str], Case]

HEAD = 'edition = "toy"\n\n[[base]]\nid = "A"\nside = "red"\ntroops = "4Bd"\nfront = [300, 300]\nfacing = 30\n\n'


def _one(read: Read, ask: str) -> tuple[Result, tuple[CaseError, ...]]:
    (result,), faults = run_case(read(HEAD + "[[ask]]\n" + ask))
    return result, faults


def test_as_expected(read: Read) -> None:
    ask = 'question = "may_echo"\ncite = ["BOB-SHO-1"]\nanswer = true\n'
    result, faults = _one(read, ask + 'because = ["BOB-SHO-1"]\nspared = ["BOB-SHO-2"]\n')
    assert result.ok and not faults
    assert result.because == ("BOB-SHO-1",)
    assert result.expected is True


def test_every_failure_is_told(read: Read) -> None:
    ask = (
        'question = "may_echo"\ncite = ["BOB-SHO-2"]\nanswer = false\nbecause = ["BOB-SHO-1"]\nspared = ["BOB-SHO-2"]\n'
    )
    result, faults = _one(read, ask)
    assert not result.ok and not faults
    assert result.failures == (
        "legal true, expected false",
        "BOB-SHO-1 is not cited",
        "BOB-SHO-2 is cited but should be spared",
    )
    assert result.line == 10


def test_alternatives_of_the_question(read: Read) -> None:
    assert _one(read, 'question = "may_echo"\nanswer = { edge = "left" }\n')[0].ok
    assert not _one(read, 'question = "may_echo"\nanswer = { edge = "rear" }\n')[0].ok


@pytest.mark.parametrize(
    ("ask", "line", "part"),
    [
        ('question = "number"\nanswer = 1\nof = "A"\nvalue = "x"\n', 14, "value must be a number"),
        ('question = "number"\nanswer = 1\nof = "Z"\nvalue = 1\n', 13, "there is no base 'Z'"),
        ('question = "number"\nanswer = 1\nof = "A"\nvalue = 1\nhow = 2\n', 15, "has no argument 'how'"),
        ('question = "number"\nanswer = 1\nof = "A"\n', 10, "number needs value"),
    ],
)
def test_wrong_arguments_name_their_line(read: Read, ask: str, line: int, part: str) -> None:
    result, (fault,) = _one(read, ask)
    assert not result.ok
    assert (fault.line, result.line) == (line, line)
    assert part in fault.sentence


def test_rules_that_break_are_a_failure_not_a_crash(read: Read) -> None:
    result, faults = _one(read, 'question = "broken"\nanswer = true\n')
    assert not result.ok and not faults
    assert "the rules code failed" in result.failures[0]


def test_a_case_that_asks_nothing(read: Read) -> None:
    results, (fault,) = run_case(read(HEAD))
    assert not results
    assert "asks nothing" in fault.sentence


def test_a_malformed_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("nonsense")
    (tmp_path / "b.toml").write_text(HEAD + '[[ask]]\nquestion = "may_echo"\nanswer = true\n')
    (tmp_path / "c.toml").write_text(HEAD + '[[ask]]\nquestion = "may_echo"\nanswer = false\n')
    done: list[int] = []
    report = run_files(case_files([tmp_path]), lambda: done.append(1), below=tmp_path)
    assert report.files == len(done) == 3
    assert [fault.file for fault in report.faults] == ["a.toml"]
    assert [result.file for result in report.results] == ["b.toml", "c.toml"]
    assert [result.file for result in report.failed] == ["c.toml"]
    assert not report.green


def test_a_directory_without_cases(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="holds no case files"):
        list(case_files([tmp_path]))
