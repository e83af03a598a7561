"""Say 20,000 spoilt messages to a server, and ask it everything its OpenAPI offers in every wrong way.

python tools/fuzz_server.py
python tools/fuzz_server.py --messages 2000 --examples 20 --seed 7
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.asking import ask_everything
from tests.server.fuzzing import Fuzz
from tests.server.servers import Nursery


def main() -> None:
    """Fuzz, and say what came of it."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--messages", type=int, default=20_000, metavar="N", help="spoilt messages over WebSockets")
    wanted.add_argument("--examples", type=int, default=200, metavar="N", help="examples for each operation over HTTP")
    wanted.add_argument("--seed", type=int, default=1, help="what all chance comes from")
    given = wanted.parse_args()
    nursery = Nursery()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if given.messages:
            print("WebSocket:", Fuzz(nursery, place, given.seed).run(given.messages), flush=True)
        if given.examples:
            server = nursery.serve(f"sqlite:///{place / 'asked.sqlite3'}", place / "asked").wait()
            print("OpenAPI:", ask_everything(server, given.examples, slow=True), flush=True)
            server.stop()
            assert "Traceback" not in server.said, server.said
    nursery.close()


if __name__ == "__main__":
    main()
