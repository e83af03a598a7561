"""The files of army lists, editions/<edition>/armies/*.toml, and the files in which players keep their own armies."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

import msgspec

from debellis.battle.army_building import MOST_ELEMENTS, ChosenArmy
from debellis.table.writing import convert
from debellis.umpire.editions import description

A = TypeVar("A")
_SEVERAL = re.compile(r"([1-9]\d{0,2})\s*x\s*(\S.*)")


class BadArmy(ValueError):
    """An army list that is not valid, in one sentence."""


def read_folder(edition: str, read: Callable[[str, str], A]) -> list[A]:
    """Every army list of an edition, in the order of the file names. An edition that stands on another uses its lists.

    `read` makes a list from the edition and the text of a file.
    """
    folder = resources.files("debellis.editions").joinpath(description(edition).stands_on or edition, "armies")
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    return [read(edition, texts[name]) for name in sorted(texts)]


def read_chosen(text: str) -> ChosenArmy:
    """The army of a player's own file, which is TOML; BadArmy with one sentence if it is not valid.

    The file has `army`, and `[[command]]` tables with `elements`: numbers by line, or notations like "6 x Reg Bd (O)".
    """
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadArmy(f"this is not a TOML file: {error}") from None
    commands = written.pop("command", None)
    if not isinstance(commands, list) or not commands:
        raise BadArmy("an army needs at least one [[command]] with its elements")
    written["commands"] = [_counted(command) for command in commands]
    try:
        return convert(written, ChosenArmy)
    except msgspec.ValidationError as error:
        raise BadArmy(f"this is no army: {_plain(error)}") from None


def refuse_too_large(chosen: ChosenArmy) -> None:
    """Raise BadArmy for an army of more elements than any army has."""
    count = sum(sum(one.elements.values()) for one in chosen.commands)
    if count > MOST_ELEMENTS:
        raise BadArmy(f"an army of {count} elements is too large to check; the most is {MOST_ELEMENTS}")


def _plain(error: msgspec.ValidationError) -> str:
    """A validation error with the names that the file uses."""
    return str(error).replace("$.commands", "command").replace("`$.", "`").replace("[...]", "")


def _counted(command: Any) -> Any:
    """A command with its elements as numbers: ["6 x Reg Bd (O)"] becomes { "Reg Bd (O)" = 6 }."""
    elements = command.get("elements") if isinstance(command, dict) else None
    if not isinstance(elements, list):
        return command
    found: dict[str, int] = {}
    for text in elements:
        several = _SEVERAL.fullmatch(text.strip()) if isinstance(text, str) else None
        name = several[2] if several else str(text).strip()
        found[name] = found.get(name, 0) + (int(several[1]) if several else 1)
    return {**command, "elements": found}
