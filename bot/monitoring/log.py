"""The log for machines: one JSON object per line, with the match, server, shard and interaction it is about."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final

from bot.telemetry import subject

_OF_SHARD: Final = re.compile(r"Shard ID (?P<shard>[0-9]{1,9}) ")


class JsonLines(logging.Formatter):
    """Formats a record as an object with its time, level, logger and message, and the subject of the current work."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; `traceback` is present only if there is one, and unknown values are null."""
        concerned, message = subject.current(), record.getMessage()
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
            "match": concerned.match,
            "server": concerned.server,
            "shard": _shard_in(message) if concerned.shard is None else concerned.shard,
            "interaction": concerned.interaction,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _shard_in(message: str) -> int | None:
    """The shard that a message of discord.py is about."""
    found = _OF_SHARD.match(message)
    return None if found is None else int(found["shard"])
