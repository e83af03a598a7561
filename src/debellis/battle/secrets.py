"""Hidden information: what only one side may know, and the checks that no view shows it to anybody else."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any, Generic, TypeVar, get_origin

import msgspec
from msgspec import Struct, inspect

from debellis.battle.rules import Rules
from debellis.table import writing

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Secret(Struct, Generic[T_co], frozen=True):
    """A value in a state that only its owner may see. Nobody may see it if the owner is None, as with a deck."""

    owner: str | None
    value: T_co


class Hidden(Struct, frozen=True):
    """What a view shows of a secret: how many things it holds."""

    count: int


def shown(secret: Secret[T], side: str | None) -> T | Hidden:
    """The value for its owner, and for everybody else only the number of things in it."""
    if side is not None and side == secret.owner:
        return secret.value
    return Hidden(_count(secret.value))


def _count(value: Any) -> int:
    return len(value) if isinstance(value, Sized) and not isinstance(value, str) else 1


def secret_fields(kind: Any) -> tuple[str, ...]:
    """The paths at which a type can hold a Secret, as `View.hands[]`; none for a proper view."""
    return tuple(_secret_paths(inspect.type_info(kind), getattr(kind, "__name__", str(kind)), frozenset()))


def _secret_paths(found: inspect.Type, path: str, inside: frozenset[Any]) -> Iterator[str]:
    """The paths of secrets below a type. Structures that contain themselves are entered once."""
    cls: Any = getattr(found, "cls", None)
    if cls is Secret or get_origin(cls) is Secret:
        yield path
        return
    match found:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _secret_paths(one, path, inside)
        case inspect.TupleType(item_types=types):
            for at, one in enumerate(types):
                yield from _secret_paths(one, f"{path}[{at}]", inside)
        case inspect.DictType(key_type=key, value_type=value):
            yield from _secret_paths(key, f"{path}[key]", inside)
            yield from _secret_paths(value, f"{path}[]", inside)
        case inspect.CollectionType(item_type=item):
            yield from _secret_paths(item, f"{path}[]", inside)
        case inspect.Metadata(type=one):
            yield from _secret_paths(one, path, inside)
        case _ if cls not in inside:
            for field in getattr(found, "fields", ()):
                yield from _secret_paths(field.type, f"{path}.{field.name}", inside | {cls})


def known_to(state: Any, side: str | None) -> Any:
    """A state as plain data in which every secret of others is replaced by the number of things in it."""
    if isinstance(state, Secret):
        seen = shown(state, side)
        return {"hidden": seen.count} if isinstance(seen, Hidden) else {"mine": known_to(seen, side)}
    fields: tuple[str, ...] | None = getattr(type(state), "__struct_fields__", None)
    if fields is not None:
        return {name: known_to(getattr(state, name), side) for name in fields}
    if isinstance(state, dict):
        return {key: known_to(value, side) for key, value in state.items()}
    if isinstance(state, list | tuple):
        return [known_to(one, side) for one in state]
    return state


def leaks(rules: Rules, one: Any, two: Any, side: str | None) -> tuple[str, ...]:
    """The parts of a side's view that differ between two states that differ only in secrets of others.

    For a family that keeps secrets this must be empty for any two such states. ValueError if the states differ in more.
    """
    if known_to(one, side) != known_to(two, side):
        raise ValueError(f"The two states differ in something that {side} may know; change only secrets of others.")
    views = [_parts(rules, state, side) for state in (one, two)]
    return tuple(name for name in sorted(views[0].keys() | views[1].keys()) if views[0].get(name) != views[1].get(name))


def _parts(rules: Rules, state: Any, side: str | None) -> dict[str, Any]:
    """The view of a side by its fields, as it is written, and what is pending."""
    view = msgspec.json.decode(writing.encode(rules.view(state, side)))
    return {**view, "pending": msgspec.to_builtins(rules.pending(state))}
