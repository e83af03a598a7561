"""Structures rewritten as native classes behave as the structures they were."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec
import pytest

from debellis.table import writing
from debellis.table.value import replace
from tests.compiled import tool_of

SOURCE = '''
from __future__ import annotations
from functools import cached_property
from msgspec import Struct

class Spot(Struct, frozen=True):
    """A spot."""

    x: float
    y: float = 0.5

class Plan(Struct, frozen=True, dict=True):
    name: str
    spots: tuple[Spot, ...] = ()
    marks: dict[str, Spot] = {}
    better: Plan | None = None

    @cached_property
    def width(self) -> float:
        """How wide."""
        self.__dict__["asked"] = self.__dict__.get("asked", 0) + 1
        return max(spot.x for spot in self.spots) - min(spot.x for spot in self.spots)

    @property
    def kept(self) -> dict[str, object]:
        return self.__dict__

    def named(self, name: str) -> Plan:
        return Plan(name, self.spots, self.marks)
'''


def _module(name: str, source: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name, "exec"), module.__dict__)
    return module


@pytest.fixture
def both() -> Iterator[tuple[Any, Any]]:
    """The module as it is written, and as it is compiled."""
    tool = tool_of("native")
    plain = _module("plain_sample", SOURCE)
    native = _module("native_sample", tool.rewritten(SOURCE))
    _module("native_sample_written", tool.written_form(SOURCE, "native_sample"))
    yield plain, native
    for name in ("plain_sample", "native_sample", "native_sample_written"):
        del sys.modules[name]


def _plan(of: Any) -> Any:
    return of.Plan("a", (of.Spot(1.0), of.Spot(4.0, 2.0)), {"m": of.Spot(y=3.0, x=2.0)}, of.Plan("b"))


def test_it_is_no_structure_any_more_and_looks_the_same(both: tuple[Any, Any]) -> None:
    plain, native = both
    assert isinstance(_plan(plain), msgspec.Struct)
    assert not isinstance(_plan(native), msgspec.Struct)
    assert repr(_plan(native)) == repr(_plan(plain))
    assert native.Spot.__doc__ == "A spot."


def test_equality_and_hash_are_by_the_fields(both: tuple[Any, Any]) -> None:
    for of in both:
        assert of.Spot(1.0) == of.Spot(1.0, 0.5) != of.Spot(1.0, 0.6)
        assert of.Spot(1.0) != "Spot"
        assert len({of.Spot(1.0), of.Spot(1.0, 0.5), of.Spot(2.0)}) == 2
        assert _plan(of) == _plan(of) != _plan(of).named("c")
        with pytest.raises(TypeError):
            hash(_plan(of))


def test_what_is_worked_out_once_is_kept_and_not_copied(both: tuple[Any, Any]) -> None:
    for of in both:
        plan = _plan(of)
        assert (plan.width, plan.width, plan.kept["asked"]) == (3.0, 3.0, 1)
        other = replace(plan, spots=(of.Spot(0.0), of.Spot(9.0)))
        assert (other.name, other.marks, other.width) == ("a", plan.marks, 9.0)
        assert plan.width == 3.0
        assert "asked" not in replace(plan).kept


def test_it_is_written_and_read_as_the_structure_is(both: tuple[Any, Any]) -> None:
    plain, native = both
    text = writing.encode(_plan(plain), order="deterministic")
    assert writing.encode(_plan(native), order="deterministic") == text
    assert writing.plain(_plan(native)) == writing.plain(_plan(plain))
    again = writing.decode(text, native.Plan)
    assert again == _plan(native) and type(again.marks["m"]) is native.Spot
    assert writing.convert({"name": "a", "spots": [{"x": 1}]}, native.Plan) == native.Plan("a", (native.Spot(1.0),))
    with pytest.raises(msgspec.ValidationError):
        writing.decode(b'{"name": "a", "spots": [{"x": "one"}]}', native.Plan)
    assert pickle.loads(pickle.dumps(_plan(native))) == _plan(native)


def test_what_cannot_be_written_says_so() -> None:
    with pytest.raises(TypeError, match="object cannot be written"):
        writing.encode(object())


def test_membership_of_unpacked_values_is_rewritten_and_answers_as_before() -> None:
    source = "some, others = (1, 2), (3,)\n\ndef among(x):\n    return x in (*some, *others), x not in [*others, 4]\n"
    rewritten = tool_of("native").rewritten(source)
    assert rewritten != source
    plain, native = _module("plain_sample", source), _module("native_sample", rewritten)
    for x in range(6):
        assert native.among(x) == plain.among(x)
    assert tool_of("native").rewritten("among = 1 in (1, 2)\n") == "among = 1 in (1, 2)\n"
    for name in ("plain_sample", "native_sample"):
        del sys.modules[name]
