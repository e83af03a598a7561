"""What a battle of DBM does and what `ask` answers in that moment are one: prices, turns, shots, casualties."""

from __future__ import annotations

from debellis.dbm.playing.actions import Dismount, Halt, Mount, MoveElements, PickShooter, Shoot
from debellis.dbm.troops import CINC, SUB
from debellis.geometry.plane import direction
from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose
from debellis.table.value import replace
from tests.dbm.small import base, battle, done, refused

NORTH, SOUTH = direction(0), direction(180)


def test_a_contact_made_legal_costs_one_whatever_the_troops_are() -> None:
    """IWF-10.2b: irregular warband 8 mm out of line shifts into its enemy's front for 1, not 2."""
    game, state = battle(
        base("W", "Irr Wb (O)", (508, 500, 0)),
        base("G", "Irr Kn (O)", (500, 300, 0), rank=CINC),
        base("E", "Reg Bd (O)", (500, 500, 180), command="B"),
    )
    move = MoveElements(("W",), (Pose((500.0, 500.0), NORTH),))
    assert game.check(state, move).answer["cost"] == 1
    assert game.ask(state, "pips", {"element": "W", "to": {"front": [500, 500], "facing": 0}}).answer == 1


def test_a_halted_skirmisher_of_a_demoralised_command_turns_to_face_for_nothing() -> None:
    game, state = battle(
        base("P", "Reg Ps (O)", (500, 500, 180)),
        base("E", "Reg Bd (O)", (500, 800, 180), command="B"),
        notes={"R": ("demoralised",)},
    )
    about = MoveElements(("P",), (Pose((500.0, 520.0), NORTH),))
    state, _ = done(game, state, Halt(("P",)))
    left = state.bound.pips["R"]
    state, _ = done(game, state, about)
    assert state.position.base("P").facing == NORTH
    assert state.bound.pips["R"] == left
    assert refused(game, state, MoveElements(("P",), (Pose((500.0, 540.0), NORTH),)))


def test_a_group_that_passes_through_a_driven_horde_destroys_it() -> None:
    game, state = battle(
        base("S", "Reg Bd (O)", (500, 500, 0)),
        base("T", "Reg Bd (O)", (540, 500, 0)),
        base("H", "Irr Hd (I)", (520, 540, 0)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
    )
    move = MoveElements(("S", "T"), steps=(Step(advance=50.0),))
    asked = game.ask(state, "may_move", {"group": ["S", "T"], "steps": [{"advance": 50.0}]}).answer
    assert asked["destroyed"] == ["H"]
    state, _ = done(game, state, move)
    assert not state.position.has_base("H")
    assert state.position.base("S").front == (500.0, 550.0)


def test_an_unreliable_ally_shoots_at_nobody_first() -> None:
    archers = base("A", "Reg Bw (O)", (500, 500, 0))
    enemy = base("E", "Reg Bd (O)", (500, 560, 180), command="B")
    game, state = battle(archers, enemy, phase="shooting", notes={"R": ("unreliable",)})
    assert refused(game, state, PickShooter("A"))
    assert "DBM-B15.1" in game.ask(state, "may_shoot", {"shooter": "A", "target": "E"}).clauses
    game, state = battle(archers, enemy, phase="shooting")
    state, _ = done(game, state, PickShooter("A"))
    assert game.check(state, Shoot("A", "E")).answer["legal"]


def test_a_sub_general_makes_one_halt_of_a_bound_cheaper() -> None:
    game, state = battle(
        base("G", "Irr Kn (O)", (500, 500, 0), rank=SUB, notes=("never_moved",)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
    )
    first = game.check(state, Halt(("G",))).answer["cost"]
    state, _ = done(game, state, Halt(("G",)))
    assert game.check(state, Halt(("G",))).answer["cost"] == first + 1
    assert game.ask(state, "pips", {"element": "G", "action": "halt"}).answer == first + 1


def test_a_wagon_shoots_from_the_edge_that_is_named() -> None:
    wagon = base("W", "Irr WWg (S)", (500, 500, 0))
    game, state = battle(wagon, base("E", "Reg Bd (O)", (500, 560, 180), command="B"), phase="shooting")
    state, _ = done(game, state, PickShooter("W"))
    assert game.check(state, Shoot("W", "E", edge="front")).answer["legal"]
    assert "IWF-17.2b" in refused(game, state, Shoot("W", "E", edge="rear"))


def test_nobody_dismounts_who_cannot() -> None:
    game, state = battle(
        base("K", "Irr Kn (O)", (500, 500, 0)),
        base("L", "Irr Kn (O)//Irr Bd (S)", (600, 500, 0)),
        base("M", "Reg Bw (S) mounted", (700, 500, 0)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
    )
    assert "DBM-B7.1" in refused(game, state, Dismount(("K",)))
    after, _ = done(game, state, Dismount(("L",)))
    foot = after.position.base("L")
    assert (foot.code, foot.depth, foot.front) == ("Irr Bd (S)", 15.0, (600.0, 500.0))
    assert after.bound.pips["R"] == state.bound.pips["R"] - 2
    assert game.ask(state, "pips", {"element": "L", "dismount": True}).answer == 2
    assert refused(game, after, Mount(("L",)))
    after, _ = done(game, state, Dismount(("M",), holders=True))
    assert after.position.base("M").code == "Reg Bw (S)"
    assert after.position.base("M mounts").front == (700.0, 480.0)
    rested = replace(after, position=replace(after.position, turn_notes={}), bound=state.bound)
    after, _ = done(game, rested, MoveElements(("M",), (Pose((700.0, 520.0), NORTH),)))
    assert after.position.base("M mounts").front == (700.0, 500.0)


def test_who_dismounted_mounts_again_in_a_later_bound() -> None:
    game, state = battle(
        base("L", "Irr Kn (O)//Irr Bd (S)", (600, 500, 0)),
        base("F", "Irr Bd (S)", (700, 500, 0)),
        base("E", "Reg Bd (O)", (500, 900, 180), command="B"),
    )
    first = state
    state, _ = done(game, state, Dismount(("L",)))
    assert "DBM-B7.1" in refused(game, first, Mount(("F",)))
    rested = replace(state, position=replace(state.position, turn_notes={}), bound=first.bound)
    state, _ = done(game, rested, Mount(("L",)))
    back = state.position.base("L")
    assert (back.code, back.dismounts, back.depth) == ("Irr Kn (O)", "Irr Bd (S)", 30.0)


def test_a_step_straight_back_costs_what_the_same_path_costs() -> None:
    game, state = battle(
        base("G", "Irr Kn (O)", (400, 400, 0), rank="sub-general"),
        base("E", "Reg Bd (O)", (900, 900, 180), command="B"),
    )
    by_step = MoveElements(("G",), steps=(Step(advance=-20.0),))
    by_path = MoveElements(("G",), path=(Pose((400.0, 380.0), (0.0, 1.0)),))
    assert game.check(state, by_step).answer["cost"] == game.check(state, by_path).answer["cost"] == 2
