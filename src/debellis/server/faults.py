"""Why a request was not carried out: an exception with a kind and one sentence."""

from __future__ import annotations

import logging
import sys

from debellis.server.messages import Fault
from debellis.server.storage.outages import DATABASE_AWAY, DISK_FULL, Outage
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
    "foreign": 403,
    "broken": 500,
    "database_away": 503,
    "disk_full": 507,
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


#: What a player is told of an outage.
_OUTAGES = {
    DISK_FULL: "The disk of the server is full, and nothing was kept. Tell whoever runs the server, then try again.",
    DATABASE_AWAY: "The database of the server does not answer. Try again in a moment.",
}


def broken(what: str) -> RequestError:
    """The error for a failure of the server. Call it while the exception is handled.

    An outage of the disk or the database is told as such. Anything else is a fault of the program: it is logged with
    its traceback.
    """
    wrong = sys.exception()
    if isinstance(wrong, Outage):
        LOG.error("%s while the server worked on %s: %s", wrong.kind, what, wrong)
        return RequestError(wrong.kind, _OUTAGES[wrong.kind])
    LOG.exception("the server failed on %s", what)
    return RequestError("broken", f"The server failed on {what}. This is a fault in the program; it has been logged.")
