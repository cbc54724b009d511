"""Evenings of places: threads, posts of a forum, a panel, and how each person likes to be told."""

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player


def _allow(evening: Evening, channel_id: int, *, allow: int = 0, deny: int = 0) -> None:
    """Change what everybody, and so the bot, may do in a channel."""
    role = evening.world.guild.default_role.id
    overwrite = Overwrite(role, OverwriteType.ROLE, allow=allow, deny=deny)
    evening.world.env.backend.set_overwrite(channel_id, overwrite)


async def _begins(ada: Player, ben: Player, *, days: str = "3 days") -> None:
    await ada.types("play", game="furl", opponent=ben, side="first", days=days)
    await ben.presses("Accept")


async def test_threads(evening: Evening) -> None:
    """Matches in threads: begun with the challenge, archived, locked, deleted, and without permission for any."""
    ada, ben, _cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    backend = evening.world.env.backend
    await boss.types("server", threads="on")
    await _begins(ada, ben)
    [thread] = evening.world.channel.threads
    await ada.beside(thread).moves("a4<c4")
    await ben.types("games")
    backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await ben.beside(thread).types("match", do="draw")
    await ben.presses("Offer a draw")
    await evening.restarts()
    evening.fails("POST", f"/channels/{thread.id}/messages", 400, code=50083)
    await ben.beside(thread).moves("e5<e4")
    evening.act("Closed, deleted, forbidden")
    evening.fails("POST", f"/channels/{thread.id}/messages", 403, code=50001, times=None)
    await ada.types("move", move="b1<b2", match="1")
    await _begins(ada, ben)
    backend.delete_channel(evening.world.channel.threads[-1].id)
    await ada.types("move", move="a4<c4", match="2")
    _allow(evening, evening.world.channel.id, deny=discord.Permissions(create_public_threads=True).value)
    await ada.types("play", game="furl", opponent=ben)
    _allow(evening, evening.world.channel.id)
    evening.fails("POST", "/channels/*/messages/*/threads")
    await _begins(ada, ben)
    await evening.passes(hours=6)


async def test_posts(evening: Evening) -> None:
    """Posts of a forum: named, tagged, woken, deleted, withdrawn, and what is missing where they cannot be made."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    backend, forum = evening.world.env.backend, evening.world.guild.create_forum_channel("matches")
    _allow(evening, forum.id, allow=discord.Permissions(manage_channels=True, manage_threads=True).value)
    await boss.types("server", channel=forum)
    await ada.types("play", game="furl", side="first")
    await ben.presses("Join")
    backend.edit_channel(forum.threads[0].id, {}, thread_metadata={"archived": True})
    await ada.types("move", move="a4<c4", match="1")
    backend.delete_channel(forum.threads[0].id)
    await ben.types("move", move="e5<e4", match="1")
    await evening.resigns(ada)
    await ada.presses("Rematch")
    await ben.presses("Accept")
    evening.act("Withdrawn, and refused")
    await ada.types("play", game="farlander", opponent=ben)
    await ada.presses("Withdraw")
    for lacking in ("send_messages", "send_messages_in_threads", "attach_files"):
        _allow(evening, forum.id, deny=discord.Permissions(**{lacking: True}).value)
        await ada.types("play", game="furl")
    _allow(evening, forum.id)
    hidden = discord.Permissions(view_channel=True).value
    backend.set_overwrite(forum.id, Overwrite(ben.actor.id, OverwriteType.MEMBER, deny=hidden))
    await ben.types("play", game="furl")
    await cleo.types("play", game="furl", opponent=ben)
    backend.delete_channel(forum.id)
    await ben.types("move", move="g4<e4", match="2")
    await evening.passes(hours=6)


async def test_a_panel(evening: Evening) -> None:
    """The panel of a server: nothing, open challenges that are joined there, matches and whom they wait for, moved."""
    ada, ben, cleo = evening.people()
    boss = evening.member("Boss", manages=True)
    channel = evening.world.guild.create_text_channel("running-matches")
    await boss.types("server", panel=channel)
    await ada.types("play", game="furl", level="mole")
    await ada.asks_to_play("farlander", also=["players3"])
    await evening.passes(minutes=1)
    await ben.beside(channel).presses("Join")
    await _begins(ben, cleo)
    await evening.passes(minutes=1)
    await ben.types("move", move="a4<c4", match="3")
    await evening.restarts()
    await evening.passes(minutes=1)
    evening.world.env.backend.delete_message(channel.id, evening.world.messages(channel)[-1].id)
    await evening.resigns(cleo)
    await evening.passes(minutes=1)
    evening.fails("PATCH", f"/channels/{channel.id}/messages/*")
    await cleo.presses("Join")
    await evening.passes(minutes=2)
    await boss.types("server", panel=evening.world.channel)
    await evening.passes(minutes=1)


async def test_notices(evening: Evening) -> None:
    """Turns, challenges, offers and ends, told in the channel, directly, both ways, and after quiet hours."""
    ada, ben, cleo = evening.people()
    await ben.types("settings", notice="direct")
    await _begins(ada, ben)
    await ada.moves("a4<c4")
    await ben.types("settings", notice="both")
    await ben.moves("e5<e4")
    await ada.moves("b1<b2")
    evening.act("Closed direct messages")
    await ben.types("settings", notice="direct")
    evening.fails("POST", f"/channels/{ben.actor.user.dm_channel.id}/messages", 403, code=50007)
    await ben.moves("g1<g2")
    await ada.moves("a1<a2")
    evening.act("Quiet hours")
    await cleo.types("settings", quiet="0-5")
    await ada.types("play", game="furl", opponent=cleo, days="1 day", side="second")
    await evening.passes(hours=6)
    await cleo.presses("Accept")
    await evening.passes(hours=18)
    await cleo.types("match", match="2", do="time")
    await ada.presses("No")
    await evening.passes(hours=12)
    evening.act("Offers to several")
    await ada.asks_to_play("farlander", ben, cleo, days="3 days", also=["first"])
    await ben.presses("Accept")
    await cleo.presses("Accept")
    await ada.types("match", match="3", do="draw")
    await ada.presses("Offer a draw")
    await evening.restarts()
    await ben.presses("Accept")
    await ada.types("match", match="3", do="time")
    await cleo.presses("Decline")
    await evening.resigns(ben)
    await evening.passes(hours=6)
