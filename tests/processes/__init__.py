"""Four real processes on one PostgreSQL, each the whole bot, against a double of Discord's gateway and its REST interface.

`make test-processes` runs it: matches are played at once on all shards while processes are killed and brought back, one is
held down for a day, and the database is started anew. `python -m tests.processes --throughput` measures instead.
"""
