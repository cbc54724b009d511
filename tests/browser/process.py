"""The playground in a separate process, as `make play` starts it."""

import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]

PATIENCE = 30_000
"""Milliseconds until a page that does not show what a test expects has failed; a busy machine needs many seconds."""

_PAGE = re.compile(r"http://127\.0\.0\.1:\d+")
_CHANNEL = re.compile(r"http://127\.0\.0\.1:(\d+)/#[^\s\"]+")


def stored(database: Path, query: str) -> Sequence[Any]:
    """The results of a query on the database of a playground, one value for each row."""
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute(query)]


def tokens_of(database: Path, match: int) -> Sequence[str]:
    """The record of a match, which is in one row once the match is over."""
    going_on = stored(database, f"SELECT token FROM moves WHERE match_id = {match} ORDER BY ply")
    over = stored(database, f"SELECT tokens FROM records WHERE match_id = {match}")
    return over[0].split() if over else going_on


def moves_made(database: Path, match: int = 1) -> int:
    """The number of moves in the record of a match, without the rolls of dice."""
    return stored(database, f"SELECT count(seat) FROM moves WHERE match_id = {match}")[0]


class Playground:
    """A running playground: its `page`, and the `address` and `port` of its channel.

    A test that starts one must `kill` or `stop` it.
    """

    def __init__(self, database: Path, port: int = 0, program: str = "bot") -> None:
        """Start a playground and wait until it prints its address; port 0 means any free port.

        `program` is the module whose command line starts it.
        """
        command = [sys.executable, "-u", "-m", program, "playground", "--database", str(database), "--port", str(port)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.database = database
        self._said: list[str] = []
        try:
            self.page = self._wait_for_page()
            with urlopen(self.page) as first:
                found = _CHANNEL.search(first.read().decode())
            assert found is not None, "the page leads to the channel"
            self.address, self.port = found[0], int(found[1])
        except BaseException:
            self.kill()
            raise

    def _wait_for_page(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.append(line)
            found = _PAGE.search(line)
            if found is not None:
                return found[0]
        raise AssertionError(f"the playground did not start:\n{''.join(self._said)}")

    def kill(self) -> None:
        """Kill it at once, as a power cut would (SIGKILL)."""
        if self._process.returncode is None:
            self._process.kill()
            self._collect()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to stop, as service managers or Ctrl-C do; returns its exit code and its output."""
        self._process.send_signal(number)
        self._collect()
        return self._process.returncode, "".join(self._said)

    def _collect(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            self._said.extend(output)
        self._process.wait(timeout=20)
