"""Everything the server's OpenAPI offers, asked by schemathesis in right and wrong ways: no answer is a failure."""

from __future__ import annotations

from collections import Counter
from random import Random

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode

from tests.server.servers import Server, begin

#: These run the whole casebook the first time they are asked.
SLOW = ("/api/summary", "/api/standings")


def ask_everything(server: Server, examples: int, slow: bool = False) -> str:
    """So many good and so many wrong examples of each operation; what came of them in one line."""
    schema = schemathesis.openapi.from_url(f"{server.address}/schema/openapi.json")
    seats = [*begin(server.address, automatic=True).values(), *begin(server.address, same_screen=True).values()]
    told: Counter[int] = Counter()
    each: Counter[str] = Counter()
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:
        if operation.path in SLOW and not slow:
            continue
        before = told.total()
        for mode in GenerationMode:
            _ask(operation, mode, examples, seats, told)
        each[operation.label] = told.total() - before
    kinds = ", ".join(f"{number} of {status}" for status, number in sorted(told.items()))
    fewer = sorted(name for name, number in each.items() if number < examples)
    alike = f"; nothing more to vary in {', '.join(fewer)}" if fewer else ""
    return f"{len(operations)} operations, {told.total()} requests, no 5xx ({kinds}){alike}"


def _ask(operation: object, mode: GenerationMode, examples: int, seats: list[str], told: Counter[int]) -> None:
    chance = Random(1)

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))  # type: ignore[attr-defined]
    def asked(case: Case) -> None:
        if case.headers and "X-Seat" in case.headers and chance.random() < 0.8:
            case.headers["X-Seat"] = chance.choice(seats)
        answer = case.call(timeout=60)
        told[answer.status_code] += 1
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        if answer.status_code >= 400:
            assert answer.json()["type"] == "fault", (case.as_curl_command(), answer.text)
            assert answer.json()["says"].endswith(".")

    try:
        asked()
    except BaseException as nothing:
        # An operation without anything to get wrong has no negative examples.
        if type(nothing).__name__ not in ("Unsatisfiable", "SkipTest", "Skipped"):
            raise
