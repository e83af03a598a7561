"""The generic game, played by a small family of its own: two sides take stones from a heap, one to three at a time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from debellis.battle.chance import Chance, Needed
from debellis.battle.game import Family, Game
from debellis.battle.phase import Happened, Phase, all_but_last, in_order, may_always, placed_by
from debellis.battle.playable import rules_of
from debellis.battle.purse import Pips
from debellis.battle.rules import Event, Opening, Pending, Refused, Resign, Result
from debellis.battle.sides import other
from debellis.dba.playing.actions import PickShooter
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

MOST = 3


class Heap(Struct, frozen=True):
    """The state: stones left, and the side that must answer how many it saw taken (`asked`), if any."""

    phase: str
    turn: str
    position: Position
    stones: int
    asked: str | None = None
    variety: int = 0
    winner: str | None = None
    why: str | None = None


class Take(Struct, frozen=True, tag_field="do", tag="take"):
    stones: int


class Throw(Struct, frozen=True, tag_field="do", tag="throw"):
    pass


class Confirm(Struct, frozen=True, tag_field="do", tag="confirm"):
    pass


def check_take(state: Heap, action: Take) -> Ruling:
    verdict = Verdict()
    if not 1 <= action.stones <= min(MOST, state.stones):
        verdict.refuse(f"{action.stones} cannot be taken.", "DBA22-B2.1")
    return verdict.decide("take")


def take(state: Heap, action: Take, chance: Chance) -> Happened[Heap]:
    after = replace(state, phase="confirm", stones=state.stones - action.stones, asked=other(state.turn))
    return after, (Event("take", f"{state.turn} takes {action.stones}", ("DBA22-B2.1",)),)


def throw(state: Heap, action: Throw, chance: Chance) -> Happened[Heap]:
    return replace(state, phase="take", stones=chance.roll("the heap")), (Event("throw", "a heap"),)


def confirm(state: Heap, action: Confirm, chance: Chance) -> Happened[Heap]:
    return replace(state, phase="take", turn=other(state.turn), asked=None), (Event("confirm", "seen"),)


def heap_is_empty(state: Heap) -> Happened[Heap] | None:
    if state.stones:
        return None
    after = replace(state, phase="over", winner=other(state.turn), why="nothing is left")
    return after, (Event("end", "the heap is empty"),)


def takes(state: Heap) -> Iterator[Take]:
    yield from (Take(stones) for stones in range(MOST + 1, 0, -1))


def asked(state: Heap) -> str:
    assert state.asked is not None
    return state.asked


def begin(edition: str, setup: dict[str, Any]) -> Heap:
    return Heap("throw", "red", Position(edition, (600.0, 600.0)), 0)


def take_up(position: Position, opening: Opening) -> Heap:
    return Heap(opening.phase, "red", position, opening.purse)


def seen(state: Heap, side: str | None) -> tuple[str | None, int]:
    return side, state.stones


def stones_left(state: Heap, side: str) -> Pips:
    return Pips({side: state.stones})


def answer(state: Heap, question: str, arguments: dict[str, Any]) -> Ruling:
    finding = Finding()
    finding.cite("DBA22-B2.1", "as it is")
    return finding.rule(question, {"stones": state.stones, **arguments})


def cites(edition: str) -> dict[str, tuple[str, ...]]:
    return {"DBA22-B2.1": ("DBA22-B3.1", "DBA22-B3.2")} if edition == "other" else {}


FAMILY = Family(
    state_type=Heap,
    action_type=Take | Throw | Confirm | Resign,
    view_type=tuple,
    action_forms={},
    phases={
        "throw": Phase("throw", (Throw,), may_always, throw, in_order(lambda state: iter([Throw()])), setting_up=True),
        "take": Phase(
            "take stones",
            (Take,),
            check_take,
            take,
            all_but_last(takes),
            passes=heap_is_empty,
            out_of_order=placed_by("DBA22-B10.1"),
        ),
        "confirm": Phase("confirm", (Confirm,), may_always, confirm, in_order(lambda s: [Confirm()]), decides=asked),
        "endless": Phase("wait", (Throw,), may_always, throw, in_order(lambda s: []), passes=lambda s: (s, ())),
    },
    over=("DBA22-B32.2",),
    start=begin,
    take_up=take_up,
    view=seen,
    purse=stones_left,
    ask=answer,
    cites=cites,
    suggested=2,
)
GAME = Game("toy", FAMILY)


def heap(stones: int) -> Heap:
    state: Heap = GAME.from_position(Position("toy", (600.0, 600.0)), Opening("take", stones))
    return state


def test_the_phase_says_who_decides_what() -> None:
    assert GAME.pending(GAME.start({})) == Pending("red", "throw", ("throw",), True)
    after, _ = GAME.apply(heap(5), Take(2), Chance())
    assert GAME.pending(after) == Pending("blue", "confirm", ("confirm",))
    after, _ = GAME.apply(after, Confirm(), Chance())
    assert GAME.pending(after) == Pending("blue", "take stones", ("take",))


def test_an_action_of_another_phase_is_refused_with_the_clauses_of_the_order() -> None:
    ruling = GAME.check(heap(5), Confirm())
    assert not ruling.answer["legal"] and ruling.clauses == ("DBA22-B10.1",)
    assert ruling.because[0].says == "Not now: first take stones."
    with pytest.raises(Refused):
        GAME.apply(heap(5), Confirm(), Chance())


def test_only_legal_actions_are_allowed_suggested_and_applied() -> None:
    assert GAME.allows(heap(2), Take(2)) and not GAME.allows(heap(2), Take(3))
    assert GAME.suggest(heap(5)) == (Take(3), Take(2))
    with pytest.raises(Refused, match="3 cannot be taken"):
        GAME.apply(heap(2), Take(3), Chance())
    with pytest.raises(Needed):
        GAME.apply(GAME.start({}), Throw(), Chance())


def test_shuffled_ideas_keep_the_last_one_last() -> None:
    orders = {tuple(GAME.ideas(heap(5), Random(seed).shuffle)) for seed in range(40)}
    assert len(orders) == 6 and {order[-1] for order in orders} == {Take(1)}
    assert tuple(GAME.ideas(heap(5))) == tuple(Take(stones) for stones in (4, 3, 2, 1))


def test_a_phase_without_a_decision_is_passed() -> None:
    state, _ = GAME.apply(heap(2), Take(2), Chance())
    assert GAME.result(state) is None
    state, events = GAME.apply(state, Confirm(), Chance())
    assert [event.kind for event in events] == ["confirm", "end"]
    assert GAME.result(state) == Result("red", "nothing is left")
    assert GAME.result(heap(0)) == Result("blue", "nothing is left")


def test_a_family_that_never_stops_passing_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="without end"):
        GAME.from_position(Position("toy", (600.0, 600.0)), Opening("endless"))


def test_nothing_is_decided_after_the_end() -> None:
    over = heap(0)
    assert GAME.pending(over) == Pending(None, "the battle is over")
    assert tuple(GAME.ideas(over)) == GAME.suggest(over) == ()
    for action in (Take(1), Resign()):
        assert GAME.check(over, action).clauses == ("DBA22-B32.2",) and not GAME.allows(over, action)
    assert GAME.nearest(over, Take(1)) is None


def test_the_side_that_decides_gives_up() -> None:
    state, _ = GAME.apply(heap(5), Take(1), Chance())
    after, events = GAME.apply(state, Resign(), Chance())
    assert GAME.result(after) == Result("red", "blue gives up") and events == (Event("resign", "blue gives up"),)


def test_an_edition_cites_its_own_clauses() -> None:
    own = Game("other", FAMILY)
    assert own.check(heap(1), Take(2)).clauses == ("DBA22-B3.1", "DBA22-B3.2")
    assert own.ask(heap(1), "how", {"many": 1}).clauses == ("DBA22-B3.1", "DBA22-B3.2")
    _, events = own.apply(heap(1), Take(1), Chance())
    assert events[0].clauses == ("DBA22-B3.1", "DBA22-B3.2")
    assert GAME.check(heap(1), Take(2)).clauses == ("DBA22-B2.1",)


def test_views_and_varieties_are_the_familys() -> None:
    assert GAME.view(heap(4), "red") == ("red", 4)
    assert GAME.varied(heap(4), 3) == replace(heap(4), variety=3)


def test_who_picks_a_target_in_the_enemys_bound_gives_up_himself() -> None:
    rules = rules_of("dba22")
    bases = (
        Base("bow", "blue", "4Bw", "bows", 40.0, 20.0, (300.0, 340.0), (0.0, -1.0)),
        Base("red", "red", "4Bd", "blades", 40.0, 20.0, (300.0, 300.0), (0.0, 1.0)),
    )
    state = rules.from_position(Position("dba22", (600.0, 600.0), bases, active="red"), Opening("shooting", 0))
    state, _ = rules.apply(state, PickShooter("bow"), Chance())
    assert rules.pending(state).side == "blue"
    state, _ = rules.apply(state, Resign(), Chance())
    assert rules.result(state) == Result("red", "blue gives up")
