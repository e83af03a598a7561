"""The page's types are written from one tuple: it must hold everything that the server reads and writes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from litestar import Litestar
from msgspec import Struct
from sqlalchemy.ext.asyncio import create_async_engine

from debellis.server import wire
from debellis.server.app import create_app

ROOT = Path(__file__).parents[2]
FILE = ROOT / "web" / "src" / "lib" / "wire.gen.ts"


def _structures(kind: Any) -> Iterator[type[Struct]]:
    """The structures named by a type."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    for part in get_args(kind):
        yield from _structures(part)


def _app() -> Litestar:
    return create_app(create_async_engine("sqlite+aiosqlite://"), warm=False)


def test_every_body_and_answer_of_a_route_is_in_the_tuple() -> None:
    told = {one for kind in wire.WIRE for one in _structures(kind)}
    found: set[type[Struct]] = set()
    for route in _app().routes:
        for handler in getattr(route, "route_handlers", ()):
            signature = handler.parsed_fn_signature
            fields = [signature.return_type, signature.parameters.get("data")]
            found |= {one for field in fields if field is not None for one in _structures(field.annotation)}
    assert len(found) > 20
    assert {one.__name__ for one in found - told} == set()


def test_the_file_of_the_page_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "wire.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_sender_may_leave_out_what_has_a_default_and_a_reader_finds_it() -> None:
    interfaces = dict(part.split(" {\n", 1) for part in FILE.read_text("utf-8").split("export interface ")[1:])
    assert "dice?: number[];" in interfaces["Act"]
    assert "key: string;" in interfaces["Act"]
    assert "dismounts: string | null;" in interfaces["Base"]
    assert "service?: Service;" in interfaces["Base"]


def test_structures_of_a_family_carry_its_name() -> None:
    families = [family.title() for family in wire.FAMILIES]
    written = FILE.read_text("utf-8")
    assert families
    for family in families:
        assert f"export interface {family}View {{" in written
        assert f"export type {family}Action = {family}" in written
