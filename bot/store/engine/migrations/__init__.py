"""How a database of an older version becomes one of this version: Alembic's environment, and a module for each step."""
