"""Four real processes on one PostgreSQL, each the whole bot, against a fake of Discord's gateway and REST interface.

`make test-processes` plays matches at once on all shards while it kills and restarts processes, holds one down for a day,
and restarts the database. `python -m tests.processes --throughput` measures instead.
"""
