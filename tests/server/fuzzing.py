"""Messages nobody meant: good ones spoilt in every way, said to a server from every seat that may not decide with them.

Whatever is said, the server answers each message once, notes no failure, changes nothing and tells nothing hidden.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.kept import Fought, decided, fought, put
from tests.server.servers import Nursery, Seat, Server

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**63, 10**30, -(10**30), 0.1, -0.0, 1e-300, 1e308, 999_999.9, 1e6),
    *(
        "",
        "R1",
        "B1",
        "X",
        "both",
        "red",
        "act",
        "\x00",
        "\ud800",
        "\U0001f600",
        "é" * 50,
        "x" * 500,
        "'; DROP TABLE events",
    ),
    *([], [[]], {}, {"": {}}, [None] * 50, [1, 2], [1.0, 2.0, 3.0], ["R1", "R1"], {"do": "resign"}, {"advance": 1e6}),
    *({"front": [0, 0], "facing": [0, 0]}, {"front": [1e5, 1e5], "facing": [1, 0]}, {"wheel": 720, "pivot": "left"}),
)


class Position:
    """A battle at some moment, what is hidden in it, and good messages about it."""

    def __init__(self, database: str, battle: Fought) -> None:
        self.battle = battle
        self.seats = put(database, battle)
        state = battle.battle.state
        self.number = len(battle.battle.moments) - 1
        shown = {base.id for base in state.position.bases}
        self.hidden = {
            role: [
                f'"id":"{base.id}"'
                for side, force in state.forces.items()
                for base in force.elements
                if side != role and base.id not in shown
            ]
            for role in ("red", "blue", "spectator")
        } | {"both": []}
        self.good: dict[str, list[dict[str, Any]]] = {}
        self.names: list[str] = []
        self.before = ""

    def begin(self, server: Server) -> None:
        """Gather good messages, and how the battle stands."""
        both = Seat(server.address, self.seats["both"])
        asked = [("pending", {}), ("melees", {}), ("shots", {}), ("seen_by", {"side": "red"})]
        bases = both.shown["view"]["position"]["bases"]
        for base in bases[:4]:
            asked.append(("about", {"element": base["id"]}))
            asked += [
                ("odds", {"attacker": base["id"], "defender": bases[-1]["id"]}),
                ("targets", {"shooter": base["id"]}),
            ]
        self.names = [base["id"] for base in bases] or ["R1", "B1"]
        actions = both.suggest(30)
        self.good = {
            "check": [
                {"type": "check", "id": 2, "action": one, "nearest": near} for one in actions for near in (True, False)
            ],
            "act": [
                {"type": "act", "key": "a-key-of-mine", "number": self.number - 1, "action": one} for one in actions
            ],
            "ask": [{"type": "ask", "id": 1, "question": name, "arguments": given} for name, given in asked],
            "suggest": [{"type": "suggest", "id": 3, "most": 2}],
            "undo": [{"type": "undo", "key": "a-key-of-mine", "number": self.number}],
        }
        self.before = json.dumps(both.says())

    def message(self, random: Random) -> dict[str, Any]:
        """A good message, to be spoilt: mostly what goes deepest into the rules."""
        kind = random.choices(("check", "act", "ask", "suggest", "undo"), (12, 4, 5, 1, 1))[0]
        return random.choice(self.good[kind])


def moments() -> list[tuple[Path, int]]:
    """Before and after a deployment, with elements held back, in the middle of moves, of shooting and of melees."""
    file, deployed = decided(lambda action: action["do"] == "deploy")
    wanted = [(file, deployed - 1), (file, deployed), decided(lambda action: bool(action.get("held_back")))]
    wanted += [
        (found, number - 1)
        for found, number in (
            decided(lambda action, what=what: action["do"] == what) for what in ("move", "shoot", "fight")
        )
    ]
    return wanted


def spoil(message: dict[str, Any], names: list[str], random: Random) -> str | bytes:
    """A good message with something wrong in it, or several things."""
    spoilt = copy.deepcopy(message)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        inside = spoilt.get("action") or spoilt.get("arguments")
        _change(inside if inside and isinstance(inside, dict) and random.random() < 0.92 else spoilt, names, random)
    plain = json.dumps(spoilt, ensure_ascii=False)
    text = plain if random.random() < 0.5 and "\ud800" not in plain else json.dumps(spoilt)
    if random.random() < 0.1:
        text = _scratch(text, random)
    return text.encode("utf-8", "replace") if random.random() < 0.02 else text


def _change(value: Any, names: list[str], random: Random) -> None:
    """Change one thing somewhere inside."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if random.random() < 0.9:
            keys = [key for key in keys if key not in ("type", "do", "id", "key", "question")]
        if not keys:
            return
        key = random.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.85:
            value = inner
            continue
        break
    what = random.random()
    if what < 0.1:
        del value[key]
    elif what < 0.15 and isinstance(value, dict):
        value[random.choice(("", "do", "x", "type", "number", "elements", "path"))] = copy.deepcopy(random.choice(JUNK))
    elif what < 0.25 and isinstance(value, list):
        value.extend(copy.deepcopy(inner) for _ in range(random.choice((1, 2, 30))))
    elif what < 0.8 and isinstance(inner, str):
        value[key] = random.choice(names)
    elif what < 0.9 and isinstance(inner, int | float) and not isinstance(inner, bool):
        value[key] = inner * random.choice((-1, 0, 1.01, 2, 1e3)) + random.choice((0, 0.01, -0.5, 40))
    else:
        value[key] = copy.deepcopy(random.choice(JUNK))


def _scratch(text: str, random: Random) -> str:
    """Cut, double or exchange some letters."""
    at = random.randrange(len(text))
    match random.randrange(4):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[at + random.randint(1, 9) :]
        case 2:
            return text[:at] + random.choice('{}[]",:\\\x00é9-e') + text[at + 1 :]
        case _:
            return text[:at] + text[at : at + 40] * 3 + text[at:]


def _may_decide(text: str | bytes, number: int) -> bool:
    """Whether a message might still be a decision that names the right event."""
    try:
        said = json.loads(text)
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("type") in ("act", "undo") and said.get("number") == number


class Fuzz:
    """Says spoilt messages from the seats of some battles."""

    def __init__(self, nursery: Nursery, place: Path, seed: int) -> None:
        self.random = Random(seed)
        database = f"sqlite:///{place / 'battles.sqlite3'}"
        self.server = nursery.serve(database, place / "log").wait()
        self.positions = [Position(database, fought(*moment)) for moment in moments()]
        for position in self.positions:
            position.begin(self.server)
        self.told: Counter[str] = Counter()
        self.broken: list[str] = []

    def run(self, count: int) -> str:
        """Say so many messages; what came of them in one line."""
        # Whoever decides speaks most: what he says is looked at most closely.
        seats = [
            (position, role) for position in self.positions for role in ("red", "blue", "spectator", "both", "both")
        ]
        each = -(-count // len(seats))
        asyncio.run(self._all(seats, each))
        assert not self.broken, "\n".join(self.broken[:10])
        for position in self.positions:
            after = json.dumps(Seat(self.server.address, position.seats["both"]).says())
            assert after == position.before, "something changed"
        self.server.stop()
        assert "Traceback" not in self.server.said, self.server.said
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.told.most_common())
        return f"{each * len(seats)} spoilt messages: no crash, no change, no leak ({kinds})"

    async def _all(self, seats: list[tuple[Position, str]], each: int) -> None:
        places = asyncio.Semaphore(4)

        async def sit(position: Position, role: str, random: Random) -> None:
            async with places, connect(self.server.live, max_size=None) as socket:
                await socket.send(position.seats[role])
                await self._heard(socket, position, role)
                for _ in range(each):
                    await self._say(socket, position, role, random)

        await asyncio.gather(*(sit(position, role, Random(self.random.random())) for position, role in seats))

    async def _say(self, socket: ClientConnection, position: Position, role: str, random: Random) -> None:
        text = spoil(position.message(random), position.names, random)
        while _may_decide(text, position.number):
            text = spoil(position.message(random), position.names, random)
        await socket.send(text)
        answer = await self._heard(socket, position, role)
        kind = answer.get("kind", answer["type"])
        self.told[kind] += 1
        assert answer["type"] in ("ruled", "suggested", "fault"), (text, answer)
        if kind == "broken":
            self.broken.append(f"{role} at event {position.number} of {position.battle.battle.header.setup}: {text!r}")

    async def _heard(self, socket: ClientConnection, position: Position, role: str) -> dict[str, Any]:
        text = str(await asyncio.wait_for(socket.recv(), 60))
        assert position.battle.seed not in text
        for hidden in position.hidden[role]:
            assert hidden not in text, (role, hidden)
        found: dict[str, Any] = json.loads(text)
        return found
