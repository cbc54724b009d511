"""Subscribers to open challenges are notified in the way that they prefer, at most once an hour."""

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.model.jobs import Kind
from bot.store.engine.schema.people import lookouts
from tests.bot.chat.test_direct_matches import closes_messages
from tests.bot.queue import move_back, stored_jobs
from tests.bot.screen import option_ids, text_of
from tests.bot.world import World, answer, reply_text

_ASKED = "You asked Furlong to tell you"


async def _time_passes(world: World, **amount: float) -> None:
    """Move pending and past notices into the past; then the bot checks them."""
    await move_back(world.matches.database, Kind.CALL, lookouts, **amount)
    for _ in range(2):
        await world.bot.delivery.deliver_due()


async def _waiting(world: World) -> int:
    return len(await stored_jobs(world.bot.services.context.database, Kind.CALL))


def _calls(world: World) -> list[str]:
    return [text_of(message) for message in world.messages() if _ASKED in text_of(message)]


async def test_subscribers_are_notified_as_they_prefer_but_not_the_host(world: World) -> None:
    for who in (world.ada, world.ben):
        await who.slash(world.channel, "settings", tell="furl, Play Win")
    card = answer(await world.cleo.slash(world.channel, "settings", notice="direct"))
    await world.cleo.select(card, ["furl", "fursaz"], custom_id=option_ids(card)["furl"])
    assert "you're told** about open challenges to: Furl and Fursaz" in text_of(card)
    await world.ada.slash(world.channel, "play", game="furl")
    await _time_passes(world)
    assert not _calls(world), "the host may think better of it for half a minute"
    await world.restart()
    await _time_passes(world, seconds=30)
    [call] = [message for message in world.messages() if _ASKED in text_of(message)]
    assert text_of(call).startswith(
        f"<@{world.ben.id}>: **Ada** is looking for someone to play **Furl**: [Furl · match #1]("
    )
    assert world.pinged(call) == [world.ben.id]
    [letter] = world.direct_messages(world.cleo)
    assert letter.startswith("**Ada** is looking for someone to play **Furl**") and await _waiting(world) == 0


async def test_nobody_is_notified_twice_in_an_hour_or_about_a_closed_challenge(world: World) -> None:
    await world.ben.slash(world.channel, "settings", tell="all")
    for game in ("furl", "fursaz", "playwin"):
        await world.ada.slash(world.channel, "play", game=game)
    await _time_passes(world, seconds=30)
    assert len(_calls(world)) == 1 and await _waiting(world) == 2
    await world.matches.cancel(world.actor(world.ada), 2)
    await _time_passes(world, minutes=59)
    assert len(_calls(world)) == 1
    await _time_passes(world, minutes=1)
    assert len(_calls(world)) == 2 and "match #3" in _calls(world)[1] and await _waiting(world) == 0
    await world.cleo.slash(world.channel, "play", game="furl", opponent=world.ada)
    assert await _waiting(world) == 0, "a challenge to a named person is nobody else's business"


async def test_quiet_hours_put_it_off(world: World) -> None:
    hour = world.env.now().hour
    await world.ben.slash(world.channel, "settings", tell="Furl", quiet=f"{hour}-{(hour + 2) % 24}")
    await world.ada.slash(world.channel, "play", game="furl")
    await _time_passes(world, seconds=30)
    assert not _calls(world) and await _waiting(world) == 1
    await world.ben.slash(world.channel, "settings", quiet="off")
    await _time_passes(world, hours=2)
    assert len(_calls(world)) == 1


async def test_people_who_are_blocked_or_gone_or_cannot_see_the_channel_are_not_notified(world: World) -> None:
    gone = world.guild.add_member(world.env.create_user("Gone"))
    for who in (world.ben, world.cleo, gone):
        await who.slash(world.channel, "settings", tell="Furl")
    await world.ada.slash(world.channel, "block", person=world.ben)
    deny = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=world.cleo.id, type=OverwriteType.MEMBER, deny=deny)
    )
    world.env.backend.remove_member(world.guild.id, gone.id)
    await world.ada.slash(world.channel, "play", game="furl")
    await _time_passes(world, seconds=30)
    assert not _calls(world) and await _waiting(world) == 0
    assert not any(world.direct_messages(who) for who in (world.ben, world.cleo, gone))


async def test_it_is_settled_for_a_server_and_takes_known_games_alone(world: World) -> None:
    async with world.nothing_changes():
        reply = reply_text(await world.ben.slash(world.channel, "settings", tell="Furl, chess", notice="both"))
        assert reply.startswith("There's no game called “chess”.")
        assert reply_text(await world.ben.user.slash("settings", tell="Furl")).startswith(
            "You choose this for each server"
        )
        card = answer(await world.ben.slash(world.channel, "settings"))
        [forged] = await world.at_once(world.forged(world.ben, card, "furlong-menu:own_tell:0:0:", "chess"))
        assert "There's no game called “chess”." in reply_text(forged)
    offered = await world.ben.autocomplete(world.channel, "settings", "tell", "Furl, play")
    assert "Furl, Play Win" in [choice["value"] for choice in offered]
    await world.ben.slash(world.channel, "settings", tell="all")
    card = answer(await world.ben.slash(world.channel, "settings", tell="none"))
    assert "aren't told** about open challenges" in text_of(card)


async def test_who_cannot_be_written_to_is_mentioned_in_the_channel_instead(world: World) -> None:
    card = answer(await world.cleo.slash(world.channel, "settings", notice="direct"))
    await world.cleo.select(card, ["furl"], custom_id=option_ids(card)["furl"])
    closes_messages(world, world.cleo, times=None)
    await world.ada.slash(world.channel, "play", game="furl")
    await _time_passes(world, seconds=30)
    assert len(_calls(world)) == 1 and world.pinged(world.board()) == [world.cleo.id]
    assert await _waiting(world) == 0


async def test_who_cannot_be_written_to_because_discord_is_away_is_told_once_it_is_back(world: World) -> None:
    card = answer(await world.cleo.slash(world.channel, "settings", notice="direct"))
    await world.cleo.select(card, ["furl"], custom_id=option_ids(card)["furl"])
    await world.ada.slash(world.channel, "play", game="furl")
    world.env.inject_error("POST", f"/channels/{world.cleo.user.dm_channel.id}/messages", status=503, times=1)
    await _time_passes(world, seconds=30)
    assert not _calls(world)
    await _time_passes(world, minutes=61)
    [letter] = world.direct_messages(world.cleo)
    assert "is looking for someone to play **Furl**" in letter and not _calls(world) and await _waiting(world) == 0


async def test_a_person_who_chooses_no_game_any_more_is_told_of_none(world: World) -> None:
    card = answer(await world.cleo.slash(world.channel, "settings", notice="direct"))
    await world.cleo.select(card, ["furl"], custom_id=option_ids(card)["furl"])
    assert "you're told** about open challenges to: Furl" in text_of(card)
    await world.cleo.select(card, [], custom_id=option_ids(card)["furl"])
    assert "aren't told** about open challenges" in text_of(card)
    await world.ada.slash(world.channel, "play", game="furl")
    await _time_passes(world, minutes=61)
    assert not _calls(world) and not world.direct_messages(world.cleo)


async def test_who_was_written_to_is_not_written_to_again_where_the_mention_is_refused(world: World) -> None:
    await world.ben.slash(world.channel, "settings", tell="furl", notice="both")
    await world.cleo.slash(world.channel, "settings", tell="furl")
    await world.ada.slash(world.channel, "play", game="furl")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, times=1)
    await _time_passes(world, seconds=30)
    assert len(world.direct_messages(world.ben)) == 1 and await _waiting(world) == 1, "only the mention is outstanding"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await _time_passes(world, hours=2)
    assert len(world.direct_messages(world.ben)) == 1 and await _waiting(world) == 0
    owner_id = world.env.backend.guilds[world.guild.id].owner_id
    to_owner = world.sent("POST", f"/channels/{world.env.backend.dm_channels[owner_id]}/messages")
    [told] = [sent["content"] for sent in to_owner]
    assert "can't post" in told and f"<#{world.channel.id}>" in told
