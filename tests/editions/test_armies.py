"""The army lists: every file adds up, and every way to take a list is an army the umpire accepts."""

from __future__ import annotations

from importlib import resources

import pytest

from debellis.battle.armies import ArmyInfo
from debellis.dba.book import book_of
from debellis.dba.setting_up.lists import armies, army_size, find_army, is_printed, misfits, read_army, rosters
from debellis.mechanics.army_files import BadArmy
from debellis.table.position import Position
from debellis.umpire import ask

EDITIONS = ("dba22", "rrr")
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


def choice(roster: tuple, edition: str, which: int = 0) -> list[str]:
    """The elements of a roster, always the same of each choice, the general marked unless he is one of his own."""
    own = any(row.general for row in book_of(edition).codes.values())
    return [
        slot.any_of[which % len(slot.any_of)] + (" general" if slot.general and not own else "")
        for slot in roster
        for _ in range(slot.count)
    ]


def test_all_lists_are_there_and_printed():
    assert len(armies("dba22")) == 36
    assert all(is_printed("dba22", number) for number in armies("dba22"))
    assert list(armies("dba22"))[:2] == ["I/6c", "I/22a"]


def test_the_renaissance_has_lists_of_our_own():
    lists = armies("rrr")
    assert len(lists) >= 16
    assert list(lists) == sorted(lists)
    for army in lists.values():
        assert army.conf == "D: our own list"
        assert army.note
        assert 0 <= army.aggression <= 4
        assert not is_printed("rrr", army.id)
        years = [int(year) for year in army.years.split("-")]
        assert 1500 <= years[0] < years[1] <= 1700
    assert {army.topography for army in lists.values()} == {
        row["id"] for row in book_of("rrr").tables.other["topography"]
    }


def test_a_general_on_foot_leads_only_lists_without_a_horseman():
    rules = book_of("rrr")
    for army in armies("rrr").values():
        offered = {code for roster in rosters(army) for slot in roster if not slot.general for code in slot.any_of}
        mounted = any(rules.types[rules.codes[code].type].mounted for code in offered)
        assert army.general == (("Gen",) if mounted else ("Gen foot",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_list_lies_in_the_file_of_its_number(edition: str):
    folder = resources.files("debellis.editions").joinpath(edition, "armies")
    names = {file.name for file in folder.iterdir()}
    assert names == {number.replace("/", "_") + ".toml" for number in armies(edition)}
    assert all(find_army(edition, number) == army for number, army in armies(edition).items())


@pytest.mark.parametrize(
    ("edition", "army"),
    [(edition, army) for edition in EDITIONS for army in armies(edition).values()],
    ids=lambda given: given if isinstance(given, str) else given.id,
)
def test_every_way_to_take_a_list_is_an_army(edition: str, army: ArmyInfo):
    table = Position(edition=edition, size=(600.0, 600.0))
    for roster in rosters(army):
        for which in (0, 1):
            elements = choice(roster, edition, which)
            assert len(elements) == {"dba22": 12, "rrr": 13}[edition]
            ruling = ask(table, "may_field", army=army.id, elements=elements)
            assert ruling.answer["legal"], ruling.answer["faults"]
            assert ruling.because == ()


def test_a_list_may_name_the_general_among_twelve():
    text = """
id = "twelve"
name = "Twelve"
years = "1600-1650"
topography = "arable"
aggression = 1
general = ["Gen"]
elements = [{ count = 1, any_of = ["Gen"], general = true }, { count = 11, any_of = ["Pk", "Sh"] }]
conf = "D: our own list"
"""
    assert army_size("rrr", read_army("rrr", text)) == 12
    with pytest.raises(BadArmy, match="has 11 elements; an army has 13"):
        read_army("rrr", text.replace("count = 11", "count = 10"))


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
        ("aggression = 1", 'aggression = "much"', "not an army list"),
        ("id =", "id", "not an army list"),
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
