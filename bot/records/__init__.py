"""Matches as plain text files that people can read and programs can parse; `docs/records.md` describes the format.

`record` says what a record is. `writing` turns it into a file and into what the command line shows of it, and `parsing`
reads one, with `headers`. `rulebooks`, `lessons` and `puzzles` read the files beside each game's rules.
"""
