"""Writing SVG: numbers, elements, escaped text and an estimate of how wide a text will be."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

#: The type of an attribute of an element; None leaves it out.
Attribute = str | float | None
Style = dict[str, Attribute]

FONT: Final = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK: Final = "#1a1a1a"
PAPER: Final = "#ffffff"

#: Height of a capital or a digit as a share of the font size.
CAPITAL: Final = 0.73
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] -/")
_WIDE: Final = frozenset("mwMW@%")
#: Characters that XML 1.0 cannot contain at all, escaped or not.
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """A text without the characters that XML forbids."""
    return _FORBIDDEN.sub("\ufffd", text)


def name_of(prefix: str, text: str) -> str:
    """An XML id made of a prefix and any text; different texts give different ids."""
    return prefix + "".join(c if c.isascii() and (c.isalnum() or c == "-") else f"_{ord(c):x}_" for c in text)


def tag(element: str, *content: str, **attributes: Attribute) -> str:
    """One element; `content` is ready SVG, attributes are escaped here, `stroke_width` is written stroke-width."""
    written = [element]
    for key, value in attributes.items():
        if value is not None:
            text = clean(value) if isinstance(value, str) else number(value)
            written.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(written)
    return f"<{opening}>{''.join(content)}</{element}>" if content else f"<{opening}/>"


def words(text: str) -> str:
    """Escaped character data."""
    return escape(clean(text))


def write(x: float, y: float, size: float, *lines: str, **attributes: Attribute) -> str:
    """Upright text centred on a point (give `text_anchor` to align it otherwise), one or more lines."""
    style: Style = {"text_anchor": "middle", "fill": INK}
    style.update(attributes)
    first = y + CAPITAL * size * 0.5 - leading(size) * (len(lines) - 1) * 0.5
    if len(lines) == 1:
        return tag("text", words(lines[0]), x=x, y=first, font_size=size, **style)
    spans = [tag("tspan", words(line), x=x, y=first + i * leading(size)) for i, line in enumerate(lines)]
    return tag("text", *spans, font_size=size, **style)


def leading(size: float) -> float:
    """Distance from one line of text to the next."""
    return size * 1.02


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The approximate width of a text, rather too wide than too narrow."""
    total = 0.0
    for c in text:
        if c in _NARROW:
            total += 0.34
        elif c in _WIDE:
            total += 0.9
        elif c.isupper():
            total += 0.7
        else:
            total += 0.57
    return total * size * (1.06 if bold else 1.0)


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """A text broken at its spaces into lines no wider than given (a longer word stays whole)."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
