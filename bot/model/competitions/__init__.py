"""Leagues, events and ladders: their divisions, pairings and standings. No I/O.

Each season of a league is a competition of its own. Entrants and fixtures are stored; standings are computed from the
matches.
"""
