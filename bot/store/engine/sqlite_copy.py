"""Copying an SQLite database while others work with it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.model.errors import DatabaseUnusable


def copy_file(source: Path, target: Path) -> None:
    """Fill the empty file `target` with all that was written to `source` until one moment, and check it.

    Raises DatabaseUnusable if that cannot be, or the copy is damaged.
    """
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            # It reads one view of the data, leaves out what was deleted, and holds nobody up who writes.
            connection.execute("VACUUM INTO ?", (str(target),))
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"it cannot be copied: {error}") from error
    if found != "ok":
        raise DatabaseUnusable(f"it is damaged, so it was not copied: {' '.join(str(found).split())[:200]}")
