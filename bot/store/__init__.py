"""Where is it kept as rows? Tables, queries, migrations, transactions. Only this package uses SQLAlchemy.

It makes no decisions about what may happen; it stores what has happened.
"""
