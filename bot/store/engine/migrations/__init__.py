"""Upgrades of a database from an older version: Alembic's environment, and a module for each step."""
