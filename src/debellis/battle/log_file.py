"""The log of a battle as a file: written line by line, each on the disk before the next decision is taken."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from debellis.battle.log import Closing, Entry, Header, line


class LogExists(Exception):
    """The file already has content."""


class LogFile:
    """A new log. Nothing in a file is ever overwritten; OSError if a line cannot be written."""

    def __init__(self, path: Path) -> None:
        """Open a new or empty file; LogExists if it has content, OSError if it cannot be opened."""
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        found = os.fstat(self._file)
        self._is_file = stat.S_ISREG(found.st_mode)
        if self._is_file and found.st_size:
            self.close()
            raise LogExists(f"{path} is not empty, and a log is never overwritten; choose another file")

    def write(self, item: Header | Entry | Closing) -> None:
        """Append one line; it is on the disk when this returns."""
        left = line(item) + b"\n"
        while left:
            left = left[os.write(self._file, left) :]
        if self._is_file:  # a pipe or a terminal has nothing to sync
            os.fsync(self._file)

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *_wrong: object) -> None:
        self.close()
