"""The assembly of the bot: `create` gives the client its commands, handlers and everything else it needs."""

from collections.abc import Mapping, Sequence

from bot.chat.client import USUAL_PACE, Companion, Furlong, Pace
from bot.chat.features import all_commands, context_menus, job_kinds, press_handlers
from bot.model.shards import ALL, Shards
from bot.opponents.thinkers import ThinkerProcesses, Thinkers, usual_count
from bot.store.engine.engines import USUAL_POOL_SIZE, driver_url
from rules import GAMES
from rules.core import Game


def create(
    database_url: str,
    pace: Pace = USUAL_PACE,
    games: Mapping[str, Game] = GAMES,
    *,
    emojis: bool = False,
    paces_requests: bool = True,
    thinkers: Thinkers | None = None,
    shards: Shards | None = ALL,
    pool_size: int = USUAL_POOL_SIZE,
    page: str = "",
    has_activity: bool = False,
    companions: Sequence[Companion] = (),
) -> Furlong:
    """Build the whole bot without starting it: run it with `run(token)`, or attach it to a simulated Discord.

    `games` are the games it knows; `emojis` says whether the symbols of sides appear as emojis, and `paces_requests`
    whether the bot itself keeps to Discord's rate limit for the token, rather than a proxy. `thinkers` compute moves of
    characters, by default in processes of their own. `shards` are the shards it holds (None for all, as many as
    Discord recommends); `pool_size` is the maximum number of connections to PostgreSQL. `page` is the public address of
    the page, and `has_activity` says whether it opens inside Discord. `companions` are entered when the bot starts and
    left when it stops. Raises `bot.model.errors.DatabaseUnusable` for a malformed database address.
    """
    return Furlong(
        driver_url(database_url),
        pace,
        games,
        commands=[*all_commands(), *context_menus()],
        handlers=press_handlers(),
        job_kinds=job_kinds(),
        thinkers=thinkers or ThinkerProcesses(usual_count()),
        shards=shards,
        pool_size=pool_size,
        emojis=emojis,
        paces_requests=paces_requests,
        page=page,
        has_activity=has_activity,
        companions=companions,
    )
