"""The army lists: every file adds up, and every way to take a list is an army the umpire accepts."""

from __future__ import annotations

from importlib import resources

import pytest

from debellis.db.setting_up.lists import (
    Army,
    BadArmy,
    armies,
    find_army,
    is_printed,
    misfits,
    read_army,
    rosters,
)
from debellis.table.position import Position
from debellis.umpire import ask

TABLE = Position(edition="dba22", size=(600.0, 600.0))
GOOD = """
id = "II/13"
name = "Samnite"
years = "355-272 BC"
topography = "hilly"
aggression = 1
general = ["3Cv"]
elements = [
  { count = 1, any_of = ["3Cv"], general = true },
  { count = 11, any_of = ["4Ax"] },
]
conf = "S:TTS"
"""


def first_choice(roster: tuple) -> list[str]:
    """The elements of a roster, always the first of each choice, the general marked."""
    return [slot.any_of[0] + (" general" if slot.general else "") for slot in roster for _ in range(slot.count)]


def test_all_lists_are_there_and_printed():
    assert len(armies("dba22")) == 36
    assert all(is_printed("dba22", number) for number in armies("dba22"))
    assert list(armies("dba22"))[:2] == ["I/6c", "I/22a"]


def test_each_list_lies_in_the_file_of_its_number():
    folder = resources.files("debellis.editions.dba22").joinpath("armies")
    names = {file.name for file in folder.iterdir()}
    assert names == {number.replace("/", "_") + ".toml" for number in armies("dba22")}
    assert all(find_army("dba22", number) == army for number, army in armies("dba22").items())


@pytest.mark.parametrize("army", armies("dba22").values(), ids=lambda army: army.id)
def test_every_way_to_take_a_list_is_an_army(army: Army):
    for roster in rosters(army):
        elements = first_choice(roster)
        assert len(elements) == 12
        ruling = ask(TABLE, "may_field", army=army.id, elements=elements)
        assert ruling.answer["legal"], ruling.answer["faults"]
        assert ruling.because == ()


def test_one_element_is_never_in_two_places_of_a_list():
    army = armies("dba22")["II/27b"]
    # The only way is Knights general, Cavalry or Light Horse, Light Horse: each may have to give way to another.
    assert misfits(army, ("2LH", "3Cv", "3Kn"), 2) == ()
    assert misfits(army, ("2LH", "2LH", "2LH", "3Kn"), 3) == ("2LH",)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("count = 11", "count = 10", "has 11 elements; an army has 12"),
        ('"4Ax"', '"4Xx"', "names '4Xx', which is no list code"),
        ('general = ["3Cv"]', 'general = ["3Kn"]', "must have one general's element"),
        ("aggression = 1", 'aggression = "much"', "this is no army list"),
        ("id =", "id", "this is no army list"),
    ],
)
def test_a_list_that_does_not_add_up_is_refused(old: str, new: str, sentence: str):
    assert read_army("dba22", GOOD).name == "Samnite"
    with pytest.raises(BadArmy, match=sentence):
        read_army("dba22", GOOD.replace(old, new))


def test_numbers_of_lists():
    assert is_printed("dba22", "II/84") and not is_printed("dba22", "II/85")
    assert not is_printed("dba22", "V/1") and not is_printed("dba22", "II/0") and not is_printed("dba22", "Samnite")
    assert find_army("dba22", "II/84") is None and find_army("dba22", "../tables") is None
