"""Why something was not done, raised where it is found and told in one sentence."""

from __future__ import annotations

import logging

from debellis.server.messages import Fault
from debellis.umpire.ruling import Ruling

LOG = logging.getLogger("debellis.server")

#: Kinds of fault, with the status HTTP gives them.
STATUS = {
    "refused": 422,
    "conflict": 409,
    "dice_needed": 422,
    "not_yours": 403,
    "not_found": 404,
    "bad_message": 400,
    "too_fast": 429,
    "too_large": 413,
    "frozen": 409,
    "broken": 500,
}


class Faulty(Exception):
    """Something that cannot be done; `fault` says why."""

    def __init__(
        self,
        kind: str,
        says: str,
        ruling: Ruling | None = None,
        number: int | None = None,
        sides: int | None = None,
    ) -> None:
        super().__init__(says)
        self.fault = Fault(kind, says, ruling, number=number, sides=sides)

    @property
    def status(self) -> int:
        return STATUS[self.fault.kind]


def broken(what: str) -> Faulty:
    """A fault of the program itself, called while its exception is handled: noted with all that led to it."""
    LOG.exception("the server failed on %s", what)
    return Faulty("broken", f"The server failed on {what}; that is a fault of the program, and it has been noted.")
