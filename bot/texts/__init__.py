"""How is it said? Everything people read, one file per feature, except the games' own descriptions of their moves.

Functions take plain data and return plain text or Discord's Markdown, and never send anything. The sentences for a
feature's refusals are in the feature's file; `errors` finds the reply to any error.
"""
