"""The survey of battles of Mortem et Gloriam."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from debellis.battle.armies import ArmyInfo, ListedUnits, SettingUpInfo, TroopInfo
from debellis.battle.chance import Chance, Deck
from debellis.battle.game import OVER as ENDED
from debellis.battle.phase import Happened
from debellis.battle.pieces import Outline, Prospect, Strength, Weights
from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.battle.survey import (
    BEGINNING,
    ENDS,
    FIGHT,
    FIGHTS,
    MOVE,
    MOVES,
    OTHER,
    OVER,
    SHOOTER,
    SHOOTS,
    WEIGHED,
    Survey,
)
from debellis.meg.army_builder import army_info
from debellis.meg.moving.steps import ADVANCE, BACK, TURN, WHEEL
from debellis.meg.playing.actions import (
    Align,
    AnswerDraw,
    Appoint,
    BreakOff,
    DeclareCharge,
    Fight,
    Meet,
    Move,
    MoveCharge,
    Pass,
    Rearrange,
    Recover,
    Sack,
    Shoot,
)
from debellis.meg.playing.agreeing import DRAW
from debellis.meg.playing.cards import ordered
from debellis.meg.playing.owner_choices import FREE_MOVE, REMOVE
from debellis.meg.playing.phase_alone import RUNS, decide
from debellis.meg.playing.state import State, decider, phase_of
from debellis.meg.playing.unknown import as_known_to
from debellis.meg.setting_up.lists import army_lists, drawn_up, size_of
from debellis.meg.survey.catalogue import listed_units, setting_up
from debellis.meg.survey.movers import front_bases, ideas_by_mover
from debellis.meg.survey.prospects import WEIGHED as PHASES_WEIGHED
from debellis.meg.survey.prospects import prospects
from debellis.meg.survey.strengths import strengths_of
from debellis.meg.units import bases_of, unit_name, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.table.writing import written
from debellis.umpire.editions import ground_of

#: Decisions in the middle of a phase that are not part of its odds.
NOT_ALONE = (REMOVE, FREE_MOVE, DRAW)
#: What is to be decided outside the phases whose actions are weighed one by one.
MOMENTS = {"prepare": BEGINNING, ENDED: OVER}


#: The kinds of decisions for learners, by phase.
STAGES = {
    "prepare": BEGINNING,
    **dict.fromkeys(("1.1", "1.3", "end"), BEGINNING),
    **dict.fromkeys(("2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "4.3", "5.4", "5.5"), MOVES),
    "3.1": SHOOTER,
    "2.7": FIGHT,
    "5.2": FIGHT,
    ENDED: OVER,
}


def first_base(unit: str) -> str:
    """The base at the left of the front of a unit group, as it was deployed."""
    return f"{unit}/1.1"


class MegSurvey(Survey):
    """Questions about the battles of an edition of Mortem et Gloriam."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition, most_pieces=110)
        self.plans_ahead = False

    def moment(self, state: State) -> str:
        phase = phase_of(state)
        return WEIGHED if phase in PHASES_WEIGHED else MOMENTS.get(phase, OTHER)

    def stage(self, state: State) -> str:
        return STAGES.get(phase_of(state), OTHER)

    def by_movers(self, state: State) -> bool:
        return phase_of(state) == "4.3"

    def may_move(self, state: State) -> tuple[Base, ...]:
        found = dict.fromkeys(name for who in ideas_by_mover(state) for name in who)
        return tuple([base for name in found for base in front_bases(state, (name,))])

    def groups(self, state: State) -> tuple[tuple[Base, ...], ...]:
        found = [front_bases(state, who) for who in ideas_by_mover(state) if len(who) > 1]
        return tuple([bases for bases in found if bases])

    def ideas_for(self, state: State, body: tuple[Base, ...]) -> Iterable[Any]:
        return ideas_by_mover(state).get(tuple([unit_name(base) for base in body]), [])

    def moves_left(self, state: State) -> int:
        """How many cards the deciding side holds. The number of cards is open to all."""
        side = decider(state)
        return sum([len(hand.value) for hand in state.hands.values() if hand.owner == side])

    def moves_made(self, state: State) -> dict[str, int]:
        found: dict[str, int] = {}
        for unit in units_of(state.position):
            if unit.did:
                found.update({base.id: len(unit.did) for base in bases_of(state.position, unit.id)})
        return found

    def have_shot(self, state: State) -> tuple[str, ...]:
        shot = [unit.id for unit in units_of(state.position) if "shot" in unit.did or unit.id in state.fired]
        return tuple([base.id for name in shot for base in bases_of(state.position, name)])

    def phase(self, state: State) -> str:
        return phase_of(state)

    def turn(self, state: State) -> str:
        return state.turn

    def bounds(self, state: State) -> dict[str, int]:
        return state.bounds

    def limit(self, state: State) -> int:
        return -(-state.limit // 2)

    def invader(self, state: State) -> str | None:
        return state.invader

    def armies(self) -> dict[str, ArmyInfo]:
        return {name: army_info(army) for name, army in army_lists(self.edition).items()}

    def drawn_armies(self, random: Random) -> tuple[str, str]:
        """Two army lists of the same size of game."""
        sizes: dict[str, list[str]] = {}
        for name, army in army_lists(self.edition).items():
            sizes.setdefault(size_of(army), []).append(name)
        found = [names for names in sizes.values() if len(names) > 1]
        one, two = random.sample(random.choice(found), 2)
        return one, two

    def troops(self) -> dict[str, TroopInfo]:
        """Nothing: unit groups are described by words, not by codes of single bases."""
        return {}

    def listed_units(self) -> tuple[ListedUnits, ...]:
        return listed_units(self.edition)

    def setting_up(self) -> SettingUpInfo:
        return setting_up(self.edition)

    def roster(self, state: State, side: str) -> tuple[Base, ...]:
        found: list[Base] = []
        force = state.forces[side]
        for unit, files in zip(force.units.value, force.files.value, strict=True):
            found += drawn_up(self.edition, state.position.scale, unit, files, Pose((0.0, 0.0), (0.0, 1.0)))
        return tuple(found)

    def ground_kinds(self) -> tuple[str, ...]:
        return tuple(ground_of(self.edition))

    def troop_types(self) -> tuple[str, ...]:
        return ("infantry", "cavalry", "camelry", "chariots", "elephants", "battlewagons", "artillery", "camp")

    def strengths(self, state: State) -> tuple[Strength, ...]:
        return strengths_of(state)

    def winner_by_losses(self, state: State) -> str | None:
        beaten = [one.side for one in self.strengths(state) if one.enough and one.lost >= one.enough]
        return other(beaten[0]) if state.winner is None and len(beaten) == 1 else state.winner

    def accepts_draw(self, action: Any) -> bool:
        return isinstance(action, AnswerDraw) and action.accepts

    def kind_of(self, action: Any) -> str:
        if isinstance(action, Pass):
            return ENDS
        if isinstance(action, Move):
            return MOVE
        if isinstance(action, Shoot):
            return SHOOTS
        return FIGHTS if isinstance(action, Fight) else OTHER

    def moved_by(self, action: Any) -> tuple[str, ...]:
        """The front left base of each unit group that an action moves."""
        if isinstance(action, Move | DeclareCharge):
            return tuple([first_base(name) for name in action.units])
        if isinstance(action, MoveCharge | Meet | Align | BreakOff):
            return (first_base(action.unit),)
        return tuple([end.base for end in action.ends]) if isinstance(action, Rearrange) else ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        if isinstance(action, Fight):
            return action.file, action.against
        if isinstance(action, Shoot):
            return action.aims[0].file, action.aims[0].target
        if isinstance(action, DeclareCharge):
            return first_base(action.units[0]), first_base(action.on[0])
        if isinstance(action, Recover | Appoint | Sack):
            return first_base(action.unit), None
        return super().about(action)

    def helpers(self, action: Any) -> int:
        return len(action.aims) - 1 if isinstance(action, Shoot) else 0

    def outline(self, action: Any) -> Outline:
        if not isinstance(action, Move):
            return Outline()
        ahead = turn = 0.0
        hand = ""
        for step in (*action.steps, *action.then):
            if step.kind in (ADVANCE, BACK):
                ahead += step.amount if step.kind == ADVANCE else -step.amount
            elif step.kind == WHEEL:
                turn += step.amount if step.hand == "right" else -step.amount
                hand = hand or step.hand
            elif step.kind == TURN:
                turn += step.amount
                hand = hand or ("right" if step.amount > 0.0 else "left")
        return Outline(None, ahead, turn, hand)

    def prospects(self, state: State, side: str, by: Weights, eager: float, shallow: bool) -> Iterable[Prospect]:
        return prospects(state, side, by, eager, shallow)

    def ending(self, state: State) -> Any:
        return Pass()

    def imagined(self, state: State, side: str, random: Random) -> State:
        """The same battle with the enemy's cards and the deck dealt anew, and nothing known of hidden troops."""
        known = as_known_to(state, side)
        theirs = [name for name, hand in known.hands.items() if hand.owner != side]
        enemy, before = other(side), known.before
        spare = () if before is None or enemy not in before.hands else before.hands[enemy].value
        pool = [*known.deck.value.cards, *spare, *(card for name in theirs for card in known.hands[name].value)]
        random.shuffle(pool)
        hands = dict(known.hands)
        for name in theirs:
            count = len(known.hands[name].value)
            hands[name] = Secret(enemy, ordered(tuple(pool[:count])))
            pool = pool[count:]
        if before is not None and spare:
            drawn = Secret(enemy, ordered(tuple(pool[: len(spare)])))
            named = {name: Secret(name, drawn.value[0]) if name == enemy else one for name, one in before.named.items()}
            known = replace(known, before=replace(before, hands={**before.hands, enemy: drawn}, named=named))
            pool = pool[len(spare) :]
        return replace(known, hands=hands, deck=Secret(None, Deck(ordered(tuple(pool)))))

    def essence(self, state: State) -> bytes:
        return msgspec.msgpack.Encoder(order="deterministic", enc_hook=written).encode(state)

    def in_combat_phase(self, state: State) -> bool:
        return state.phase in RUNS and phase_of(state) not in NOT_ALONE

    def applied_in_phase(self, state: State, action: Any, chance: Chance) -> Happened[State]:
        return decide(state, action, chance)

    def usual(self, state: State, ideas: Iterable[Any]) -> Iterable[Any]:
        """The default of a combat is its last idea: the leftmost file, without its general."""
        return reversed(list(ideas)) if self.stage(state) == FIGHT else ideas

    def same_phase(self, one: State, two: State) -> bool:
        return (one.phase, one.turn, one.number) == (two.phase, two.turn, two.number)
