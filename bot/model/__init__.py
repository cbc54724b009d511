"""What things are: matches, people, clocks, offers, plans, ratings, and the reasons to refuse a request.

Frozen data and arithmetic. Nothing here reads or writes anything, looks at the time, or knows SQL or Discord.
"""
