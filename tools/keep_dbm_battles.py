"""Choose and keep whole battles of DBM for the tests.

    python tools/keep_dbm_battles.py EDITION SECONDS [FIRST [PLAN ...]]
    python tools/keep_dbm_battles.py EDITION PLAN:NUMBER ...

The first plays planned battles of small armies with one number after another, for so many seconds, and chooses for
each plan one battle, so that all together show everything a battle of DBM is about; of all plans it keeps them. The
second keeps the battles named. Logs and transcripts go to tests/battles/EDITION.
"""

from __future__ import annotations

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
from debellis.dbm.playing import boarding
from debellis.dbm.playing.actions import Board, ChooseTerrain, Dismount, EndMoves, LayWorks, WriteOrders
from debellis.generals.eager import EagerGeneral

FOLDER = Path(__file__).parent.parent / "tests" / "battles"
EDITIONS = ("dbm31", "dbm32")
#: What the battles of an edition must show between them, by the phase or ending it belongs to.
SIGHTS = frozenset(
    {
        "armies by points",
        "season and weather",
        "works laid",
        "orders written",
        "ambush sprung",
        "ambush discovered",
        "flank march arrives",
        "flank march comes on",
        "dice allotted",
        "ally unreliable",
        "ally changes sides",
        "march",
        "dismounting",
        "halt",
        "spontaneous advance",
        "bursting through friends",
        "shooting",
        "fight: nothing happens",
        "fight: recoil",
        "fight: flee",
        "fight: destroyed",
        "pursuit",
        "works stormed",
        "river",
        "troops aboard",
        "landing",
        "general lost",
        "command demoralised",
        "retreat",
        "army defeated",
        "time limit",
        "victory points",
    }
)


def command(name: str, **elements: int) -> dict[str, Any]:
    return {"name": name, "elements": elements}


ARABS = {
    "army": "arab_conquest",
    "commands": [
        command("C", cinc=1, cav=2, foot=6, archer=2),
        command("L", sub=1, cav=2, lh=2, foot=6, archer=2),
    ],
}
NORMANS = {
    "army": "norman",
    "commands": [
        command("C", cinc=1, knight=5, spear=4, skirm=4),
        command("L", sub=1, knight=3, spear=4),
        command("R", sub=1, knight=2),
    ],
}
#: Men-at-arms who start on horseback and may dismount.
MOUNTED = "maa: Irr Kn (O)//Irr Bd (S)"
ENGLISH = {
    "army": "hundred_years_war_english",
    "commands": [
        {"name": "C", "elements": {"cinc": 1, "maa": 2, MOUNTED: 2, "longbow": 10}},
        command("R", sub=1, maa=2, longbow=8),
    ],
    "works": {"TF": 20},
}
VIKINGS = {
    "army": "viking",
    "commands": [
        command("C", cinc=1, hird=2, raider=12, skirm=2),
        command("R", sub=1, raider=12, longship=4),
    ],
}
INDIANS = {
    "army": "classical_indian",
    "commands": [
        command("C", cinc=1, elephant=2, cav=2, bow=6),
        command("L", sub_ch=1, elephant=2, cav=2, bow=6),
    ],
}
PARTHIANS = {
    "army": "parthian",
    "commands": [
        command("C", cinc=1, cataphract=2, horse_archer=14),
        command("L", ally=1, cataphract=1, horse_archer=8),
        command("R", sub=1, horse_archer=2),
    ],
}
ROMANS = {
    "army": "early_imperial_roman",
    "commands": [
        command("C", cinc=1, legion=6, aux=4),
        command("L", sub=1, legion=4, aux=2, alae=1),
        command("R", sub=1, aux=2, alae=1),
    ],
}
RIVERS, SEAS, COVER = ("river",), ("waterway",), ("woods", "wooded_hill", "bua", "dunes")
#: The planned battles: armies, agreed options, bounds of each side, and what each side's orders prefer.
PLANS: tuple[dict[str, Any], ...] = (
    {"red": ARABS, "blue": NORMANS, "limit": 12, "terrain": RIVERS},
    {"red": ENGLISH, "blue": ARABS, "limit": 12, "terrain": RIVERS},
    {"red": NORMANS, "blue": VIKINGS, "limit": 10, "options": {"sky": True}, "terrain": SEAS, "early": "aboard"},
    {"red": INDIANS, "blue": ROMANS, "limit": 9, "orders": ("ambush", "march"), "terrain": COVER, "early": "ambush"},
    {"red": PARTHIANS, "blue": PARTHIANS, "limit": 12, "orders": ("plain", "plain"), "early": "unreliable"},
    {"red": ROMANS, "blue": VIKINGS, "limit": 9, "orders": ("ambush", "ambush"), "terrain": COVER, "early": "ambush"},
)


#: After so many bounds of both sides a battle must have shown the first event of its plan.
EARLY = 3


class Director(EagerGeneral):
    """An eager general who hides or marches round a flank as planned, lays works, and uses vessels and feet."""

    def __init__(self, seed: int, orders: tuple[str, str], terrain: tuple[str, ...]) -> None:
        super().__init__(seed, 0.15)
        self.terrain = terrain
        self.orders = dict(zip(("red", "blue"), orders, strict=True))

    def choose(self, rules: Rules, state: Any) -> Any:
        for idea in self._preferred(rules, state):
            if rules.allows(state, idea):
                return idea
        return super().choose(rules, state)

    def _preferred(self, rules: Rules, state: Any) -> Iterable[Any]:
        phase, side = state.phase, rules.pending(state).side
        if phase == "works":
            return [idea for idea in rules.ideas(state) if isinstance(idea, LayWorks) and idea.sections]
        if phase == "orders":
            found = [idea for idea in rules.ideas(state) if isinstance(idea, WriteOrders)]
            wanted = self.orders.get(side or "", "")
            if wanted == "plain":
                return [one for one in found if not one.ambushes and not one.flank_marches]
            return [
                one
                for one in found
                if (wanted == "ambush" and one.ambushes) or (wanted == "march" and one.flank_marches)
            ]
        if phase in ("option", "features"):
            found = [idea for idea in rules.ideas(state) if isinstance(idea, ChooseTerrain)]
            return [one for one in found if any(piece.kind in self.terrain for piece in one.features)]
        if phase == "moves":
            vessels = tuple(state.position.base(name) for name in state.aboard or () if state.position.has_base(name))
            own = tuple(vessel for vessel in vessels if vessel.side == side)
            landing = [idea for idea in boarding.ideas(state, own) if not isinstance(idea, Board)]
            if landing and self.random.random() < 0.9:
                return landing
            if self.random.random() < 0.1:
                return [idea for idea in rules.ideas(state) if isinstance(idea, Dismount)]
            if sum(map(len, state.bound.acts.values())) > 12:
                return [EndMoves()]
        return ()


def played(edition: str, plan: int, number: int, hopeful: bool = False) -> Battle:
    """One of the planned battles, all else by its number. `hopeful` breaks off what lacks the plan's first event."""
    rules = rules_of(edition)
    told = {"points": 250, "variety": number, **PLANS[plan]}
    orders, terrain, early = told.pop("orders", ("", "")), told.pop("terrain", ()), told.pop("early", "")
    seed = seed_of(number * len(PLANS) + plan)
    battle = Battle(rules, told, StreamOfDice(seed), seed)
    general = Director(number, orders, terrain)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
        if hopeful and early and sum(battle.state.bounds.values()) == EARLY and not _begins_well(battle, early):
            break
    return battle


def _begins_well(battle: Battle, early: str) -> bool:
    """Whether a battle has begun as it should to show what it is for."""
    if early == "ambush":
        return any(entry.action.get("ambushes") for entry in battle.entries)
    return any(early in event.says for event in battle.events)


def shows(setup: dict[str, Any], events: Iterable[Event], why: str) -> set[str]:
    """What of the wanted a battle of a set-up shows by its events and the reason of its end."""
    found = {"armies by points"} if isinstance(setup.get("red"), dict) and "points" in setup else set()
    for event in events:
        found |= _seen(event)
    found |= {"victory points"} if "points" in why else set()
    found |= {"army defeated"} if "defeated" in why else set()
    found |= {"time limit"} if "agreed" in why else set()
    return found & SIGHTS


#: What events of a kind show, whatever they say.
_KINDS = {
    "season": "season and weather",
    "orders": "orders written",
    "flank_march": "flank march arrives",
    "arrive": "flank march comes on",
    "allot": "dice allotted",
    "unreliable": "ally unreliable",
    "deserts": "ally changes sides",
    "dismount": "dismounting",
    "halt": "halt",
    "advance": "spontaneous advance",
    "shoot": "shooting",
    "pursue": "pursuit",
    "river": "river",
    "land": "landing",
    "general_lost": "general lost",
    "demoralised": "command demoralised",
    "retreat": "retreat",
}


def _seen(event: Event) -> set[str]:
    """What one event shows."""
    found = {_KINDS[event.kind]} if event.kind in _KINDS else set()
    if event.kind == "fight":
        fate = event.says.rpartition("; ")[2].rpartition(": ")[2]
        found.add(f"fight: {fate}")
    if event.kind == "move" and "march" in event.says:
        found.add("march")
    if event.kind == "move" and "DBM-B30.3" in event.clauses:
        found.add("landing")
    if event.kind == "works" and "sections" in event.says:
        found.add("works laid")
    if event.kind == "storm" and "comes in" in event.says:
        found.add("works stormed")
    if event.kind == "deploy" and "aboard" in event.says:
        found.add("troops aboard")
    if event.kind == "ambush":
        known = any(words in event.says for words in ("sees them", "discovered", "comes upon"))
        found.add("ambush discovered" if known else "ambush sprung")
    burst = {"IWF-16.2a", "IWF-16.2b", "IWF-16.3a", "DBM32-P20-foot-flee", "DBM32-P20-hordeI"}
    if event.kind == "advance" and burst & set(event.clauses):
        found.add("bursting through friends")
    return found


def look(edition: str, plan: int, number: int) -> Seen | None:
    """A battle's plan and number, how long its log is, and what it shows; None if it cannot show what it is for."""
    battle = played(edition, plan, number, hopeful=True)
    if battle.result is None:
        return None
    return plan, number, len(battle.log()), shows(PLANS[plan] | {"points": 250}, battle.events, battle.result.why)


def keep(edition: str, chosen: list[tuple[int, int]]) -> None:
    """Write the logs and transcripts of some battles in the place of those kept before."""
    write_kept(FOLDER / edition, ((f"{plan}{number:03d}", played(edition, plan, number)) for plan, number in chosen))


def main() -> None:
    edition = sys.argv[1]
    if ":" in sys.argv[2]:
        keep(edition, [(int(plan), int(number)) for plan, _, number in (one.partition(":") for one in sys.argv[2:])])
        return
    seconds = float(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    plans = [int(plan) for plan in sys.argv[4:]] or list(range(len(PLANS)))
    until = time.monotonic() + seconds
    seen: list[Seen] = []
    number = first
    with ProcessPoolExecutor(2) as pool:
        while time.monotonic() < until:
            for done in as_completed([pool.submit(look, edition, plan, number) for plan in plans]):
                found = done.result()
                if found is None:
                    continue
                seen.append(found)
                plan, one, size, what = found
                print(f"plan {plan}, number {one}: {size} bytes, {sorted(what)}", flush=True)
            number += 1
    chosen, missing = choose(seen, SIGHTS)
    if len(plans) == len(PLANS):
        keep(edition, chosen)
    print(f"best {chosen}; not shown by any: {sorted(missing) or 'nothing'}")


if __name__ == "__main__":
    main()
