"""The database: tables, queries, migrations, transactions. Only this package uses SQLAlchemy.

Nothing here decides what may happen; it keeps what has happened.
"""
