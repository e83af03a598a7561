"""Cases as the page shows them: a summary of the casebook, and a case with its rulings compared with its answers."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from debellis.battle.playable import rules_of
from debellis.casebook import index, reading
from debellis.casebook.case import Ask, Case, Step
from debellis.casebook.case_text import CaseError, CaseText
from debellis.casebook.comparing import asked_about, differences, plain
from debellis.casebook.playing import RulesBroke, Stuck, begin, take
from debellis.casebook.shipped import cases_directory
from debellis.server.faults import RequestError
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.answer_labels import labels
from debellis.umpire.editions import edition
from debellis.umpire.ruling import Ruling

Text = Annotated[str, Meta(max_length=200_000)]
StepKind = Literal["ask", "do"]

#: The greatest number of tables of each kind in a case that a user sends.
MOST = {"base": 200, "unit": 100, "camp": 10, "general": 30, "charge": 100, "terrain": 100, "ask": 150, "do": 100}


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a case file."""

    text: Text


class CaseInfo(Struct, frozen=True):
    """Summary of a case of the casebook."""

    file: str
    edition: str
    subject: str
    title: str
    clauses: tuple[str, ...]
    questions: tuple[str, ...]


class Looked(Struct, frozen=True):
    """One question or action of a case with its ruling; `error` if it could not be asked.

    `differs` says how the ruling differs from the expected answer. `position` is the table at that moment, if earlier
    actions changed it. `labels` are what people call the keys of the answer.
    """

    question: str
    kind: StepKind
    number: int
    line: int
    ruling: Ruling | None
    expected: Any
    error: str | None = None
    arguments: dict[str, Any] = {}
    because: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    position: Position | None = None
    labels: dict[str, str] = {}


class CaseSeen(Struct, frozen=True):
    """A case with its position, every ruling, and the values as they were written.

    `order` gives the kind and number of its questions and actions, in the order in which they stand in the text.
    """

    title: str
    edition: str
    position: Position
    clauses: tuple[str, ...]
    asked: tuple[Looked, ...]
    text: str
    written: dict[str, Any] = {}
    order: tuple[tuple[StepKind, int], ...] = ()


@cache
def case_names() -> tuple[str, ...]:
    """The files of the shipped casebook."""
    return index.case_names()


@cache
def case_info(name: str) -> CaseInfo:
    """Summary of a shipped case."""
    entry = index.read_entry(name)
    return CaseInfo(name, entry.edition, name.split("/")[1], entry.title, entry.named, entry.questions)


def casebook() -> tuple[CaseInfo, ...]:
    """Summaries of all shipped cases. Reading them takes a second or two the first time."""
    return tuple(case_info(name) for name in case_names())


@cache
def cases_of(clause: str) -> tuple[CaseInfo, ...]:
    """Summaries of the shipped cases that name a clause."""
    told = (case_info(name) for name in index.files_naming(clause))
    return tuple(case for case in told if clause in case.clauses)


def shipped(file: str) -> CaseSeen:
    """A case of the casebook with its rulings."""
    if file not in case_names():
        raise RequestError("not_found", f"There is no case {file!r}.")
    return _see(file, (cases_directory() / file).read_text("utf-8"))


def see(text: str) -> CaseSeen:
    """A case that a user wrote with its rulings. Its questions need no answers."""
    return _see("case.toml", text, answered=False)


def _see(name: str, text: str, answered: bool = True) -> CaseSeen:
    try:
        case_text = CaseText(name, text)
        _refuse_many(case_text)
        case = reading.case_from(case_text, answered=answered)
    except CaseError as wrong:
        raise RequestError("bad_message", f"Line {wrong.line}: {wrong.sentence}.", number=wrong.line) from None
    asked = tuple(_asked(case))
    order = tuple((step.kind, step.number) for step in case.steps)
    return CaseSeen(
        case.title, case.position.edition, case.position, case.clauses, asked, text, case_text.values, order
    )


def _refuse_many(case_text: CaseText) -> None:
    for key, most in MOST.items():
        written = case_text.values.get(key)
        if isinstance(written, list) and len(written) > most:
            raise case_text.fault((key, most), f"the case has {len(written)} [[{key}]]; at most {most} are read here")


def _asked(case: Case) -> list[Looked]:
    """Every question and action in turn, until the case cannot go on."""
    found: list[Looked] = []
    state = begin(case)
    for step in case.steps:
        position = _position(case, state)
        try:
            ruling, state = take(case, state, step)
            found.append(_looked(case, step, position, ruling))
        except (CaseError, RulesBroke) as wrong:
            found.append(_looked(case, step, position, None, wrong.sentence))
            if step.kind == "do":
                break
        except Stuck as stop:
            found.append(_looked(case, step, position, stop.ruling, stop.sentence))
            break
    return found


def _position(case: Case, state: Any) -> Position | None:
    """The table in a case that is played, if it differs from what is written."""
    if state is None:
        return None
    now = rules_of(case.position.edition).position(state)
    return None if now.bases == case.position.bases and now.terrain == case.position.terrain else now


def _looked(
    case: Case, step: Step, position: Position | None, ruling: Ruling | None, error: str | None = None
) -> Looked:
    told = None if ruling is None else replace(ruling, answer=plain(ruling.answer))
    return Looked(
        question=step.question,
        kind=step.kind,
        number=step.number,
        line=case.line(step),
        ruling=told,
        expected=step.expected,
        error=error,
        arguments=step.arguments,
        because=step.because,
        spared=step.spared,
        differs=() if told is None or error else _differs(case, step, told),
        position=position,
        labels={} if told is None else labels(step.question, told.answer),
    )


def _differs(case: Case, step: Step, ruling: Ruling) -> tuple[str, ...]:
    """How a ruling differs from what the case expects, one short phrase each."""
    found: list[str] = []
    if step.expected is not None:
        asked = edition(case.position.edition).questions
        alternatives = asked[step.question].alternatives if isinstance(step, Ask) else {}
        found += differences(step.expected, ruling.answer, alternatives, asked_about(step.arguments))
    found += [f"{name} is not cited" for name in step.because if not ruling.cites(name)]
    found += [f"{name} is cited but should be spared" for name in step.spared if ruling.cites(name)]
    return tuple(found)
