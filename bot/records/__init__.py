"""Where is it kept as files? Matches as plain text that people read and programs parse; `docs/records.md` has the format.

`record` defines records. `writing` turns one into a file and into the output of the command line, and `parsing` reads a
file, with `headers`. `rulebooks`, `lessons` and `puzzles` read the files beside each game's rules.
"""
