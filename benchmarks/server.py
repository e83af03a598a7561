"""The server under load: 200 battles live at once over WebSockets on loopback, and the ruling on a dragged move.

Before that, the waits one feels: a kept battle opened, a battle begun, and the odds if the moves ended now, each just
after the server has started ("cold") and later ("warm").

Every battle has two people at it, who play one of the kept battles again with typed dice. First they decide as fast as
they can, then at a person's pace. Prints what was measured; promises nothing.

    python benchmarks/server.py --seconds 10 --battles 50
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

KEPT = sorted((Path(__file__).parent.parent / "tests" / "battles" / "dba22").glob("*.jsonl"))
#: The decisions that begin a combat.
COMBATS = ("fight", "pick_shooter", "shoot")
#: Seconds one looks at a battle before one asks for its odds.
LOOK = 1.5
#: Seconds between two decisions of a battle at a person's pace, on average.
PACE = 4.0
SERVE = """
from debellis.server.limits import Limits
from debellis.server.running import run
wide = Limits(messages=1e6, message_burst=1e6, requests=1e6, request_burst=1e6, new_a_minute=10**6)
run("127.0.0.1", 0, sys.argv[1], limits=wide)
"""


@contextmanager
def serving(database: str) -> Iterator[tuple[str, int]]:
    """The address of a server and the number of its process."""
    command = [sys.executable, "-c", f"import sys\n{SERVE}", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield said.split()[-1].rstrip("/"), process.pid
        finally:
            process.terminate()


def memory(process: int) -> float:
    """What a process holds, in MB."""
    return int(subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True).stdout) / 1024


def script(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The set-up and the decisions of a kept battle."""
    header, *entries = (json.loads(line) for line in file.read_bytes().splitlines())
    return header["setup"], [entry for entry in entries if "action" in entry]


class Seat:
    """One person at a table: whatever is told is heard, and the answer to what was said is handed over."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.told = 0
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.socket:
            self.told += 1
            if not str(text).startswith('{"type":"shown"') and not self.answer.done():
                self.answer.set_result(str(text))

    async def say(self, message: dict[str, Any]) -> tuple[float, str]:
        """Say something: how long the answer took, and the answer."""
        text = json.dumps(message)
        self.answer = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self.socket.send(text)
        answer = await asyncio.wait_for(self.answer, 120)
        return time.perf_counter() - began, answer


class Battle:
    """One battle played by its script, by two people on a socket each."""

    def __init__(self, address: str, number: int) -> None:
        self.address = address
        self.setup, self.entries = script(KEPT[number % len(KEPT)])
        self.at = self.number = 0
        self.secrets: dict[str, str] = {}
        self.seats: dict[str, Seat] = {}

    async def begin(self, client: httpx.AsyncClient, stack: AsyncExitStack) -> None:
        """Begin, and sit down on both sides."""
        person = {"kind": "person"}
        wanted = {"setup": self.setup, "dice": "typed", "red": person, "blue": person}
        self.secrets = (await client.post(f"{self.address}/api/battles", json=wanted)).json()["seats"]
        self.at = self.number = 0
        for side in ("red", "blue"):
            live = self.address.replace("http", "ws") + "/live"
            socket = await stack.enter_async_context(connect(live, max_size=None, compression=None, open_timeout=60))
            await socket.send(self.secrets[side])
            self.seats[side] = Seat(socket)

    @property
    def over(self) -> bool:
        return self.at >= len(self.entries)

    async def decide(self) -> float:
        """Take the next decision; how long it took to be acknowledged."""
        entry = self.entries[self.at]
        said = {"type": "act", "key": f"{self.at:08d}", "number": self.number}
        took, answer = await self.seats[entry["by"]].say({**said, "action": entry["action"], "dice": entry["dice"]})
        done = json.loads(answer)
        assert done["type"] == "done", answer
        self.number = done["number"]
        self.at += 1
        return took


async def play(battles: list[Battle], client: httpx.AsyncClient, seconds: float, pace: float | None) -> list[float]:
    """Everybody plays for so long; how long each decision took to be acknowledged."""
    times: list[float] = []
    async with AsyncExitStack() as stack:
        for battle in battles:
            await battle.begin(client, stack)
        until = time.perf_counter() + seconds

        async def sit(battle: Battle) -> None:
            while True:
                if pace is not None:
                    await asyncio.sleep(random.uniform(0.0, 2.0 * pace))
                if time.perf_counter() > until:
                    return
                if battle.over:
                    await battle.begin(client, stack)
                times.append(await battle.decide())

        await asyncio.gather(*(sit(battle) for battle in battles))
    return times


async def drag(address: str, client: httpx.AsyncClient) -> dict[str, list[float]]:
    """A battle in the middle of moves: bases and groups dragged about, the ruling on every place asked for."""
    times: dict[str, list[float]] = {"one base": [], "a group": [], "refused, with the nearest legal place": []}
    battle = Battle(address, 0)
    async with AsyncExitStack() as stack:
        await battle.begin(client, stack)
        moving = [n for n, entry in enumerate(battle.entries) if entry["action"]["do"] == "move"]
        while battle.at < moving[len(moving) // 3]:
            await battle.decide()
        side = battle.entries[battle.at]["by"]
        headers = {"X-Seat": battle.secrets[side]}
        shown = (await client.get(f"{address}/api/battles/seat", headers=headers)).json()["shown"]
        own = [base for base in shown["view"]["position"]["bases"] if base["side"] == side and base["inside"] is None]
        for base in own:
            for move in dragged(base):
                took, answer = await battle.seats[side].say(asked(move))
                assert answer.startswith('{"type":"ruled"'), answer
                times["one base"].append(took)
                if not json.loads(answer)["ruling"]["answer"]["legal"]:
                    took, _ = await battle.seats[side].say({**asked(move), "nearest": True})
                    times["refused, with the nearest legal place"].append(took)
        for first in range(len(own) - 3):
            for advance in range(5, 100, 5):
                group = [base["id"] for base in own[first : first + 4]]
                took, _ = await battle.seats[side].say(asked({"elements": group, "steps": [{"advance": advance}]}))
                times["a group"].append(took)
    return times


async def half_played(address: str, client: httpx.AsyncClient, count: int) -> list[str]:
    """Some battles in the middle of moves, with fights to come; the secret of the side that moves in each."""
    found: list[str] = []
    for number in range(count):
        battle = Battle(address, number)
        async with AsyncExitStack() as stack:
            await battle.begin(client, stack)
            said = [entry["action"]["do"] for entry in battle.entries]
            before = [n for n, (one, two) in enumerate(pairwise(said)) if one == "end_moves" and two in COMBATS]
            while battle.at < before[2 * len(before) // 3]:
                await battle.decide()
            found.append(battle.secrets[battle.entries[battle.at]["by"]])
    return found


async def opened(address: str, secret: str) -> float:
    """How long it takes until a battle is shown to somebody who opens its link."""
    began = time.perf_counter()
    async with connect(address.replace("http", "ws") + "/live", max_size=None, compression=None) as socket:
        await socket.send(secret)
        answer = str(await socket.recv())
    assert answer.startswith('{"type":"shown"'), answer
    return time.perf_counter() - began


async def reckoned(address: str, secret: str, quick: bool) -> float:
    """How long the odds take, as if the moves ended now, for somebody who has looked at the battle for a moment.

    The page shows the quick answer first, where many combats are estimates, and then the whole one.
    """
    async with connect(address.replace("http", "ws") + "/live", max_size=None, compression=None) as socket:
        await socket.send(secret)
        seat = Seat(socket)
        await asyncio.sleep(LOOK)
        took, answer = await seat.say({"type": "reckon", "id": 1, "quick": quick})
        seat.listening.cancel()
    assert answer.startswith('{"type":"reckoned"') and '"report":{' in answer, answer
    return took


async def begun(address: str, client: httpx.AsyncClient, number: int) -> float:
    """How long it takes to begin a battle that the computer sets up."""
    wanted = {"setup": {"red": "II/33", "blue": "II/32", "variety": number}, "automatic": True}
    began = time.perf_counter()
    answer = await client.post(f"{address}/api/battles", json=wanted)
    assert answer.status_code == 201, answer.text
    return time.perf_counter() - began


async def felt(database: str, count: int = 6) -> None:
    """Measure the waits one feels, and print them."""
    async with httpx.AsyncClient(timeout=120) as client:
        with serving(database) as (address, _):
            secrets = await half_played(address, client, count)
        waits: dict[str, list[float]] = {}
        with serving(database) as (address, _):
            waits["a kept battle opened"] = [await opened(address, secret) for secret in secrets]
        with serving(database) as (address, _):
            waits["a battle begun"] = [await begun(address, client, number) for number in range(count)]
        with serving(database) as (address, _):
            waits["the odds if the moves ended now"] = [await reckoned(address, secret, True) for secret in secrets]
            waits["the same, to the last fraction"] = [await reckoned(address, secret, False) for secret in secrets]
    for name, (cold, *warm) in waits.items():
        middle = sorted(warm)[len(warm) // 2]
        told_warm = f"warm {1000 * middle:.0f} ms (longest {1000 * max(warm):.0f})"
        print(f"{name}: {told_warm}, cold {1000 * cold:.0f} ms (bars 200 and 1000 ms)")


def asked(move: dict[str, Any]) -> dict[str, Any]:
    return {"type": "check", "id": 1, "action": {"do": "move", "move": move}}


def dragged(base: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A base dragged forward in a curve, past what it may do."""
    (x, y), (east, north) = base["front"], base["facing"]
    for step in range(1, 31):
        far, aside = 4.0 * step, 0.06 * step * step
        front = [x + far * east + aside * north, y + far * north - aside * east]
        turn = 0.01 * step
        facing = [east * math.cos(turn) + north * math.sin(turn), north * math.cos(turn) - east * math.sin(turn)]
        yield {"elements": [base["id"]], "path": [{"front": front, "facing": facing}]}


def told(times: list[float], *shares: float) -> str:
    """Some quantiles in ms."""
    if not times:
        return "too short a time to measure any"
    ordered = sorted(times)
    return ", ".join(f"p{share * 100:g} {1000 * ordered[int(share * (len(ordered) - 1))]:.1f} ms" for share in shares)


async def measure(address: str, process: int, count: int, seconds: float) -> None:
    """Play in all the ways, and print each."""
    empty = memory(process)
    async with httpx.AsyncClient(timeout=120) as client:
        for name, times in (await drag(address, client)).items():
            bar = ", bar 50 ms at p95" if "refused" not in name else ""
            print(f"ruling on a dragged move, {name}: {told(times, 0.5, 0.95)} ({len(times)} rulings{bar})")
        battles = [Battle(address, number) for number in range(count)]
        times = await play(battles, client, seconds, None)
        print(f"{count} battles, {2 * count} sockets, as fast as they can for {seconds:g} s:")
        print(f"  {len(times) / seconds:.0f} decisions a second, acknowledged in {told(times, 0.5, 0.99)}")
        print(f"  memory: {empty:.0f} MB before, {memory(process):.0f} MB after")
        times = await play(battles, client, min(seconds, 30.0), PACE)
        print(f"the same with a decision every {PACE:g} s in each battle:")
        print(f"  {len(times) / min(seconds, 30.0):.0f} decisions a second, acknowledged in {told(times, 0.5, 0.99)}")


def main() -> None:
    """Measure, and print."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--seconds", type=float, default=60.0, help="how long everybody plays as fast as they can")
    wanted.add_argument("--battles", type=int, default=200, help="how many battles are live at once")
    wanted.add_argument("--database", default=None, help="a database URL; a SQLite file of its own by default")
    wanted.add_argument("--felt", action="store_true", help="only the waits one feels")
    given = wanted.parse_args()
    with tempfile.TemporaryDirectory() as place:
        database = given.database or f"sqlite:///{place}/battles.sqlite3"
        asyncio.run(felt(database))
        if given.felt:
            return
        with serving(database) as (address, process):
            asyncio.run(measure(address, process, given.battles, given.seconds))


if __name__ == "__main__":
    main()
