"""How is it said? Everything people read, one file per feature, except the games' own descriptions of their moves.

Functions take plain data and return plain text or Discord's Markdown, and never send anything. A refusal's
sentence is its docstring; one that depends on more is composed in the file of its feature. `errors` finds the reply to
any error.
"""
