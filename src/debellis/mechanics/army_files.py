"""The files of army lists: editions/<edition>/armies/*.toml."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import TypeVar

from debellis.umpire.editions import description

A = TypeVar("A")


class BadArmy(ValueError):
    """An army list that is not valid, in one sentence."""


def read_folder(edition: str, read: Callable[[str, str], A]) -> list[A]:
    """Every army list of an edition, in the order of the file names. An edition that stands on another uses its lists.

    `read` makes a list from the edition and the text of a file.
    """
    folder = resources.files("debellis.editions").joinpath(description(edition).stands_on or edition, "armies")
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    return [read(edition, texts[name]) for name in sorted(texts)]
