"""Telling whether a process that has left its name in the database is still there, where that can be told at once."""

import os
import socket
from contextlib import suppress
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES = Path("/proc/self/ns/pid")
_LONGEST = 200


def this_machine() -> str:
    """A name for where this process runs, the same for all processes that can see each other and for no others.

    It is another one after the machine was started anew, and in every container.
    """
    parts = [socket.gethostname()]
    with suppress(OSError):  # where it is not Linux, the name of the machine has to do
        parts += [_BOOT.read_text(encoding="ascii").strip(), str(_PROCESSES.stat().st_ino)]
    return " ".join(parts)[:_LONGEST]


def is_running(process: int) -> bool:
    """Whether another process of that number runs on this machine."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
