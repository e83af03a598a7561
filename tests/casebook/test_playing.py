"""Playing cases: actions between the questions, with their dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from debellis.casebook import Case, CaseError, Result, run_case
from debellis.casebook.enforcement import judge
from debellis.casebook.playing import ask_case, position_at, rulings
from debellis.casebook.running import Report

Read = Callable[[str], Case]

HEAD = (
    'edition = "toy"\npips = 2\n\n[[base]]\nid = "A"\nside = "red"\ntroops = "4Bd"\nfront = [300, 300]\nfacing = 30\n\n'
)
STEP = '[[do]]\naction = "step"\nwho = "A"\n'


def _north(answer: int) -> str:
    return f'[[ask]]\nquestion = "north"\nof = "A"\nanswer = {answer}\n'


def _run(read: Read, text: str) -> tuple[tuple[Result, ...], tuple[CaseError, ...]]:
    return run_case(read(HEAD + text))


def _all_ok(read: Read, text: str) -> tuple[Result, ...]:
    results, faults = _run(read, text)
    assert not faults
    assert [result.failures for result in results if not result.ok] == []
    return results


def test_questions_and_actions_go_in_the_order_of_their_lines(read: Read) -> None:
    results = _all_ok(read, _north(300) + STEP + _north(310) + STEP + _north(320))
    assert [(r.kind, r.number, r.question) for r in results] == [
        ("ask", 1, "north"),
        ("do", 1, "do step"),
        ("ask", 2, "north"),
        ("do", 2, "do step"),
        ("ask", 3, "north"),
    ]


def test_a_question_of_the_battle_is_asked_of_the_battle(read: Read) -> None:
    _all_ok(read, STEP + '[[ask]]\nquestion = "steps"\nanswer = 1\n')


def test_dice_are_handed_in(read: Read) -> None:
    results = _all_ok(read, STEP + "of = 2\ndice = [6, 3]\n" + _north(319))
    assert results[0].answer == {"legal": True, "pips": 2, "events": ["step"], "says": ["A steps 19 mm"]}


@pytest.mark.parametrize(
    ("do", "part"),
    [
        ("of = 2\ndice = [6]\n", "`dice` has too few values; one more is needed: how far"),
        ("of = 1\ndice = [6, 3]\n", "`dice` has 2 values, but this action uses only 1"),
        ("dice = [6]\n", "`dice` has 1 value, but this action uses none"),
        ("of = 1\ndice = [7]\n", "in dice a number from 1 to 6 is needed, not 7: how far"),
    ],
)
def test_missing_and_left_over_dice_fail_the_case(read: Read, do: str, part: str) -> None:
    (done, asked), faults = _run(read, STEP + do + _north(310))
    assert not faults and not done.ok
    assert part in done.failures[0] and done.line == 11
    assert "not reached, because the action on line 11" in asked.failures[0]


def test_a_refused_action_changes_nothing(read: Read) -> None:
    refused = STEP + 'answer = false\nbecause = ["BOB-PIP-1"]\n'
    results = _all_ok(read, STEP + STEP + refused + _north(320))
    assert results[2].answer["legal"] is False and results[2].expected is False


def test_an_action_wrongly_thought_refused_is_not_played(read: Read) -> None:
    (done, asked), faults = _run(read, STEP + "answer = false\n" + _north(300))
    assert not faults
    assert done.failures == ("legal true, expected false",)
    assert asked.ok


def test_an_action_wrongly_thought_allowed_stops_the_case(read: Read) -> None:
    results, faults = _run(read, STEP + STEP + STEP + _north(330))
    assert not faults
    assert [result.ok for result in results] == [True, True, False, False]
    assert "it is refused: there are no PIPs" in results[2].failures[0]
    assert results[2].because == ("BOB-PIP-1",)


def test_clauses_of_the_verdict_and_of_what_happened_both_count(read: Read) -> None:
    do = STEP + 'cite = ["BOB-SHO-1"]\nbecause = ["BOB-SHO-1"]\nspared = ["BOB-PIP-1"]\n'
    results = _all_ok(read, do + STEP + STEP + 'answer = { legal = false }\nbecause = ["BOB-PIP-1"]\n')
    found = judge({"BOB-PIP-1": ("here",)}, Report(results, (), 1))["BOB-PIP-1"]
    assert found.enforced
    assert [(proof.kind, proof.number) for proof in (*found.bites, *found.spares)] == [("do", 3), ("do", 1)]
    (wrong,), _ = _run(read, STEP + 'cite = ["BOB-SHO-1"]\nspared = ["BOB-SHO-1"]\n')
    assert wrong.failures == ("BOB-SHO-1 is cited but should be spared",)


@pytest.mark.parametrize(
    ("do", "line", "part"),
    [
        ('[[do]]\naction = "stop"\n', 12, "there is no action 'stop'; did you mean 'step'?"),
        ("[[do]]\nanswer = true\n", 11, "a do has no action"),
        ('[[do]]\naction = "step"\n', 11, "step needs who (base)"),
        ('[[do]]\naction = "step"\nwho = "Z"\n', 13, "there is no base 'Z'"),
        (STEP + "how = 3\n", 14, "step has no argument 'how'"),
        (STEP + "dice = [0]\n", 14, "a list of numbers, 1 or more"),
        (STEP + "dice = 3\n", 14, "a list of numbers, 1 or more"),
        (STEP + "answer = 3\n", 14, "answer is 3 but must be true"),
        (STEP + 'because = ["BOB-NO-1"]\n', 14, "no ledger has that clause"),
    ],
)
def test_faults_of_actions_name_their_line(read: Read, do: str, line: int, part: str) -> None:
    (done, asked), (fault,) = _run(read, do + _north(300))
    assert part in fault.sentence
    assert (fault.line, done.line) == (line, line)
    assert not asked.ok


def test_rules_that_break_are_a_failure_not_a_crash(read: Read) -> None:
    (done, asked), faults = _run(read, '[[do]]\naction = "break"\n' + _north(300))
    assert not faults and not done.ok and not asked.ok
    assert "the rules code failed on this action" in done.failures[0]


def test_an_edition_that_cannot_be_played_can_only_be_asked(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    from debellis.battle.playable import rules_of
    from debellis.casebook import reading

    monkeypatch.setattr(reading, "rules_of", rules_of)
    with pytest.raises(CaseError, match="line 11: toy is not playable yet"):
        read(HEAD + STEP)


def test_one_question_alone_is_asked_where_it_stands(read: Read) -> None:
    case = read(HEAD + STEP + _north(310) + STEP + _north(320))
    assert [ask_case(case, question).answer for question in case.asks] == [310, 320]
    assert position_at(case, case.asks[1]).base("A").front == (300, 320)
    assert [step.kind for step, _ in rulings(case)] == ["do", "ask", "do", "ask"]


def test_bases_not_deployed_wait_off_the_table(read: Read) -> None:
    waiting = '[[base]]\nid = "B"\nside = "red"\ntroops = "3Kn"\nundeployed = true\n'
    case = read(HEAD + waiting + '[[ask]]\nquestion = "steps"\nanswer = 1\n')
    assert case.opening is not None and [base.id for base in case.opening.waiting] == ["B"]
    assert not case.position.has_base("B")
    assert run_case(case)[0][0].ok
