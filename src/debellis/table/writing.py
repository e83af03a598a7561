"""Converts values to text and back, in one place.

In compiled code the structures of the table and of a battle are native classes, which msgspec does not know. Each is
then written and read as the plain structure of the same name and fields, so that files are the same either way.

Everything is read through `decode` and `convert` here, never by msgspec directly: msgspec works out a type when it is
first read and crashes the process if two threads do so at once.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any, Literal, TypeVar, overload

import msgspec

T = TypeVar("T")
Order = Literal["deterministic", "sorted"] | None
#: Suffix of the module and class that hold the plain form of a native class.
WRITTEN = "_written"
#: Types msgspec has worked out, and the lock it does so under.
_PREPARED: set[Any] = set()
_PREPARING = RLock()


def encode(value: Any, order: Order = None) -> bytes:
    """A value as JSON."""
    native = not isinstance(value, msgspec.Struct) and hasattr(type(value), "__struct_fields__")
    return _ENCODERS[order].encode(written(value) if native else value)


def written_alike(a: Any, b: Any) -> bool:
    """Whether two values are written alike. Equal ones may not be: 0.0 and -0.0 are equal."""
    return a is b or encode(a) == encode(b)


@overload
def decode(text: bytes | str, kind: type[T]) -> T: ...


@overload
def decode(text: bytes | str, kind: Any) -> Any: ...


def decode(text: bytes | str, kind: Any) -> Any:
    """A value of a type from JSON; msgspec's ValidationError if the JSON does not fit."""
    prepare(kind)
    return msgspec.json.decode(text, type=kind, dec_hook=read)


def plain(value: Any) -> Any:
    """A value as dictionaries, lists and plain values."""
    return msgspec.to_builtins(value, enc_hook=written)


def convert(raw: Any, kind: type[T]) -> T:
    """A value of a type from dictionaries, lists and plain values; msgspec's ValidationError if they do not fit."""
    prepare(kind)
    return msgspec.convert(raw, kind, dec_hook=read)


def prepare(kind: Any) -> None:
    """Let msgspec work out a type and all it is made of, once, in one thread at a time."""
    if kind not in _PREPARED:
        with _PREPARING:
            msgspec.json.Decoder(kind, dec_hook=read)
            _PREPARED.add(kind)


def written(value: Any) -> msgspec.Struct:
    """The plain form of a native value, for msgspec; TypeError if it has none."""
    form = _form(type(value))
    return form(*[getattr(value, name) for name in form.__struct_fields__])


def natives() -> list[type[Any]]:
    """All classes that are native in this package and have a plain form: none where nothing is compiled."""
    top = Path(__file__).parents[1]
    found: list[type[Any]] = []
    for file in sorted(top.rglob(f"*{WRITTEN}.py")):
        name = ".".join((top.name, *file.relative_to(top).with_suffix("").parts))
        plain, native = vars(import_module(name)), vars(import_module(name.removesuffix(WRITTEN)))
        found += [native[one.removesuffix(WRITTEN)] for one in plain if one.endswith(WRITTEN)]
    return found


def read(kind: type[Any], raw: Any) -> Any:
    """A native value from the plain form that msgspec read, for msgspec."""
    form = _form(kind)
    found = convert(raw, form)
    return kind(*(getattr(found, name) for name in form.__struct_fields__))


def _keeping(order: Order) -> msgspec.json.Encoder:
    """A JSON encoder that stores the text of native values in their cache, because most of a table does not change."""
    key = f"as JSON, {order}"

    def hook(value: Any) -> Any:
        kept: dict[Any, Any] | None = getattr(value, "kept", None)
        if kept is None:
            return written(value)
        found = kept.get(key)
        if found is None:
            found = kept[key] = msgspec.Raw(encoder.encode(written(value)))
        return found

    encoder = msgspec.json.Encoder(enc_hook=hook, order=order)
    return encoder


_ENCODERS: dict[Order, msgspec.json.Encoder] = {
    None: _keeping(None),
    "deterministic": _keeping("deterministic"),
    "sorted": _keeping("sorted"),
}


def _form(kind: type[Any]) -> type[msgspec.Struct]:
    return _form_of(kind.__module__, kind.__name__)


@cache
def _form_of(module: str, name: str) -> type[msgspec.Struct]:
    try:
        found: type[msgspec.Struct] = getattr(import_module(module + WRITTEN), name + WRITTEN)
    except ModuleNotFoundError:
        raise TypeError(f"{name} cannot be written") from None
    return found
