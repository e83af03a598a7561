"""Choose and keep whole battles for the tests: `python tools/keep_battles.py EDITION [FIRST [COUNT]]`.

Plays many battles between eager generals, then keeps the few that together show everything the edition is about, as
logs with transcripts in tests/battles/EDITION.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from keeping import write_kept

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.rules import Event
from debellis.battle.stream import seed_of
from debellis.dba.book import book_of
from debellis.dba.playing.state import State
from debellis.dba.setting_up.lists import armies
from debellis.generals.eager import EagerGeneral

#: How many battles are kept of each edition.
KEPT = {"dba22": 10, "rrr": 7}
FOLDER = Path(__file__).parent.parent / "tests" / "battles"
FATES = ("nothing happens", "holds", "recoils", "flees", "is destroyed", "changes sides")
#: What the battles of each edition must show besides the troops.
SIGHTS = {
    "dba22": {
        *(f"fate {fate}" for fate in FATES),
        "won by elements lost",
        "won by general and more elements lost",
        "river entered",
        "town",
        "camp taken",
        "landing",
    },
    "rrr": {
        *(f"fate {fate}" for fate in FATES if fate != "changes sides"),
        "won by elements lost",
        "won by general and more elements lost",
        "camp taken",
        "terrain modified",
        "general lost with his element",
        "general goes along",
        "pursuit",
        *(f"cites {name}" for name in ("REN-RS-pikes-foot", "REN-RS-pistol", "REN-CC-general", "REN-CF-cannon-ds")),
        *(f"cites {name}" for name in ("REN-FS-shot", "REN-FS-mounted", "REN-CF-guns-ds", "REN-DSF-aid")),
    },
}
#: Troops nobody fields.
_NOT_FIELDED = ("camp_followers", "denizens")


def wanted(edition: str) -> set[str]:
    """Everything the kept battles of an edition must show between them."""
    fielded = {
        book_of(edition).codes[code.partition("//")[0]].type
        for army in armies(edition).values()
        for slot in (*army.elements, *(slot for block in army.alternatives for slot in block))
        for code in slot.any_of
    }
    return SIGHTS[edition] | {f"troops {kind}" for kind in fielded if kind not in _NOT_FIELDED}


def played(edition: str, number: int, limit: int = 25) -> Battle:
    """One battle between two eager generals, all by its number."""
    rules = rules_of(edition)
    lists = list(armies(edition))
    seed = seed_of(number)
    red, blue = lists[number % len(lists)], lists[(number * 5 + number // len(lists) + 1) % len(lists)]
    setup = {"red": red, "blue": blue, "variety": number, "limit": limit}
    battle = Battle(rules, setup, StreamOfDice(seed), seed)
    general = EagerGeneral(number)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
    return battle


def shows(edition: str, state: State, events: Iterable[Event]) -> set[str]:
    """What of the wanted a battle that ended in a state, by these events, shows."""
    found = {f"troops {base.kind}" for force in state.forces.values() for base in force.elements}
    generals = {base.id for force in state.forces.values() for base in force.elements if base.general}
    result = rules_of(edition).result(state)
    if result is not None and result.winner is not None:
        found.add(f"won by {result.why}")
    for event in events:
        found |= {f"cites {name}" for name in event.clauses}
        found |= _seen(event, generals)
    if state.position.features("bua"):
        found.add("town")
    return found & wanted(edition)


def _seen(event: Event, generals: set[str]) -> set[str]:
    """What one event shows."""
    found: set[str] = set()
    if event.kind in ("fight", "shoot"):
        found |= {f"fate {fate}" for fate in FATES if event.says.endswith(fate)}
    if event.kind == "change_sides":
        found.add("fate changes sides")
    if event.kind == "land":
        found.add("landing")
    if event.kind == "pursue":
        found.add("pursuit")
    if event.kind == "modify" and len(event.says) > 0:
        found.add("terrain modified")
    if event.kind == "enter" and "camp" in event.says:
        found.add("camp taken")
    if event.kind == "lost" and "too" in event.says and generals & set(event.bases):
        found.add("general lost with his element")
    if event.kind == "along" and generals & set(event.bases):
        found.add("general goes along")
    if "the river is" in event.says:
        found.add("river entered")
    return found


def look(edition: str, number: int) -> tuple[int, int, set[str]]:
    """A battle's number, how long its log is, and what it shows."""
    battle = played(edition, number)
    return number, len(battle.log()), shows(edition, battle.state, battle.events)


def choose(edition: str, seen: list[tuple[int, int, set[str]]]) -> tuple[list[int], set[str]]:
    """The numbers of the battles to keep, those with the rarest sights first, and what none of them shows."""
    missing = wanted(edition)
    chosen: list[int] = []
    while len(chosen) < KEPT[edition]:
        left = [row for row in seen if row[0] not in chosen]
        times = Counter(sight for row in left for sight in row[2] & missing)
        rarest = min(times, key=lambda sight: (times[sight], sight), default=None)
        best = max(left, key=lambda row: (rarest in row[2], len(row[2] & missing), len(row[2]), -row[1]))
        chosen.append(best[0])
        missing -= best[2]
    return sorted(chosen), missing


def keep(edition: str, chosen: list[int]) -> None:
    """Write the logs and transcripts of some battles in the place of those kept before."""
    write_kept(FOLDER / edition, ((f"{number:04d}", played(edition, number)) for number in chosen))


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in KEPT:
        raise SystemExit(f"name an edition: {', '.join(KEPT)}")
    edition = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    with ProcessPoolExecutor() as pool:
        seen = list(pool.map(partial(look, edition), range(first, first + count), chunksize=4))
    chosen, missing = choose(edition, seen)
    keep(edition, chosen)
    print(f"kept {chosen}; not shown by any: {sorted(missing) or 'nothing'}")


if __name__ == "__main__":
    main()
