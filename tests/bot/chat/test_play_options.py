"""The options of `/play`: time for a move, weekends, rating, and the place."""

from datetime import timedelta

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.chat.challenges import views
from bot.model.characters import CHARACTERS
from bot.model.clock import Terms
from bot.model.durations import BANKS
from bot.model.servers import Server
from bot.texts import limits
from bot.texts.language import languages, speaking
from tests.bot.screen import text_of
from tests.bot.world import World, ask_to_play, reply_text


async def _terms(world: World, *also: str, **options: str) -> Terms:
    """The terms of a challenge by the options of `/play`, or by its window if there are others."""
    if also:
        await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=also, **options)
    else:
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, **options)
    return (await world.match()).terms


async def _settle(world: World, server: Server) -> None:
    await settings.settle(world.bot.services.context, world.guild.id, lambda _before: server)


async def test_a_match_is_rated_and_has_three_days_for_a_move_unless_something_else_is_said(world: World) -> None:
    assert await _terms(world) == Terms(3, pauses_weekends=False, is_rated=True)
    assert "Terms: 3 days a move · rated." in text_of(world.board())


async def test_everything_can_be_agreed_on(world: World) -> None:
    assert await _terms(world, "weekends", "casual", days="7 days") == Terms(7, pauses_weekends=True)
    assert "7 days a move, weekends off · casual" in text_of(world.board())


async def test_takebacks_at_once_are_chosen_in_the_window_and_need_no_answer(world: World) -> None:
    assert await _terms(world, "takebacks", "first") == Terms(3, grants_takebacks=True)
    assert "3 days a move · casual · takebacks at once" in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    await world.play("a4<c4")
    told = reply_text(await world.ada.slash(world.channel, "match", do="takeback"))
    assert told == "You've taken your move back in match #1, and move again."
    assert "took a move back" in text_of(world.board()) and (await world.match()).ply == 0


async def test_a_match_can_give_each_player_time_for_all_their_moves(world: World) -> None:
    terms = Terms(bank=7 * 86_400, increment=12 * 3_600, is_rated=True)
    assert await _terms(world, days="7 days + 12 hours") == terms
    assert "Terms: 7 days a player + 12 hours a turn · rated." in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    assert "has 7 days left" in text_of(world.board())


async def test_an_evening_together_knows_no_weekends_off(world: World) -> None:
    assert await _terms(world, "weekends", days="15 minutes + 15 seconds") == Terms(
        bank=900, increment=15, is_rated=True
    )
    assert "15 minutes a player + 15 seconds a turn, in one sitting · rated" in text_of(world.board())


async def test_a_move_uses_the_time_until_its_press_and_no_more(world: World) -> None:
    await _terms(world, days="15 min + 15 s", side="first")
    await world.ben.click(world.board(), label="Accept")
    await world.env.advance_time(60)
    await world.ada.slash(world.channel, "move", move="a4<c4")
    match = await world.match()
    assert timedelta(minutes=14) <= match.banks[0] <= timedelta(minutes=14, seconds=15)


async def test_without_a_limit_there_are_no_weekends_off(world: World) -> None:
    assert await _terms(world, "weekends", days="no limit") == Terms(None, is_rated=True)


async def test_the_server_says_what_is_usual_and_the_challenge_may_differ(world: World) -> None:
    await _settle(world, Server(days=None))
    assert (await _terms(world)).days is None
    await world.ada.slash(world.channel, "play", game="furl", days="2")
    assert (await world.match(2)).terms.days == 2


async def test_days_that_are_none_are_refused_with_what_would_do(world: World) -> None:
    async with world.nothing_changes():
        for text in ("0", "-1", "999", "soon", "15 days", "2.5"):
            reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", days=text))
            assert f"“{text}” doesn't work here. Type a number of days from 1 to 14" in reply and "`no limit`" in reply


async def test_days_are_suggested_and_the_usual_ones_are_marked(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "play", "days", "", game="furl")
    assert [choice["name"] for choice in offered[:3]] == ["1 day", "2 days", "3 days (usual here)"]
    assert [choice["value"] for choice in offered[14:17]] == list(BANKS)
    assert len(offered) == 18 and offered[-1] == {"name": "no limit", "value": "no limit"}
    typed = await world.ada.autocomplete(world.channel, "play", "days", "1", game="furl")
    assert [choice["value"] for choice in typed] == [
        "1 day",
        *(f"{days} days" for days in range(10, 15)),
        *BANKS[1:],
    ]


async def test_matches_are_refused_outside_the_one_channel_for_matches(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await _settle(world, Server(channel_id=other.id))
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl"))
    assert reply == f"On this server matches start in {other.mention} and its threads: use `/play` there."
    assert "You posted an open challenge to Furl (match #1)" in reply_text(
        await world.ada.slash(other, "play", game="furl")
    )


async def test_threads_belong_to_the_channel_for_matches(world: World) -> None:
    created = world.env.backend.create_thread(world.channel.id, "talk", world.ada.id)
    await world.env.settle()
    thread = ChannelHandle(world.env, world.guild, created)
    await _settle(world, Server(channel_id=world.channel.id, uses_threads=True))
    assert "You posted an open challenge to Furl (match #1)" in reply_text(
        await world.ada.slash(thread, "play", game="furl")
    )
    match = await world.match()
    assert match.place.channel_id == thread.id and not match.place.wants_thread


async def test_a_match_that_began_elsewhere_stays_there(world: World) -> None:
    await world.start_match()
    await _settle(world, Server(channel_id=world.guild.create_text_channel("other").id))
    await world.play("a4<c4")


async def test_permissions_for_threads_are_required_only_where_threads_are_used(world: World) -> None:
    lacking = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
    flat = world.guild.create_text_channel("flat", overwrites={world.guild.default_role: lacking})
    assert "You posted an open challenge to Furl (match #1)" in reply_text(
        await world.ada.slash(flat, "play", game="furl")
    )
    await _settle(world, Server(uses_threads=True))
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(flat, "play", game="furl"))
    assert f"in {flat.mention}: it lacks **Create Public Threads** and **Send Messages in Threads**." in reply


@pytest.mark.parametrize("code", languages())
def test_everyone_to_play_fits_into_the_window_in_every_language(code: str) -> None:
    with speaking(code):
        offered = views.opponents(has_equal=True)
    assert len({key for key, _name, _manner in offered}) == len(CHARACTERS) + 1
    assert all(0 < len(text) <= limits.OPTION for _key, *texts in offered for text in texts)
