"""Posting what is stored: boards, notices, threads, and the panel that lists running matches.

The store determines what is due, and each post is retried until it succeeds. The only change made to a match here is
where it is shown.
"""
