"""Every key of an answer has words for people, in every edition."""

from __future__ import annotations

import re

from debellis.casebook.index import case_names
from debellis.casebook.shipped import cases_directory
from debellis.umpire.answer_labels import label, labels

#: Cases may write their chances in a short form (`A_destroyed = 0.25`), which no ruling has.
SHORT_FORMS = ("odds", "odds_of_shot")
#: A case's own names of bases and features are capital letters, numbers and short words: they are not keys.
_ANSWER = re.compile(r"^\s*answer = \{ ?(.*)\}\s*$", re.MULTILINE)
_QUESTION = re.compile(r'question = "(\w+)"')
_KEY = re.compile(r"(?:^|, )([a-z]+(?:_[a-z]+)+) =")


def test_every_key_of_several_words_that_a_case_expects_has_a_label() -> None:
    """Keys of one word may be names of bases; those with an underline are keys of answers, or ids with a length."""
    missing: set[str] = set()
    for name in case_names():
        text = (cases_directory() / name).read_text("utf-8")
        for part in text.split("[[ask]]")[1:]:
            question, answer = _QUESTION.search(part), _ANSWER.search(part)
            if question is None or answer is None or question[1] in SHORT_FORMS:
                continue
            top = re.sub(r"\{[^{}]*\}", "", answer[1])
            for key in _KEY.findall(top):
                plain = key.removesuffix("_includes").removesuffix("_excludes")
                if label(question[1], plain) is None:
                    missing.add(f"{question[1]}.{plain}")
    assert missing == set()


def test_a_question_may_call_a_key_by_a_word_of_its_own() -> None:
    assert label("contact", "kind") == "Kind of contact"
    assert label("gap", "kind") == "From what to what"
    assert label("odds", "R12") is None


def test_labels_of_an_answer_are_those_of_its_tables_too() -> None:
    answer = {"attacker": {"recoil": {"value": 0.5}}, "fronts": {"A": [1, 2]}}
    assert labels("odds", answer) == {
        "attacker": "Attacker",
        "recoil": "Recoil",
        "value": "Chance",
        "fronts": "Middle of the fronts (mm)",
    }
