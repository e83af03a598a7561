"""A process that has read all the rules already and forks servers from itself, so that each starts at once.

Each line of its input is a request {"database", "log", "limits"}; each line of its output the number of a server
process, which a test may kill as hard as it likes.
"""

from __future__ import annotations

import json
import os
import signal
import sys


def main() -> None:
    """Fork servers for as long as somebody asks."""
    from debellis.battle.playable import rules_of
    from debellis.server import running
    from debellis.server.app import create_app
    from debellis.server.limits import Limits
    from debellis.server.storage.store import open_engine

    rules_of("dba22").start({"red": "II/33", "blue": "II/32"})
    create_app(open_engine("sqlite://"))
    create_app(open_engine("postgresql://nobody@127.0.0.1/nothing"))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children: list[int] = []
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child == 0:
            log = os.open(wanted["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            for stream in (1, 2):
                os.dup2(log, stream)
            os.close(0)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            running.run("127.0.0.1", 0, wanted["database"], limits=Limits(**wanted["limits"]), warm=False)
            os._exit(0)
        children.append(child)
        print(child, flush=True)
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
