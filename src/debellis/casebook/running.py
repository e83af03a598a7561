"""Running cases: asking every question and comparing what the umpire says with what the case expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from debellis.casebook.case import Ask, Case
from debellis.casebook.comparing import differences, plain
from debellis.casebook.page import CaseError
from debellis.casebook.reading import read_case
from debellis.casebook.section import one_line
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling


class Result(Struct, frozen=True):
    """What came of one question. `failures` says what is wrong, and `line` where, when it is not as expected.

    A question that could not be asked as written has an `error` and no answer.
    """

    file: str
    question: str
    expected: Any
    answer: Any
    because: tuple[str, ...]
    ok: bool
    number: int
    expected_because: tuple[str, ...] = ()
    expected_spared: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    line: int | None = None
    error: str | None = None


class RulesBroke(RuntimeError):
    """The umpire failed on a question it should have answered: a fault of the rules code, not of the case."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}, line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Report(Struct, frozen=True):
    """What came of many cases: a result for each question, and the faults of what could not be read or asked."""

    results: tuple[Result, ...]
    faults: tuple[CaseError, ...]
    files: int

    @property
    def failed(self) -> tuple[Result, ...]:
        """The questions that were asked and answered otherwise than expected."""
        return tuple(result for result in self.results if not result.ok and result.error is None)

    @property
    def green(self) -> bool:
        return not self.faults and all(result.ok for result in self.results)


def ask_case(case: Case, question: Ask) -> Ruling:
    """The ruling on one question of a case; CaseError if it cannot be asked so, RulesBroke if the umpire failed."""
    if question.fault is not None:
        raise question.fault
    path = ("ask", question.number - 1)
    try:
        return ask(case.position, question.question, **question.arguments)
    except BadQuestion as bad:
        raise case.page.fault((*path, bad.argument), one_line(bad)) from None
    except Exception as broken:
        what = f"{type(broken).__name__}: {one_line(broken)}"
        sentence = f"the rules broke on this question ({what}); please report the case"
        raise RulesBroke(case.file, case.line(question), sentence) from broken


def run_case(case: Case) -> tuple[tuple[Result, ...], tuple[CaseError, ...]]:
    """The results of a case, and the faults of the questions that could not be asked."""
    results: list[Result] = []
    faults: list[CaseError] = []
    if not case.asks:
        faults.append(case.page.fault((), "the case asks nothing; give it at least one [[ask]]"))
    for question in case.asks:
        try:
            results.append(_result(case, question, ask_case(case, question)))
        except CaseError as fault:
            faults.append(fault)
            results.append(_unasked(case, question, fault.sentence, fault.line, fault.sentence))
        except RulesBroke as broken:
            results.append(_unasked(case, question, broken.sentence, broken.line))
    return tuple(results), tuple(faults)


def _result(case: Case, question: Ask, ruling: Ruling) -> Result:
    answer = plain(ruling.answer)
    failures: list[str] = []
    if question.expected is not None:
        alternatives = edition(case.position.edition).questions[question.question].alternatives
        failures += differences(question.expected, answer, alternatives)
    failures += [f"{name} is not cited" for name in question.because if not ruling.cites(name)]
    failures += [f"{name} is cited and should be spared" for name in question.spared if ruling.cites(name)]
    return Result(
        file=case.file,
        question=question.question,
        expected=question.expected,
        answer=answer,
        because=ruling.clauses,
        ok=not failures,
        number=question.number,
        expected_because=question.because,
        expected_spared=question.spared,
        failures=tuple(failures),
        line=case.line(question) if failures else None,
    )


def _unasked(case: Case, question: Ask, failure: str, line: int, error: str | None = None) -> Result:
    return Result(
        file=case.file,
        question=question.question,
        expected=question.expected,
        answer=None,
        because=(),
        ok=False,
        number=question.number,
        failures=(failure,),
        line=line,
        error=error,
    )


def run_files(files: Iterable[Path], done: Callable[[], None] | None = None, below: Path | None = None) -> Report:
    """Read and run case files; a malformed one is reported and the others still run.

    `done` is called after each; files are named as seen from `below`.
    """
    results: list[Result] = []
    faults: list[CaseError] = []
    count = 0
    for file in files:
        try:
            more, wrong = run_case(read_case(file, shown=str(file.relative_to(below)) if below else None))
            results += more
            faults += wrong
        except CaseError as fault:
            faults.append(fault)
        count += 1
        if done is not None:
            done()
    return Report(tuple(results), tuple(faults), count)


def case_files(places: Iterable[Path]) -> Iterator[Path]:
    """The case files in the given files and directories, in order of name."""
    for place in places:
        if place.is_dir():
            found = sorted(place.rglob("*.toml"))
            if not found:
                raise CaseError(str(place), 1, "the directory holds no case files (*.toml)")
            yield from found
        else:
            yield place
