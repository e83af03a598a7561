"""Write the page's types, `web/src/lib/wire.gen.ts`, from the structures of the server.

python tools/wire.py             write the file
python tools/wire.py --check     only say whether it is up to date: exit 1 if it is not
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from debellis.server.messages import FromPage, FromServer
from debellis.server.seats import BLUE, RED, Role
from debellis.server.wire import ANSWERS, BY_SIDE, FAMILIES, SIDE_FIELDS, WIRE

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.gen.ts"
HEAD = """\
/** Types of everything that goes over the wire. Written by tools/wire.py from the server's structures: do not edit. */

/** A point or a vector on the table, in mm: x east, y north. */
export type Point = [number, number];
"""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
POINT = [{"type": "number"}, {"type": "number"}]


class Writer:
    """Writes the components of a JSON schema as TypeScript."""

    def __init__(self) -> None:
        self.names = dict(_names())
        schemas, self.components = msgspec.json.schema_components(WIRE, ref_template="{name}")
        self.roots = dict(zip(WIRE, schemas, strict=True))
        self.written: set[str] = set()
        for root in ANSWERS:
            self._reach(self.roots[root])

    def _reach(self, schema: Any) -> None:
        """Note every component that an answer holds."""
        if isinstance(schema, list | tuple):
            for item in schema:
                self._reach(item)
        elif isinstance(schema, dict):
            name = schema.get("$ref")
            if name is not None and name not in self.written:
                self.written.add(name)
                self._reach(self.components[name])
            for value in schema.values():
                self._reach(value)

    def text(self) -> str:
        """The whole file."""
        parts = [HEAD, f"export type Side = '{RED}' | '{BLUE}';\n", f"export type Role = {_either(get_args(Role))};\n"]
        parts += [self._interface(name) for name in sorted(self.components, key=self._name)]
        unions = {"FromPage": FromPage, "FromServer": FromServer}
        unions |= {f"{family.title()}Action": action for family, (_, action) in FAMILIES.items()}
        parts += [f"export type {name} = {self._type(self.roots[union])};\n" for name, union in unions.items()]
        for name in ("View", "Action"):
            parts.append(f"export type {name} = {' | '.join(f'{family.title()}{name}' for family in FAMILIES)};\n")
        return "\n".join(parts)

    def _name(self, component: str) -> str:
        return self.names.get(component, component.rsplit(".", 1)[-1])

    def _interface(self, name: str) -> str:
        schema = self.components[name]
        about = inspect.cleandoc(schema.get("description", ""))
        lines = [f"/** {about} */" if "\n" not in about else "/**\n" + _starred(about) + "\n */"] if about else []
        lines.append(f"export interface {self._name(name)} {{")
        for key, field in schema.get("properties", {}).items():
            there = key in schema["required"] or (name in self.written and "default" in field)
            lines.append(f"  {key}{'' if there else '?'}: {self._field(name, key, field)};")
        return "\n".join([*lines, "}\n"])

    def _field(self, owner: str, key: str, schema: dict[str, Any]) -> str:
        """The type of a field, which may say by its name that it holds a side or is kept by sides."""
        kind = self._type(schema)
        if key in SIDE_FIELDS and kind in ("string", "string | null"):
            return kind.replace("string", "Side")
        return kind.replace("Record<string,", "Record<Side,", 1) if f"{owner.split('.')[-1]}.{key}" in BY_SIDE else kind

    def _type(self, schema: dict[str, Any]) -> str:
        """A schema as a type."""
        if "x-union" in schema:
            return str(schema["x-union"])
        if "$ref" in schema:
            return self._name(schema["$ref"])
        if "anyOf" in schema:
            return " | ".join(self._type(one) for one in schema["anyOf"])
        if "enum" in schema:
            return "Role" if set(schema["enum"]) == set(get_args(Role)) else _either(schema["enum"])
        match schema.get("type"):
            case "array" if "prefixItems" in schema:
                items = schema["prefixItems"]
                return "Point" if items == POINT else f"[{', '.join(self._type(one) for one in items)}]"
            case "array":
                item = self._type(schema.get("items", {}))
                return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"
            case "object":
                return f"Record<string, {self._type(schema.get('additionalProperties', {}))}>"
            case str(plain):
                return PLAIN[plain]
            case _:
                return "any"


def _either(values: Iterable[Any]) -> str:
    return " | ".join(f"'{one}'" if isinstance(one, str) else json.dumps(one) for one in values)


def _starred(text: str) -> str:
    return "\n".join(f" * {line}".rstrip() for line in text.splitlines())


def _names() -> Iterator[tuple[str, str]]:
    """The structures of the families by the name of their component, each with its name for the page."""
    seen: set[Any] = set()
    left: list[Any] = list(types.multi_type_info(WIRE))
    while left:
        info = left.pop()
        if isinstance(info, types.StructType) and info.cls not in seen:
            seen.add(info.cls)
            left += [field.type for field in info.fields]
            module, name = info.cls.__module__, info.cls.__name__
            family = module.split(".")[1]
            if family in FAMILIES:
                yield from ((one, f"{family.title()}{name}") for one in (name, f"{module}.{name}"))
        for key in ("item_type", "key_type", "value_type"):
            left += [getattr(info, key)] if hasattr(info, key) else []
        for key in ("types", "item_types"):
            left += getattr(info, key, ())


def main() -> None:
    """The command line."""
    wanted = Writer().text()
    if sys.argv[1:] == ["--check"]:
        if not FILE.is_file() or FILE.read_text("utf-8") != wanted:
            raise SystemExit(f"{FILE.name} is out of date: run tools/wire.py")
    elif sys.argv[1:]:
        raise SystemExit(__doc__)
    else:
        FILE.write_text(wanted, "utf-8")


if __name__ == "__main__":
    main()
