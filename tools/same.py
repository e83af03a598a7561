"""Show what a change of structure changed: digests of rulings, battles and environments, compared with earlier ones.

    python tools/same.py --write build/same.json      # before the change
    python tools/same.py build/same.json              # after it

Rulings are compared question by question and are found again by what a case says, not by where its file lies. With
`--without-sentences` the wording of a ruling may differ and everything else of it may not. Exit code 1 if anything
that is in both differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.stream import seed_of
from debellis.casebook.case_text import CaseError
from debellis.casebook.playing import rulings
from debellis.casebook.reading import read_case
from debellis.dbm.playing.game import FAMILY
from debellis.generals.players import computer, mustered
from debellis.table import writing
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import SENTENCES

ROOT = Path(__file__).resolve().parent.parent
#: Battles of generals: edition, armies, levels of red and blue, seed, most bounds.
GENERALS = (
    ("dba22", "II/33", "II/32", "random", "random", 7, 20),
    ("dba22", "II/5a", "III/51", "random", "eager", 8, 20),
    ("rrr", "dutch", "ming", "random", "random", 9, 20),
    ("dba22", "II/33", "II/32", "centurion", "recruit", 10, 12),
    ("rrr", "french", "aztec", "recruit", "centurion", 11, 12),
    ("dba22", "II/33", "II/32", "legate", "centurion", 12, 4),
    ("rrr", "muscovite", "japanese", "legate", "random", 13, 4),
)
#: Battles of DBM between random generals.
MULTITUDES = (
    ("dbm31", "alexandrian_macedonian", "seleucid", 1, 2),
    ("dbm32", "early_imperial_roman", "parthian", 2, 2),
    ("dbm31", "later_hoplite_greek", "hundred_years_war_english", 3, 2),
)
STEPS = 200
#: Positions a legate weighs in a bound here, so that the clock decides nothing.
WORK = 60
Digests = dict[str, list[str]]


def digest(value: Any) -> str:
    """A short fingerprint of a value that can be written as JSON."""
    return hashlib.sha256(writing.encode(value, order="sorted")).hexdigest()[:16]


def of_rulings() -> Iterator[tuple[str, list[str]]]:
    """Every question and action of the casebook: its content, and its ruling with and without sentences."""
    seen: Counter[str] = Counter()
    for file in sorted((ROOT / "cases").rglob("*.toml")):
        raw = tomllib.loads(file.read_text("utf-8"))
        stage = {key: value for key, value in raw.items() if key not in ("ask", "do", "title", "clauses", "frames")}
        done: list[Any] = []
        try:
            for step, ruling in rulings(read_case(file)):
                asked = [step.question, step.arguments]
                key = digest([stage, done, asked])
                seen[key] += 1
                yield f"{key} {seen[key]}", [digest(ruling), digest(without_sentences(ruling)), step.question]
                if step.kind == "do":
                    done.append([asked, step.dice])
        except CaseError as fault:
            print(f"cannot be read: {fault}", file=sys.stderr)


def without_sentences(ruling: Ruling) -> list[Any]:
    """A ruling as numbers, names and clauses alone."""
    answer = ruling.answer
    if isinstance(answer, dict):
        answer = {key: value for key, value in answer.items() if key not in SENTENCES}
    measured = [(measure.value, measure.unit, measure.limit) for measure in ruling.measures]
    drawn = [(mark.shape, mark.points, mark.role) for mark in ruling.drawing]
    return [answer, ruling.clauses, measured, drawn]


def of_kept_battles() -> Iterator[tuple[str, list[str]]]:
    """The last hash of every kept battle, and what its events cite."""
    for file in sorted((ROOT / "tests" / "battles").rglob("*.jsonl")):
        done = replay(file.read_bytes(), rules_of(file.parent.name))
        cited = [event.clauses for moment in done.moments for event in moment.events]
        yield f"{file.parent.name} {file.stem}", [done.moments[-1].hash, digest(cited)]


def of_generals() -> Iterator[tuple[str, list[str]]]:
    """The last hash of battles between computer generals."""
    for edition, red, blue, first, second, seed, limit in GENERALS:
        rules = rules_of(edition)
        setup: dict[str, Any] = {"variety": seed, "limit": limit, "red": red, "blue": blue}
        setup = mustered(edition, setup, {"red": (first, ""), "blue": (second, "")})
        generals = {"red": computer(first, seed, work=WORK), "blue": computer(second, seed + 1, work=WORK)}
        battle = Battle(rules, setup, StreamOfDice(seed_of(seed)), seed_of(seed))
        while (side := battle.pending.side) is not None:
            battle.play(generals[side].choose(rules, battle.state))
        yield f"{edition} {first} {second} {seed}", [battle.hash]


def of_multitudes() -> Iterator[tuple[str, list[str]]]:
    """The last hash of battles of DBM between random generals."""
    for edition, red, blue, seed, limit in MULTITUDES:
        rules, general, secret = Game(edition, FAMILY), computer("random", seed), seed_of(seed)
        setup = {"red": red, "blue": blue, "variety": seed, "limit": limit}
        battle = Battle(rules, setup, StreamOfDice(secret), secret)
        while battle.result is None:
            battle.play(general.choose(rules, battle.state))
        yield f"{edition} {red} {blue} {seed}", [battle.hash]


def of_environments() -> Iterator[tuple[str, list[str]]]:
    """What is seen in the first steps of each environment."""
    try:
        import numpy as np

        from debellis.environment import dba22_v0, rrr_v0
    except ImportError:
        return
    for name, module in (("dba22_v0", dba22_v0), ("rrr_v0", rrr_v0)):
        env, random, seen = module.env(), Random(3), hashlib.sha256()
        env.reset(seed=3)
        for _ in range(STEPS):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            for key in sorted(observation["observation"]):
                seen.update(observation["observation"][key].tobytes())
            seen.update(observation["action_mask"].tobytes())
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        yield name, [seen.hexdigest()]


PARTS: dict[str, Callable[[], Iterator[tuple[str, list[str]]]]] = {
    "rulings": of_rulings,
    "kept battles": of_kept_battles,
    "battles of generals": of_generals,
    "battles of DBM": of_multitudes,
    "environments": of_environments,
}


def compare(part: str, before: Digests, after: Digests, sentences: bool) -> bool:
    """Print what differs in one part; whether nothing does."""
    both = before.keys() & after.keys()
    which = 0 if sentences or part != "rulings" else 1
    other = sorted(key for key in both if before[key][which] != after[key][which])
    gone, new = len(before.keys() - after.keys()), len(after.keys() - before.keys())
    print(f"{part}: {len(both) - len(other)} the same, {len(other)} differ, {gone} gone, {new} new")
    if part == "rulings":
        for question, count in Counter(after[key][2] for key in other).most_common():
            print(f"  {count} of {question}")
    else:
        for key in other:
            print(f"  {key}")
    return not other


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare rulings, battles and environments with earlier ones.")
    parser.add_argument("earlier", type=Path, nargs="?", default=ROOT / "build" / "same.json")
    parser.add_argument("--write", action="store_true", help="write the digests instead of comparing")
    parser.add_argument("--without-sentences", action="store_true", help="the wording of rulings may differ")
    parser.add_argument("--only", choices=sorted(PARTS), action="append", help="only this part; may be repeated")
    given = parser.parse_args()
    found = {name: dict(part()) for name, part in PARTS.items() if not given.only or name in given.only}
    if given.write:
        given.earlier.parent.mkdir(parents=True, exist_ok=True)
        given.earlier.write_text(json.dumps(found, indent=0))
        print(f"{given.earlier}: " + ", ".join(f"{len(rows)} {name}" for name, rows in found.items()))
        return 0
    earlier = json.loads(given.earlier.read_text())
    good = [compare(name, earlier.get(name, {}), rows, not given.without_sentences) for name, rows in found.items()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
