"""Owners who choose in the middle of what is carried out."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.survey import BETWEEN
from debellis.dbm.aftermath.forks import FIRST, HAND, LEFT, RIGHT, Choices, Fork, Made
from debellis.dbm.playing.actions import Choose, Fight, PickShooter, Shoot
from debellis.dbm.playing.state import State
from debellis.dbm.troops import CINC
from debellis.odds.course import Course
from debellis.odds.work import Work
from debellis.table.writing import convert, plain
from tests.dbm.small import base, battle


def before_cavalry(rank: str | None = None) -> tuple[Game, State]:
    """Spears of the side whose bound it is in contact with light horse, cavalry behind that."""
    return battle(
        base("S", "Reg Sp (O)", (500, 300, 0)),
        base("L", "Irr LH (O)", (500, 300, 180), command="B", rank=rank),
        base("C", "Irr Cv (O)", (500, 330, 180), command="B"),
        phase="melee",
    )


def test_a_fight_waits_for_the_owner_and_is_carried_out_with_the_same_dice() -> None:
    game, state = before_cavalry()
    waiting, events = game.apply(state, Fight("S", "L"), Chance((3, 4)))
    assert [event.kind for event in events] == ["fight", "fork"]
    assert waiting.position is state.position
    assert game.pending(waiting).side == "blue"
    assert not game.allows(waiting, Choose("left"))
    assert not game.allows(waiting, Fight("S", "L"))
    ends = {}
    for option in ("pass", "push"):
        after, told = game.apply(waiting, Choose(option), Chance())
        assert "fight" not in [event.kind for event in told]
        assert after.fate is UNSET and after.choices is UNSET
        ends[option] = after.position.base("L").front
    assert ends == {"pass": (500.0, 360.0), "push": (500.0, 330.0)}


def test_what_waits_can_be_written_and_read() -> None:
    game, state = before_cavalry()
    waiting, _ = game.apply(state, Fight("S", "L"), Chance((3, 4)))
    assert convert(plain(waiting), State) == waiting
    assert game.view(waiting, None).fork.options == ("push", "pass")


def test_odds_go_on_where_an_owner_chooses() -> None:
    game, state = before_cavalry()
    waiting, _ = game.apply(state, Fight("S", "L"), Chance((3, 4)))
    assert game.survey.moment(waiting) == BETWEEN
    course = Course(game, Work())
    after = course.after(course.moment(state), (Fight("S", "L"),))
    assert sum((chance for chance, _ in after), Fraction(0)) == 1
    assert not any(game.survey.midway(moment.state) for _, moment in after)


def test_choices_are_taken_as_made_or_preferred_or_asked() -> None:
    made = Choices((Made(HAND, "L", (LEFT, RIGHT), RIGHT),), asks=True)
    assert made.pick(HAND, "L", (LEFT, RIGHT)) == RIGHT
    assert FIRST.pick(HAND, "L", (LEFT, RIGHT)) == LEFT
    assert Choices(preferred=((HAND, (RIGHT,)),)).pick(HAND, "M", (LEFT, RIGHT)) == RIGHT
    try:
        made.pick(HAND, "M", (LEFT, RIGHT))
    except Fork as fork:
        assert (fork.element, fork.options) == ("M", (LEFT, RIGHT))
    else:
        raise AssertionError("nothing was asked")


def test_nobody_is_asked_for_an_order_that_makes_no_difference() -> None:
    asking = Choices(asks=True)
    assert asking.in_order("A", ("B", "C"), lambda order: sorted(order)) == ("B", "C")
    try:
        asking.in_order("A", ("B", "C"), lambda order: order)
    except Fork as fork:
        assert fork.options == ("B", "C")
    else:
        raise AssertionError("nothing was asked")


def test_dice_after_a_choice_are_thrown_when_it_is_made() -> None:
    game, state = battle(
        base("A", "Reg Bw (O)", (500, 300, 0)),
        base("X", "Irr Bw (O)", (500, 380, 180), command="B", rank=CINC),
        base("Y", "Irr Bw (O)", (460, 380, 180), command="B"),
        phase="shooting",
    )
    state, _ = game.apply(state, PickShooter("A"), Chance())
    waiting, events = game.apply(state, Shoot("A", "X"), Chance())
    assert [event.kind for event in events] == ["fork"]
    chance = Chance((6, 1, 6))
    after, told = game.apply(waiting, Choose("nobody"), chance)
    assert [event.kind for event in told][:4] == ["choose", "shoot", "destroyed", "general_lost"]
    assert not after.position.has_base("X")
    assert chance.left_over == 0
