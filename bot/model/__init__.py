"""What is it? Matches, people, clocks, offers, plans, ratings, and the reasons to refuse a request.

Data and arithmetic only: nothing here does I/O, reads the clock, or knows SQL or Discord.
"""
