"""The tables, in files by theme. Discord's IDs are 64-bit integers; times are milliseconds since 1970, UTC.

`METADATA` holds all of them; each is imported from its own file.
"""

from bot.store.engine.schema import competitions, jobs, learning, matches, people, servers
from bot.store.engine.schema.columns import METADATA

__all__ = ["METADATA", "competitions", "jobs", "learning", "matches", "people", "servers"]
