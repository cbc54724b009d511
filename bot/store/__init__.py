"""The database: tables, queries, migrations, transactions. SQLAlchemy lives here alone.

Nothing here decides what may happen; it keeps what has happened.
"""
