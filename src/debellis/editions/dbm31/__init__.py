"""De Bellis Multitudinis 3.1 with the IWF clarifications. It answers questions; it is not offered to be played yet."""

from __future__ import annotations

from debellis.dbm.edition import make_edition

EDITION = make_edition("dbm31", "De Bellis Multitudinis 3.1", {"tournament": (True, False)})
