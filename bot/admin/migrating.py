"""Bringing the tables of a stored database up to date, for a host who does not want to start the bot for that."""

from bot.store.engine.database import Database
from bot.store.engine.inspection import check_there


async def migrate(url: str) -> None:
    """Bring the tables of the database at `url` up to date, which changes nothing where they are.

    Raises DatabaseUnusable for one that is not there, cannot be opened or belongs to a newer Furlong.
    """
    check_there(url)
    await (await Database.open(url)).close()
