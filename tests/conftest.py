"""Which tests run in the same process, when several processes share them (`--dist loadgroup`).

The tests of a file stay together, so that what a file prepares is prepared once. Those that walk the kept battles of an
edition stay together too, for each battle is replayed once for all of them (`tests/kept.py`), and so do those that need
the compiled package, the results of the casebook (`tests/shipped.py`) or its cases. What takes longest begins first.
A single process runs group after group as well.
"""

from __future__ import annotations

import gc
import re
from typing import Any

import pytest

#: The tests that need the compiled package.
COMPILED = ("tests/geometry/test_compiled.py", "tests/server/test_on_compiled.py")
#: The tests of kept battles; the first word of their parameters is an edition.
KEPT = (
    "tests/battle/test_kept_battles.py",
    "tests/battle/test_views.py",
    "tests/dbm/test_kept_battles.py",
    "tests/meg/test_kept_battles.py",
)
#: The same, of cases.
CASES = ("tests/laws/test_frames.py", "tests/umpire/test_sentences.py")
#: The tests of what the whole casebook comes to.
CASEBOOK = ("tests/casebook/test_enforcement.py", "tests/cli/test_commands.py")
#: The groups that take longest, in order: they begin first, so that no process is left alone with one in the end.
LONGEST = ("compiled", *(f"tests/page/test_{name}.py" for name in ("dbm_battle", "keyboard", "magna", "meg_setup")))


def group_of(name: str) -> str:
    """The group of a test, by its name in full."""
    file, _, test = name.partition("::")
    if file in COMPILED:
        return "compiled"
    edition = re.search(r"\[(\w+)", test)
    if edition is not None and file in KEPT:
        return f"kept battles of {edition[1]}"
    if edition is not None and file in CASES:
        return f"cases of {edition[1]}"
    return "casebook" if file in CASEBOOK else file


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: number for number, name in enumerate(LONGEST)}
    for item in items:
        order.setdefault(group_of(item.nodeid), len(order))
    items.sort(key=lambda item: order[group_of(item.nodeid)])


def pytest_collection_finish() -> None:
    """Look for cycles in memory rarely: battles are values without any, and there are very many of them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):  # type: ignore[misc]
        """Hands out tests group by group."""

        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Groups(config, log)
