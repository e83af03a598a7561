"""Cases as players write them: where things stand, and one clear sentence for what cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import UNSET

from debellis.casebook import Case, CaseError, read_case, run_case
from debellis.geometry.plane import coincide, direction, same_direction
from debellis.table.bases import Service
from debellis.table.position import Command

Read = Callable[[str], Case]

HEAD = 'edition = "toy"\n'
A = '[[base]]\nid = "A"\nside = "red"\ntroops = "4Bd"\nfront = [300, 300]\nfacing = 30\n'
ASK = '[[ask]]\nquestion = "may_echo"\nanswer = true\n'


def _b(place: str, troops: str = "4Bd") -> str:
    return f'[[base]]\nid = "B"\nside = "blue"\ntroops = "{troops}"\n{place}\n'


def test_everything_at_the_top(read: Read) -> None:
    case = read(
        'title = "All of it"\nedition = "toy"\nclauses = ["BOB-SHO-1"]\ntable = [900, 700]\nactive = "blue"\n'
        'bound = 3\nscale = "25mm"\nlost = { red = ["3Kn general", "2Ps"] }\nunlanded = { blue = 4 }\n'
        'options = { weather = "wet" }\nnote = "a remark"\ntopic = "another"\n' + ASK
    )
    position = case.position
    assert case.title == "All of it"
    assert case.clauses == ("BOB-SHO-1",)
    assert position.size == (900.0, 700.0)
    assert (position.active, position.bound, position.scale.name) == ("blue", 3, "25mm")
    assert position.lost == {"red": ("3Kn general", "2Ps")}
    assert position.unlanded == {"blue": 4}
    assert position.options == {"weather": "wet"}


def test_defaults(read: Read) -> None:
    case = read(HEAD + ASK)
    assert case.title == "case"
    assert case.position.size == (600.0, 600.0)
    assert case.position.scale.name == "15mm"
    assert case.position.active is None


def test_a_base_with_everything(read: Read) -> None:
    text = A.replace('"4Bd"', '"4Bd general"') + "crossing = 90\nmoved = true\nrecoiled = true\nsacking = true\n"
    base = read(HEAD + text + "dismounted_this_bound = true\nbasis = 'a remark'\n" + ASK).position.base("A")
    assert (base.code, base.general, base.crossing) == ("4Bd", True, 90.0)
    assert base.moved and base.recoiled and base.sacking and base.dismounted_this_bound


@pytest.mark.parametrize(
    ("relation", "turn"),
    [
        ("against", 180),
        ("behind", 0),
        ("left_of", 0),
        ("right_of", 0),
        ("on_left_flank_of", 90),
        ("on_right_flank_of", 270),
        ("on_rear_of", 0),
        ("overlapping_left_of", 180),
        ("overlapping_right_of", 180),
    ],
)
def test_relations_turn_as_they_should(read: Read, relation: str, turn: int) -> None:
    base = read(HEAD + A + _b(f'{relation} = "A"', "3Kn") + ASK).position.base("B")
    assert same_direction(base.facing, direction(30 + turn))


def test_placed_by_a_base_written_later(read: Read) -> None:
    position = read(HEAD + _b('behind = "A"') + A + ASK).position
    a, b = position.base("A").rectangle, position.base("B").rectangle
    assert [base.id for base in position.bases] == ["B", "A"]
    assert coincide(b.corners[0], a.corners[3])


def test_a_long_chain_needs_no_deep_stack(read: Read) -> None:
    links = [
        f'[[base]]\nid = "B{i}"\nside = "red"\ntroops = "4Bd"\nleft_of = "{f"B{i + 1}" if i < 2999 else "A"}"\n'
        for i in range(3000)
    ]
    case = read(
        HEAD
        + "table = [200000, 600]\n"
        + "".join(links)
        + A.replace("[300, 300]\nfacing = 30", "[190000, 300]\nfacing = 0")
        + ASK
    )
    assert len(case.position.bases) == 3001


def test_inside_a_town(read: Read) -> None:
    town = '[[terrain]]\nid = "T"\nkind = "bua"\noutline = [[250, 250], [350, 250], [350, 350], [250, 350]]\n'
    case = read(HEAD + town + 'owner = "red"\noccupant = "denizens"\n' + _b('in = "T"') + A + ASK)
    assert case.position.base("B").inside == "T"
    assert case.position.feature("T").occupant == "denizens"


def test_an_attached_general_stands_behind(read: Read) -> None:
    position = read(HEAD + A + _b('attached = "A"') + ASK).position
    assert position.base("B").attached == "A"
    assert coincide(position.base("B").rectangle.corners[0], position.base("A").rectangle.corners[3])


def test_features_are_named_by_their_kind(read: Read) -> None:
    wood = '[[terrain]]\nkind = "woods"\noutline = [[0, 0], [50, 0], [50, 50], [0, 0]]\n'
    named = wood.replace("kind", 'id = "woods2"\nkind')
    road = '[[terrain]]\nkind = "road"\nline = [[0, 300], [600, 300]]\nwidth = 20\n'
    case = read(HEAD + wood + wood + named + road + ASK)
    assert [piece.id for piece in case.position.terrain] == ["woods", "woods3", "woods2", "road"]
    assert len(case.position.feature("woods").outline) == 3


def test_remarks_are_ignored_at_any_depth(read: Read) -> None:
    ask = '[[ask]]\nquestion = "may_echo"\nnote = "x"\nlegal = true\nanswer = { legal = true, basis = "y" }\n'
    (found,) = read(HEAD + ask).asks
    assert found.arguments == {"legal": True}
    assert found.expected == {"legal": True}


def test_partly_off_the_table_is_a_position(read: Read) -> None:
    read(HEAD + A.replace("[300, 300]\nfacing = 30", "[300, 614.9]\nfacing = 0") + ASK)


def test_touching_is_not_overlapping(read: Read) -> None:
    read(HEAD + A + _b('against = "A"') + ASK)


FAULTY = {
    "unknown key": (HEAD + A + 'colour = "red"\n' + ASK, 8, "base has no key 'colour'"),
    "misspelt key": (HEAD + A.replace("facing", "facng") + ASK, 7, "did you mean 'facing'?"),
    "unknown edition": ('edition = "dba9"\n' + ASK, 1, "there is no edition 'dba9'"),
    "no edition": (ASK, 1, "has no edition"),
    "unknown troops": (HEAD + A.replace("4Bd", "9Zz") + ASK, 5, "there are no troops '9Zz'"),
    "unknown side": (HEAD + A.replace("red", "green") + ASK, 4, "must be one of red, blue"),
    "unknown relation target": (HEAD + A + _b('behind = "C"') + ASK, 12, "there is no such base; there are A, B"),
    "no place": (HEAD + A + _b("") + ASK, 8, "base B has no place"),
    "two places": (HEAD + A + _b('behind = "A"\nleft_of = "A"') + ASK, 13, "placed twice, by behind and by left_of"),
    "place and facing": (HEAD + A + _b('behind = "A"\nfacing = 3') + ASK, 13, "placed twice"),
    "front without facing": (HEAD + A + _b("front = [1, 1]") + ASK, 8, "base B has no facing"),
    "ring": (HEAD + _b('behind = "C"') + _b('behind = "B"').replace('id = "B"', 'id = "C"') + ASK, 6, "in a ring"),
    "placed by itself": (HEAD + _b('behind = "B"') + ASK, 6, "in a ring (B, B)"),
    "in nothing": (HEAD + _b('in = "T"') + ASK, 6, "in must name a camp or town"),
    "attached to nobody": (HEAD + A + 'attached = "X"\n' + ASK, 8, "there is no such base"),
    "wholly off": (HEAD + A.replace("[300, 300]\nfacing = 30", "[300, 615]\nfacing = 0") + ASK, 6, "off the table"),
    "overlap": (HEAD + A + _b("front = [300, 300]\nfacing = 210.1") + ASK, 12, "base B overlaps base A by 0.0"),
    "terrain kind": (HEAD + '[[terrain]]\nkind = "lake"\n' + ASK, 3, "there is no terrain 'lake'"),
    "no terrain kind": (HEAD + "[[terrain]]\noutline = []\n" + ASK, 2, "terrain has no kind"),
    "no shape": (HEAD + '[[terrain]]\nkind = "woods"\n' + ASK, 2, "has no shape"),
    "two points": (HEAD + '[[terrain]]\nkind = "woods"\noutline = [[0, 0], [1, 1]]\n' + ASK, 4, "needs at least 3"),
    "bad point": (HEAD + '[[terrain]]\nkind = "woods"\noutline = [[0, 0],\n[1, "x"], [2, 2]]\n' + ASK, 5, "a point is"),
    "crossing outline": (
        HEAD + '[[terrain]]\nkind = "woods"\noutline = [[0, 0], [50, 50], [50, 0], [0, 50]]\n' + ASK,
        4,
        "outline crosses itself",
    ),
    "flat outline": (
        HEAD + '[[terrain]]\nkind = "woods"\noutline = [[0, 0], [50, 50], [20, 20]]\n' + ASK,
        4,
        "encloses nothing",
    ),
    "no width": (HEAD + '[[terrain]]\nkind = "road"\nline = [[0, 0], [1, 1]]\n' + ASK, 2, "has no width"),
    "nature of a wood": (
        HEAD + '[[terrain]]\nkind = "woods"\noutline = [[0, 0], [9, 0], [9, 9]]\nnature = "paltry"\n' + ASK,
        5,
        "only a river has a nature",
    ),
    "id of base and terrain": (
        HEAD + '[[terrain]]\nid = "A"\nkind = "woods"\noutline = [[0, 0], [9, 0], [9, 9]]\n' + A + ASK,
        7,
        "is the id of a terrain feature already",
    ),
    "two features": (
        HEAD + 2 * '[[terrain]]\nid = "W"\nkind = "woods"\noutline = [[0, 0], [9, 0], [9, 9]]\n' + ASK,
        7,
        "two terrain features 'W'",
    ),
    "infinity": (HEAD + "table = [inf, 600]\n" + ASK, 2, "table is inf"),
    "endless integer": (HEAD + f"bound = {'9' * 400}\n" + ASK, 2, "larger than anything"),
    "no table": (HEAD + "table = [0, 600]\n" + ASK, 2, "both more than 0"),
    "bound": (HEAD + "bound = 0\n" + ASK, 2, "bound is 0 but must be a whole number, 1 or more"),
    "flag": (HEAD + A + "moved = 1\n" + ASK, 8, "moved is 1 but must be true or false"),
    "unknown option": (HEAD + "options = { mud = true }\n" + ASK, 2, "toy has no option 'mud'"),
    "option value": (HEAD + "options = { night = 1 }\n" + ASK, 2, "night is 1 but must be one of True, False"),
    "lost troops": (HEAD + 'lost = { red = ["4Bd",\n"5Xx"] }\n' + ASK, 3, "there are no troops '5Xx'"),
    "lost by whom": (HEAD + 'lost = { green = ["4Bd"] }\n' + ASK, 2, "lost has no key 'green'"),
    "top clause": (HEAD + 'clauses = ["BOB-NO-1"]\n' + ASK, 2, "no ledger has that clause"),
    "no such phase": (HEAD + 'phase = "supper"\n' + ASK, 2, "there is no phase 'supper'"),
    "phase type": (HEAD + "phase = 3\n" + ASK, 2, "phase is 3 but must be a text"),
    "pips": (HEAD + "pips = -1\n" + ASK, 2, "pips is -1 but must be a whole number, 0 or more"),
    "undeployed and placed": (HEAD + A + "undeployed = true\n" + ASK, 8, "placed twice, by front and by undeployed"),
    "frames": (HEAD + "frames = 3\n" + ASK, 2, "frames is 3 but must be true, false or a list of frames"),
    "frame key": (HEAD + "frames = [{ turn = 3 },\n{ angle = 3 }]\n" + ASK, 3, "a frame has no key 'angle'"),
    "frame turn": (HEAD + 'frames = [{ turn = "left" }]\n' + ASK, 2, "turn is 'left' but must be a number"),
    "one do": (HEAD + '[do]\naction = "step"\n' + ASK, 2, "tables headed [[do]]"),
    "one table": (HEAD + '[base]\nid = "A"\n' + ASK, 2, "tables headed [[base]]"),
    "not TOML": (HEAD + "what is this\n", 2, "not well-formed TOML"),
    "key twice": (HEAD + HEAD, 2, "not well-formed TOML"),
    "cut off": (HEAD + "table = [600,", 2, "not well-formed TOML"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_cannot_be_read(read: Read, name: str) -> None:
    text, line, part = FAULTY[name]
    with pytest.raises(CaseError) as caught:
        read(text)
    assert part in caught.value.sentence
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


FAULTY_ASKS = {
    "no question": ("[[ask]]\nanswer = true\n", 2, "an ask has no question"),
    "no answer": ('[[ask]]\nquestion = "may_echo"\n', 2, "an ask has no answer"),
    "unknown question": ('[[ask]]\nquestion = "may_eco"\nanswer = true\n', 3, "did you mean 'may_echo'?"),
    "question type": ("[[ask]]\nquestion = 3\nanswer = true\n", 3, "must be a text"),
    "unknown clause": (ASK + 'because = ["BOB-SHO-1",\n"BOB-SHO-999"]\n', 6, "no ledger has that clause"),
    "because type": (ASK + 'because = "BOB-SHO-1"\n', 5, "must be a list"),
    "both sides": (ASK + 'because = ["BOB-SHO-1"]\nspared = ["BOB-SHO-1"]\n', 6, "is in because and in spared"),
}


@pytest.mark.parametrize("name", FAULTY_ASKS)
def test_a_faulty_question_spares_the_others(read: Read, name: str) -> None:
    text, line, part = FAULTY_ASKS[name]
    bad, good = read(HEAD + text + ASK).asks
    assert bad.fault is not None and part in bad.fault.sentence
    assert bad.fault.line == line
    assert good.fault is None


def test_an_answer_may_be_left_out_when_only_asking(tmp_path: Path) -> None:
    file = tmp_path / "ask.toml"
    file.write_text(HEAD + '[[ask]]\nquestion = "may_echo"\n')
    assert read_case(file, answered=False).asks[0].fault is None


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'edition = "toy"\ntitle = "\xe9"\n')
    with pytest.raises(CaseError, match=r"latin\.toml, line 2: the file is not UTF-8"):
        read_case(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="cannot be read"):
        read_case(tmp_path / "nowhere.toml")


BIG = 'edition = "dba22"\n'
GOING = '[[ask]]\nquestion = "going"\nelement = "A"\nanswer = "good"\n'


def test_commands_of_a_big_battle_are_all_or_none(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    blue = _b("front = [300, 500]\nfacing = 180")
    file.write_text(BIG + A + blue + GOING)
    assert read_case(file).position.commands is UNSET

    file.write_text(BIG + A + 'command = "left"\n' + blue + GOING)
    position = read_case(file).position
    assert position.commands == (Command("left", "red"),)
    assert position.base("A").service == Service("left")

    file.write_text(BIG + A + 'command = "left"\n' + blue.replace("blue", "red") + GOING)
    with pytest.raises(CaseError, match="base B has no command, but its side has commands; give its command"):
        read_case(file)


def test_pips_by_command_name_commands_there_are(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    move = '[[ask]]\nquestion = "may_move"\nelement = "A"\nto = { front = [310, 310], facing = 30 }\n'
    file.write_text(BIG + A + 'command = "left"\n' + move + "pips = { right = 1 }\nanswer = { legal = true }\n")
    _, (fault,) = run_case(read_case(file))
    assert "there is no command 'right'; there are left" in str(fault)
