"""Why a request was not carried out: an exception with a kind and one sentence."""

from __future__ import annotations

import logging

from debellis.server.messages import Fault
from debellis.umpire.ruling import Ruling

LOG = logging.getLogger("debellis.server")

#: The HTTP status for each kind of fault.
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


class RequestError(Exception):
    """A request that cannot be carried out; `fault` is the answer to send."""

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


def broken(what: str) -> RequestError:
    """The error for a fault of the program. Call it while the exception is handled: it is logged with its traceback."""
    LOG.exception("the server failed on %s", what)
    return RequestError("broken", f"The server failed on {what}. This is a fault in the program; it has been logged.")
