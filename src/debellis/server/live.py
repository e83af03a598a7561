"""The WebSocket of a viewer: decisions, checks and questions come in, rulings and changes go out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from debellis.server import agreeing
from debellis.server.answering import check, question, suggestions
from debellis.server.faults import LOG, RequestError, broken
from debellis.server.limits import Allowance, RateLimiter
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import (
    Act,
    AnswerBack,
    Ask,
    AskBack,
    Check,
    Done,
    Fault,
    FromPage,
    Hint,
    Hinted,
    Reach,
    Reached,
    Reckon,
    Reckoned,
    Ruled,
    Says,
    Suggest,
    Suggested,
    Undo,
)
from debellis.server.registry import BattleRegistry
from debellis.server.seats import SPECTATOR, Role
from debellis.table import writing

#: Seconds a client may take to send its link.
PATIENCE = 20
#: Codes of a closed socket: the link is not valid, or the client is too slow or too many are connected.
NO_SEAT, DEAF = 4404, 4429
#: How many hints, odds and reaches one viewer may wait for.
MOST_ADVICE = 4

_WRITE = msgspec.json.Encoder(enc_hook=writing.written)


class _News:
    """A mark in the queue: send the battle as it is then."""


_NEWS = _News()
#: Messages that are being answered.
_DOING: set[asyncio.Task[None]] = set()


class Viewer:
    """A connected client: its queue of messages, and the last event it was sent."""

    def __init__(self, registry: BattleRegistry, battle: LiveBattle, role: Role) -> None:
        self.registry, self.battle, self.role = registry, battle, role
        limits = registry.limits
        self.waiting: asyncio.Queue[Any] = asyncio.Queue(limits.waiting)
        self.allowance = Allowance(limits.messages, limits.message_burst)
        self.told = -1
        self.news_waits = False
        self.deaf = asyncio.Event()
        self.advice: set[asyncio.Task[None]] = set()

    def news(self, battle: LiveBattle) -> None:
        """Called when the battle changed. Several changes may go out in one message."""
        if not self.news_waits:
            self.news_waits = True
            self.put(_NEWS)
        self.registry.wake(battle)

    def put(self, message: Any) -> None:
        """Queue a message. A client that falls too far behind is disconnected."""
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
            news = Says(self.battle.shown(self.role), self.battle.since(self.told, self.role))
        except Exception:
            return broken("showing the battle").fault
        self.told = self.battle.number
        return news

    async def hear(self, text: str) -> None:
        """Answer one message."""
        message: Any = None
        try:
            self._not_too_much(text)
            message = _read(text)
            if isinstance(message, Hint | Reckon | Reach):
                self._aside(message)
            else:
                self.put(await self._answer(message))
        except RequestError as error:
            self._refuse(message, error)
            if error.fault.kind == "too_fast":
                await asyncio.sleep(1.0 / self.registry.limits.messages)  # so that sending faster does not help
        except Exception:
            self._refuse(message, broken("this message"))

    def _aside(self, message: Hint | Reckon | Reach) -> None:
        """Answer in the background. Other messages are answered meanwhile."""
        if len(self.advice) >= MOST_ADVICE:
            raise RequestError(
                "too_fast", "Too many hints and odds are being worked out for you. Wait for one of them."
            )
        doing = asyncio.create_task(self._advise(message))
        self.advice.add(doing)
        doing.add_done_callback(self.advice.discard)

    async def _advise(self, message: Hint | Reckon | Reach) -> None:
        try:
            self.put(await self._advice(message))
        except RequestError as error:
            self._refuse(message, error)
        except Exception:
            self._refuse(message, broken("this message"))

    async def _advice(self, message: Hint | Reckon | Reach) -> Hinted | Reckoned | Reached:
        adviser = self.registry.adviser
        if isinstance(message, Hint):
            return await adviser.hint(self.battle, self.role, message)
        if isinstance(message, Reach):
            return await adviser.reach(self.battle, self.role, message)
        return await adviser.reckon(self.battle, self.role, message)

    def _not_too_much(self, text: str) -> None:
        limits = self.registry.limits
        if not self.allowance.take():
            raise RequestError(
                "too_fast", f"More than {limits.messages:g} messages a second. Try again in a few seconds."
            )
        if len(text) > limits.message:
            raise RequestError("too_large", f"A message has at most {limits.message} characters.")

    def _refuse(self, message: Any, error: RequestError) -> None:
        key, number = getattr(message, "key", None), getattr(message, "id", None)
        self.put(msgspec.structs.replace(error.fault, key=key, id=number))

    async def _answer(
        self, message: Act | Undo | AskBack | AnswerBack | Check | Ask | Suggest
    ) -> Done | Ruled | Suggested:
        battle = self.battle
        match message:
            case Act():
                return Done(message.key, await battle.act(self.role, message))
            case Undo():
                return Done(message.key, await battle.undo(self.role, message))
            case AskBack():
                return Done(message.key, await agreeing.ask_back(battle, self.role, message))
            case AnswerBack():
                return Done(message.key, await agreeing.answer_back(battle, self.role, message))
            case Check():
                return await check(battle, self.role, message)
            case Ask():
                return await question(battle, message)
            case Suggest():
                return await suggestions(battle, self.role, message)


def _read(text: str) -> FromPage:
    try:
        found: FromPage = writing.decode(text, FromPage)
        return found
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise RequestError("bad_message", f"This message cannot be read: {wrong}.") from None


@websocket("/live")
async def live(
    socket: WebSocket[Any, Any, Any], registry: NamedDependency[BattleRegistry], limiter: NamedDependency[RateLimiter]
) -> None:
    """Serve a client: its first message is the secret of its seat, then it is sent the battle and every change."""
    await socket.accept()
    registry.sockets += 1
    try:
        viewer = await _seated(socket, registry, limiter)
        if viewer is not None:
            await _attend(socket, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        registry.sockets -= 1


async def _seated(socket: WebSocket[Any, Any, Any], registry: BattleRegistry, limiter: RateLimiter) -> Viewer | None:
    """The viewer of the link in the first message; None if the client was refused."""
    try:
        limiter.count_request(socket.client.host if socket.client else "")
        if registry.sockets > registry.limits.sockets:
            raise RequestError("too_fast", "Too many people are connected. Try again later.")
        secret = await asyncio.wait_for(socket.receive_text(), PATIENCE)
        battle, role = await registry.seat_of(secret)
        most = registry.limits.spectators if role == SPECTATOR else registry.limits.viewers
        if battle.present[role] >= most:
            raise RequestError("too_fast", f"{most} people are connected with this link already.")
        return Viewer(registry, battle, role)
    except WebSocketDisconnect:
        return None
    except RequestError as error:
        fault = error.fault
    except TimeoutError:
        fault = Fault("not_found", "The client sent no link.")
    except Exception:
        fault = broken("opening this battle").fault
    await socket.send_text(_WRITE.encode(fault).decode())
    await socket.close(code=NO_SEAT if fault.kind == "not_found" else DEAF)
    return None


async def _attend(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Send and receive until the client leaves or falls behind."""
    battle = viewer.battle
    battle.listeners.add(viewer.news)
    battle.present[viewer.role] += 1
    tasks: list[asyncio.Task[Any]] = []
    try:
        viewer.news(battle)
        viewer.registry.wake(battle, again=True)
        viewer.registry.warm(battle)
        doing = (_send(socket, viewer), _hear(socket, viewer), viewer.deaf.wait())
        tasks += [asyncio.create_task(task) for task in doing]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        battle.listeners.discard(viewer.news)
        battle.present[viewer.role] -= 1
        tasks += viewer.advice
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if viewer.deaf.is_set():
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code=DEAF), 1)


async def _hear(socket: WebSocket[Any, Any, Any], viewer: Viewer) -> None:
    """Answer one message after the other. A message that was begun is finished even if the client is gone."""
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
