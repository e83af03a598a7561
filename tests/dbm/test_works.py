"""Works in battles of DBM: bought, laid in set-up, walls for moves, climbed, manned, stormed and captured."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.dbm.armies.chosen import ready_army
from debellis.dbm.armies.lists import armies
from debellis.dbm.playing.actions import EndMoves, LayWorks, ManWorks, MoveElements, Storm, WorksSection
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.state import State
from debellis.dbm.troops import service
from debellis.dbm.works import captured, sections_on, works_on
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Command, Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.table.writing import plain
from debellis.umpire.asking import ask
from tests.dbm.small import SCALE, SIZE, base, done, refused

NORTH, SOUTH = (0.0, 1.0), (0.0, -1.0)


def work(name: str, west: float, east: float, kind: str = "tf", owner: str = "blue") -> Terrain:
    """Works along y 600 to 605 that are defended from the north."""
    return Terrain(name, kind, ((west, 605.0), (east, 605.0), (east, 600.0), (west, 600.0)), owner=owner)


def battle(*bases: Base, works: tuple[Terrain, ...], phase: str = "moves") -> tuple[Game, State]:
    names = dict.fromkeys(service(one).command for one in bases)
    commands = tuple(Command(name, "red" if name.startswith("R") else "blue", (), 12.0) for name in names)
    position = Position("dbm31", SIZE, bases, works, SCALE, "red", 2, commands=commands, turn_notes=UNSET)
    return Game("dbm31", FAMILY), FAMILY.take_up(position, Opening(phase, 6))


def ahead(name: str, far: float) -> MoveElements:
    return MoveElements((name,), steps=(Step(advance=far),))


def test_who_stands_at_the_inside_edge_facing_out_defends() -> None:
    there = (
        base("D", "Irr Bd (O)", (920.0, 605.0, 180.0), command="B"),
        base("E", "Irr Bd (O)", (960.0, 606.0, 180.0), command="B"),
        base("F", "Irr Bd (O)", (1000.0, 620.0, 0.0), command="B"),
        base("A", "Irr Bd (O)", (920.0, 500.0, 0.0)),
    )
    _, state = battle(*there, works=(work("w1", 900.0, 940.0), work("w2", 940.0, 980.0), work("w3", 980.0, 1020.0)))
    notes = {one.id: service(one).notes for one in state.position.bases}
    assert notes == {"D": ("defends_tf",), "E": (), "F": (), "A": ()}


def test_works_are_walls_and_an_assaulter_goes_up_to_them() -> None:
    defender = base("D", "Irr Bd (O)", (920.0, 605.0, 180.0), command="B")
    game, state = battle(base("A", "Irr Bd (O)", (920.0, 560.0, 0.0)), defender, works=(work("w1", 900.0, 940.0),))
    assert "DBM-B16.1" in refused(game, state, ahead("A", 45.0))
    state, _ = done(game, state, ahead("A", 40.0))
    assert state.position.base("A").front == (920.0, 600.0)


@pytest.mark.parametrize("defended", [True, False])
def test_earthworks_are_climbed_only_if_nobody_defends_them(defended: bool) -> None:
    """From edge to edge: a base 15 mm deep goes 5 mm of works and its own depth."""
    there = [base("A", "Irr Bd (O)", (920.0, 600.0, 0.0))]
    if defended:
        there.append(base("D", "Irr Bd (O)", (945.0, 605.0, 180.0), command="B"))
    else:
        there.append(base("D", "Irr Bd (O)", (945.0, 705.0, 180.0), command="B"))
    game, state = battle(*there, works=(work("w0", 780.0, 900.0), work("w1", 900.0, 940.0), work("w2", 940.0, 1060.0)))
    over = MoveElements(("A",), path=(Pose((920.0, 620.0), NORTH),))
    if defended:
        assert "DBM-B6.5" in refused(game, state, over)
        return
    after, _ = done(game, state, over)
    assert after.position.base("A").front == (920.0, 620.0)
    assert "DBM-B6.5" in game.check(state, over).clauses
    assert after.position.has_feature("w1")
    too_far = MoveElements(("A",), path=(Pose((920.0, 630.0), NORTH),))
    assert "DBM-B6.5" in refused(game, state, too_far)


def test_nobody_climbs_over_walls() -> None:
    game, state = battle(base("A", "Irr Bd (O)", (920.0, 600.0, 0.0)), works=(work("w1", 800.0, 1040.0, "pf"),))
    assert "DBM-B6.5" in refused(game, state, MoveElements(("A",), path=(Pose((920.0, 620.0), NORTH),)))


def test_a_gateway_that_nobody_opposes_is_open() -> None:
    gate = work("g", 900.0, 940.0, "gateway")
    mover, foe = (
        base("A", "Irr Bd (O)", (920.0, 590.0, 0.0)),
        base("D", "Irr Bd (O)", (920.0, 605.0, 180.0), command="B"),
    )
    game, state = battle(mover, base("Z", "Irr Bd (O)", (100.0, 100.0, 0.0)), works=(gate,))
    assert game.check(state, ahead("A", 40.0)).answer["legal"]
    game, state = battle(mover, foe, works=(gate,))
    assert not game.check(state, ahead("A", 14.0)).answer["legal"]


def test_marches_stop_200_paces_from_works_that_are_defended() -> None:
    defender = base("D", "Irr Bd (O)", (920.0, 605.0, 180.0), command="B")
    mate = base("E", "Irr Bd (O)", (960.0, 605.0, 180.0), command="B")
    march = MoveElements(("A",), steps=(Step(advance=30.0),), march=True)
    for south, legal in ((470.0, True), (471.0, False)):
        game, state = battle(
            base("A", "Irr Cv (O)", (920.0, south, 0.0)),
            defender,
            mate,
            works=(work("w1", 900.0, 940.0), work("w2", 940.0, 980.0)),
        )
        assert game.check(state, march).answer["legal"] == legal
        if not legal:
            assert "IWF-2.4" in game.check(state, march).clauses


def stormed(*dice: int, troops: str = "Irr Ax (O)", defended: bool = True) -> tuple[State, tuple[Any, ...], State]:
    there = [base("A", "Irr Bd (O)", (920.0, 600.0, 0.0))]
    if defended:
        there.append(base("D", troops, (920.0, 605.0, 180.0), command="B"))
    else:
        there.append(base("D", troops, (920.0, 805.0, 180.0), command="B"))
    game, state = battle(*there, works=(work("w1", 900.0, 940.0), work("w2", 940.0, 980.0)), phase="advance")
    state = game.carry_on(state)[0]
    while state.phase != "melee":
        state, _ = done(game, state, game.suggest(state)[-1])
    before = state
    after, events = done(game, state, Storm("A"), *dice)
    asked = game.ask(before, "storm", {"element": "A", "dice": dice[:2]})
    told = next(event for event in events if event.kind == "storm")
    assert told.ruling is not None
    assert asked.answer["totals"] == told.ruling.answer["totals"]
    assert asked.answer["fronts"] == {one.id: list(one.front) for one in after.position.bases}
    return before, events, after


def test_a_beaten_defender_lets_the_assaulter_in_who_captures_the_works() -> None:
    """Bd 5 against Ax 3 and 2 for works: 11 and one for the grade against 6, twice as much: the Ax are destroyed."""
    before, events, after = stormed(6, 1, troops="Irr Ax (I)")
    assert before.bound.storms == ("A",)
    assert "DBM32-P25-storm" in next(event for event in events if event.kind == "storm").clauses
    assert after.position.base("A").front == (920.0, 620.0)
    assert not after.position.has_base("D") and after.bound.lost == {"D": "close_combat"}
    assert {piece.owner for piece, _ in works_on(after.position)} == {"red"}


def test_a_defender_who_recoils_makes_room_for_the_assaulter() -> None:
    """11 against 6: less than twice as much, so the Ax recoil 20 mm."""
    _, _, after = stormed(6, 1)
    assert after.position.base("A").front == (920.0, 620.0)
    assert after.position.base("D").front == (920.0, 625.0)
    assert after.bound.lost == {}


def test_a_beaten_assaulter_recoils_from_the_works() -> None:
    _, _, after = stormed(1, 4)
    assert after.position.base("A").front == (920.0, 585.0)
    assert {piece.owner for piece, _ in works_on(after.position)} == {"blue"}


def test_an_empty_section_fights_by_its_own_factor() -> None:
    _, events, after = stormed(6, 1, defended=False)
    assert "nobody stands opposite A" in " ".join(
        reason.says for event in events if event.ruling for reason in event.ruling.because
    )
    assert after.position.base("A").front == (920.0, 620.0)


def ring() -> tuple[Terrain, ...]:
    """A closed circuit of blue earthworks round x 900 to 1020 and y 600 to 700."""
    return (
        Terrain("n", "tf", ((900.0, 700.0), (1020.0, 700.0), (1025.0, 705.0), (895.0, 705.0)), owner="blue"),
        Terrain("e", "tf", ((1020.0, 700.0), (1020.0, 600.0), (1025.0, 595.0), (1025.0, 705.0)), owner="blue"),
        Terrain("s", "tf", ((1020.0, 600.0), (900.0, 600.0), (895.0, 595.0), (1025.0, 595.0)), owner="blue"),
        Terrain("w", "tf", ((900.0, 600.0), (900.0, 700.0), (895.0, 705.0), (895.0, 595.0)), owner="blue"),
    )


def test_of_two_defenders_equally_near_their_player_chooses_who_mans_the_works() -> None:
    """Both stand round a corner from the assaulted section, each 60 mm along and 40 mm up from the place opposite."""
    there = (
        base("A", "Irr Bd (O)", (960.0, 595.0, 0.0)),
        base("D", "Irr Bd (O)", (900.0, 640.0, 270.0), command="B"),
        base("E", "Irr Bd (O)", (1020.0, 640.0, 90.0), command="B"),
    )
    game, state = battle(*there, works=ring())
    state, _ = done(game, state, EndMoves())
    assert set(ask(state.position, "man_works", element="A").answer["choices"]) == {"D", "E"}
    assert state.phase == "manning" and game.pending(state).side == "blue"
    assert not game.allows(state, ManWorks("A", "A"))
    after, events = done(game, state, ManWorks("A", "E"))
    assert after.phase == "melee" and events[0].kind == "man_works"
    moved = after.position.base("E")
    assert moved.front == pytest.approx((960.0, 600.0)) and moved.facing == pytest.approx(SOUTH)
    assert service(moved).notes == ("defends_tf",)


def test_the_only_defender_who_can_comes_by_himself() -> None:
    there = (
        base("A", "Irr Bd (O)", (960.0, 595.0, 0.0)),
        base("D", "Irr Bd (O)", (900.0, 640.0, 270.0), command="B"),
    )
    game, state = battle(*there, works=ring())
    after, events = done(game, state, EndMoves())
    assert after.phase == "melee" and [event.kind for event in events] == ["man_works"]
    assert "DBM32-P21-fort-corner-move" in events[0].clauses


def test_a_circuit_that_no_enemy_has_entered_keeps_the_demoralised() -> None:
    inside = base("D", "Irr Bw (O)", (960.0, 640.0, 180.0), command="B")
    outside = base("E", "Irr Bw (O)", (960.0, 740.0, 180.0), command="B")
    _, state = battle(inside, outside, base("A", "Irr Bd (O)", (940.0, 400.0, 0.0)), works=ring())
    position = replace(
        state.position,
        commands=tuple(replace(one, notes=("demoralised",)) for one in state.position.commands or ()),
    )
    assert ask(position, "must_flee", element="E").answer is True
    ruling = ask(position, "must_flee", element="D")
    assert ruling.answer is False and "DBM32-P25-demoralised" in ruling.clauses
    assert ask(captured(position, "s", "red"), "must_flee", element="D").answer is True
    assert ask(position.with_base(replace(position.base("A"), front=(990.0, 680.0))), "must_flee", element="D").answer


def begun(works: dict[str, int], **more: Any) -> dict[str, Any]:
    listed = armies("dbm31")["hundred_years_war_english"]
    army = plain(ready_army(listed))
    army.pop("points", None)
    return {"red": army | {"works": works}, "blue": "viking", "points": 500, **more}


def laid(state: State) -> State:
    """The battle at the step in which works are laid."""
    return replace(state, phase="works", turn="red", invader="blue", edges={"red": "south", "blue": "north"})


def test_works_bought_are_laid_in_the_own_zone_and_manned() -> None:
    game = Game("dbm31", FAMILY)
    state = laid(game.start(begun({"TF": 24})))
    assert state.forces["red"].works == {"TF": 24}
    idea = game.suggest(state)[0]
    assert isinstance(idea, LayWorks) and len(idea.sections) == 24
    after, events = done(game, state, idea)
    assert len(sections_on(after.position)) == 24 and events[0].kind == "works"
    assert after.phase == "orders" and after.turn == other("blue")
    while game.pending(after).setting_up:
        after = game.apply(after, game.suggest(after)[0], Chance((3,) * 6))[0]
    assert sum("defends_tf" in service(one).notes for one in after.position.friends("red")) >= 4


def section(name: str, west: float, deep: float, kind: str = "TF", wide: float = 40.0) -> WorksSection:
    inside, outside = ((west, deep), (west + wide, deep)), ((west, deep + 5.0), (west + wide, deep + 5.0))
    return WorksSection(name, kind, inside, outside)


@pytest.mark.parametrize(
    ("sections", "clause"),
    [
        ((section("a", 800.0, 300.0),), None),
        ((section("a", 800.0, 300.0), section("b", 840.0, 300.0), section("c", 880.0, 300.0)), "DBM-B5.7"),
        ((section("a", 800.0, 300.0, "PF"),), "DBM-B5.7"),
        ((section("a", 800.0, 300.0, wide=50.0),), "DBM-B6.1"),
        ((section("a", 800.0, 446.0),), "DBM-B12.2"),
        ((section("a", 800.0, 445.0),), None),
        ((section("a", 800.0, 300.0), section("b", 845.0, 300.0)), "IWF-2.1a"),
        ((section("a", 800.0, 300.0), section("a", 840.0, 300.0)), "DBM-B6.1"),
    ],
)
def test_works_are_laid_as_bought_whole_and_in_the_zone(sections: tuple[WorksSection, ...], clause: str | None) -> None:
    game = Game("dbm31", FAMILY)
    state = laid(game.start(begun({"TF": 2})))
    ruling = game.check(state, LayWorks(sections))
    assert ruling.answer["legal"] == (clause is None), ruling.answer
    assert clause is None or clause in ruling.clauses


def test_who_bought_no_works_lays_none() -> None:
    game = Game("dbm31", FAMILY)
    state = game.start({"red": "viking", "blue": "norman"})
    state = replace(laid(state), phase="weather")
    assert game.carry_on(state)[0].phase == "orders"
