"""The time of the test: that of the machine, plus the days that the test has let pass.

All processes read it from one file. Only `tests.processes.bot` installs it; the bot itself does not know of it.
"""

import mmap
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

_FORMAT = struct.Struct("<d")


class SharedClock:
    """A clock that all processes with the same file share."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(_FORMAT.pack(0.0))
        with file.open("r+b") as opened:
            self._ahead = mmap.mmap(opened.fileno(), _FORMAT.size)

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=_FORMAT.unpack_from(self._ahead)[0])

    def monotonic(self) -> float:
        """Seconds that go on with the time of the test."""
        return monotonic() + _FORMAT.unpack_from(self._ahead)[0]

    def go_on(self, amount: timedelta) -> None:
        """Let time pass for all processes."""
        _FORMAT.pack_into(self._ahead, 0, _FORMAT.unpack_from(self._ahead)[0] + amount.total_seconds())
