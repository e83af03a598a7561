"""Choose and keep whole battles of Mortem et Gloriam for the tests.

    python tools/keep_meg_battles.py SECONDS [FIRST [PLAN ...]]
    python tools/keep_meg_battles.py PLAN:NUMBER ...

The first plays planned battles with one number after another, for so many seconds, and chooses for each plan one
battle, so that all together show everything a battle is about; of all plans it keeps them. The second keeps the battles
named. Logs and transcripts go to tests/battles/meg.
"""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from keeping import Seen, choose, write_kept

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event, Rules
from debellis.battle.stream import seed_of
from debellis.generals.eager import EagerGeneral
from debellis.meg.playing.actions import AnswerDraw, DeclareCharge, LetCharge, Move, OfferDraw, Pass, StopCharge
from debellis.meg.playing.moving import walk_of
from debellis.meg.playing.setting_up.actions import WriteNotes
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, outline, unit_of, units_of

EDITION = "meg"
FOLDER = Path(__file__).parent.parent / "tests" / "battles" / EDITION
#: Events that must be seen before the first turn, in the order in which they come.
BEFORE = ("invader", "pbs-named", "territory", "marker", "ground", "adjustment", "camp", "notes", "deploy")
#: Events that must be seen in the turns.
DURING = (
    *("deal", "discard", "gift", "delay", "pass", "general", "charge", "must-charge", "stopped", "countercharge"),
    *("intercept", "stand", "skirmish", "run_away", "shot", "cover", "charge-move", "caught", "align", "combat"),
    *("leads", "support", "effect", "loss", "test", "broken", "rout", "pursuit", "held-back", "killed", "successor"),
    *("move", "pushed-back", "rearrange", "press-forward", "break-off", "recovers", "sacked", "removed", "destroyed"),
    *("ambush", "arrives"),
)
#: What a colour die may show.
FACES = ("skull", "wound", "S", "blank")
ENDINGS = {"army broken": "breaks", "time is up": "time is up", "draw agreed": "agree on a draw"}
SIGHTS = frozenset((*BEFORE, *DURING, *(f"die: {face}" for face in FACES), *ENDINGS))
#: The planned battles: armies, turns of each side, how they are set up, and what the generals are keen on.
PLANS: tuple[dict[str, Any], ...] = (
    {"red": "magna-hunnic", "blue": "magna-jerusalem", "limit": 10, "by_hand": True, "keen": "march"},
    {"red": "magna-viking", "blue": "magna-british", "limit": 10, "keen": "hold"},
    {"red": "magna-hunnic", "blue": "magna-dacian", "limit": 12, "keen": "camp"},
    {"red": "new-kingdom-egyptian", "blue": "mongol-conquest", "limit": 2, "keen": "shots"},
    {"red": "magna-late-roman", "blue": "magna-pyrrhic", "limit": 10, "by_hand": True, "keen": "draw"},
    {"red": "magna-ayyubid", "blue": "magna-teutonic", "limit": 10, "keen": "flight"},
)
KEPT = len(PLANS)
#: The turn in which a draw is offered where that is planned.
TURN = 6


class Director(EagerGeneral):
    """An eager general who is keen on something: a march, the enemy camp, holding back, skirmishing, a draw."""

    def __init__(self, seed: int, keen: str) -> None:
        super().__init__(seed, 0.3)
        self.keen = keen

    def choose(self, rules: Rules, state: Any) -> Any:
        for idea in self._preferred(rules, state):
            if rules.allows(state, idea):
                return idea
        return super().choose(rules, state)

    def _preferred(self, rules: Rules, state: Any) -> Iterable[Any]:
        names = rules.pending(state).kinds
        if "write_notes" in names:
            found = [idea for idea in rules.ideas(state) if isinstance(idea, WriteNotes)]
            return sorted(found, key=lambda idea: (not idea.marches, not idea.ambushes))
        if "answer-draw" in names:
            return [AnswerDraw(self.keen == "draw")]
        if self.keen == "draw" and state.number >= TURN:
            return [OfferDraw()]
        if self.keen == "hold" and ("charge" in names or "stop-charge" in names):
            return self._holding(rules, state)
        if self.keen == "camp" and ("move" in names or "charge" in names):
            return self._to_the_camp(rules, state)
        if "respond" in names and self.random.random() < 0.5:
            return reversed(list(rules.ideas(state)))
        return ()

    def _holding(self, rules: Rules, state: Any) -> Iterable[Any]:
        """To declare no charge, and to stop every second one that is forced."""
        ideas = list(rules.ideas(state))
        if any(isinstance(idea, LetCharge | StopCharge) for idea in ideas):
            wanted = StopCharge if self.random.random() < 0.5 else LetCharge
            return [idea for idea in ideas if isinstance(idea, wanted)]
        return [Pass()] if self.random.random() < 0.6 else ()

    def _to_the_camp(self, rules: Rules, state: Any) -> Iterable[Any]:
        """Charges on a camp; else the moves of horse that bring it nearest to the camp of the enemy."""
        side = rules.pending(state).side
        position = state.position
        camps = [unit for unit in units_of(position) if unit.kind == CAMP and unit.side != side]
        if not camps or not bases_of(position, camps[0].id):
            return ()
        there = outline(position, camps[0]).centre
        ideas = list(rules.ideas(state))
        charges = [idea for idea in ideas if isinstance(idea, DeclareCharge) and camps[0].id in idea.on]
        moves: list[tuple[float, int, Any]] = []
        for i, idea in enumerate(ideas):
            if isinstance(idea, Move) and len(idea.units) == 1:
                unit = unit_of(position, idea.units[0])
                if unit.troops.type in ("cavalry", "camelry"):
                    ruling = rules.check(state, idea)
                    if ruling.answer["legal"]:
                        moves.append((math.dist(walk_of(position, idea, idea.steps).front, there), i, idea))
        return [*charges, *(idea for _, _, idea in sorted(moves)[:3])]


def played(plan: int, number: int) -> Battle:
    """One of the planned battles, all else by its number."""
    told = dict(PLANS[plan])
    keen = told.pop("keen")
    if told.pop("by_hand", False):
        told["options"] = {"before_the_battle": "by_hand"}
    rules = rules_of(EDITION)
    seed = seed_of(number * len(PLANS) + plan)
    battle = Battle(rules, {**told, "variety": number}, StreamOfDice(seed), seed)
    general = Director(number, keen)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
    return battle


def shows(events: Iterable[Event], why: str) -> set[str]:
    """What of the wanted a battle shows by its events and the reason of its end."""
    found = {name for name, words in ENDINGS.items() if words in why}
    for event in events:
        found.add(event.kind)
        found |= {f"die: {face}" for face in re.findall(r"die shows (\w+)", event.says)}
    return found & SIGHTS


def look(plan: int, number: int) -> Seen:
    """The plan and number of a battle, how long its log is, and what it shows."""
    battle = played(plan, number)
    assert battle.result is not None
    return plan, number, len(battle.log()), shows(battle.events, battle.result.why)


def keep(chosen: list[tuple[int, int]]) -> None:
    """Write the logs and transcripts of some battles in the place of those kept before."""
    write_kept(FOLDER, ((f"{plan}{number:03d}", played(plan, number)) for plan, number in chosen))


def main() -> None:
    if ":" in sys.argv[1]:
        keep([(int(plan), int(number)) for plan, _, number in (one.partition(":") for one in sys.argv[1:])])
        return
    until = time.monotonic() + float(sys.argv[1])
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    plans = [int(plan) for plan in sys.argv[3:]] or list(range(KEPT))
    seen: list[Seen] = []
    with ProcessPoolExecutor(2) as pool:
        while time.monotonic() < until:
            for done in as_completed([pool.submit(look, plan, number) for plan in plans]):
                seen.append(done.result())
                plan, one, size, what = seen[-1]
                print(f"plan {plan}, number {one}: {size} bytes, lacks {sorted(SIGHTS - what)}", flush=True)
            number += 1
    chosen, missing = choose(seen, SIGHTS)
    if len(plans) == KEPT:
        keep(chosen)
    print(f"best {chosen}; not shown by any: {sorted(missing) or 'nothing'}")


if __name__ == "__main__":
    main()
