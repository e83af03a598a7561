"""The application: routes, faults as typed answers, the page."""

from __future__ import annotations

import errno
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope
from sqlalchemy.ext.asyncio import AsyncEngine

from debellis import __version__
from debellis.server.army_building import ArmyBuilding
from debellis.server.battles import Battles
from debellis.server.casebook_service import CasebookService
from debellis.server.faults import RequestError, broken
from debellis.server.gate import Gate
from debellis.server.limits import Limits, RateLimiter
from debellis.server.live import live
from debellis.server.messages import Fault
from debellis.server.news import Notices
from debellis.server.registry import BattleRegistry
from debellis.server.storage.store import Store
from debellis.server.umpiring import Umpire
from debellis.table.writing import natives, written

#: The directory of the built page.
PAGE = Path(__file__).parent / "page"
#: Headers of every answer: the page runs only its own code and sends no referrer.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
#: Errors of the file system for names that no file can have.
_NO_NAMES = (errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP)
_KINDS = {401: "not_yours", 403: "not_yours", 404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}


def create_app(
    engine: AsyncEngine, limits: Limits | None = None, warm: bool = True, hosts: tuple[str, ...] = ()
) -> Litestar:
    """The server on a migrated database.

    `warm` loads the rules and reads the casebook in the background at once, and starts advisers before they are asked.

    `hosts` are names the server goes by besides localhost and its own addresses.
    """
    bounds = limits or Limits()
    limiter, casebook = RateLimiter(bounds), CasebookService(bounds)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        registry = BattleRegistry(Store(engine), bounds, ready=warm)
        app.state.registry = registry
        notices = Notices(registry)
        await notices.start()
        if warm:
            casebook.warm()
        try:
            yield
        finally:
            casebook.close()
            await notices.stop()
            await registry.close()

    async def provide_registry(state: State) -> BattleRegistry:
        registry: BattleRegistry = state.registry
        return registry

    async def count_request(request: Request[Any, Any, Any]) -> None:
        if request.url.path.startswith("/api/"):
            limiter.count_request(request.client.host if request.client else "")
            _only_json(request)

    return Litestar(
        route_handlers=[Battles, Umpire, ArmyBuilding, live, health, *_page()],
        dependencies={
            "registry": Provide(provide_registry),
            "limiter": Provide(lambda: limiter, sync_to_thread=False),
            "casebook": Provide(lambda: casebook, sync_to_thread=False),
        },
        lifespan=[lifespan],
        middleware=[Gate(hosts).guard],
        before_request=count_request,
        before_send=[_add_headers],
        exception_handlers={RequestError: _tell_fault, HTTPException: _tell_http, Exception: _tell_broken},
        openapi_config=OpenAPIConfig(
            title="debellis", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1500),
        request_max_body_size=bounds.body,
        type_encoders=dict.fromkeys(natives(), written),
        logging_config=None,
    )


def _only_json(request: Request[Any, Any, Any]) -> None:
    """Refuse a POST that is not JSON: another site can make a browser send any other kind without asking."""
    if request.method == "POST" and request.content_type[0] != "application/json":
        raise RequestError("bad_message", "Send JSON, with the Content-Type application/json.")


def _page() -> list[Any]:
    """The page, if it is built."""
    if not (PAGE / "index.html").is_file():
        return []
    mimetypes.add_type(
        "text/javascript", ".js"
    )  # some systems have another type for .js, and browsers then refuse to run it
    return [create_static_files_router("/", [PAGE], html_mode=True, include_in_schema=False)]


@get("/api/health", tags=["server"])
async def health() -> dict[str, str]:
    """The version of a server that is running."""
    return {"debellis": __version__}


async def _add_headers(message: Message, scope: Scope) -> None:
    """Add headers to every answer. Files with a fingerprint in their name may be cached, nothing else."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    stored = scope["path"].startswith("/assets/") and message["status"] == 200
    headers["Cache-Control"] = "public, max-age=31536000, immutable" if stored else "no-cache"
    for name, value in HEADERS.items():
        headers[name] = value


def _tell(fault: Fault, status: int) -> Response[Fault]:
    return Response(fault, status_code=status, media_type="application/json")


def _tell_fault(_request: Request[Any, Any, Any], wrong: RequestError) -> Response[Fault]:
    return _tell(wrong.fault, wrong.status)


def _tell_http(request: Request[Any, Any, Any], wrong: HTTPException) -> Response[Fault]:
    status = 404 if _names_no_file(wrong) else wrong.status_code
    kind = _KINDS.get(status, "bad_message" if status < 500 else "broken")
    if kind == "not_found":
        says = f"There is nothing at {request.method} {request.url.path}."
    elif kind == "too_large":
        says = "This request is too large."
    else:
        says = f"This request cannot be read: {_details(wrong)}."
    return _tell(Fault(kind, says), status)


def _names_no_file(wrong: BaseException | None) -> bool:
    """Whether a path of the page failed because no file can have such a name."""
    if wrong is None:
        return False
    if isinstance(wrong, OSError):
        return wrong.errno in _NO_NAMES
    return "embedded null" in str(wrong) or _names_no_file(wrong.__cause__ or wrong.__context__)


def _details(wrong: HTTPException) -> str:
    """What is wrong with a request, as its reader reported it."""
    extra = wrong.extra if isinstance(wrong.extra, list) else []
    details = [str(item.get("message", item)) if isinstance(item, dict) else str(item) for item in extra]
    return "; ".join(details or [wrong.detail]).rstrip(".")


def _tell_broken(request: Request[Any, Any, Any], wrong: Exception) -> Response[Fault]:
    if _names_no_file(wrong):
        return _tell_http(request, HTTPException(status_code=404))
    if isinstance(wrong, UnicodeError):
        return _tell(Fault("bad_message", "This request is not UTF-8."), 400)
    if isinstance(wrong, RecursionError):
        return _tell(Fault("too_large", "This is nested too deeply."), 413)
    try:
        raise wrong
    except Exception:
        return _tell_fault(request, broken("this request"))
