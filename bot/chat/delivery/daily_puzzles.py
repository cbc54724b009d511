"""Posting the puzzle of the day, with the solution of the one before and the names of those who have found it."""

from datetime import UTC, datetime
from typing import Final

from bot.chat.core.messages import Post
from bot.chat.delivery.periodicals import Periodicals
from bot.chat.puzzles import views as view
from bot.records.puzzles import shipped
from bot.store import settings
from bot.store.jobs import daily_puzzles
from bot.store.jobs.periodicals import PeriodicalClaim
from bot.texts import puzzles as sentences

_MOST_NAMED: Final = 20


class DailyPuzzles(Periodicals):
    """Posts puzzles of the day."""

    kind = daily_puzzles.DAILY

    async def post(self, claimed: PeriodicalClaim) -> Post:
        """The puzzle of that day."""
        async with self._database.read() as connection:
            theme = (await settings.server_of(connection, claimed.server_id)).theme
            game, puzzle = await daily_puzzles.of_day(connection, claimed.server_id, claimed.period)
        return await view.daily(shipped(game)[puzzle], theme, await self._yesterday(claimed))

    async def _yesterday(self, claimed: PeriodicalClaim) -> str:
        """What there is to say of the puzzle before; empty if there was none, or it is not there any more."""
        async with self._database.read() as connection:
            last = await daily_puzzles.before(connection, claimed.server_id, claimed.period)
            if last is None:
                return ""
            day, game, number = last
            puzzle = shipped(game).get(number)
            if puzzle is None:
                return ""
            since = datetime.fromisoformat(day).replace(tzinfo=UTC)
            found = await daily_puzzles.solvers(connection, claimed.server_id, game, number, since, _MOST_NAMED)
        return sentences.yesterday(puzzle, *found)
