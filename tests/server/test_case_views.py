"""What the umpire's page is told: the troops of an edition, and cases read, asked and compared."""

from __future__ import annotations

import pytest

from debellis.battle.playable import playable
from debellis.server.case_views import MOST, casebook, see, shipped
from debellis.server.catalogue import ground_kinds, troops_info
from debellis.server.faults import RequestError
from debellis.table.scale import SCALES
from debellis.umpire.editions import available, edition

FIGHT = """
edition = "dba22"
[[base]]
id = "A"
side = "red"
troops = "3Kn"
front = [300, 300]
facing = 0
[[base]]
id = "B"
side = "blue"
troops = "4Sp"
against = "A"
"""


@pytest.mark.parametrize("name", playable())
def test_the_troops_told_are_those_the_edition_reads(name: str) -> None:
    told = troops_info(name)
    for code in told.codes:
        for scale in told.scales:
            assert code.depths[scale.name] == edition(name).read_troops(code.code, SCALES[scale.name]).depth
    assert [one.name for one in told.questions] == sorted(edition(name).questions)
    kinds = {kind for one in told.questions for kind in one.arguments.values()}
    assert all(kind.choices for kind in kinds if kind.kind == "topography")


def test_the_ground_of_editions_that_only_answer_questions_is_told_too() -> None:
    told = ground_kinds()
    assert set(told) == set(available())
    assert told["dbm31"]["bua"].name == "town"
    assert "bua" not in told["rrr"]


def test_shipped_cases_are_seen_as_expected() -> None:
    for case in casebook()[::25]:
        seen = shipped(case.file)
        assert [one for one in seen.asked if one.error or one.differs] == [], case.file
        assert len(seen.asked) == len(seen.order)
        assert seen.written["edition"] == seen.edition


def test_questions_of_a_case_somebody_writes_need_no_answer() -> None:
    text = f'{FIGHT}[[ask]]\nquestion = "combat"\nattacker = "A"\ndefender = "B"\n'
    (look,) = see(text).asked
    assert look.error is None
    assert look.differs == ()
    (look,) = see(f"{text}answer = {{ factors = [9, 9] }}\n").asked
    assert len(look.differs) == 1


def test_a_question_after_an_action_sees_what_it_changed() -> None:
    text = f"""phase = "melee"
{FIGHT}
[[ask]]
question = "melees"
[[do]]
action = "fight"
attacker = "A"
defender = "B"
dice = [1, 6]
[[ask]]
question = "melees"
"""
    before, fight, after = see(text).asked
    assert (before.position, fight.position) == (None, None)
    assert after.position is not None
    assert {base.id for base in after.position.bases} <= {"A", "B"}


@pytest.mark.parametrize("key", MOST)
def test_a_case_of_endless_length_is_refused_unread(key: str) -> None:
    with pytest.raises(RequestError, match=f"at most {MOST[key]}"):
        see('edition = "dba22"\n' + f"[[{key}]]\n" * (MOST[key] + 1))


def test_a_wrong_case_is_refused_with_its_line() -> None:
    with pytest.raises(RequestError, match="Line 7"):
        see(FIGHT.replace("facing = 0", 'facing = "north"').lstrip())
