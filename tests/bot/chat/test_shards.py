"""A bot with several connections to Discord: a disconnected part stops, the rest goes on, nothing is shown twice."""

import asyncio
from pathlib import Path

import pytest
from simcord.builders import GuildHandle

from bot.actions import matches
from bot.chat import client
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.shards import Shards
from bot.store.engine import processes
from bot.store.jobs import queue
from rules import GAMES
from rules.core import Seat
from tests.bot.chat.delivery.correspondents import HOUR
from tests.bot.tables import all_games
from tests.bot.world import World, reply_text, url_of

PACE = client.Pace()


@pytest.fixture
def simcord_bot(fresh_file: Path, request: pytest.FixtureRequest) -> client.Furlong:
    """A bot with the shards that the test wants; it checks its due work once an hour."""
    shards = Shards.parse(getattr(request, "param", "0-1/2"))
    pace = client.Pace(PACE.shows * 360, PACE.tends * 60)
    return client.Furlong(client.Options(url_of(fresh_file), pace, games=all_games(), shards=shards))


def _server(world: World, shard: int) -> GuildHandle:
    """A new server that belongs to this shard of two, with the same people in it as in the other."""
    guild = world.env.create_guild(f"Server of shard {shard}", id=((10**12 + shard) << 22) + 1)
    for who in (world.ada, world.ben):
        guild.add_member(who.user)
    return guild


async def _match(world: World, guild: GuildHandle) -> Match:
    """A match there between Ada, who is to move, and Ben, which was not shown yet."""
    channel = guild.create_text_channel("games")
    ada, ben = (Actor(Person(who.id, who.name), guild.id) for who in (world.ada, world.ben))
    proposal = Proposal(GAMES["furl"], channel.id, (ben.person,), Seat(0), terms=Terms(days=3))
    match = await world.matches.propose(ada, guild.id, proposal)
    return await world.matches.join(ben, match.id)


async def test_a_shard_that_is_cut_off_is_an_outage_for_its_servers_alone(world: World) -> None:
    matches = [await _match(world, _server(world, shard)) for shard in (0, 1)]
    shard = world.bot.get_shard(1)
    assert shard is not None
    await world.env.advance_time(2 * HOUR)
    await shard.disconnect()
    await world.env.advance_time(8 * HOUR)
    await shard.reconnect()
    await world.env.advance_time(2 * HOUR)
    for before, hours in zip(matches, (0, 8), strict=True):
        after = await world.match(before.id)
        assert before.deadline is not None and after.deadline is not None
        assert hours <= (after.deadline - before.deadline).total_seconds() / HOUR <= hours + 2 * bool(hours)


@pytest.mark.parametrize("simcord_bot", ["0/2"], indirect=True)
async def test_a_move_in_a_direct_message_is_shown_by_the_process_that_holds_the_server(world: World) -> None:
    match = await _match(world, _server(world, 1))
    await world.env.advance_time(HOUR)
    assert world.env.backend.messages.get(match.place.channel_id, {}) == {}, "it is not the turn of this process"
    reply = reply_text(await world.ada.user.slash("move", move="a4<c4", match=str(match.id)))
    assert "furls 3 discs" in reply
    assert (await world.match(match.id)).history.tokens == ("a4<c4",)
    assert world.env.backend.messages.get(match.place.channel_id, {}) == {}
    database, now = world.matches.database, world.matches.now()
    async with database.write() as connection:
        waiting = await queue.due(connection, [Kind.BOARD], now, 5, (), Shards.parse("1/2"))
        assert [one.number for one in waiting] == [match.id], "at once, for the process that holds it"
        assert await queue.claim(connection, Kind.BOARD, match.id, now) is not None


async def test_a_server_that_is_unavailable_is_waited_for(world: World) -> None:
    guild = _server(world, 1)
    await world.env.settle()
    match = await _match(world, guild)
    world.env.backend.emit("GUILD_DELETE", {"id": f"{guild.id}", "unavailable": True})
    await world.env.settle()
    await world.deliver(match.id)
    assert world.env.backend.messages.get(match.place.channel_id, {}) == {}
    after = await world.match(match.id)
    assert (after.place, after.state) == (match.place, State.RUNNING)


async def test_where_a_bot_has_all_shards_everything_is_shown_at_once(world: World) -> None:
    guild = _server(world, 1)
    await world.env.settle()
    match = await _match(world, guild)
    await world.deliver(match.id)
    assert [*world.env.backend.messages[match.place.channel_id]] == [(await world.match(match.id)).place.message_id]


async def test_a_bot_whose_place_was_taken_by_another_process_stops(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(processes, "this_machine", lambda: "other boot")
        async with world.matches.database.write() as connection:
            await processes.remove(connection, [one.id for one in await processes.entered(connection)])
            await processes.enter(connection, Shards.parse("1/2"), world.matches.now(), world.matches.database.revision)
    await world.bot._hold_on()  # pyright: ignore[reportPrivateUsage]
    await world.env.settle()
    assert world.bot.failure is not None and str(world.bot.failure.shards) == "1/2"
    assert world.bot.is_closed()


async def test_an_answer_under_way_when_the_bot_stops_is_completed(world: World) -> None:
    guild = _server(world, 1)
    await world.env.settle()
    match = await _match(world, guild)
    await world.deliver(match.id)
    shard = world.bot.get_shard(1)
    assert shard is not None
    with world.bot.services.ongoing_answers.one():
        closing = asyncio.create_task(world.bot.close())
        await asyncio.sleep(0)
        await matches.load(world.bot.services.context, match.id)
        assert not closing.done() and shard.is_closed(), "it takes no more, and waits"
    await closing
