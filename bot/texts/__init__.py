"""Every text that people read, apart from what the games say of their moves.

Functions take plain data and return plain or Discord-flavoured text; nothing here sends anything. `errors` has the
reply to whatever was raised; the sentences of refusals stand in `refusals`, by theme.
"""
