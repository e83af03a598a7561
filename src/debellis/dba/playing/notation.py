"""The notation of a base in a list."""

from __future__ import annotations

from debellis.dba.attached import is_own_element
from debellis.table.bases import Base


def notation(base: Base) -> str:
    """The list code, the code it dismounts as, and "general" for the general's element unless the code already says
    so."""
    code = base.code if base.dismounts is None else f"{base.code}//{base.dismounts}"
    return f"{code} general" if base.general and not is_own_element(base) else code
