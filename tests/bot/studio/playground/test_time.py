"""Time in the playground."""

import pytest

from bot.actions import deadlines
from bot.model.errors import DatabaseBusy
from bot.store.engine.schema.jobs import heartbeats
from studio.playground import commands
from tests.bot.world import World


async def _give_sign_of_life(world: World) -> None:
    """Store that the bot was connected until now, because a longer silence counts on no clock."""
    context = world.bot.services.context
    async with context.database.write() as connection:
        await connection.execute(heartbeats.update().values(beat_at=context.now()))


async def test_the_playground_outlasts_a_database_that_is_locked_for_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_anything: object) -> None:
        raise DatabaseBusy("database is locked")

    await world.start_match()
    with monkeypatch.context() as locked:
        locked.setattr(deadlines, "tend", busy)
        world.env.backend.advance_clock(4 * 24 * 60 * 60)
        await _give_sign_of_life(world)
        await commands.tend(world.env, world.bot)
    assert (await world.match()).result is None
    await commands.tend(world.env, world.bot)
    assert (await world.match()).result is not None
