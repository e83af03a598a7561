"""Servers killed at random moments while battles are played on them, and what must hold afterwards.

No acknowledged decision is lost, none is taken twice, a decision that was not acknowledged can be sent again with its
key, and every log checks. With two servers on one database decisions go to either, and sometimes to both at once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from debellis.battle.playable import rules_of
from debellis.table import writing
from tests.server.servers import NO_CERTIFICATES, Nursery, Server, begin, checked

#: How long servers live before they are killed (s); or how many decisions, and then so long into one of them.
SHORTEST, LONGEST = 0.02, 0.5
MOST_DECISIONS, MIDDLE = 15, 0.03
GONE = (httpx.TransportError, ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


class Table:
    """One battle, and all we know of it: what was acknowledged by number, and what we do not know about."""

    def __init__(self, address: str, number: int) -> None:
        setup = {"limit": 8, "variety": number}
        self.secret = begin(address, same_screen=True, automatic=True, setup=setup)["both"]
        self.acknowledged: dict[int, dict[str, Any]] = {}
        self.unsure: dict[str, Any] | None = None
        self.first = 0
        self.over = False


class Trial:
    """Some battles on one or two servers, killed and started again as often as one likes."""

    def __init__(self, nursery: Nursery, database: str, place: Path, servers: int, seed: int, tables: int = 3) -> None:
        self.nursery, self.database, self.place = nursery, database, place
        self.random = Random(seed)
        self.servers = [self._serve(n) for n in range(servers)]
        self.wait()
        self.made = 0
        self.tables = [self._table() for _ in range(tables)]
        self.decisions = self.repeated = self.unsure = self.sent = self.compared = self.logs = 0

    def _serve(self, n: int) -> Server:
        return self.nursery.serve(self.database, self.place / f"log-{n}")

    def wait(self) -> None:
        for server in self.servers:
            server.wait()

    def _table(self) -> Table:
        self.made += 1
        table = Table(self.servers[0].address, self.made)
        seat = {"X-Seat": table.secret}
        answer = httpx.get(
            f"{self.servers[0].address}/api/battles/seat", headers=seat, timeout=60, verify=NO_CERTIFICATES
        )
        table.first = answer.json()["shown"]["number"]
        return table

    def round(self) -> None:
        """Play, kill, start again, and see that all is well."""
        asyncio.run(self._play())
        dead = [n for n, server in enumerate(self.servers) if not server.address]
        for n in dead:
            self.servers[n] = self._serve(n)
        self.wait()
        asyncio.run(self._look())
        self.tables = [self._table() if table.over else table for table in self.tables]

    async def _play(self) -> None:
        """Play until a random moment, and kill one server or all."""
        stopped = asyncio.Event()
        players = [
            asyncio.create_task(self._sit(table, stopped, Random(self.random.random()))) for table in self.tables
        ]
        await self._moment()
        dying = [self.random.choice(self.servers)] if self.random.random() < 0.5 else self.servers
        for server in dying:
            await asyncio.to_thread(server.kill)
        stopped.set()
        await asyncio.gather(*players)
        for server in dying:
            server.address = ""

    async def _moment(self) -> None:
        """Wait for the moment to kill: any, or while a decision is on its way."""
        if self.random.random() < 0.3:
            await asyncio.sleep(self.random.uniform(SHORTEST, LONGEST))
            return
        until = self.sent + self.random.randint(1, MOST_DECISIONS)
        latest = time.monotonic() + 10
        while self.sent < until and time.monotonic() < latest:
            await asyncio.sleep(0.001)
        await asyncio.sleep(self.random.uniform(0.0, MIDDLE))

    def _send(self, table: Table, said: dict[str, Any]) -> None:
        table.unsure = said
        self.sent += 1

    async def _sit(self, table: Table, stopped: asyncio.Event, random: Random) -> None:
        """Decide as fast as one can until the server is gone; over HTTP, a WebSocket, or two servers at once."""
        way: Callable[[Table, asyncio.Event, Random], Any] = (
            self._over_http if random.random() < 0.5 else self._over_socket
        )
        with suppress(*GONE):
            await way(table, stopped, random)

    async def _over_http(self, table: Table, stopped: asyncio.Event, random: Random) -> None:
        headers = {"X-Seat": table.secret}
        async with httpx.AsyncClient(headers=headers, timeout=60, verify=NO_CERTIFICATES) as client:

            async def post(address: str, path: str, said: Any) -> Any:
                answer = await client.post(f"{address}/api/battles/{path}", json=said)
                return answer.json()

            addresses = [server.address for server in self.servers]
            number = max(table.acknowledged, default=table.first)
            while not stopped.is_set():
                at = random.choice(addresses)
                shown = (await client.get(f"{at}/api/battles/seat", params={"since": number})).json()["shown"]
                if shown["result"] is not None:
                    table.over = True
                    return
                said = await _decision(
                    shown, random, lambda most, at=at: post(at, "suggest", {"type": "suggest", "id": 1, "most": most})
                )
                twice = random.random() < 0.3 and len(addresses) > 1
                self._send(table, said)
                answers = await asyncio.gather(
                    *(post(one, said["type"], said) for one in (addresses if twice else [at]))
                )
                number = self._note(table, said, answers)

    async def _over_socket(self, table: Table, stopped: asyncio.Event, random: Random) -> None:
        async with connect(random.choice(self.servers).live, max_size=None) as socket:
            await socket.send(table.secret)
            shown = json.loads(await socket.recv())["shown"]

            async def say(said: Any) -> Any:
                nonlocal shown
                await socket.send(json.dumps(said))
                while (answer := json.loads(await socket.recv()))["type"] == "shown":
                    shown = answer["shown"]
                return answer

            while not stopped.is_set():
                if shown["result"] is not None:
                    table.over = True
                    return
                said = await _decision(shown, random, lambda most: say({"type": "suggest", "id": 1, "most": most}))
                self._send(table, said)
                self._note(table, said, [await say(said)])

    def _note(self, table: Table, said: dict[str, Any], answers: list[Any]) -> int:
        assert all(answer["type"] == "done" for answer in answers), answers
        assert len({answer["number"] for answer in answers}) == 1
        number: int = answers[0]["number"]
        assert number not in table.acknowledged, f"event {number} was acknowledged twice"
        table.acknowledged[number] = said
        table.unsure = None
        self.decisions += 1
        return number

    async def _look(self) -> None:
        for table in self.tables:
            seat = {"X-Seat": table.secret}
            async with httpx.AsyncClient(headers=seat, timeout=60, verify=NO_CERTIFICATES) as client:
                at = self.random.choice(self.servers).address + "/api/battles"
                await self._settle(client, at, table)
                await self._recount(client, at, table)

    async def _settle(self, client: httpx.AsyncClient, at: str, table: Table) -> None:
        """Send again what was not acknowledged: it is taken now or was taken then, but surely once."""
        if table.unsure is None:
            return
        self.unsure += 1
        said = table.unsure
        answer = (await client.post(f"{at}/{said['type']}", json=said)).json()
        assert answer["type"] == "done", answer
        self._note(table, said, [answer])

    async def _recount(self, client: httpx.AsyncClient, at: str, table: Table) -> None:
        """Every acknowledged decision is there, once; sent again it is not taken again; and the log checks."""
        last = max(table.acknowledged, default=table.first)
        says = (await client.get(f"{at}/seat", params={"since": last})).json()
        assert says["shown"]["number"] == last, "an acknowledged event is lost, or there is one nobody sent"
        assert sorted(table.acknowledged) == list(range(table.first + 1, last + 1))
        for number in self.random.sample(sorted(table.acknowledged), min(5, len(table.acknowledged))):
            said = table.acknowledged[number]
            again = (await client.post(f"{at}/{said['type']}", json=said)).json()
            assert again == {"type": "done", "key": said["key"], "number": number}, again
            self.repeated += 1
        says = (await client.get(f"{at}/seat")).json()
        assert says["shown"]["number"] == last
        assert [line["number"] for line in says["account"]] == list(range(last + 1))
        self._compare(table, (await client.get(f"{at}/log")).content)
        table.over = table.over or says["shown"]["result"] is not None

    def _compare(self, table: Table, log: bytes) -> None:
        """The log checks, and holds just the acknowledged decisions that were not taken back, in their order."""
        battle = checked(log)
        action_type = rules_of(battle.header.edition).action_type
        taken: list[Any] = [None] * (table.first + 1)
        for number in sorted(table.acknowledged):
            said = table.acknowledged[number]
            if said["type"] == "undo":
                taken.pop()
            else:
                taken.append(writing.convert(said["action"], action_type))
        kept = [writing.convert(moment.entry.action, action_type) for moment in battle.moments[1:] if moment.entry]
        assert len(kept) == len(battle.moments) - 1
        assert kept[table.first :] == taken[table.first + 1 :], "the log does not hold what was acknowledged"
        self.compared += len(taken) - table.first - 1
        self.logs += 1

    def close(self) -> None:
        for server in self.servers:
            server.kill()
            assert "Traceback" not in server.said, server.said


async def _decision(shown: dict[str, Any], random: Random, suggest: Callable[[int], Any]) -> dict[str, Any]:
    """What to say next: mostly quick decisions, so that much is being kept when the end comes."""
    said = {"key": f"{random.getrandbits(64):016x}", "number": shown["number"]}
    if shown["can_undo"] and random.random() < 0.2:
        return {"type": "undo", **said}
    kinds = shown["pending"]["kinds"]
    if "roll_pips" in kinds:
        action = {"do": "roll_pips"}
    elif "end_moves" in kinds and random.random() < 0.7:
        action = {"do": "end_moves"}
    else:
        action = random.choice((await suggest(2))["actions"])
    return {"type": "act", **said, "action": action}


def run(trial: Trial, rounds: int, tell: Callable[[str], None] | None = None) -> str:
    """So many rounds; what happened in one line."""
    began = time.monotonic()
    for n in range(1, rounds + 1):
        trial.round()
        if tell is not None and n % 10 == 0:
            tell(f"{n} of {rounds}: {trial.decisions} decisions acknowledged")
    trial.close()
    return (
        f"{rounds} kills in {time.monotonic() - began:.0f} s: {trial.decisions} decisions acknowledged, none lost, "
        f"none taken twice; {trial.unsure} cut off and settled by their key; {trial.repeated} sent again; "
        f"{trial.made} battles, {trial.logs} logs checked, {trial.compared} decisions found in them"
    )
