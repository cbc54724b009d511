"""Matches as plain text files that people can read and programs can parse; `docs/records.md` describes the format.

`record` holds what a record is, `text` how any text fits on a line of one, `writing` and `parsing` (with `headers` and
`results`) the way to a file and back, `exporting` the way from a match to its record, and `presentation` what the
command line shows of one.
"""

from bot.records.exporting import record_of
from bot.records.parsing import LARGEST, MOST_MOVES, parse, read
from bot.records.record import Record, RecordError, RecordResult
from bot.records.writing import file_name, write

__all__ = (
    "LARGEST",
    "MOST_MOVES",
    "Record",
    "RecordError",
    "RecordResult",
    "file_name",
    "parse",
    "read",
    "record_of",
    "write",
)
