"""Matches as plain text files that people can read and programs can parse; `docs/records.md` describes the format.

`record` defines records. `writing` turns one into a file and into the output of the command line, and `parsing` reads a
file, with `headers`. `rulebooks`, `lessons` and `puzzles` read the files beside each game's rules.
"""
