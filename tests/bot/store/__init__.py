"""Tests of queries, transactions and migrations, on SQLite, and on PostgreSQL where there is one."""
