"""The survey of battles of Mortem et Gloriam."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from debellis.battle.armies import ArmyInfo, SettingUpInfo, TroopInfo
from debellis.battle.chance import Deck
from debellis.battle.game import OVER as ENDED
from debellis.battle.pieces import Strength
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.battle.survey import BEGINNING, ENDS, FIGHTS, MOVE, OTHER, OVER, SHOOTS, Survey
from debellis.mechanics.tables import load
from debellis.meg.army_builder import army_info
from debellis.meg.playing.actions import Fight, Move, Pass, Shoot
from debellis.meg.playing.cards import ordered
from debellis.meg.playing.judging import judged
from debellis.meg.playing.state import State, phase_of
from debellis.meg.playing.unknown import as_known_to
from debellis.meg.playing.whole import whole
from debellis.meg.setting_up.lists import army_lists, drawn_up
from debellis.meg.survey.catalogue import setting_up
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.table.writing import written

#: What is to be decided. Generals that weigh positions have nothing to weigh yet and take the first suitable idea.
MOMENTS = {"prepare": BEGINNING, ENDED: OVER}


class MegSurvey(Survey):
    """Questions about the battles of an edition of Mortem et Gloriam."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition, most_pieces=110)

    def moment(self, state: State) -> str:
        return MOMENTS.get(phase_of(state), OTHER)

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

    def troops(self) -> dict[str, TroopInfo]:
        """Nothing: unit groups are described by words, not by codes of single bases."""
        return {}

    def setting_up(self) -> SettingUpInfo:
        return setting_up(self.edition)

    def roster(self, state: State, side: str) -> tuple[Base, ...]:
        found: list[Base] = []
        force = state.forces[side]
        for unit, files in zip(force.units.value, force.files.value, strict=True):
            found += drawn_up(self.edition, state.position.scale, unit, files, Pose((0.0, 0.0), (0.0, 1.0)))
        return tuple(found)

    def ground_kinds(self) -> tuple[str, ...]:
        return tuple(load(self.edition)["ground_looks"])

    def troop_types(self) -> tuple[str, ...]:
        return ("infantry", "cavalry", "camelry", "chariots", "elephants", "battlewagons", "artillery", "camp")

    def strengths(self, state: State) -> tuple[Strength, ...]:
        here = whole(state)
        found: list[Strength] = []
        for side in SIDES:
            answer = judged(here, "army_count", side=side).answer
            found.append(Strength(side, int(answer["lost"]), -(-int(answer["tugs"]) // 2)))
        return tuple(found)

    def winner_by_losses(self, state: State) -> str | None:
        return state.winner

    def kind_of(self, action: Any) -> str:
        if isinstance(action, Pass):
            return ENDS
        if isinstance(action, Move):
            return MOVE
        if isinstance(action, Shoot):
            return SHOOTS
        return FIGHTS if isinstance(action, Fight) else OTHER

    def moved_by(self, action: Any) -> tuple[str, ...]:
        return ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        if isinstance(action, Fight):
            return action.file, action.against
        return (None, None)

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
