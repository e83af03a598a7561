"""Structures as native classes: what a compiled module defines as a value, rewritten so that mypyc makes it its own.

A structure of msgspec is quick to make but slow to read from compiled code, which must look up every field by name.
A class with typed attributes and an `__init__` is read at once. Nobody wants to write or read those by hand, so the
copy that is compiled is rewritten: the source keeps one line a field.

    class Leg(Value, frozen=True):          class Leg:
        start: Point                            start: Point
        far: float = 0.0                        far: float
                                                def __init__(self, start: Point, far: float = 0.0) -> None: ...

Equality, hash, text, copying and pickling are as before. `cached_property` becomes a field filled when it is first
asked for, and `__dict__` one where others may keep what they find. A copy with changes keeps what depends on none of
them.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from debellis.table.writing import WRITTEN

#: Parents whose children become native classes: what is never written to a file, and what is.
VALUE, STRUCT = "Value", "Struct"


class Kept(NamedTuple):
    """A property worked out once: its name, what it is, and the fields it depends on, if on nothing else."""

    name: str
    kind: str
    depends: tuple[str, ...]


def rewritten(source: str) -> str:
    """The source of a module with its structures as native classes; the same source if there is nothing to rewrite."""
    tree = ast.parse(source)
    unpacked = _name_unpacked(tree)
    if not any(_parents(node) & {VALUE, STRUCT} for node in tree.body):
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n" if unpacked else source
    derived_from = set[str]().union(*(_parents(node) for node in tree.body))
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _parents(node) & {VALUE, STRUCT}:
            body.append(_native(node, node.name not in derived_from))
        else:
            body.append(node)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            body.append(ast.Import([ast.alias("typing")]))
    tree.body = body
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _name_unpacked(tree: ast.Module) -> bool:
    """Make `x in (*some, *others)` a test of a tuple that was made before; whether there was any.

    The compiler looks at the members one by one and stumbles over those that are unpacked.
    """
    found = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            display = node.comparators[0]
            if isinstance(display, ast.Tuple | ast.List | ast.Set) and any(
                isinstance(one, ast.Starred) for one in display.elts
            ):
                node.comparators[0] = ast.Call(ast.Name("tuple", ast.Load()), [display], [])
                found = True
    return found


def defines_structs(source: str) -> bool:
    """Whether a module defines structures that are read from or written to files."""
    return any(STRUCT in _parents(node) for node in ast.parse(source).body)


def written_form(source: str, module: str) -> str:
    """The source of the module that holds the plain structures by which native ones are written and read.

    They refer to one another by their native names, and are called by those with `_written` behind.
    """
    tree = ast.parse(source)
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and STRUCT in _parents(node)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in names:
            node.name += WRITTEN
    native = ast.ImportFrom(module, [ast.alias(name) for name in names], 0)
    at = next((i for i, node in enumerate(tree.body) if isinstance(node, ast.ClassDef)), len(tree.body))
    tree.body.insert(at, native)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _parents(node: ast.stmt) -> set[str]:
    return {_text(base) for base in node.bases} if isinstance(node, ast.ClassDef) else set()


def _native(node: ast.ClassDef, final: bool) -> ast.ClassDef:
    """One structure as a class that mypyc makes native."""
    fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
    names = [_text(field.target) for field in fields]
    kept: list[Kept] = []
    others: list[ast.stmt] = []
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and any(_text(one) == "cached_property" for one in item.decorator_list):
            kept.append(Kept(item.name, _text(item.returns), _read(item, names)))
            others.extend(_filled(item))
        elif not isinstance(item, ast.AnnAssign):
            others.append(item)
    keeps = "__dict__" in ast.unparse(node)
    made = _parsed(_frame(node.name, fields, names, kept, keeps))
    doc, rest = others[:1], others[1:]
    found = ast.ClassDef(node.name, [], [], [*doc, *made.body, *rest], [])
    if final:
        found.decorator_list.append(ast.Attribute(ast.Name("typing", ast.Load()), "final", ast.Load()))
    return _KeptElsewhere().visit(found) if keeps else found


def _read(item: ast.FunctionDef, names: list[str]) -> tuple[str, ...]:
    """The fields a method reads; none if it reads anything else of its object."""
    used = {
        one.attr
        for one in ast.walk(item)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self"
    }
    return tuple(sorted(used)) if used <= set(names) else ()


def _text(node: ast.AST | None) -> str:
    return "" if node is None else ast.unparse(node)


def _parsed(source: str) -> ast.ClassDef:
    found = ast.parse(source).body[0]
    assert isinstance(found, ast.ClassDef)
    return found


def _filled(item: ast.FunctionDef) -> list[ast.stmt]:
    """A cached property as two methods: one that makes it and one that makes it once."""
    name, kind = item.name, _text(item.returns)
    property_ = _parsed(
        "class _:\n"
        "    @property\n"
        f"    def {name}(self) -> {kind}:\n"
        f"        found = self._kept_{name}\n"
        "        if found is None:\n"
        f"            found = self._make_{name}()\n"
        f"            self._kept_{name} = found\n"
        "        return found\n"
    )
    item.decorator_list = []
    item.name = f"_make_{name}"
    return [item, *property_.body]


def _frame(name: str, fields: list[ast.AnnAssign], names: list[str], kept: list[Kept], keeps: bool) -> str:
    """The fields of a class and the methods every structure has."""
    given = [
        f"{_text(field.target)}: {_text(field.annotation)}" + (f" = {_text(field.value)}" if field.value else "")
        for field in fields
    ]
    lines = [f"class {name}:"]
    lines += [f"    {_text(field.target)}: {_text(field.annotation)}" for field in fields]
    lines += [f"    _kept_{one.name}: {one.kind} | None" for one in kept]
    lines += ["    _kept: dict[typing.Any, typing.Any]"] if keeps else []
    lines += [f"    __struct_fields__: typing.ClassVar[tuple[str, ...]] = {tuple(names)!r}"]
    lines += [f"    def __init__({', '.join(['self', *given])}) -> None:"]
    lines += [f"        self.{one} = {one}" for one in names]
    lines += [f"        self._kept_{one.name} = None" for one in kept]
    lines += ["        self._kept = {}"] if keeps else []
    same = "".join(f" and self.{one} == other.{one}" for one in names)
    mine = "".join(f"self.{one}, " for one in names)
    shown = ", ".join(f"{one}={{self.{one}!r}}" for one in names)
    changed = ", ".join(f"changes['{one}'] if '{one}' in changes else self.{one}" for one in names)
    lines += [
        "        return",
        "    def __eq__(self, other: object) -> bool:",
        f"        return self is other or (isinstance(other, {name}){same})",
        "    def __hash__(self) -> int:",
        f"        return hash(({mine}))",
        "    def __repr__(self) -> str:",
        f"        return f'{name}({shown})'",
        "    def __reduce__(self) -> typing.Any:",
        f"        return ({name}, ({mine}))",
        f"    def __replace__(self, changes: dict[str, typing.Any]) -> {name}:",
        f"        found = {name}({changed})",
    ]
    for one in kept:
        if one.depends:
            same = " or ".join(f"'{field}' in changes" for field in one.depends)
            lines += [f"        if not ({same}):", f"            found._kept_{one.name} = self._kept_{one.name}"]
    lines += ["        return found"]
    return "\n".join(lines) + "\n"


class _KeptElsewhere(ast.NodeTransformer):
    """`self.__dict__` as the field that stands for it."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == "__dict__":
            return ast.Attribute(node.value, "_kept", node.ctx)
        return self.generic_visit(node)
