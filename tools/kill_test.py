"""Kill servers at random moments while battles are played on them, as often as you like.

python tools/kill_test.py              200 times with SQLite, 50 times with two servers on one PostgreSQL
python tools/kill_test.py --sqlite 20 --postgres 0 --seed 7
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.real_parts import HOW, postgresql
from tests.server.killing import Trial, run
from tests.server.postgres import cluster, make_database
from tests.server.servers import Nursery


def main() -> None:
    """Kill, and say what came of it."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--sqlite", type=int, default=200, metavar="N", help="kills of one server on SQLite")
    wanted.add_argument("--postgres", type=int, default=50, metavar="N", help="kills of two servers on one PostgreSQL")
    wanted.add_argument("--seed", type=int, default=1, help="what all chance comes from")
    given = wanted.parse_args()
    nursery = Nursery()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if given.sqlite:
            trial = Trial(nursery, f"sqlite:///{place / 'battles.sqlite3'}", place, 1, given.seed)
            print("SQLite:", run(trial, given.sqlite, print), flush=True)
        if given.postgres:
            programs = postgresql() or sys.exit(HOW["postgresql"])
            with cluster(programs) as url:
                trial = Trial(nursery, make_database(url, "killed"), place, 2, given.seed)
                print("PostgreSQL, two servers:", run(trial, given.postgres, print), flush=True)
    nursery.close()


if __name__ == "__main__":
    main()
