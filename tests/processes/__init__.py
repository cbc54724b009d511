"""A test with four real processes on one PostgreSQL, each the whole bot, against a fake of Discord.

`make test-processes` plays matches on all shards at the same time while it kills and restarts processes, holds one down
for a day, and restarts the database. `python -m tests.processes --throughput` measures instead.
"""
