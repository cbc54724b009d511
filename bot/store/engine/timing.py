"""How long statements take, told to `bot.telemetry` while somebody watches."""

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Connection, Engine, event

from bot import telemetry

_BEGUN: Final = "furlong_statement_begun"


@contextmanager
def statements_timed() -> Generator[None]:
    """Meanwhile every statement on every database counts as a part of the turn that it is for."""
    event.listen(Engine, "before_cursor_execute", _begin)
    event.listen(Engine, "after_cursor_execute", _end)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", _begin)
        event.remove(Engine, "after_cursor_execute", _end)


def _begin(connection: Connection, *_: Any) -> None:
    connection.info[_BEGUN] = perf_counter()


def _end(connection: Connection, *_: Any) -> None:
    telemetry.took(telemetry.STATEMENTS, perf_counter() - connection.info[_BEGUN])
