"""One process that thinks, seen from the bot. All that is done with it blocks, so it is done in threads."""

import multiprocessing
import os
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any, Final

import bot
from bot.opponents import worker

_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "SYSTEMROOT")
"""What a process that thinks may know of the bot's environment; tokens and addresses of databases are not among it."""


class ProcessLost(Exception):
    """A process could not be started, has ended or did not answer in time; it is of no use any more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question; where it failed, `value` says why."""

    has_failed: bool
    value: Any


class Thinker:
    """A process that thinks about one question at a time; it starts with the first."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._starting_or_ending: Final = Lock()
        self._has_ended = False

    @property
    def process_id(self) -> int | None:
        """The system's number of the process, once it has started."""
        return None if self._process is None else self._process.pid

    def answer(self, question: bytes, seconds: float) -> Answer:
        """What the process makes of a question, a pickled function. Raises ProcessLost if that takes longer than `seconds`."""
        try:
            connection = self._connection or self._start()
            connection.send_bytes(question)
            if not connection.poll(seconds):
                raise ProcessLost(f"no answer within {seconds:.0f} s")
            return Answer(*connection.recv())
        except (EOFError, OSError) as error:
            raise ProcessLost(f"{type(error).__name__}: {error}") from error

    def end(self) -> None:
        """End the process, whatever it does; who waits for an answer is told that it is lost."""
        with self._starting_or_ending:
            self._has_ended = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _start(self) -> Connection:
        with self._starting_or_ending:
            if self._has_ended:
                raise ProcessLost("it was to end")
            ours, theirs = multiprocessing.Pipe()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", worker.__name__, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env=_environment(),
                    pass_fds=[theirs.fileno()],
                    process_group=0,  # Ctrl-C is for the bot, which ends its processes itself
                )
            self._connection = ours
        return ours


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {"PYTHONPATH": str(Path(bot.__file__).parents[1])}
