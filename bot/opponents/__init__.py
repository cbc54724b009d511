"""Computer players: their levels, and how they choose their moves.

They get a position, a level and a seed, and know nothing of Discord, of the store or of any particular game: a game's
`Game` decides which search plays it.
"""
