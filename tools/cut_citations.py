"""Deletes citing lines of an edition's rules one at a time, in a copy, and says whether a case then fails.

python tools/cut_citations.py --edition meg --count 20 --seed 1

A citation is cut by naming another clause in its place, so that the code still runs. A cut that no case notices means
that nothing proves the clause there: such a line is printed, and the exit code is 1. Lines of whole battles (`playing`)
are left out: battles under test prove them, not cases.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Which family cites for an edition, and how its clauses begin. Base paragraphs are left out unless they are asked for.
FAMILIES = {"meg": ("meg", "MEG-")}


def citing_lines(family: str, prefix: str, base: bool) -> list[tuple[Path, int, str]]:
    """Every line of the rules that names a clause: the file, its number from 0, and the clause."""
    ids = re.compile(rf'"({re.escape(prefix)}(?:B[\d.]+|\d+[a-z]))"')
    found: list[tuple[Path, int, str]] = []
    for file in sorted((ROOT / "src" / "debellis" / family).rglob("*.py")):
        if "playing" in file.parts:
            continue
        for number, line in enumerate(file.read_text("utf-8").splitlines()):
            for name in ids.findall(line):
                if base or not name.startswith(f"{prefix}B"):
                    found.append((file.relative_to(ROOT), number, name))
    return found


def cases_naming(cases: Path, name: str) -> list[Path]:
    """The cases that name a clause."""
    return [file for file in sorted(cases.rglob("*.toml")) if f'"{name}"' in file.read_text("utf-8")]


def is_noticed(copy: Path, family: str, name: str) -> bool:
    """Whether a case that names the clause fails in the copy."""
    files = cases_naming(copy / "cases" / family, name)
    if not files:
        return False
    run = subprocess.run(
        [sys.executable, "-m", "debellis.cli", "case", "run", *map(str, files)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
        capture_output=True,
        check=False,
    )
    return run.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", choices=sorted(FAMILIES), default="meg")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--base", action="store_true", help="cut citations of base paragraphs too")
    given = parser.parse_args()
    family, prefix = FAMILIES[given.edition]
    lines = citing_lines(family, prefix, given.base)
    chosen = random.Random(given.seed).sample(lines, min(given.count, len(lines)))
    survived = 0
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        for part in ("src", "cases"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        for file, number, name in chosen:
            target = copy / file
            whole = target.read_text("utf-8")
            written = whole.splitlines(keepends=True)
            written[number] = written[number].replace(f'"{name}"', f'"{prefix}00b"')
            target.write_text("".join(written), "utf-8")
            noticed = is_noticed(copy, family, name)
            target.write_text(whole, "utf-8")
            survived += not noticed
            print(f"{'noticed' if noticed else 'SURVIVED'}  {name:<12} {file}:{number + 1}", flush=True)
    print(f"{len(chosen)} citing lines cut, {survived} survived (seed {given.seed}, of {len(lines)})")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
