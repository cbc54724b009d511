"""Matches as plain text files that people can read and programs can parse; `docs/records.md` describes the format.

`record` says what a record is. `writing` and `parsing` turn it into a file and back, with `headers`, and `presentation`
is what the command line shows of it. `rulebooks`, `lessons` and `puzzles` read the files beside each game's rules.
"""
