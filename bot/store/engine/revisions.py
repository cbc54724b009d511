"""Looks into an SQLite file without changing a byte of it or of the files beside it.

Opening a database in the usual way makes side files, and closing it folds what a crash has left in them into the
file. A database that belongs to a newer Furlong must stay as it was found.
"""

import sqlite3
from contextlib import closing
from pathlib import Path


def revisions_in_file(file: Path) -> frozenset[str]:
    """The migrations that the tables in `file` are at; none where that cannot be told (missing, new, no database)."""
    address = f"{file.absolute().as_uri()}?mode=ro&{_manner(file)}"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return frozenset(str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version"))
    except sqlite3.Error:
        return frozenset()


def _manner(file: Path) -> str:
    log = file.with_name(f"{file.name}-wal")
    try:
        is_in_use = log.stat().st_size > 0
    except OSError:
        is_in_use = False
    # With a write-ahead log (somebody is connected, or crashed) it must be read too. Without one the file is complete.
    return "readonly_shm=1" if is_in_use else "immutable=1"
