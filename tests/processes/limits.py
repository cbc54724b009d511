"""The load that 1, 3 and 6 processes with one token put on a Discord that answers at most fifty requests a second.

Every match always has a board to show. The figures are the answered requests a second, and the refused ones, also
extrapolated to ten minutes.
"""

import asyncio
import time

from bot.actions import challenges, matches
from bot.actions.context import Context
from bot.model.challenges import Proposal
from bot.model.people import Actor, Person
from bot.store.engine.database import Database
from bot.store.engine.engines import driver_url
from bot.store.jobs import boards
from rules import GAMES
from tests.processes import variables
from tests.processes.stage import SERVERS, RunStage, staged

_PERMITTED = 50
_DIVISIONS = (
    ("0-15/16",),
    ("0-4/16", "5-10/16", "11-15/16"),
    ("0-2/16", "3-5/16", "6-8/16", "9-11/16", "12-13/16", "14-15/16"),
)
_OF_EACH_SERVER = 5
_FIRST_PERSON = 10**17
_WARMS_UP, _ANNOUNCES = 15, 4  # seconds
_TEN_MINUTES = 600


async def measure(seconds: int, *, is_paced: bool = True) -> None:
    """Print a line for each number of processes, after this many seconds."""
    for shards in _DIVISIONS:
        async with staged(SERVERS) as stage:
            if is_paced:
                stage.settings[variables.PACES] = "1"
            context = Context(await Database.open(driver_url(stage.postgres.url)), now=stage.clock.now)
            numbers = await _matches(stage, context)
            cluster = stage.cluster(shards)
            try:
                await cluster.start()
                stage.discord.permitted = _PERMITTED
                await _busy(context, numbers, _WARMS_UP)
                answered, refused, begun = stage.discord.answered, stage.discord.refused, time.monotonic()
                await _busy(context, numbers, seconds)
                took = time.monotonic() - begun
            finally:
                await cluster.close()
                await context.close()
        answered, refused = stage.discord.answered - answered, stage.discord.refused - refused
        print(
            f"{len(shards)} process(es): {answered / took:.1f} requests a second answered, {refused} refused in {took:.0f} s, "
            f"{refused / took * _TEN_MINUTES:.0f} in ten minutes",
            flush=True,
        )


async def _matches(stage: RunStage, context: Context) -> list[int]:
    """Running matches on all servers, by number."""
    found: list[int] = []
    for server_id, channel_id in stage.discord.servers.items():
        for _ in range(_OF_EACH_SERVER):
            host, guest = (Person(_FIRST_PERSON + 2 * len(found) + seat, f"Person {seat}") for seat in range(2))
            proposal = Proposal(GAMES["furl"], channel_id, (guest,))
            match = (await challenges.propose(context, Actor(host, server_id), server_id, proposal)).match
            async with matches.joining(context, match.id, Actor(guest, server_id), seen=None) as change:
                challenges.join(change, guest)
            found.append(match.id)
    return found


async def _busy(context: Context, numbers: list[int], seconds: int) -> None:
    """Have all boards shown again and again for this many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        async with context.database.write() as connection:
            await boards.renew(connection, numbers, context.now())
        await asyncio.sleep(min(_ANNOUNCES, max(until - time.monotonic(), 0)))
