"""Battles of Mortem et Gloriam that are set up by hand: every step, its secrets, and what comes on later."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from debellis.battle.asked import Decided, differences
from debellis.battle.audit import audit
from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Middling
from debellis.battle.game import Game
from debellis.battle.log import shown_to
from debellis.battle.secrets import Secret, leaks
from debellis.battle.set_up_tasks import SetUpTask
from debellis.battle.stream import seed_of
from debellis.cli.app import app
from debellis.generals.players import computer
from debellis.meg.places import moved_to
from debellis.meg.playing.actions import GiveWay
from debellis.meg.playing.before_battle import Item
from debellis.meg.playing.game import FAMILY
from debellis.meg.playing.setting_up.actions import (
    AdjustTerrain,
    Arrive,
    ChooseItem,
    ComeOn,
    Deploy,
    PlaceCamp,
    PlaceGenerals,
    PlaceTerrain,
    PlayCard,
    SetMarker,
    TakePart,
    WriteNotes,
)
from debellis.meg.playing.state import State
from debellis.meg.units import generals_of, moment, unit_name, units_of
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.clauses import is_clause
from tests.meg.lawful import impossible, overlapping

RULES = Game("meg", FAMILY)
MAGNA = [name for name in RULES.survey.armies() if name.startswith("magna")]
BY_HAND = {"before_the_battle": "by_hand"}
STEPS = ("invader", "part", "card", "choose", "place", "camp", "notes", "deploy", "generals")


def begun(seed: int, limit: int = 1) -> Battle:
    """A battle of two small armies before anything is decided."""
    secret = seed_of(seed)
    red, blue = MAGNA[seed % len(MAGNA)], MAGNA[(seed * 7 + 3) % len(MAGNA)]
    setup = {"red": red, "blue": blue, "variety": seed, "limit": limit, "options": BY_HAND}
    return Battle(RULES, setup, StreamOfDice(secret), secret)


def until(battle: Battle, phase: str, seed: int = 1) -> State:
    """Play by a random general until a phase is to be decided."""
    general = computer("random", seed)
    while battle.state.phase != phase:
        assert battle.pending.side is not None, f"the battle ended before {phase}"
        battle.play(general.choose(RULES, battle.state))
    state: State = battle.state
    return state


Played = tuple[Battle, list[str], list[State], list[SetUpTask]]


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Battles by random generals, with everything impossible, their states and their tasks."""
    found: list[Played] = []
    for seed, limit in ((2, 1), (7, 2)):
        battle = begun(seed, limit)
        generals = {"red": computer("random", seed), "blue": computer("random", seed + 1)}
        wrong: list[str] = []
        states: list[State] = [battle.state]
        tasks: list[SetUpTask] = []
        while (side := battle.pending.side) is not None:
            told = RULES.task(battle.state)
            if battle.pending.setting_up:
                assert told is not None and told.action in battle.pending.kinds
                tasks.append(told)
            battle.play(generals[side].choose(RULES, battle.state))
            wrong += impossible(battle.state)
            states.append(battle.state)
        found.append((battle, wrong, states, tasks))
    return found


def test_every_step_is_taken_and_nothing_is_impossible(played: list[Played]) -> None:
    for battle, wrong, states, tasks in played:
        assert not wrong, wrong[:5]
        assert battle.result is not None
        assert {state.phase for state in states} >= set(STEPS)
        assert all(task.says and task.button for task in tasks)


def test_every_event_cites_clauses_that_exist(played: list[Played]) -> None:
    for battle, _, _, _ in played:
        assert not [event.says for event in battle.events if not event.clauses]
        assert not [name for event in battle.events for name in event.clauses if not is_clause(name)]


def test_the_log_proves_itself(played: list[Played]) -> None:
    for battle, _, _, _ in played:
        assert audit(battle.log(), RULES).audit.holds


def test_all_cards_are_back_in_the_deck_before_the_first_deal(played: list[Played]) -> None:
    for battle, _, _, _ in played:
        told = [event.kind for event in battle.events]
        assert told.index("scouting") < told.index("reshuffle") < told.index("turn")


def test_sealed_decisions_are_hidden_from_the_other_side_in_the_log(played: list[Played]) -> None:
    battle = played[0][0]
    sealed = [entry for entry in battle.entries if entry.action["do"] in ("play_card", "write_notes")]
    assert len(sealed) >= 4
    for entry in sealed:
        other = "red" if entry.by == "blue" else "blue"
        assert shown_to(entry, entry.by, RULES.sealed).action == entry.action
        for side in (other, None):
            assert shown_to(entry, side, RULES.sealed).action == {"do": entry.action["do"]}


def changed(state: State, side: str | None, random: Random) -> State:
    """The same state with everything that a side may not know changed."""
    enemies = [one for one in ("red", "blue") if one != side]
    for enemy in enemies:
        force = state.forces[enemy]
        pieces = [piece.id for piece in state.position.terrain]
        here = {unit.id for unit in units_of(state.position)}
        units = tuple(
            replace(unit, hidden_in=random.choice(["", *pieces]), name="?") if unit.id not in here else unit
            for unit in force.units.value
        )
        state = replace(state, forces={**state.forces, enemy: replace(force, units=Secret(enemy, units))})
    state = replace(
        state,
        under={
            name: Secret(card.owner, random.choice(["left", "right", "bluff"])) if card.owner in enemies else card
            for name, card in state.under.items()
        },
    )
    if state.before is not None:
        named = {
            name: Secret(name, random.choice(["black", "red", "pass"])) if name in enemies else card
            for name, card in state.before.named.items()
        }
        hands = {
            name: Secret(name, tuple(random.choices(["black", "white", "red"], k=len(hand.value))))
            if name in enemies
            else hand
            for name, hand in state.before.hands.items()
        }
        state = replace(state, before=replace(state.before, named=named, hands=hands))
    return state


def test_nobody_sees_what_is_hidden_before_the_battle(played: list[Played]) -> None:
    random = Random(3)
    looked: Counter[str] = Counter()
    for _, _, states, _ in played:
        for state in states:
            if looked[state.phase] >= 3:
                continue
            looked[state.phase] += 1
            for side in ("red", "blue", None):
                assert leaks(RULES, state, changed(state, side, random), side) == ()
    assert set(STEPS) <= set(looked)


def test_a_general_who_thinks_ahead_knows_no_more_than_a_person(played: list[Played]) -> None:
    random = Random(4)
    for _, _, states, _ in played:
        for state in random.sample(states, 6):
            for side in ("red", "blue"):
                one = RULES.survey.imagined(state, side, Random(1))
                two = RULES.survey.imagined(changed(state, side, random), side, Random(1))
                assert one.under == two.under and one.marches == two.marches
                enemy = "blue" if side == "red" else "red"
                assert one.forces[enemy] == two.forces[enemy]
                assert not impossible(one)


def test_questions_answer_as_the_steps_are_judged() -> None:
    battle = begun(7)
    general = computer("random", 3)
    seen: set[str] = set()
    while battle.pending.setting_up:
        for action in [*islice(RULES.ideas(battle.state), 4), general.choose(RULES, battle.state)]:
            decided = Decided(battle.state, action, RULES.judge(battle.state, action))
            for asked in RULES.asked(decided):
                ruling = RULES.ask(battle.state, asked.question, asked.arguments)
                assert differences(asked, ruling) == (), asked
                seen.add(asked.question)
        battle.play(general.choose(RULES, battle.state))
    assert {"may_choose_terrain", "may_place_terrain", "may_place_camp"} <= seen


# Single decisions


def refused(state: State, action: Any) -> set[str]:
    """The clauses that refuse an action; it must be refused."""
    ruling = RULES.check(state, action)
    assert not ruling.answer["legal"], action
    return {reason.clause for reason in ruling.because}


def test_a_strategic_intercept_needs_a_skull_and_an_invasion() -> None:
    state = until(begun(2), "part")
    assert state.before is not None
    plain = replace(state, before=replace(state.before, may_intercept=False))
    skull = replace(state, before=replace(state.before, may_intercept=True))
    assert "MEG-B9.1" in refused(plain, TakePart("invade", True))
    assert "MEG-B9.1" in refused(skull, TakePart("defend", True))
    assert RULES.allows(skull, TakePart("invade", True))


def test_who_has_five_cards_may_not_pass() -> None:
    state = until(begun(2), "card")
    assert state.before is not None
    side = RULES.pending(state).side
    assert side is not None
    rich = replace(state, before=replace(state.before, dealt={**state.before.dealt, side: 5}))
    poor = replace(state, before=replace(state.before, dealt={**state.before.dealt, side: 4}))
    assert "MEG-08a" in refused(rich, PlayCard("pass"))
    assert RULES.allows(poor, PlayCard("pass"))
    hand = state.before.hands[side].value
    missing = next(card for card in ("red", "yellow", "green", "white", "black") if card not in hand)
    assert "MEG-B9.3" in refused(state, PlayCard(missing))


def test_the_marker_goes_as_many_steps_as_the_round_gives() -> None:
    state = until(begun(2), "card")
    assert state.before is not None
    one = replace(state.before, cell=("Normal", "none"), steps=1, mover="red")
    state = replace(state, phase="marker", before=one)
    assert RULES.allows(state, SetMarker("Open", "none"))
    assert "MEG-B9.18" in refused(state, SetMarker("Open", "terrain"))
    assert RULES.allows(replace(state, before=replace(one, steps=2)), SetMarker("Open", "terrain"))


def test_a_compulsory_item_must_be_chosen_from_the_numbers_open() -> None:
    state = until(begun(7), "choose")
    assert state.before is not None and state.before.sort == "compulsory"
    assert "MEG-B9.12" in refused(state, ChooseItem("none"))
    assert "MEG-B9.14" in refused(state, ChooseItem("hill"))


def test_an_item_is_left_out_only_where_it_has_no_place() -> None:
    state = until(begun(3), "place")
    assert "MEG-B9.12" in refused(state, PlaceTerrain())
    width, depth = state.position.size
    lake = Terrain("lake", "marsh", ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)))
    full = replace(state, position=replace(state.position, terrain=(lake,)))
    ideas = RULES.ideas(full)
    assert list(ideas) == [PlaceTerrain()]
    after, told = applied(full, PlaceTerrain())
    assert "ground" in told
    assert after.before is not None and state.before is not None
    assert after.before.item is not state.before.item


def test_a_camp_is_left_out_only_where_it_has_no_place() -> None:
    state = until(begun(3), "camp")
    side = state.choice.side
    camp = next(idea for idea in RULES.ideas(state) if isinstance(idea, PlaceCamp))
    assert "MEG-B23.5" in refused(state, PlaceCamp(camp.command, {}))
    width, depth = state.position.size
    rocks = Terrain("rocks", "coast", ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)))
    full = replace(state, position=replace(state.position, terrain=(rocks,)))
    assert list(RULES.ideas(full)) == [PlaceCamp(camp.command, {})]
    after, told = applied(full, PlaceCamp(camp.command, {}))
    assert "camp" in told and after.choice.side != side


def test_items_may_be_adjusted_as_far_as_the_die_says() -> None:
    state = until(begun(7), "adjust")
    assert state.before is not None
    four = replace(state, before=replace(state.before, adjusting=4))
    assert "MEG-B9.10" in refused(four, AdjustTerrain("remove"))
    assert "MEG-B9.10" in refused(four, AdjustTerrain("move", (400.0, 0.0)))
    six = replace(state, before=replace(state.before, adjusting=6))
    assert RULES.allows(six, AdjustTerrain("remove")) and RULES.allows(four, AdjustTerrain())


def test_notes_that_cannot_be_kept_are_refused() -> None:
    state = until(begun(7), "notes")
    side = RULES.pending(state).side
    assert side is not None
    leaders = state.forces[side].leaders.value
    chief, sub = leaders[0].id, next(one.id for one in leaders if one.role == "sub")
    units = state.forces[side].units.value
    assert "MEG-B11.13" in refused(state, WriteNotes({chief: "left"}))
    assert "MEG-B11.4" in refused(state, WriteNotes({sub: "bluff"}, {sub: (units[0].id,)}))
    assert "MEG-B11.3" in refused(state, WriteNotes({sub: "left"}))
    assert "MEG-B11.8" in refused(state, WriteNotes({}, {}, {units[0].id: "nowhere"}))
    assert RULES.allows(state, WriteNotes({sub: "bluff"}))


def test_a_unit_group_is_placed_in_ranks_in_its_zone() -> None:
    state = until(begun(2), "deploy")
    good = list(RULES.ideas(state))[-1]
    assert isinstance(good, Deploy) and RULES.allows(state, good)
    torn = dict(good.places)
    name = next(iter(torn))
    torn[name] = Pose((torn[name].front[0] + 3.0, torn[name].front[1]), torn[name].facing)
    assert "MEG-B3.3" in refused(state, replace(good, places=torn))
    ahead = 1.0 if RULES.pending(state).side == "red" else -1.0
    far = {
        base: Pose((pose.front[0], pose.front[1] + ahead * 400.0), pose.facing) for base, pose in good.places.items()
    }
    assert "MEG-B11.2" in refused(state, replace(good, places=far))
    assert "MEG-B11.17" in refused(state, Deploy(good.command))


def test_two_unit_groups_are_placed_in_turn() -> None:
    battle = begun(2)
    until(battle, "deploy")
    assert battle.state.before is not None
    share = battle.state.before.share
    sides: list[str] = []
    general = computer("random", 5)
    while battle.state.phase == "deploy":
        assert battle.pending.side is not None
        sides.append(battle.pending.side)
        battle.play(general.choose(RULES, battle.state))
    assert len(set(sides[:share])) <= 1
    rest = sides[share:]
    assert rest[0] == rest[1] and rest[2] == rest[3] and rest[1] != rest[2]


def test_the_army_commander_is_placed_with_troops_of_his_own() -> None:
    state = until(begun(2), "generals")
    good = list(RULES.ideas(state))[-1]
    assert isinstance(good, PlaceGenerals) and RULES.allows(state, good)
    assert "MEG-B7.14" in refused(state, PlaceGenerals())
    chief = next(iter(good.files))
    assert "MEG-B7.14" in refused(state, PlaceGenerals({chief: "nobody/1.1"}))


def test_the_command_line_takes_the_option(tmp_path: Path) -> None:
    log = tmp_path / "battle.jsonl"
    armies = ["--edition", "meg", "--red", MAGNA[0], "--blue", MAGNA[1], "--generals", "random", "--limit", "1"]
    done = CliRunner().invoke(app, ["battle", *armies, "--option", "before_the_battle=by_hand", "--log", str(log)])
    assert done.exit_code == 0, done.output
    assert "PBS cards" in done.output
    assert CliRunner().invoke(app, ["replay", str(log), "--check"]).exit_code == 0
    bad = CliRunner().invoke(app, ["battle", "--red", "a", "--blue", "b", "--option", "by_hand"])
    assert bad.exit_code == 2


def test_near_a_refused_decision_stands_one_that_is_allowed() -> None:
    state = until(begun(2), "deploy")
    good = list(RULES.ideas(state))[-1]
    assert isinstance(good, Deploy)
    ahead = 1.0 if RULES.pending(state).side == "red" else -1.0
    far = {
        base: Pose((pose.front[0], pose.front[1] + ahead * 100.0), pose.facing) for base, pose in good.places.items()
    }
    near = RULES.nearest(state, replace(good, places=far))
    assert near is not None and RULES.allows(state, near.action)
    assert near.action.command == good.command and near.places == near.action.places
    camp = until(begun(2), "camp")
    idea = list(RULES.ideas(camp))[-1]
    moved = {name: Pose((pose.front[0], pose.front[1] + 5.0), pose.facing) for name, pose in idea.places.items()}
    found = RULES.nearest(camp, replace(idea, places=moved))
    assert found is not None and RULES.allows(camp, found.action)
    notes = until(begun(7), "notes")
    side = RULES.pending(notes).side
    assert side is not None
    chief = notes.forces[side].leaders.value[0].id
    other = RULES.nearest(notes, WriteNotes({chief: "left"}))
    assert other is not None and RULES.allows(notes, other.action)


def test_red_cards_reveal_marches_and_bluffs() -> None:
    from debellis.battle.chance import Chance
    from debellis.meg.playing.course import Course
    from debellis.meg.playing.face_down import dealt_red, join_ideas

    state = until(begun(2), "1.1")
    he = next(one for one in generals_of(state.position) if one.role == "sub")
    off = tuple(
        replace(one, state="flank_marching", unit="", file="") if one.id == he.id else one
        for one in generals_of(state.position)
    )
    state = replace(
        state, position=replace(state.position, generals=off), shown={he.id: ("red",)}, hands={**state.hands}
    )
    for card in ("left", "bluff"):
        course = Course(replace(state, under={he.id: Secret(he.side, card)}), Chance())
        dealt_red(course, he.id)
        assert he.id not in course.state.under
        if card == "bluff":
            assert course.state.hands[he.id].value == ("red",) and course.state.waiting[-1].phase == "join"
            offered = [unit_name(state.position.base(one.file)) for one in join_ideas(course.state)]
            led = [name in {one.unit for one in generals_of(course.position)} for name in offered]
            assert len(offered) == len(set(offered)) > 1 and led == sorted(led) and not led[0] and led[-1]
        else:
            assert course.state.flanks == {he.id: "left"} and course.state.laid == {he.id: ("red",)}


def off_the_table(state: State, side: str, kind: str) -> tuple[State, str]:
    """The state without one unit group of a side that leads no general, and its name."""
    led = {one.unit for one in generals_of(state.position)}
    unit = next(one for one in units_of(state.position) if one.side == side and one.kind == kind and one.id not in led)
    bases = tuple(base for base in state.position.bases if unit_name(base) != unit.id)
    units = tuple(one for one in units_of(state.position) if one.id != unit.id)
    return replace(state, position=replace(state.position, bases=bases, units=units)), unit.id


def applied(state: State, action: Any) -> tuple[State, list[str]]:
    """The state after a decision, and what kinds of things happened."""
    after, events = RULES.apply(state, action, Middling())
    return after, [event.kind for event in events]


def test_who_found_no_place_comes_on_for_a_white_card() -> None:
    state = until(begun(2, 2), "4.3")
    side = RULES.pending(state).side
    assert side is not None
    state, name = off_the_table(state, side, "TuG")
    chief = next(one for one in generals_of(state.position) if one.side == side and one.role == "AC")
    spare = ("black", "white")
    state = replace(
        state,
        late={side: Secret(side, (name,))},
        hands={**state.hands, chief.id: Secret(side, spare)},
    )
    action = next(idea for idea in RULES.ideas(state) if isinstance(idea, ComeOn))
    assert action.command == name and action.card == "white"
    assert "MEG-B6.8" in refused(state, replace(action, card="black"))
    after, kinds = applied(state, action)
    assert "arrives" in kinds
    assert after.hands[chief.id].value == ("black",)
    assert len([base for base in after.position.bases if unit_name(base) == name]) == len(action.places)


def test_a_march_arrives_with_its_general_and_skirmishers_give_way() -> None:
    state = until(begun(2, 2), "4.3")
    side = RULES.pending(state).side
    assert side is not None
    enemy = "blue" if side == "red" else "red"
    state, name = off_the_table(state, side, "TuG")
    he = next(one for one in generals_of(state.position) if one.side == side and one.role == "sub")
    off = tuple(
        replace(one, state="flank_marching", unit="", file="") if one.id == he.id else one
        for one in generals_of(state.position)
    )
    state = replace(
        state,
        position=replace(state.position, generals=off),
        hands={**state.hands, he.id: Secret(side, ())},
        shown={he.id: ("green",)},
        flanks={he.id: "left"},
        marches={he.id: Secret(side, (name,))},
        laid={he.id: ("red",) * 3},
    )
    action = next(idea for idea in RULES.ideas(state) if isinstance(idea, Arrive))
    poor = replace(state, laid={he.id: ()})
    assert "MEG-B11.6" in refused(poor, action)
    after, kinds = applied(state, action)
    assert "arrives" in kinds and after.flanks == {} and after.laid == {}
    assert after.hands[he.id].value == ("green",) and after.pile[-3:] == ("red",) * 3
    assert next(one for one in generals_of(after.position) if one.id == he.id).unit == name
    # An enemy SuG stands where the march comes on: it answers first.
    light = next(one for one in units_of(state.position) if one.side == enemy and one.kind == "SuG")
    pose = next(iter(action.places[name].values()))
    near = (pose.front[0] - 15.0 * pose.facing[0], pose.front[1] - 15.0 * pose.facing[1])
    moved = moved_to(state.position, light, Pose(near, (-pose.facing[0], -pose.facing[1])))
    places = {base.id: base for base in moved}
    crowded = replace(state.position, bases=tuple(places.get(base.id, base) for base in state.position.bases))
    asked, kinds = applied(replace(state, position=crowded), action)
    assert RULES.pending(asked).side == enemy and "arrives" not in kinds
    done, kinds = applied(asked, GiveWay("fall_back"))
    assert "pushed-back" in kinds and "arrives" in kinds
    assert not overlapping(done)


@pytest.mark.parametrize(("year", "natures"), [(1066, ("obstacle", "barricade")), (750, ())])
def test_who_places_a_field_chooses_its_boundary_from_800_on(year: int, natures: tuple[str, ...]) -> None:
    """MEG-07c, by the year of the defender's army. The default is an obstacle."""
    state = until(begun(7), "place")
    assert state.before is not None
    side = RULES.pending(state).side
    assert side is not None
    square = ((800.0, 400.0), (1040.0, 400.0), (1040.0, 640.0), (800.0, 640.0))
    now = replace(moment(state.position), defender="blue", year={"red": 750, "blue": year})
    position = replace(state.position, terrain=(Terrain("v", "village", square),), moment=now)
    item = replace(state.before, item=Item(side, "boundaried_field", "optional"), die=None)
    state = replace(state, position=position, before=item)
    task = RULES.task(state)
    assert task is not None and task.pieces[0].natures == natures
    plain = [one for one in RULES.ideas(state) if one.pieces[0].nature is None][-1]
    walled = PlaceTerrain((replace(plain.pieces[0], nature="barricade"),))
    assert RULES.allows(state, plain)
    assert RULES.allows(state, walled) is bool(natures)
    assert (walled.pieces[0].nature in {one.pieces[0].nature for one in RULES.ideas(state)}) is bool(natures)
    if natures:
        after, events = RULES.apply(state, walled, Middling())
        assert after.position.terrain[-1].nature == "barricade"
        assert events[0].says == f"{side} places boundaried field, bounded by a barricade"
    else:
        assert "MEG-07c" in refused(state, walled)
    after, _ = applied(state, plain)
    assert after.position.terrain[-1].nature == "obstacle"
    assert "MEG-07c" in refused(state, PlaceTerrain((replace(plain.pieces[0], nature="moat"),)))
