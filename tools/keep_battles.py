"""Choose and keep whole battles for the tests: `python tools/keep_battles.py [FIRST [COUNT]]`.

Plays many battles between eager generals, then keeps the few that together show every outcome and troop type, a river
crossed, a town, a camp taken, a landing and every way of winning, as logs with transcripts in tests/battles.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.rules import Event
from debellis.battle.stream import seed_of
from debellis.db.playing.state import State
from debellis.db.setting_up.lists import armies
from debellis.editions.dba22 import RULES
from debellis.editions.dba22.book import BOOK
from debellis.generals.eager import EagerGeneral

KEPT = 10
FOLDER = Path(__file__).parent.parent / "tests" / "battles"
#: Everything the kept battles must show between them.
WANTED = {
    *(f"troops {kind}" for kind in BOOK.types if kind not in ("camp_followers", "denizens")),
    *(f"fate {fate}" for fate in ("nothing happens", "holds", "recoils", "flees", "is destroyed", "changes sides")),
    "won by elements lost",
    "won by general and more elements lost",
    "river entered",
    "town",
    "camp taken",
    "landing",
}


def played(number: int, limit: int = 25) -> Battle:
    """One battle between two eager generals, all by its number."""
    lists = list(armies("dba22"))
    seed = seed_of(number)
    red, blue = lists[number % len(lists)], lists[(number * 5 + number // 36 + 1) % len(lists)]
    setup = {"red": red, "blue": blue, "variety": number, "limit": limit}
    battle = Battle(RULES, setup, StreamOfDice(seed), seed)
    general = EagerGeneral(number)
    while battle.result is None:
        battle.play(general.choose(RULES, battle.state))
    return battle


def shows(state: State, events: Iterable[Event]) -> set[str]:
    """What of the wanted a battle that ended in a state, by these events, shows."""
    found = {f"troops {base.kind}" for force in state.forces.values() for base in force.elements}
    result = RULES.result(state)
    if result is not None and result.winner is not None:
        found.add(f"won by {result.why}")
    for event in events:
        if event.kind in ("fight", "shoot"):
            found |= {f"fate {fate}" for fate in _fates() if event.says.endswith(fate)}
        if event.kind == "change_sides":
            found.add("fate changes sides")
        if event.kind == "land":
            found.add("landing")
        if event.kind == "enter" and "camp" in event.says:
            found.add("camp taken")
        if "the river is" in event.says:
            found.add("river entered")
    if state.position.features("bua"):
        found.add("town")
    return found & WANTED


def _fates() -> tuple[str, ...]:
    return ("nothing happens", "holds", "recoils", "flees", "is destroyed", "changes sides")


def look(number: int) -> tuple[int, int, set[str]]:
    battle = played(number)
    return number, len(battle.log()), shows(battle.state, battle.events)


def main() -> None:
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    with ProcessPoolExecutor() as pool:
        seen = list(pool.map(look, range(first, first + count), chunksize=4))
    missing = set(WANTED)
    chosen: list[int] = []
    while len(chosen) < KEPT:
        left = [row for row in seen if row[0] not in chosen]
        best = max(left, key=lambda row: (len(row[2] & missing), len(row[2]), -row[1]))
        chosen.append(best[0])
        missing -= best[2]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("battle-*"):
        old.unlink()
    for number in sorted(chosen):
        battle = played(number)
        (FOLDER / f"battle-{number:04d}.jsonl").write_bytes(battle.log())
        account = "\n".join(event.says for event in battle.events) + "\n"
        (FOLDER / f"battle-{number:04d}.txt").write_text(account, "utf-8")
    print(f"kept {sorted(chosen)}; not shown by any: {sorted(missing) or 'nothing'}")


if __name__ == "__main__":
    main()
