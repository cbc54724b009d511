"""The week in review: scheduling it for servers that want it, and its content."""

import logging
from datetime import date
from typing import Final

from bot.actions.competitions.standings import MOST_LISTED
from bot.actions.context import Context
from bot.model.competitions.competition import CompetitionStage
from bot.model.jobs import Kind
from bot.model.weeks import A_WEEK, Streak, Week, bounds, monday_before, week_of
from bot.store import competitions as competition_store
from bot.store import weeks
from bot.store.jobs import server_posts

_log: Final = logging.getLogger(__name__)
_MOST_STREAKS: Final = 20


async def lay_out(context: Context) -> None:
    """Schedule the review of the last whole week on every server that wants one, if anything happened there."""
    now = context.now()
    monday = monday_before(now)
    async with context.database.read() as connection:
        ids = await server_posts.servers_without(connection, Kind.WEEKLY_REVIEW, monday.isoformat(), context.shards())
    for server_id in ids:
        try:
            async with context.database.write() as connection:
                results = await weeks.results(connection, server_id, *bounds(monday), context.games)
                due_at = now if results else None
                await server_posts.lay_out(connection, Kind.WEEKLY_REVIEW, server_id, monday.isoformat(), due_at)
        except Exception:  # noqa: BLE001 - a damaged week must not keep other servers waiting, and the log says what is wrong
            _log.exception("the week of server %s could not be scheduled", server_id)


async def load(context: Context, server_id: int, monday: date) -> Week:
    """The week of a server that began on `monday`, and what comes next."""
    now, games = context.now(), context.games
    async with context.database.read() as connection:
        results = await weeks.results(connection, server_id, *bounds(monday), games)
        winners = list(dict.fromkeys(winner for result in results[::-1] if (winner := result.winner) is not None))
        streaks = [
            Streak(person, await weeks.wins_in_a_row(connection, server_id, person.id))
            for person in winners[:_MOST_STREAKS]
        ]
        seasons = await competition_store.of_server(connection, server_id, games, MOST_LISTED)
    coming = [
        season
        for season in seasons
        if (season.stage is CompetitionStage.OPEN and season.begins_at <= now + 2 * A_WEEK)
        or (season.stage is CompetitionStage.RUNNING and season.ends_at <= now + A_WEEK)
    ]
    return week_of(monday, results, streaks, coming)
