"""SQLite's query plans for the statements sent to it."""

import re
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Engine, event

_BOUNDED: Final = re.compile(r"\bid>\?")
_RATINGS_OF_SERVER: Final = re.compile(r"SEARCH ratings USING PRIMARY KEY \(server_id=\?\)")


@contextmanager
def executed() -> Generator[list[tuple[str, Any]]]:
    """Collects every statement sent to a database within the context, with its parameters or the first of several."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, _: object, is_many: bool) -> None:
        sent.append((statement, parameters[0] if is_many else parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def scans(connection: sqlite3.Connection, statement: str, parameters: Any) -> set[str]:
    """The tables that SQLite would scan: whole, all rows in one state or from some row on, or all ratings of a server."""
    if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
        return set()
    steps = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    found = {words[1] for *_rest, step in steps if (words := step.split())[0] == "SCAN" and words[1] != "CONSTANT"}
    found |= {
        step
        for *_rest, step in steps
        if "(rowid>?)" in step or ("state=?" in step and not _BOUNDED.search(step)) or _RATINGS_OF_SERVER.search(step)
    }
    return found - {name for name in found if name.startswith(("(", "anon_", "subquery"))}


def steps(connection: sqlite3.Connection, statement: str, parameters: Any) -> int:
    """How many steps SQLite's virtual machine takes for a statement, rounded down to hundreds."""
    hundreds = 0

    def count() -> None:
        nonlocal hundreds
        hundreds += 1

    connection.set_progress_handler(count, 100)
    try:
        connection.execute(statement, parameters).fetchall()
    finally:
        connection.set_progress_handler(None, 0)
    return 100 * hundreds
