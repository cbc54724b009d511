"""Posting what is stored: boards, notices, threads, and the panel that lists running matches.

What is due follows from the store and is retried until it has been posted. The only thing that changes here about a match
is where it is shown.
"""
