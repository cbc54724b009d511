"""What a host does to a database: check it, copy it, compute its ratings anew, bring its tables up to date, forget people.

Nothing here needs a token or Discord, and nothing here writes SQL.
"""
