"""Running cases: asking every question and comparing what the umpire says with what the case expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from debellis.casebook.case import Ask, Case, Step
from debellis.casebook.case_text import CaseError
from debellis.casebook.comparing import asked_about, differences, plain
from debellis.casebook.frames import mismatches
from debellis.casebook.played import differences_in_play
from debellis.casebook.playing import RulesBroke, Stuck, ask_case, begin, take
from debellis.casebook.reading import read_case
from debellis.table.value import replace
from debellis.umpire.editions import edition
from debellis.umpire.ruling import Ruling

__all__ = ["Report", "Result", "RulesBroke", "ask_case", "case_files", "run_case", "run_files"]


class Result(Struct, frozen=True):
    """The result of one question or action. `failures` says what is not as expected, and `line` says where.

    A malformed question has an `error` and no answer. `kind` is "ask" or "do". `in_play` says how a battle judges
    otherwise than a question was answered as expected; it is None if none was played.
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
    kind: str = "ask"
    in_play: tuple[str, ...] | None = None


class Report(Struct, frozen=True):
    """The results of many cases: one for each question, and the faults of malformed files and questions."""

    results: tuple[Result, ...]
    faults: tuple[CaseError, ...]
    files: int

    @property
    def failed(self) -> tuple[Result, ...]:
        """The questions whose answers are not as expected."""
        return tuple(result for result in self.results if not result.ok and result.error is None)

    @property
    def green(self) -> bool:
        return not self.faults and all(result.ok for result in self.results)


def run_case(
    case: Case, *, frames: bool = False, played: bool = False
) -> tuple[tuple[Result, ...], tuple[CaseError, ...]]:
    """The results of a case, and the faults of its malformed questions and actions.

    With `frames` the case is repeated in further frames, and what differs there is a failure too. With `played` its
    questions are also decided by a battle, where one comes to them.
    """
    results: list[Result] = []
    faults: list[CaseError] = []
    if not case.steps:
        faults.append(case.case_text.fault((), "the case asks nothing; give it at least one [[ask]]"))
    state = begin(case)
    stuck: str | None = None
    for step in case.steps:
        if stuck is not None:
            results.append(_unasked(case, step, stuck, case.line(step)))
            continue
        try:
            ruling, state = take(case, state, step)
            result = _result(case, step, ruling)
            if played and result.ok and isinstance(step, Ask):
                result = replace(result, in_play=differences_in_play(case, step, result.answer))
            results.append(result)
            continue
        except CaseError as fault:
            faults.append(fault)
            results.append(_unasked(case, step, fault.sentence, fault.line, fault.sentence))
        except RulesBroke as broken:
            results.append(_unasked(case, step, broken.sentence, broken.line))
        except Stuck as stop:
            results.append(_unasked(case, step, stop.sentence, case.line(step), ruling=stop.ruling))
        if step.kind == "do":
            stuck = f"not reached, because the action on line {case.line(step)} did not happen"
    if frames:
        for i, wrong in mismatches(case).items():
            failures = (*results[i].failures, *wrong)
            results[i] = replace(results[i], ok=False, failures=failures, line=case.line(case.steps[i]))
    return tuple(results), tuple(faults)


def _result(case: Case, step: Step, ruling: Ruling) -> Result:
    answer = plain(ruling.answer)
    failures: list[str] = []
    if step.expected is not None:
        failures += differences(step.expected, answer, _alternatives(case, step), asked_about(step.arguments))
    failures += [f"{name} is not cited" for name in step.because if not ruling.cites(name)]
    failures += [f"{name} is cited but should be spared" for name in step.spared if ruling.cites(name)]
    return Result(
        file=case.file,
        question=step.question,
        expected=step.expected,
        answer=answer,
        because=ruling.clauses,
        ok=not failures,
        number=step.number,
        expected_because=step.because,
        expected_spared=step.spared,
        failures=tuple(failures),
        line=case.line(step) if failures else None,
        kind=step.kind,
    )


def _alternatives(case: Case, step: Step) -> dict[str, str]:
    return edition(case.position.edition).questions[step.question].alternatives if isinstance(step, Ask) else {}


def _unasked(
    case: Case, step: Step, failure: str, line: int, error: str | None = None, ruling: Ruling | None = None
) -> Result:
    return Result(
        file=case.file,
        question=step.question,
        expected=step.expected,
        answer=None if ruling is None else plain(ruling.answer),
        because=() if ruling is None else ruling.clauses,
        ok=False,
        number=step.number,
        failures=(failure,),
        line=line,
        error=error,
        kind=step.kind,
    )


def run_files(
    files: Iterable[Path],
    done: Callable[[], None] | None = None,
    below: Path | None = None,
    *,
    frames: bool = False,
    played: bool = False,
) -> Report:
    """Read and run case files; a malformed one is reported and the others still run.

    `done` is called after each file. Files are named relative to `below`. With `frames` every case is repeated in
    further frames, with `played` questions are also decided by a battle.
    """
    results: list[Result] = []
    faults: list[CaseError] = []
    count = 0
    for file in files:
        try:
            case = read_case(file, shown=str(file.relative_to(below)) if below else None)
            more, wrong = run_case(case, frames=frames, played=played)
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
