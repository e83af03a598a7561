"""Limits on the size, rate and number of everything that clients send."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from debellis.server.faults import RequestError

#: The largest number allowed in a decision or question (mm).
FARTHEST = 1_000_000
#: Limits for a decision or question: number of values, depth, length of a list, length of a text.
MOST_VALUES, DEEPEST, LONGEST_LIST, LONGEST_TEXT = 4_000, 12, 400, 400
#: How many addresses are remembered.
MOST_ADDRESSES = 10_000


class Limits(Struct, frozen=True):
    """The limits of a server: a request in bytes, a message in characters, rates in a second with a burst.

    `viewers` counts the sockets with the link of one side, `spectators` those that only watch.
    `legate_seconds` is how long the best general may think for each bound.
    """

    body: int = 256 * 1024
    message: int = 64 * 1024
    messages: float = 40.0
    message_burst: float = 120.0
    requests: float = 50.0
    request_burst: float = 400.0
    new_a_minute: int = 120
    spectators: int = 64
    viewers: int = 16
    sockets: int = 2_000
    waiting: int = 256
    battles: int = 500
    events: int = 20_000
    cases_at_once: int = 2
    cases_waiting: int = 16
    hints: float = 0.5
    hint_burst: float = 10.0
    legate_seconds: float = 1.0


class Allowance:
    """Allows a number of events in a second, and a burst beyond that."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed; if so, it is counted."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


class RateLimiter:
    """Counts the requests of each address, and the battles begun in all."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.addresses: OrderedDict[str, Allowance] = OrderedDict()
        self.beginning = Allowance(limits.new_a_minute / 60.0, float(limits.new_a_minute))

    def count_request(self, address: str) -> None:
        """Count a request; RequestError if this address sends too many."""
        found = self.addresses.pop(address, None) or Allowance(self.limits.requests, self.limits.request_burst)
        self.addresses[address] = found
        if len(self.addresses) > MOST_ADDRESSES:
            self.addresses.popitem(last=False)
        if not found.take():
            raise RequestError(
                "too_fast", f"More than {self.limits.requests:g} requests a second. Try again in a few seconds."
            )

    def count_battle(self) -> None:
        """Count a new battle; RequestError if too many are begun."""
        if not self.beginning.take():
            raise RequestError("too_fast", f"More than {self.limits.new_a_minute} battles a minute. Try again later.")


def refuse_wild(value: Any, what: str, largest: int = FARTHEST) -> None:
    """Raise RequestError for a value that is larger, deeper or longer than the limits allow."""
    left = [(value, 0)]
    count = 0
    while left:
        item, depth = left.pop()
        count += 1
        if count > MOST_VALUES or depth > DEEPEST:
            raise RequestError("too_large", f"This {what} has too many values or is nested too deeply.")
        if isinstance(item, dict | list | tuple):
            inner = [*item.keys(), *item.values()] if isinstance(item, dict) else item
            if len(inner) > LONGEST_LIST:
                raise RequestError("too_large", f"This {what} has a list of more than {LONGEST_LIST} values.")
            left.extend((one, depth + 1) for one in inner)
        elif isinstance(item, str) and len(item) > LONGEST_TEXT:
            raise RequestError("too_large", f"This {what} has a text of more than {LONGEST_TEXT} characters.")
        elif isinstance(item, int | float) and not abs(item) <= largest:
            raise RequestError("bad_message", f"This {what} has a number larger than {largest}.")
