"""What the player whose bound it is decides about the order of things: conforming, turning, and moving together."""

from __future__ import annotations

from debellis.dbm.playing.actions import Choose, EndMoves, MoveElements, MoveTogether, TurnToFace
from debellis.geometry.plane import direction
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from tests.dbm.small import base, battle, done, refused

NORTH, EAST, WEST = direction(0), direction(90), direction(270)


def test_the_player_orders_how_enemies_conform() -> None:
    game, state = battle(
        base("G1", "Irr Sp (O)", (420, 440, 0)),
        base("G2", "Irr Sp (O)", (460, 440, 0)),
        base("G3", "Irr Sp (O)", (500, 440, 0)),
        base("A", "Irr LH (O)", (450, 450, 180), command="B"),
        base("C", "Irr LH (O)", (512, 450, 180), command="B"),
    )
    group, ahead = ("G1", "G2", "G3"), (Step(advance=10.0),)
    assert game.check(state, MoveElements(group, steps=ahead)).answer["conforms"] == ["A", "C"]
    assert game.check(state, MoveElements(group, steps=ahead, conform=("C",))).answer["conforms"] == ["C", "A"]
    assert "conforms" not in game.check(state, MoveElements(group, steps=(Step(advance=5.0),))).answer
    after, events = done(game, state, MoveElements(group, steps=ahead, conform=("C", "A")))
    assert [event.bases for event in events if event.kind == "conform"] == [("C", "A")]
    assert any("DBM32-P18-para3-order" in event.clauses for event in events)
    assert after.position.base("A").front == (460.0, 450.0)
    assert after.position.base("C").front == (500.0, 450.0)
    assert "DBM32-P18-para3-order" in refused(game, state, MoveElements(group, steps=ahead, conform=("G1",)))
    assert "DBM32-P18-para3-order" in refused(
        game, state, MoveElements(group, steps=(Step(advance=5.0),), conform=("A",))
    )


def struck_column() -> tuple[Base, ...]:
    """A column of blue, its head struck from the west by A and its second rank from the east by C."""
    return (
        base("A", "Irr Kn (O)", (480, 480, 90)),
        base("C", "Irr Kn (O)", (520, 465, 270)),
        base("E", "Reg Bd (O)", (500, 500, 0), command="B"),
        base("F", "Reg Bd (O)", (500, 485, 0), command="B"),
        base("Z", "Reg Bd (O)", (1500, 1000, 0)),
    )


def test_turns_that_change_each_other_are_made_in_the_order_the_player_says() -> None:
    game, state = battle(*struck_column())
    contacts = (("C", "F"), ("A", "E"), ("A", "F"))
    state = replace(state, bound=replace(state.bound, contacts=contacts, moves=(1, 3)))
    waiting, _ = done(game, state, EndMoves())
    assert waiting.phase == "turning"
    assert refused(game, waiting, TurnToFace("Z"))
    column, _ = done(game, waiting, TurnToFace("E"))
    assert column.position.base("E").facing == WEST and column.position.base("F").facing == WEST
    apart, _ = done(game, waiting, TurnToFace("F", "C"))
    assert apart.position.base("F").facing == EAST


def test_whoever_is_struck_by_two_in_one_instant_is_turned_by_its_owner() -> None:
    game, state = battle(*struck_column())
    contacts = (("C", "F"), ("A", "E"), ("A", "F"))
    state = replace(state, bound=replace(state.bound, contacts=contacts, moves=(3,)))
    waiting, _ = done(game, state, EndMoves())
    assert waiting.phase == "turning"
    assert game.pending(waiting).side == "red"
    assert refused(game, waiting, TurnToFace("F", "C"))
    asked, _ = done(game, waiting, TurnToFace("F"))
    assert game.pending(asked).side == "blue"
    apart, _ = done(game, asked, Choose("C"))
    assert apart.position.base("F").facing == EAST


def test_a_turn_that_changes_no_other_is_made_at_once() -> None:
    game, state = battle(*(one for one in struck_column() if one.id != "C"))
    after, events = done(game, state, EndMoves())
    assert [event.bases for event in events if event.kind == "turn_to_face"] == [("E", "F")]
    assert after.phase != "turning"


def test_two_in_each_others_place_move_together() -> None:
    game, state = battle(
        base("P", "Irr LH (O)", (400, 400, 0)),
        base("Q", "Irr El (O)", (442, 400, 0)),
        base("X", "Irr Sp (O)", (442, 416, 0), command="B"),
        base("Y", "Irr Sp (O)", (400, 416, 0), command="B"),
    )
    aside, there = Pose((400.0, 360.0), NORTH), Pose((442.0, 401.0), NORTH)
    way = (("P", aside), ("Q", Pose((400.0, 401.0), NORTH)), ("P", Pose((442.0, 360.0), NORTH)), ("P", there))
    after, _ = done(game, state, MoveTogether(way))
    assert after.position.base("P").front == (442.0, 401.0)
    assert after.position.base("Q").front == (400.0, 401.0)
    assert set(after.bound.contacts) == {("P", "X"), ("Q", "Y")}
    assert after.bound.pips["R"] < state.bound.pips["R"]
    assert "DBM32-P18-para2f" in refused(game, state, MoveTogether((way[3], way[1])))
    assert "DBM32-P18-para2f" in refused(game, state, MoveTogether((way[0],)))


def test_a_column_becomes_a_line_and_a_line_a_column() -> None:
    """DBM-B16.4: three psiloi in file expand beside their head; three in line fall in behind one that goes ahead."""
    game, state = battle(
        base("P", "Reg Ps (O)", (500, 500, 0)),
        base("Q", "Reg Ps (O)", (500, 480, 0)),
        base("S", "Reg Ps (O)", (500, 460, 0)),
        base("E", "Reg Bd (O)", (500, 700, 180), command="B"),
    )
    line = next(a for a in game.ideas(state) if isinstance(a, MoveElements) and a.manoeuvre == "expand")
    after, _ = done(game, state, line)
    assert {after.position.base(name).front for name in "PQS"} == {(460.0, 500.0), (500.0, 500.0), (540.0, 500.0)}
    wood = Terrain("wood", "woods", outline=((400.0, 520.0), (600.0, 520.0), (600.0, 640.0), (400.0, 640.0)))
    game, state = battle(
        base("P", "Reg Bd (O)", (460, 500, 0)),
        base("Q", "Reg Bd (O)", (500, 500, 0)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
        terrain=(wood,),
    )
    column = next(a for a in game.ideas(state) if isinstance(a, MoveElements) and a.manoeuvre == "column")
    after, _ = done(game, state, column)
    assert {after.position.base(name).front for name in "PQ"} == {(500.0, 515.0), (500.0, 500.0)}
    far = replace(column, ends={**column.ends, "Q": Pose((500.0, 700.0), NORTH)})
    assert refused(game, state, far)


def test_a_single_element_expands_on_its_column_and_files_in_again() -> None:
    """IWF-12.1d: measured as a single element that moves there; expendables never expand (IWF-13.10c)."""
    game, state = battle(
        base("P", "Reg Bd (O)", (500, 500, 0)),
        base("Q", "Reg Bd (O)", (500, 485, 0)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
    )
    beside = MoveElements(("Q",), (Pose((540.0, 500.0), NORTH),), expands_on="P")
    after, _ = done(game, state, beside)
    assert after.position.base("Q").front == (540.0, 500.0)
    assert "DBM-B16.4" in refused(game, state, replace(beside, path=(Pose((560.0, 490.0), NORTH),)))
    rested = replace(after, position=replace(after.position, turn_notes={}), bound=state.bound)
    back = MoveElements(("Q",), (Pose((500.0, 485.0), NORTH),), contracts_behind="P")
    again, _ = done(game, rested, back)
    assert again.position.base("Q").front == (500.0, 485.0)
    assert "DBM-B16.4" in refused(game, rested, replace(back, path=(Pose((540.0, 485.0), NORTH),)))
