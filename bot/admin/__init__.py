"""What a host does to a database, also while the bot works with it: checking, copying, computing ratings anew.

Nothing here needs a token or Discord. `inspection` opens a database so that nothing can change it.
"""
