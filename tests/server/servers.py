"""Real servers on loopback for tests, and somebody who sits at their tables."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from debellis.battle.playable import rules_of
from debellis.battle.replay import Replayed, read_header, replay

#: Bounds so wide that a test which is not about them never meets them.
WIDE = {
    "messages": 1e6,
    "message_burst": 1e6,
    "requests": 1e6,
    "request_burst": 1e6,
    "new_a_minute": 1_000_000,
}

#: Servers on loopback show no certificates, and to read those of the whole world takes longer than most requests.
NO_CERTIFICATES = False

END_MOVES = {"do": "end_moves"}


class Server:
    """A server process: where it is, and its end."""

    def __init__(self, process: int, log: Path, begun: int) -> None:
        self.process = process
        self.log = log
        self.begun = begun
        self.address = ""

    def wait(self, seconds: float = 60.0) -> Server:
        """Wait until it listens."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            said = self.said
            if "debellis is at " in said:
                self.address = said.split("debellis is at ", 1)[1].split()[0].rstrip("/")
                return self
            if not self.alive:
                break
            time.sleep(0.005)
        raise AssertionError(f"the server did not start: {self.said}")

    @property
    def alive(self) -> bool:
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        return True

    @property
    def said(self) -> str:
        """What it wrote to its log."""
        return self.log.read_text()[self.begun :] if self.log.exists() else ""

    @property
    def live(self) -> str:
        """The address of its WebSocket."""
        return self.address.replace("http://", "ws://") + "/live"

    def kill(self) -> None:
        """End it without warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a person would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        try:
            os.kill(self.process, how)
        except ProcessLookupError:
            return
        until = time.monotonic() + 10
        while self.alive and time.monotonic() < until:
            time.sleep(0.002)


class Nursery:
    """Starts servers; those of another package in the environment `env`."""

    def __init__(self, env: dict[str, str] | None = None) -> None:
        command = [sys.executable, str(Path(__file__).parent / "nursery.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def serve(self, database: str, log: Path, **limits: Any) -> Server:
        """A server on a database; `wait` for it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        begun = len(log.read_text()) if log.exists() else 0
        wanted = {"database": database, "log": str(log), "limits": {**WIDE, **limits}}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return Server(int(self.process.stdout.readline()), log, begun)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


def new_key() -> str:
    return secrets.token_hex(8)


class Seat:
    """A seat at a table, over HTTP."""

    def __init__(self, address: str, secret: str) -> None:
        self.secret = secret
        self.client = httpx.Client(
            base_url=f"{address}/api/battles", headers={"X-Seat": secret}, timeout=60, verify=NO_CERTIFICATES
        )

    def __del__(self) -> None:
        self.client.close()

    def says(self, since: int = -1) -> dict[str, Any]:
        """The battle and its account."""
        found: dict[str, Any] = self._good(self.client.get("/seat", params={"since": since}))
        return found

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.says()["shown"]
        return found

    def suggest(self, most: int = 1) -> list[dict[str, Any]]:
        answer = self._good(self.client.post("/suggest", json=_typed("suggest", id=1, most=most)))
        found: list[dict[str, Any]] = answer["actions"]
        return found

    def act(self, action: dict[str, Any], number: int | None = None, key: str | None = None, dice: Any = ()) -> int:
        """Decide, and the number of what was kept."""
        done: int = self._good(self.try_act(action, number, key, dice))["number"]
        return done

    def try_act(
        self, action: dict[str, Any], number: int | None = None, key: str | None = None, dice: Any = ()
    ) -> httpx.Response:
        number = self.shown["number"] if number is None else number
        said = _typed("act", key=key or new_key(), number=number, action=action, dice=list(dice))
        return self.client.post("/act", json=said)

    def try_undo(self, number: int | None = None, key: str | None = None) -> httpx.Response:
        number = self.shown["number"] if number is None else number
        return self.client.post("/undo", json=_typed("undo", key=key or new_key(), number=number))

    def ask_back(self, number: int | None = None, key: str | None = None) -> httpx.Response:
        number = self.shown["number"] if number is None else number
        return self.client.post("/ask_back", json=_typed("ask_back", key=key or new_key(), number=number))

    def answer_back(self, agrees: bool, number: int | None = None, key: str | None = None) -> httpx.Response:
        number = self.shown["number"] if number is None else number
        said = _typed("answer_back", key=key or new_key(), number=number, agrees=agrees)
        return self.client.post("/answer_back", json=said)

    def check(self, action: dict[str, Any]) -> httpx.Response:
        return self.client.post("/check", json=_typed("check", id=1, action=action))

    def ask(self, question: str, **arguments: Any) -> httpx.Response:
        return self.client.post("/ask", json=_typed("ask", id=1, question=question, arguments=arguments))

    def moment(self, number: int) -> httpx.Response:
        return self.client.get(f"/moment/{number}")

    def log(self) -> httpx.Response:
        return self.client.get("/log")

    def branch(self, **wanted: Any) -> httpx.Response:
        return self.client.post("/branch", json=wanted)

    def step(self) -> int:
        """Take the first decision that comes to mind."""
        return self.act(self.suggest()[0])

    def pass_on(self) -> int:
        """Take the first decision, but move nobody: who storms a town with his general may lose in his first bound."""
        return self.act(END_MOVES) if "end_moves" in self.shown["pending"]["kinds"] else self.step()

    @staticmethod
    def _good(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()


def _typed(kind: str, **rest: Any) -> dict[str, Any]:
    return {"type": kind, **rest}


def begin(address: str, **wanted: Any) -> dict[str, str]:
    """Begin a battle, between two people unless it says otherwise; the secrets of its seats."""
    wanted.setdefault("red", {"kind": "person"})
    wanted.setdefault("blue", {"kind": "person"})
    wanted["setup"] = {"red": "II/33", "blue": "II/32", "variety": 3, **wanted.get("setup", {})}
    answer = httpx.post(f"{address}/api/battles", json=wanted, timeout=60, verify=NO_CERTIFICATES)
    assert answer.status_code == 201, answer.text
    found: dict[str, str] = answer.json()["seats"]
    return found


def checked(log: bytes) -> Replayed:
    """The battle of a log, every line of which must follow."""
    return replay(log, rules_of(read_header(log).edition))


class Listening:
    """A seat at a table, over a WebSocket."""

    def __init__(self, server: Server, secret: str) -> None:
        self.stack = ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(connect(server.live, max_size=None))
        self.socket.send(secret)
        self.shown: dict[str, Any] = {}
        self.account: list[dict[str, Any]] = []

    def next(self, seconds: float = 60.0) -> dict[str, Any]:
        """The next message; what it shows is remembered."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        if message["type"] == "shown":
            self.shown = message["shown"]
            self.account += message["account"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kind."""
        while True:
            message = self.next()
            if message["type"] in kinds:
                return message

    def wait_for(self, number: int) -> None:
        """Listen until an event was told."""
        while self.shown.get("number", -1) < number:
            self.next()

    def say(self, kind: str, **rest: Any) -> dict[str, Any]:
        """Say something and hear the answer."""
        self.socket.send(json.dumps(_typed(kind, **rest)))
        return self.until("done", "ruled", "suggested", "fault")

    def act(self, action: dict[str, Any], **rest: Any) -> dict[str, Any]:
        wanted = {"key": new_key(), "number": self.shown["number"], "action": action, **rest}
        return self.say("act", **wanted)

    def close(self) -> None:
        self.stack.close()

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_wrong: object) -> None:
        self.close()
