"""How often a connection to SQLite goes to its thread."""

import logging
from collections.abc import Generator
from contextlib import contextmanager


class _Recorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.trips: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith("executing"):
            self.trips.append(record.getMessage())


@contextmanager
def trips() -> Generator[list[str]]:
    """Collects the trips that are made meanwhile, as what aiosqlite says about each of them."""
    recorder, logger = _Recorder(), logging.getLogger("aiosqlite")
    level, propagates = logger.level, logger.propagate
    logger.addHandler(recorder)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield recorder.trips
    finally:
        logger.removeHandler(recorder)
        logger.setLevel(level)
        logger.propagate = propagates
