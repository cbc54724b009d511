"""Every text that people read, apart from what the games say of their moves.

Functions take plain data and return plain or Discord-flavoured text; nothing here sends anything. A refusal or error
becomes its sentence in `errors`.
"""
