"""What things are: matches, people, clocks, offers, plans, ratings, and what can stand in the way of something.

Frozen data and arithmetic. Nothing here reads or writes anything, knows the time by itself, or has heard of SQL or of
Discord.
"""
