"""The whole bot, put together: the client is handed its commands, and what its buttons do."""

from collections.abc import Mapping

from bot.chat.characters.thinking import Thinkers
from bot.chat.client import USUAL_PACE, Furlong, Pace
from bot.chat.features import all_commands, context_menus, press_handlers
from bot.model.shards import ALL, Shards
from bot.opponents.thinkers import ThinkerProcesses, usual_count
from bot.store.engine.engines import USUAL_POOL_SIZE
from rules import GAMES
from rules.core import Game


def create(
    database_url: str,
    pace: Pace = USUAL_PACE,
    games: Mapping[str, Game] = GAMES,
    *,
    emojis: bool = False,
    thinkers: Thinkers | None = None,
    shards: Shards | None = ALL,
    pool_size: int = USUAL_POOL_SIZE,
) -> Furlong:
    """Build the whole bot, unstarted: run it with `run(token)`, or attach it to a simulated Discord.

    `games` are those whose matches it keeps going; `emojis` tells whether the symbols of sides become emojis. The moves
    of characters are found by `thinkers`, by processes of their own if they are None. `shards` are those of Discord's
    that it holds (None for all, as many as Discord recommends), `pool_size` is how many connections to PostgreSQL it may
    have. Raises `bot.model.errors.DatabaseUnusable` for an address that is not that of a database.
    """
    bot = Furlong(
        database_url,
        pace,
        games,
        commands=[*all_commands(), *context_menus()],
        handlers=press_handlers(),
        thinkers=thinkers or ThinkerProcesses(usual_count()),
        shards=shards,
    )
    bot.uses_emojis = emojis
    bot.pool_size = pool_size
    return bot
