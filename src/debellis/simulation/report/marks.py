"""The marks of which plots are made: SVG as text, coloured by the classes of the page."""

from __future__ import annotations

from html import escape


def svg(width: float, height: float, label: str, *parts: str) -> str:
    """A drawing that shrinks with the page, but stays large enough to read."""
    size = f'viewBox="0 0 {_n(width)} {_n(height)}" style="max-width:{_n(width)}px"'
    drawing = f'<svg {size} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    return f'<div class="wide">{drawing}</div>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" class="{kind}"/>'


def dot(x: float, y: float, kind: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str, tip: str = "", more: str = "") -> str:
    """A filled rectangle with a tooltip."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    return f'<rect {place} class="{kind}"{more}>{title}</rect>'


def text(x: float, y: float, words: str, kind: str = "", more: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" class="{kind}"{more}>{escape(words)}</text>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
