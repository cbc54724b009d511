"""The log for machines: one JSON object a line, which says what it concerns."""

import json
import logging
from datetime import UTC, datetime

from bot.telemetry import subject


class JsonLines(logging.Formatter):
    """Formats a record as an object with its time, level, logger and message, and what was being worked on."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; `traceback` is there only where there is one, and what is not known is null."""
        concerned = subject.current()
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "match": concerned.match,
            "server": concerned.server,
            "shard": concerned.shard,
            "interaction": concerned.interaction,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
