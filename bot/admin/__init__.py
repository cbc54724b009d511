"""What a host does to a database, also while the bot works with it: checking, copying, computing ratings anew.

Nothing here needs a token or Discord, and nothing here writes SQL.
"""
