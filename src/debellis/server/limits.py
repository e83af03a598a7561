"""What a server puts up with: sizes, rates and counts are bounded everywhere somebody can send something."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from debellis.server.faults import Faulty

#: Nothing on a table is this far away (mm), and no number in a decision or question is larger.
FARTHEST = 1_000_000
#: What a decision or question may hold: so many values in all, so deep, so long a list, so long a text.
MOST_VALUES, DEEPEST, LONGEST_LIST, LONGEST_TEXT = 4_000, 12, 400, 400
#: So many addresses are remembered.
MOST_ADDRESSES = 10_000


class Limits(Struct, frozen=True):
    """How much of everything: a request in bytes, a message in characters, rates a second with some to spare.

    `viewers` are those with the link of one side; however many `spectators` come, they take no player's place.
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
    rooms: int = 500
    events: int = 20_000
    cases_at_once: int = 2
    cases_waiting: int = 16
    hints: float = 0.5
    hint_burst: float = 10.0
    legate_seconds: float = 1.0


class Allowance:
    """So many a second, with some to spare."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed; then it is taken."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


class Doorkeeper:
    """Counts the requests of each address, and the battles begun by all."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.addresses: OrderedDict[str, Allowance] = OrderedDict()
        self.beginning = Allowance(limits.new_a_minute / 60.0, float(limits.new_a_minute))

    def let_in(self, address: str) -> None:
        """Faulty if this address asks too fast."""
        found = self.addresses.pop(address, None) or Allowance(self.limits.requests, self.limits.request_burst)
        self.addresses[address] = found
        if len(self.addresses) > MOST_ADDRESSES:
            self.addresses.popitem(last=False)
        if not found.take():
            raise Faulty("too_fast", f"More than {self.limits.requests:g} requests a second; wait a little.")

    def let_begin(self) -> None:
        """Faulty if too many battles are begun."""
        if not self.beginning.take():
            raise Faulty("too_fast", f"More than {self.limits.new_a_minute} battles a minute are begun; wait a little.")


def refuse_wild(value: Any, what: str, largest: int = FARTHEST) -> None:
    """Faulty for something that is larger, deeper or longer than anything on a table."""
    left = [(value, 0)]
    count = 0
    while left:
        item, depth = left.pop()
        count += 1
        if count > MOST_VALUES or depth > DEEPEST:
            raise Faulty("too_large", f"This {what} holds more than any battle needs.")
        if isinstance(item, dict | list | tuple):
            inner = [*item.keys(), *item.values()] if isinstance(item, dict) else item
            if len(inner) > LONGEST_LIST:
                raise Faulty("too_large", f"This {what} holds a list of more than {LONGEST_LIST}.")
            left.extend((one, depth + 1) for one in inner)
        elif isinstance(item, str) and len(item) > LONGEST_TEXT:
            raise Faulty("too_large", f"This {what} holds a text of more than {LONGEST_TEXT} letters.")
        elif isinstance(item, int | float) and not abs(item) <= largest:
            raise Faulty("bad_message", f"This {what} holds a number larger than anything on a table.")
