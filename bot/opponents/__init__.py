"""Computer players: how strong they are and how they choose their moves.

They get a position, a level and a number to start their chance from, and know nothing of Discord, of what is stored or
of any particular game: which search a game gets follows from what its `Game` says.
"""
