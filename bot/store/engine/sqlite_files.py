"""The files of an SQLite database, which hold plans, settings and the secrets of dice: they are for their owner alone."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.model.errors import DatabaseUnusable

_log: Final = logging.getLogger(__name__)
_OWNER_ALONE: Final = 0o600
_BESIDE: Final = ("", "-wal", "-shm")


def make_new(file: Path) -> None:
    """Make an empty file for a new database that only its owner can read; an existing one stays as it is.

    SQLite gives the files that it makes beside it the same permissions. A file that cannot be made is left to SQLite,
    which says why.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ALONE))
    except (OSError, ValueError):
        return


def make_private(file: Path) -> None:
    """Let only their owner read or write the files of an open database.

    If they belong to another user, everything stays as it is and the log says so.
    """
    for path in (file.with_name(f"{file.name}{end}") for end in _BESIDE):
        try:
            if path.stat().st_mode & 0o777 != _OWNER_ALONE:
                path.chmod(_OWNER_ALONE)
        except FileNotFoundError:
            continue
        except OSError as error:
            _log.warning("%s may be readable by others, because its permissions cannot be changed: %s", path, error)


def remove(file: Path) -> None:
    """Remove a database that is not open, with the files beside it."""
    for end in _BESIDE:
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)


def copy_file(source: Path, target: Path) -> None:
    """Fill the empty file `target` with all that was written to `source` until one moment, and check it.

    Raises DatabaseUnusable if that cannot be, or the copy is damaged.
    """
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            # It reads one view of the data, leaves out what was deleted, and does not hold up writers.
            connection.execute("VACUUM INTO ?", (str(target),))
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"it cannot be copied: {error}") from error
    if found != "ok":
        raise DatabaseUnusable(f"it is damaged, so it was not copied: {' '.join(str(found).split())[:200]}")
