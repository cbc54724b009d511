"""The tables, in files by theme. Discord's IDs are 64-bit integers; times are milliseconds since 1970, UTC.

`METADATA` holds all of them; each is imported from its own file. In SQLite, a table with short rows and a key of
several columns is stored by its key (`sqlite_with_rowid=False`), which makes the file a quarter smaller.
"""

from bot.store.engine.schema import competitions, jobs, learning, matches, people, ratings, servers
from bot.store.engine.schema.columns import METADATA

__all__ = ["METADATA", "competitions", "jobs", "learning", "matches", "people", "ratings", "servers"]
