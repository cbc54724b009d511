"""The whole bot, put together."""

from bot.chat.client import USUAL_PACE, Furlong, Pace


def create(database_url: str, pace: Pace = USUAL_PACE) -> Furlong:
    """Build the whole bot, unstarted: run it with `run(token)`, or attach it to a simulated Discord.

    Raises `bot.store.database.DatabaseUnusable` for an address that is not that of a database.
    """
    return Furlong(database_url, pace)
