"""The lobby across servers: challenges for everyone on Furlong, and what keeps them from those who spoil them."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.actions import departures
from bot.chat import client
from bot.chat.client import Pace
from bot.model.match import State
from tests.bot.screen import buttons_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

_PACE = Pace(shows=timedelta(hours=3), tends=timedelta(hours=6))


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks due work rarely, so that days pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), _PACE, games=all_games(), thinkers=AtOnce()))


@dataclass
class Elsewhere:
    """Another server with a channel and people."""

    guild: GuildHandle
    channel: ChannelHandle
    eve: MemberActor
    finn: MemberActor


@pytest.fixture
def elsewhere(world: World) -> Elsewhere:
    """A server that knows nobody of the first one."""
    guild = world.env.create_guild("Elsewhere")
    people = [guild.add_member(world.env.create_user(name)) for name in ("Eve", "Finn")]
    return Elsewhere(guild, guild.create_text_channel("games"), *people)


@pytest.fixture
async def open_world(world: World, boss: MemberActor) -> World:
    """The first server, whose manager has let members post."""
    await boss.slash(world.channel, "server", lobby="post")
    return world


async def posts(world: World, who: MemberActor | None = None, *also: str, days: str = "3 days") -> str:
    """Let a person (Ada) post a challenge for everyone; returns the private answer."""
    asked = await ask_to_play(
        who or world.ada, world.channel, game="furl", days=days, also=["everyone", "casual", *also]
    )
    return reply_text(asked)


async def accepts(world: World, there: Elsewhere, who: MemberActor | None = None) -> str:
    """Let a person of the other server (Eve) accept the first challenge in `/games`; returns what they are told."""
    who = who or there.eve
    listed = answer(await who.slash(there.channel, "games"))
    return reply_text(await who.click(listed, label="Accept"))


async def test_a_challenge_for_everyone_is_accepted_on_another_server_and_played_in_direct_messages(
    open_world: World, elsewhere: Elsewhere
) -> None:
    world = open_world
    assert "People of all servers can now accept" in await posts(world, None, "first")
    room = world.board()
    assert "For everyone on Furlong" in text_of(room) and world.pinged(room) == []
    told = await accepts(world, elsewhere)
    assert "You're in" in told
    match = await world.match()
    assert match.state is State.RUNNING and {player.name for player in match.players} == {"Ada", "Eve"}
    assert "Ada" in text_of(world.board()) and "Eve" in text_of(world.board()) and world.board().id == room.id
    await world.ada.user.slash("move", move="a4<c4")
    await world.matches.resign(world.actor(world.ada), 1)
    await world.bot.delivery.deliver_due()
    assert "resigns" in text_of(world.board()) and world.board().id == room.id


async def test_members_post_only_once_a_manager_has_allowed_it_and_learn_how(world: World, boss: MemberActor) -> None:
    async with world.nothing_changes():
        assert "`/server lobby:post`" in await posts(world)
    assert "members see it and post" in reply_text(await boss.slash(world.channel, "server", lobby="post"))
    assert "People of all servers can now accept" in await posts(world)


async def test_where_a_manager_has_closed_it_members_see_and_accept_nothing(
    open_world: World, elsewhere: Elsewhere
) -> None:
    world = open_world
    await posts(world)
    manager = elsewhere.guild.add_member(
        world.env.create_user("Gil"),
        roles=[elsewhere.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))],
    )
    listed = answer(await elsewhere.eve.slash(elsewhere.channel, "games"))
    await manager.slash(elsewhere.channel, "server", lobby="off")
    assert "The managers of this server have closed the lobby" in reply_text(
        await elsewhere.eve.click(listed, label="Accept")
    )
    assert "Ada" not in reply_text(await elsewhere.eve.slash(elsewhere.channel, "games"))
    assert (await world.match()).state is State.OPEN


async def test_panels_of_servers_that_take_part_show_it_and_stay_panels_when_it_is_accepted(
    open_world: World, elsewhere: Elsewhere
) -> None:
    world = open_world
    manager = elsewhere.guild.add_member(
        world.env.create_user("Gil"),
        roles=[elsewhere.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))],
    )
    await manager.slash(elsewhere.channel, "server", lobby="post", panel=elsewhere.channel)
    await posts(world)
    await world.env.advance_time(7 * 3_600)
    panel = elsewhere.channel.history()[-1]
    assert "For everyone on Furlong" in text_of(panel) and "Ada" in text_of(panel) and world.pinged(panel) == []
    await elsewhere.eve.click(panel, label="Join")
    assert (await world.match()).state is State.RUNNING
    await world.env.advance_time(7 * 3_600)
    panel = elsewhere.channel.history()[-1]
    assert "Running matches" in text_of(panel) and "Ada" not in text_of(panel)


async def test_games_lists_five_and_leads_to_the_others(open_world: World, elsewhere: Elsewhere) -> None:
    world = open_world
    for who in (world.ada, world.ben):
        for _ in range(3 if who is world.ada else 2):
            await posts(world, who)
    await posts(world, world.cleo)
    listed = answer(await elsewhere.eve.slash(elsewhere.channel, "games"))
    assert buttons_of(listed).count("Accept") == 5
    whole = answer(await elsewhere.eve.click(listed, label="For everyone on Furlong"))
    assert buttons_of(whole).count("Accept") == 6
    assert "Ada" not in reply_text(await world.ada.slash(world.channel, "games")).partition("For everyone")[2]


async def test_a_block_is_unseen_by_a_forged_press_too(open_world: World, elsewhere: Elsewhere) -> None:
    world = open_world
    await posts(world)
    told = list[str]()
    await world.ada.user.slash("block", person=elsewhere.eve.user)
    mine = answer(await elsewhere.eve.slash(elsewhere.channel, "games"))
    async with world.nothing_changes():
        for action in ("join", "lobby_join", "board"):
            [result] = await world.at_once(world.forged(elsewhere.eve, mine, f"furlong:{action}:1:0:"))
            told.append(reply_text(result))
    assert all("This challenge isn't for you, or not yet" in text for text in told), told


async def test_of_two_who_press_at_once_one_plays_and_the_other_is_told(
    open_world: World, elsewhere: Elsewhere
) -> None:
    world = open_world
    await posts(world)
    lists = [(who, answer(await who.slash(elsewhere.channel, "games"))) for who in (elsewhere.eve, elsewhere.finn)]
    first, second = (world.forged(who, listed, "furlong:lobby_join:1:0:") for who, listed in lists)
    results = await world.at_once(first, second)
    match = await world.match()
    assert match.state is State.RUNNING and len(match.players) == 2
    told = [reply_text(result) for result in results]
    assert sum("You're in" in text for text in told) == 1, told
    assert not any("isn't for you" in text for text in told), "that somebody was quicker is no question of strength"


async def test_a_withdrawn_challenge_says_so_where_it_was_posted(open_world: World) -> None:
    world = open_world
    await posts(world)
    await world.ada.user.click(world.messages(world.ada.user.dm_channel)[-1], label="Withdraw")
    await world.bot.delivery.deliver_due()
    assert "withdrew" in text_of(world.board()) and not buttons_of(world.board())


async def test_a_match_from_the_lobby_survives_that_the_process_and_then_the_server_are_gone(
    open_world: World, elsewhere: Elsewhere
) -> None:
    world = open_world
    await posts(world, None, "first")
    await posts(world, world.ben)
    await world.restart()
    listed = answer(await elsewhere.eve.slash(elsewhere.channel, "games"))
    await elsewhere.eve.click(listed, custom_id="furlong:lobby_join:1:0:")
    assert (await world.match()).state is State.RUNNING
    await departures.leave(world.matches, world.guild.id)
    assert "Ben" not in reply_text(await elsewhere.eve.slash(elsewhere.channel, "games"))
    await world.ada.user.slash("move", move="a4<c4")
    await world.restart()
    await world.bot.delivery.deliver_due()
    assert (await world.match()).history.moves == 1


async def test_whoever_met_somebody_there_reports_them_behind_more_once_they_know_what_the_host_learns(
    open_world: World, elsewhere: Elsewhere, caplog: pytest.LogCaptureFixture
) -> None:
    world = open_world
    await posts(world, None, "first")
    await accepts(world, elsewhere)
    more = answer(await elsewhere.eve.user.click(elsewhere.eve.user.dm_channel.history()[-1], label="More"))
    asked = answer(await elsewhere.eve.user.click(more, label="Report"))
    assert "Report **Ada** in match #1 (Furl) to the host of Furlong?" in text_of(asked) and not caplog.records
    told = reply_text(await elsewhere.eve.user.click(asked, label="Report"))
    [line] = [record.getMessage() for record in caplog.records]
    code, _, rest = line.partition(": ")
    assert f"(Code {code}," in told and rest.startswith(f"{elsewhere.eve.id} reports {world.ada.id} in match 1")
    start = await world.start_match()
    more = answer(await world.ada.click(start, label="More"))
    assert "Report" not in buttons_of(more), "managers of a server see to its own matches"
