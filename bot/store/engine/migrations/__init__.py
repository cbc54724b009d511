"""Upgrades of a database of an older version: Alembic's environment, and a module for each step."""
