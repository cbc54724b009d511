"""Matches as plain text files that people can read and programs can parse; `docs/records.md` describes the format.

`record` holds what a record is, `text` how any text fits on a line of one, `writing` and `parsing` (with `headers` and
`results`) the way to a file and back, `exporting` the way from a match to its record, and `presentation` what the
command line shows of one. `rulebooks`, `lessons` and `puzzles` read the files beside each game's rules.
"""
