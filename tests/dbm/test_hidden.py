"""Ambushes, flank marches and unreliable allies in the bounds of a battle of DBM, each in a small position."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.rules import Opening
from debellis.battle.secrets import Secret
from debellis.dbm.measures import measures
from debellis.dbm.playing.actions import Arrive, Choose, EndMoves, MoveElements, RollPips, SpringAmbush
from debellis.dbm.playing.bound_end import judged
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.hidden import orders_of, with_orders
from debellis.dbm.playing.state import Coming, Orders, State
from debellis.dbm.troops import read_troops
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.steps import Step
from debellis.server.answering import places_after
from debellis.table.bases import Base, Service
from debellis.table.pose import Pose
from debellis.table.position import Command, Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

RULES = Game("dbm31", FAMILY)
SCALE = measures("dbm31")[0]
NORTH, SOUTH = (0.0, 1.0), (0.0, -1.0)
WOODS = Terrain("woods", "woods", ((800.0, 300.0), (1100.0, 300.0), (1100.0, 500.0), (800.0, 500.0)))


def element(name: str, troops: str, command: str, at: tuple[float, float], facing: tuple[float, float]) -> Base:
    side = "red" if name.startswith("R") else "blue"
    read = read_troops("dbm31", troops, SCALE)
    serving = Service(command, read.rank)
    return Base(name, side, read.code, read.kind, read.width, read.depth, at, facing, read.general, service=serving)


def battle(
    *more: Base, turn: str = "blue", phase: str = "moves", terrain: tuple[Terrain, ...] = (), pips: int = 6
) -> State:
    """A battle in its second bound: each side has its chief far behind, in the commands RC and BC."""
    chiefs = (
        element("R1", "Irr Cv (O) C-in-C", "RC", (300.0, 100.0), NORTH),
        element("B1", "Irr Cv (O) C-in-C", "BC", (300.0, 1100.0), SOUTH),
    )
    names = dict.fromkeys(base.service.command for base in (*chiefs, *more))  # type: ignore[union-attr]
    commands = tuple(Command(one, "red" if one[0] == "R" else "blue", (), 20.0) for one in names)
    position = Position("dbm31", (1800.0, 1200.0), (*chiefs, *more), terrain, SCALE, turn, 2, commands=commands)
    state = RULES.from_position(position, Opening(phase, pips))
    assert isinstance(state, State)
    return state


def hiding(state: State, **places: tuple[float, float]) -> State:
    """The state with elements of red taken off the table and put in ambush, facing north."""
    ambushes = {name: Pose(at, NORTH) for name, at in places.items()}
    position = state.position.without(*places)
    return replace(state, position=position, orders={"red": Secret("red", Orders((), ambushes))})


def in_woods(*more: Base, **how: Any) -> State:
    """A battle in which red's R2 hides deep in a wood."""
    hidden = element("R2", "Irr Ax (O)", "RC", (950.0, 420.0), NORTH)
    return hiding(battle(hidden, *more, terrain=(WOODS,), **how), R2=(950.0, 420.0))


def told(events: tuple[Any, ...], kind: str) -> list[Any]:
    return [event for event in events if event.kind == kind]


def test_an_ambush_stays_secret_while_nobody_sees_it() -> None:
    state = in_woods(element("B2", "Irr Cv (O)", "BC", (950.0, 800.0), SOUTH))
    after, events = RULES.apply(state, MoveElements(("B2",), steps=(Step(advance=60.0),)), Chance())
    assert not after.position.has_base("R2") and orders_of(after, "red").ambushes
    assert not told(events, "ambush")
    assert RULES.view(after, "blue").orders is None
    assert "R2" in RULES.view(after, "red").orders.ambushes


def test_who_moves_to_where_he_sees_the_ambush_discovers_it_and_stops_or_goes_on() -> None:
    state = in_woods(element("B2", "Irr Ps (O)", "BC", (950.0, 495.0), SOUTH))
    move = MoveElements(("B2",), path=(Pose((950.0, 446.0), SOUTH),))
    after, events = RULES.apply(state, move, Chance())
    (placed,) = told(events, "ambush")
    assert after.position.has_base("R2") and not orders_of(after, "red").ambushes
    assert "IWF-9.1a" in placed.clauses and placed.bases == ("R2",)
    (found,) = told(events, "discovery")
    assert "IWF-9.2c" in found.clauses
    stopped = after.position.base("B2").front[1]
    assert stopped > move.path[-1].front[1], "it stops where it first sees them"
    assert after.bound.rest is not UNSET and after.bound.rest.elements == ("B2",)
    pips = dict(after.bound.pips)
    on = MoveElements(("B2",), path=(Pose((950.0, stopped + 10.0), SOUTH),))
    later, _ = RULES.apply(after, on, Chance())
    assert later.position.base("B2").front[1] == pytest.approx(stopped + 10.0)
    assert later.bound.pips == pips and later.bound.rest is UNSET
    assert not RULES.allows(later, on), "the rest is used once"
    far = MoveElements(("B2",), path=(Pose((950.0, stopped + 10.0 + after.bound.rest.far), SOUTH),))
    assert not RULES.allows(after, far)


def test_a_preview_of_a_move_finds_no_ambush() -> None:
    state = in_woods(element("B2", "Irr Ps (O)", "BC", (950.0, 495.0), SOUTH))
    there = Pose((950.0, 446.0), SOUTH)
    assert places_after(RULES, state, MoveElements(("B2",), path=(there,))) == {"B2": there}


def test_ambushers_are_placed_when_their_owner_moves_them() -> None:
    state = in_woods(turn="red")
    move = MoveElements(("R2",), path=(Pose((950.0, 450.0), NORTH),))
    assert RULES.allows(state, move)
    after, events = RULES.apply(state, move, Chance())
    (placed,) = told(events, "ambush")
    assert placed.clauses == ("IWF-9.1a",)
    assert after.position.base("R2").front == (950.0, 450.0) and not orders_of(after, "red").ambushes


def test_friends_do_not_walk_over_their_own_ambush_and_say_nothing_of_it() -> None:
    friend = element("R3", "Irr Bd (O)", "RC", (950.0, 388.0), NORTH)
    state = in_woods(friend, turn="red")
    onto = MoveElements(("R3",), path=(Pose((950.0, 406.0), NORTH),))
    assert RULES.allows(replace(state, orders=UNSET), onto)
    assert not RULES.allows(state, onto)
    beside = MoveElements(("R3",), path=(Pose((970.0, 388.0), NORTH),))
    after, events = RULES.apply(state, beside, Chance())
    assert not after.position.has_base("R2") and not told(events, "ambush")


def test_bowmen_in_ambush_are_shown_to_shoot_in_the_bound_of_the_enemy() -> None:
    bows = element("R2", "Irr Bw (O)", "RC", (950.0, 495.0), NORTH)
    target = element("B2", "Irr Wb (O)", "BC", (950.0, 560.0), SOUTH)
    state = hiding(battle(bows, target, terrain=(WOODS,)), R2=(950.0, 495.0))
    state = replace(state, phase="springing", springs=("blue",))
    assert RULES.pending(state).side == "red"
    assert not RULES.allows(state, SpringAmbush(("R1",)))
    shown, events = RULES.apply(state, SpringAmbush(("R2",)), Chance())
    assert shown.phase == "shooting" and shown.position.has_base("R2")
    assert told(events, "ambush")[0].clauses == ("IWF-9.1a",)
    kept, _ = RULES.apply(state, SpringAmbush(), Chance())
    assert orders_of(kept, "red").ambushes


def marching(edge: str = "west", *, blue: int = 0, phase: str = "pips") -> State:
    """Red's RL of three elements is on a flank march; blue's BL, of so many, round the west."""
    rows = [element("R2", "Irr Cv (O) sub-general", "RL", (0.0, 0.0), NORTH)]
    rows += [element(f"R{n}", "Irr LH (O)", "RL", (0.0, 0.0), NORTH) for n in (3, 4)]
    if blue:
        rows.append(element("B2", "Irr Cv (O) sub-general", "BL", (0.0, 0.0), SOUTH))
        rows += [element(f"B{n}", "Irr LH (O)", "BL", (0.0, 0.0), SOUTH) for n in range(3, blue + 2)]
    state = battle(*rows, turn="red", phase=phase)
    orders = {"red": Secret("red", Orders((), {}, {"RL": edge}))}
    if blue:
        orders["blue"] = Secret("blue", Orders((), {}, {"BL": "west"}))
    return replace(state, position=state.position.without(*(base.id for base in rows)), orders=orders)


def test_a_six_brings_a_flank_march_on_in_the_next_bound() -> None:
    state = marching()
    kept, events = RULES.apply(state, RollPips(), Chance((4, 5)))
    assert not told(events, "flank_march") and orders_of(kept, "red").flank_marches
    after, events = RULES.apply(state, RollPips(), Chance((4, 6)))
    (said,) = told(events, "flank_march")
    assert "west" in said.says and said.clauses == ("DBM-B12.5",)
    assert after.coming["RL"] == Coming("west", 3, ("R2", "R3", "R4"))
    assert not orders_of(after, "red").flank_marches
    assert RULES.view(after, "blue").coming == after.coming


@pytest.mark.parametrize(("blue", "back"), [(0, []), (2, ["BL"]), (3, ["RL", "BL"]), (4, ["RL"])])
def test_two_flank_marches_that_meet_are_compared(blue: int, back: list[str]) -> None:
    after, events = RULES.apply(marching(blue=blue), RollPips(), Chance((4, 6)))
    met = told(events, "driven_back")
    assert bool(met) == bool(blue)
    for name in back:
        assert after.coming[name].edge == ("south" if name == "RL" else "north")
        assert met[0].clauses == ("DBM32-P15-flank-meet",)
    if "RL" not in back:
        assert after.coming["RL"].edge == "west"


def arriving(*more: Base) -> State:
    """Red's RL may come on over the west edge now."""
    state = battle(*more, turn="red")
    gone = [element("R2", "Irr Cv (O) sub-general", "RL", (0.0, 0.0), NORTH)]
    gone += [element(f"R{n}", "Irr LH (O)", "RL", (0.0, 0.0), NORTH) for n in (3, 4)]
    force = state.forces["red"]
    commands = (*(state.position.commands or ()), Command("RL", "red", (), 3.0))
    return replace(
        state,
        position=replace(state.position, commands=commands),
        forces={**state.forces, "red": replace(force, elements=(*force.elements, *gone))},
        coming={"RL": Coming("west", 2, ("R2", "R3", "R4"))},
        bound=replace(state.bound, pips={"RC": 6, "RL": 2}),
    )


EAST = (1.0, 0.0)
LINE = Arrive({"R3": Pose((30.0, 500.0), EAST), "R4": Pose((30.0, 460.0), EAST)})


def test_a_group_comes_on_and_the_others_are_stragglers() -> None:
    state = arriving()
    assert not RULES.allows(state, EndMoves()), "somebody must come on who can"
    after, events = RULES.apply(state, LINE, Chance())
    assert after.position.base("R3").front == (30.0, 500.0)
    assert after.bound.pips["RL"] == 1 and after.coming["RL"] == Coming("west", 2, ("R2",), True)
    assert told(events, "arrive")[0].bases == ("R3", "R4")
    assert RULES.allows(after, EndMoves())
    assert not RULES.allows(after, LINE)


def test_ideas_in_any_order_bring_on_who_must_come() -> None:
    """There are many groups to move, and whoever draws arrivals last still finds something legal."""
    many = [element(f"R{n}", "Irr Cv (O)", "RC", (300.0 + 100.0 * n, 300.0), NORTH) for n in range(5, 15)]
    state = arriving(*many)
    ideas = list(RULES.ideas(state, list.reverse))
    assert EndMoves() not in ideas and not RULES.allows(state, EndMoves())
    assert isinstance(ideas[-1], Arrive) and RULES.allows(state, ideas[-1]), "the last idea is always legal"


@pytest.mark.parametrize(
    ("places", "clause"),
    [
        ({"R3": Pose((30.0, 500.0), EAST), "R4": Pose((30.0, 300.0), EAST)}, "DBM-B12.5"),
        ({"R3": Pose((700.0, 500.0), EAST)}, "DBM-B12.5"),
        ({"R3": Pose((10.0, 500.0), EAST)}, "IWF-8.2a"),
    ],
)
def test_who_comes_on_wrongly_is_refused(places: dict[str, Pose], clause: str) -> None:
    ruling = RULES.check(arriving(), Arrive(places))
    assert not ruling.answer["legal"] and clause in ruling.clauses


def test_enemies_near_flee_before_arrivals_and_ambushers_are_revealed() -> None:
    near = element("B2", "Irr LH (O)", "BC", (100.0, 480.0), SOUTH)
    state = arriving(near)
    after, events = RULES.apply(state, LINE, Chance())
    (fled,) = told(events, "scared")
    assert "IWF-8.3b" in fled.clauses and fled.bases == ("B2",)
    assert after.position.base("B2").front[0] > 200.0
    assert after.bound.scared == ("B2",)
    assert [event.kind for event in events].index("scared") < [event.kind for event in events].index("arrive")


def allied(regular: bool, foreign: bool = False, breaks: str = "red") -> State:
    """Red has an unreliable ally-general; blue or red ends its bound with a broken command."""
    drill = "Reg" if regular else "Irr"
    state = battle(
        element("R2", f"{drill} Cv (O) ally-general", "RA", (600.0, 100.0), NORTH),
        element("R3", "Irr Cv (O) sub-general", "RL", (800.0, 100.0), NORTH),
        element("B3", "Irr Cv (O) sub-general", "BL", (800.0, 1100.0), SOUTH),
        turn="blue",
    )
    notes = {"RA": ("unreliable",), "RL" if breaks == "red" else "BL": ("demoralised",)}
    commands = tuple(replace(one, notes=notes.get(one.id, ())) for one in state.position.commands or ())
    force = replace(state.forces["red"], army="" if foreign else "viking")
    return replace(state, position=replace(state.position, commands=commands), forces={**state.forces, "red": force})


def command(state: State, name: str) -> Command:
    return next(one for one in state.position.commands or () if one.id == name)


def test_an_irregular_foreign_ally_goes_over_when_his_side_breaks() -> None:
    state = allied(regular=False, foreign=True)
    after, events = RULES.apply(state, EndMoves(), Chance())
    (went,) = told(events, "deserts")
    assert {"DBM32-P16-ally-b-who", "DBM32-P16-ally-b-effect"} <= set(went.clauses)
    assert after.position.base("R2").side == "blue" and command(after, "RA").side == "blue"
    assert command(after, "RA").notes == () and after.deserted == {"RA": "red"}
    assert "R2" in [base.id for base in after.forces["blue"].elements]
    losses = judged(after).answer["losses"]
    assert losses["red"] == 40.0, "the broken command and the one that left"
    assert losses["blue"] == 0.0


@pytest.mark.parametrize(("regular", "foreign"), [(True, True), (False, False)])
def test_others_stay(regular: bool, foreign: bool) -> None:
    after, events = RULES.apply(allied(regular, foreign), EndMoves(), Chance())
    assert not told(events, "deserts")
    assert command(after, "RA").notes == ("unreliable",) and command(after, "RA").side == "red"


def test_an_ally_is_reliable_when_the_enemy_breaks() -> None:
    after, events = RULES.apply(allied(False, breaks="blue"), EndMoves(), Chance())
    (said,) = told(events, "reliable")
    assert said.clauses == ("DBM-B15.4",) and command(after, "RA").notes == ()


def test_an_ambusher_who_has_fled_is_in_the_way_of_the_next() -> None:
    """B3 is revealed, flees first and stops east; B2 behind it may not end on it."""
    near = element("B2", "Irr Ps (O)", "BC", (120.0, 478.0), NORTH)
    hidden = element("B3", "Irr Ps (O)", "BC", (112.0, 500.0), (-1.0, 0.0))
    state = arriving(near)
    force = state.forces["blue"]
    state = replace(state, forces={**state.forces, "blue": replace(force, elements=(*force.elements, hidden))})
    orders = replace(orders_of(state, "blue"), ambushes={"B3": Pose((112.0, 500.0), (-1.0, 0.0))})
    state = with_orders(state, "blue", orders)
    waits, events = RULES.apply(state, LINE, Chance())
    assert told(events, "fork") and RULES.pending(waits).side == "blue", "who goes first is their owner's choice"
    after, events = RULES.apply(waits, Choose("B3"), Chance())
    (fled,) = told(events, "scared")
    assert set(fled.bases) == {"B2", "B3"}
    assert not overlaps(after.position.base("B2").rectangle, after.position.base("B3").rectangle)


def test_a_move_stops_exactly_where_the_ambush_is_first_seen() -> None:
    """The line from its left corner, 320 north, past the wood at (700, 500) to the far corner of the ambush."""
    wood = Terrain("wood", "woods", ((600.0, 400.0), (700.0, 400.0), (700.0, 500.0), (600.0, 500.0)))
    hidden = element("R2", "Irr Ax (O)", "RC", (650.0, 700.0), SOUTH)
    state = battle(hidden, element("B2", "Irr LH (O)", "BC", (650.0, 300.0), EAST), terrain=(wood,))
    state = replace(
        state,
        position=state.position.without("R2"),
        orders={"red": Secret("red", Orders((), {"R2": Pose((650.0, 700.0), SOUTH)}))},
    )
    after, events = RULES.apply(state, MoveElements(("B2",), path=(Pose((760.0, 300.0), EAST),)), Chance())
    assert told(events, "discovery")
    assert 724.5 <= after.position.base("B2").front[0] <= 725.0
