"""A copy of a running SQLite database: all that was written until one moment, and nothing after it."""

import os
import tempfile
from pathlib import Path

from bot.store.engine.errors import DatabaseUnusable
from bot.store.engine.inspection import is_sqlite, sqlite_file
from bot.store.engine.sqlite_copy import copy_file


def back_up(url: str, target: Path) -> int:
    """Copy the database at `url` to the new file `target`, and return how many bytes that has.

    The copy is made beside it under another name, checked, and brought to disk before it gets its name: there is a
    whole copy or none. Whoever writes to the database meanwhile goes on doing so. Raises DatabaseUnusable for a
    database that is not SQLite or cannot be read, FileExistsError and other OSErrors for a target that will not do.
    """
    if not is_sqlite(url):
        raise DatabaseUnusable("it is a PostgreSQL database: use pg_dump, as docs/hosting.md says")
    source = sqlite_file(url)
    _check_free(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        copy_file(source, part)
        _bring_to_disk(part)
        _check_free(target)
        part.rename(target)
        _bring_to_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def _check_free(target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise FileExistsError(f"{target} is there already; choose another name, or remove it first")


def _bring_to_disk(path: Path) -> None:
    """Have what is in a file, or the names in a folder, survive a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
