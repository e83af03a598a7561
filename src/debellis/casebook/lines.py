"""The line of each key of a TOML text, for errors. The parser does not give lines.

The text has been parsed before, so it is known to be well formed. A path leads to a value from the top, as in
("base", 2, "front", 0); tables, array entries and keys all have one.
"""

from __future__ import annotations

from bisect import bisect_right

Path = tuple[str | int, ...]

_SPACE = " \t\r\n"
_AFTER_SCALAR = ",]}#\n"
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def line_index(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every key, table and array entry of a well-formed TOML text."""
    walk = _Walk(text)
    walk.document()
    return walk.found


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        self.newlines = [i for i, letter in enumerate(text) if letter == "\n"]

    def note(self, path: Path, at: int) -> None:
        self.found.setdefault(path, bisect_right(self.newlines, at - 1) + 1)

    def peek(self, ahead: int = 1) -> str:
        return self.text[self.at : self.at + ahead]

    def skip(self) -> None:
        """Past spaces, line ends and comments."""
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif letter in _SPACE:
                self.at += 1
            else:
                return

    def document(self) -> None:
        inside: Path = ()
        while True:
            self.skip()
            if self.at >= len(self.text):
                return
            if self.peek() == "[":
                inside = self.header()
            else:
                self.pair(inside)

    def header(self) -> Path:
        """A [table] or [[entry of tables]]: the path under which the following keys stand."""
        start = self.at
        repeated = self.peek(2) == "[["
        self.at += 2 if repeated else 1
        *outer, last = self.key()
        self.at += 2 if repeated else 1
        path: Path = ()
        for name in outer:
            path = self.newest((*path, name))
            self.note(path, start)
        path = (*path, last)
        self.note(path, start)
        if repeated:
            self.counts[path] = self.counts.get(path, 0) + 1
        path = self.newest(path)
        self.note(path, start)
        return path

    def newest(self, path: Path) -> Path:
        """The last entry begun of a repeated table, or the table itself."""
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def key(self) -> list[str]:
        """A key, dotted or not, bare or quoted; stops after it."""
        parts: list[str] = []
        while True:
            self.blanks()
            if self.peek() in ('"', "'"):
                parts.append(self.string())
            else:
                start = self.at
                while self.at < len(self.text) and self.text[self.at] not in " \t.=]":
                    self.at += 1
                parts.append(self.text[start : self.at])
            self.blanks()
            if self.peek() != ".":
                return parts
            self.at += 1

    def blanks(self) -> None:
        while self.peek() in (" ", "\t"):
            self.at += 1

    def pair(self, inside: Path) -> None:
        """One `key = value`."""
        start = self.at
        path = inside
        for name in self.key():
            path = (*path, name)
            self.note(path, start)
        self.at += 1
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip()
        self.note(path, self.at)
        opening = self.peek()
        if opening in ('"', "'"):
            self.string()
        elif opening == "[":
            self.array(path)
        elif opening == "{":
            self.inline(path)
        else:
            while self.at < len(self.text) and self.text[self.at] not in _AFTER_SCALAR:
                self.at += 1

    def array(self, path: Path) -> None:
        self.at += 1
        count = 0
        while True:
            self.skip()
            if self.peek() in ("]", ""):
                self.at += 1
                return
            if self.peek() == ",":
                self.at += 1
                continue
            self.value((*path, count))
            count += 1

    def inline(self, path: Path) -> None:
        self.at += 1
        while True:
            self.skip()
            if self.peek() in ("}", ""):
                self.at += 1
                return
            if self.peek() == ",":
                self.at += 1
                continue
            self.pair(path)

    def string(self) -> str:
        """A string of any of the four kinds; its text matters only for quoted keys, which are of one line."""
        quote = self.peek()
        if self.peek(3) == quote * 3:
            return self.long_string(quote)
        self.at += 1
        letters: list[str] = []
        while self.at < len(self.text) and self.peek() != quote:
            if quote == '"' and self.peek() == "\\":
                self.at += 1
                letters.append(_ESCAPES.get(self.peek(), self.peek()))
            else:
                letters.append(self.peek())
            self.at += 1
        self.at += 1
        return "".join(letters)

    def long_string(self, quote: str) -> str:
        self.at += 3
        while self.at < len(self.text) and self.peek(3) != quote * 3:
            self.at += 2 if quote == '"' and self.peek() == "\\" else 1
        self.at += 3
        # Up to two quotes may stand directly before the closing three.
        while self.peek() == quote:
            self.at += 1
        return ""
