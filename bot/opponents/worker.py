"""A thinking process, which answers questions one by one until the pipe to the bot closes.

`python -m bot.opponents.worker NUMBER NICENESS` takes the number of an open pipe, and by how much lower its priority is. Each question is a pickled function without
arguments, and each answer a pickled pair: whether it failed, and the result or the reason. The process knows only what
the questions contain: no database, no token, and no sealed dice.
"""

import os
import pickle
import signal
import sys
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any


def main(descriptor: int, niceness: int) -> None:
    """Answer the questions from the pipe with this descriptor, so much nicer than the bot; the process exits as soon as the pipe closes."""
    os.nice(niceness)
    # Many who stop the bot signal all its processes at once. The bot itself ends this one in time.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    connection = Connection(descriptor)
    questions = SimpleQueue[bytes]()
    Thread(target=_listen, args=(connection, questions), daemon=True).start()
    while True:
        connection.send(_answer(questions.get()))


def _listen(connection: Connection, questions: SimpleQueue[bytes]) -> None:
    try:
        while True:
            questions.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)  # at once, because nothing can be answered any more


def _answer(question: bytes) -> tuple[bool, Any]:
    try:
        return False, pickle.loads(question)()
    except Exception as error:  # noqa: BLE001 - the asker is told, and this process goes on
        return True, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
