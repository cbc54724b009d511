"""The playground in a separate process, as `make play` starts it.

These processes are forked from one that has loaded the playground's modules, because loading them takes most of a start.
"""

import multiprocessing
import os
import re
import runpy
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]

PATIENCE = 30_000
"""Milliseconds until a page that does not show what a test expects has failed; a busy machine needs many seconds."""

_PAGE = re.compile(r"http://127\.0\.0\.1:\d+")
_CHANNEL = re.compile(r"http://127\.0\.0\.1:(\d+)/#[^\s\"]+")
_FORKING: Final = multiprocessing.get_context("forkserver")
# Pytest too: where it is the main module, each process imports that anew.
_FORKING.set_forkserver_preload(["bot.commands", "studio.playground.server", "tests.browser.loaded", "pytest"])


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
        command = [program, "playground", "--database", str(database), "--port", str(port)]
        said, output = _FORKING.Pipe(duplex=False)
        self._process = _FORKING.Process(target=_run, args=(command, output))
        self._process.start()
        output.close()
        self._output = os.fdopen(os.dup(said.fileno()))
        said.close()
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
        for line in self._output:
            self._said.append(line)
            found = _PAGE.search(line)
            if found is not None:
                return found[0]
        raise AssertionError(f"the playground did not start:\n{''.join(self._said)}")

    def kill(self) -> None:
        """Kill it at once, as a power cut would (SIGKILL)."""
        if not self._output.closed:
            self._process.kill()
            self._collect()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int | None, str]:
        """Ask it to stop, as service managers or Ctrl-C do; returns its exit code and its output."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)
        self._collect()
        return self._process.exitcode, "".join(self._said)

    def _collect(self) -> None:
        with self._output:
            self._said.extend(self._output)
        self._process.join(timeout=20)
        assert self._process.exitcode is not None, "it has ended"


def _run(command: Sequence[str], output: Connection) -> None:
    """Run a command in this process, as `python -m` does, and have it write to `output`."""
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output.fileno(), stream.fileno())
    output.close()
    os.chdir(ROOT)
    sys.argv = [*command]
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)
