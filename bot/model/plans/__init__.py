"""Plans: what somebody wants to play when their turns come, known to them alone.

`tree` says what a plan holds, `grammar` how it is written, `checking` what is asked of its moves, `parsing` makes one
from what somebody has typed, `following` says when its moves are played.
"""
