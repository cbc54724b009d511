"""Whole evenings, played in a simulated Discord and on the page, against kept transcripts of all that came of them.

A scenario lets people act, and states nothing. `NAME.txt` beside it is its transcript: who did what, every message,
edit, window, notice and page that came of it, what was logged, and the rows that are in the tables at the end. A change
of anything that people see, or that is stored, is a difference in a transcript, which a reviewer reads like a play.
"""
