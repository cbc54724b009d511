"""Looking again and again whether anything is due, of whatever kind: one question does, mostly."""

import logging
from collections.abc import Callable, Mapping
from typing import Final

from bot.actions.context import Context
from bot.store.jobs import backlog
from bot.store.jobs.backlog import Work

_log: Final = logging.getLogger(__name__)


class Lookout:
    """Looks where nobody has reason to believe that anything is due."""

    def __init__(self, context: Context, looks: Mapping[Work, Callable[[], object]]) -> None:
        """By kind: `looks` have all that is due of it done by and by."""
        self._context = context
        self._looks = looks

    async def look(self) -> None:
        """Have all that is due done by and by. It never raises."""
        try:
            async with self._context.database.read() as connection:
                kinds = await backlog.may_be_due(connection, self._context.now())
        except Exception:  # noqa: BLE001 - the database is away; what is due waits in it
            _log.exception("what is due could not be looked up; it is tried again")
            return
        for kind in kinds:
            self._looks[kind]()
