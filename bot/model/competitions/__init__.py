"""Seasons of leagues and events: who plays whom, how everybody stands, and how it ends. No I/O.

A league is played in seasons, each of which is a competition of its own with a first and a last day. What is stored of a
competition are its people and its fixtures; how they stand follows from the matches of these.
"""
