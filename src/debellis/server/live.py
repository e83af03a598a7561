"""One WebSocket a viewer: decisions, checks and questions in, rulings and news out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from debellis.server.answering import check, question, suggestions
from debellis.server.faults import LOG, Faulty, broken
from debellis.server.hall import Hall
from debellis.server.limits import Allowance, Doorkeeper
from debellis.server.messages import (
    Act,
    Ask,
    Check,
    Done,
    Fault,
    FromPage,
    Hint,
    Hinted,
    Reckon,
    Reckoned,
    Ruled,
    Says,
    Suggest,
    Suggested,
    Undo,
)
from debellis.server.rooms import Room
from debellis.server.seats import SPECTATOR, Role
from debellis.table import writing

#: How long a viewer may take to show his link, in seconds.
PATIENCE = 20
#: Why a socket is closed: the link opens nothing, or the viewer does not listen.
NO_SEAT, DEAF = 4404, 4429
#: So many hints and odds are thought about for one viewer at once.
MOST_ADVICE = 4

_READ = msgspec.json.Decoder(FromPage)
_WRITE = msgspec.json.Encoder(enc_hook=writing.written)


class _News:
    """Stands in the queue for how the battle is when its turn to be sent comes."""


_NEWS = _News()
#: What is being done for viewers just now.
_DOING: set[asyncio.Task[None]] = set()


class Viewer:
    """Somebody at the table: what waits to be sent to him, and how far he has been told."""

    def __init__(self, hall: Hall, room: Room, role: Role) -> None:
        self.hall, self.room, self.role = hall, room, role
        limits = hall.limits
        self.waiting: asyncio.Queue[Any] = asyncio.Queue(limits.waiting)
        self.allowance = Allowance(limits.messages, limits.message_burst)
        self.told = -1
        self.news_waits = False
        self.deaf = asyncio.Event()
        self.advice: set[asyncio.Task[None]] = set()

    def news(self, room: Room) -> None:
        """Called when the room changed: the battle is told once, as it is when the message goes out."""
        if not self.news_waits:
            self.news_waits = True
            self.put(_NEWS)
        self.hall.wake(room)

    def put(self, message: Any) -> None:
        """Queue a message; a viewer too far behind will be hung up on."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.deaf.set()

    async def next(self) -> bytes:
        """The next message to send."""
        message = await self.waiting.get()
        if isinstance(message, _News):
            self.news_waits = False
            message = self._news()
        return _WRITE.encode(message)

    def _news(self) -> Says | Fault:
        try:
            news = Says(self.room.shown(self.role), self.room.since(self.told, self.role))
        except Exception:
            return broken("showing the battle").fault
        self.told = self.room.number
        return news

    async def hear(self, text: str) -> None:
        """Answer one message."""
        message: Any = None
        try:
            self._not_too_much(text)
            message = _read(text)
            if isinstance(message, Hint | Reckon):
                self._aside(message)
            else:
                self.put(await self._answer(message))
        except Faulty as faulty:
            self._refuse(message, faulty)
            if faulty.fault.kind == "too_fast":
                await asyncio.sleep(1.0 / self.hall.limits.messages)  # whoever shouts is heard no sooner
        except Exception:
            self._refuse(message, broken("this message"))

    def _aside(self, message: Hint | Reckon) -> None:
        """Answer when it has been thought about; whatever else is said meanwhile is answered first."""
        if len(self.advice) >= MOST_ADVICE:
            raise Faulty("too_fast", "So much is being thought about for you already; wait a little.")
        doing = asyncio.create_task(self._advise(message))
        self.advice.add(doing)
        doing.add_done_callback(self.advice.discard)

    async def _advise(self, message: Hint | Reckon) -> None:
        try:
            self.put(await self._advice(message))
        except Faulty as faulty:
            self._refuse(message, faulty)
        except Exception:
            self._refuse(message, broken("this message"))

    async def _advice(self, message: Hint | Reckon) -> Hinted | Reckoned:
        adviser = self.hall.adviser
        if isinstance(message, Hint):
            return await adviser.hint(self.room, self.role, message)
        return await adviser.reckon(self.room, self.role, message)

    def _not_too_much(self, text: str) -> None:
        limits = self.hall.limits
        if not self.allowance.take():
            raise Faulty("too_fast", f"More than {limits.messages:g} messages a second; wait a little.")
        if len(text) > limits.message:
            raise Faulty("too_large", f"A message has at most {limits.message} characters.")

    def _refuse(self, message: Any, faulty: Faulty) -> None:
        key, number = getattr(message, "key", None), getattr(message, "id", None)
        self.put(msgspec.structs.replace(faulty.fault, key=key, id=number))

    async def _answer(self, message: Act | Undo | Check | Ask | Suggest) -> Done | Ruled | Suggested:
        room = self.room
        match message:
            case Act():
                return Done(message.key, await room.act(self.role, message))
            case Undo():
                return Done(message.key, await room.undo(self.role, message))
            case Check():
                return await check(room, self.role, message)
            case Ask():
                return await question(room, message)
            case Suggest():
                return await suggestions(room, self.role, message)


def _read(text: str) -> FromPage:
    try:
        found: FromPage = _READ.decode(text)
        return found
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise Faulty("bad_message", f"This message cannot be read: {wrong}.") from None


@websocket("/live")
async def live(
    socket: WebSocket[Any, Any, Any], hall: NamedDependency[Hall], door: NamedDependency[Doorkeeper]
) -> None:
    """A viewer sits down: the first message is the secret of the seat, then the battle is told and kept up."""
    await socket.accept()
    hall.sockets += 1
    try:
        viewer = await _seated(socket, hall, door)
        if viewer is not None:
            await _attend(socket, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        hall.sockets -= 1


async def _seated(socket: WebSocket[Any, Any, Any], hall: Hall, door: Doorkeeper) -> Viewer | None:
    """The viewer whose link came as the first message; None if he was sent away."""
    try:
        door.let_in(socket.client.host if socket.client else "")
        if hall.sockets > hall.limits.sockets:
            raise Faulty("too_fast", "Too many people are here already; come back a little later.")
        secret = await asyncio.wait_for(socket.receive_text(), PATIENCE)
        room, role = await hall.seat_of(secret)
        most = hall.limits.spectators if role == SPECTATOR else hall.limits.viewers
        if room.present[role] >= most:
            raise Faulty("too_fast", f"{most} people are here by this link already.")
        return Viewer(hall, room, role)
    except WebSocketDisconnect:
        return None
    except Faulty as faulty:
        fault = faulty.fault
    except TimeoutError:
        fault = Fault("not_found", "No link came.")
    except Exception:
        fault = broken("opening this battle").fault
    await socket.send_text(_WRITE.encode(fault).decode())
    await socket.close(code=NO_SEAT if fault.kind == "not_found" else DEAF)
    return None


async def _attend(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Tell and hear a viewer until he leaves, or does not listen."""
    room = viewer.room
    room.listeners.add(viewer.news)
    room.present[viewer.role] += 1
    tasks: list[asyncio.Task[Any]] = []
    try:
        viewer.news(room)
        viewer.hall.wake(room, again=True)
        doing = (_send(socket, viewer), _hear(socket, viewer), viewer.deaf.wait())
        tasks += [asyncio.create_task(task) for task in doing]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.listeners.discard(viewer.news)
        room.present[viewer.role] -= 1
        tasks += viewer.advice
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if viewer.deaf.is_set():
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code=DEAF), 1)


async def _hear(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Hear one message after the other; what was begun is done to its end, even if the viewer is gone by then."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            doing = asyncio.create_task(viewer.hear(await socket.receive_text()))
            _DOING.add(doing)
            doing.add_done_callback(_DOING.discard)
            await asyncio.shield(doing)


async def _send(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    try:
        while True:
            await socket.send_text((await viewer.next()).decode())
    except WebSocketDisconnect:
        pass
    except Exception as wrong:
        LOG.info("a viewer was lost: %s", wrong)
