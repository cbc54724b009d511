"""Who plays for absent people? The characters' moves and manners, hints, reviews and puzzles, thought out in processes apart.

They know nothing of Discord, of the store or of any particular game: the players at the top choose the moves.
"""
