"""Plans: what a player wants to play when their turns come, known to them alone.

`tree` says what a plan holds and when its moves are played, `grammar` how it is written, and `parsing` reads a typed one.
"""
