"""Plans: the moves that a player wants to play when their turns come, known to them alone.

`tree` defines what a plan holds and when its moves are played, `grammar` its text form; `parsing` checks a typed plan.
"""
