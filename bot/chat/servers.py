"""The command `/server` with its card, and posts for a whole server: the greeting, the panel and the week in review."""

import logging
from datetime import date, timedelta
from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.actions import jobs, matches, settings, weeks
from bot.chat.challenges.commands import complete_days
from bot.chat.core.answers import Answer
from bot.chat.core.arguments import Channel, ChannelOrForum, options_of, settled
from bot.chat.core.dispatcher import slash
from bot.chat.core.messages import Post, image, layout, paint
from bot.chat.core.outages import ServerUnknown, channel_in, server_of
from bot.chat.core.press import button, row_of, section
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, UPKEEP, JobKind, JobResult
from bot.chat.delivery.threads import LONG, resend_after
from bot.chat.screens import post_of
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.weeks import Week
from bot.screens.core import Act
from bot.screens.guide import greeting
from bot.texts import lobby as lobby_texts
from bot.texts import matches as match_texts
from bot.texts import servers
from bot.texts.language import say
from bot.texts.server_settings import SETTINGS

_log: Final = logging.getLogger(__name__)


@app_commands.command(name="server", description="The settings of this server, for its managers.")
@app_commands.default_permissions(
    manage_guild=True
)  # Discord shows the command to nobody else, unless a server decides otherwise
@app_commands.autocomplete(days=complete_days)
@options_of(SETTINGS, channel=ChannelOrForum, panel=Channel, puzzles=Channel, week=Channel)
@slash
async def server(request: Request, **options: Any) -> Answer | None:
    """Change the named settings and show the card."""
    return await settled(request, Act("server_set"), options)


_MOST_LISTED: Final = 40
_MOST_JOINED: Final = 5


async def greet(delivery: Delivery, claim: Claim) -> JobResult:
    """Greet a server that has invited Furlong, in its welcome channel or the first channel that allows a picture."""
    delivery.check_here(claim.server_id)
    channel_id = _greeted_in(server_of(delivery.client, claim.server_id))
    return await delivery.post_once(claim, channel_id, await post_of(greeting()))


def _greeted_in(guild: discord.Guild | None) -> int | None:
    rooms = () if guild is None else (guild.system_channel, *guild.text_channels)
    return next((room.id for room in rooms if room is not None and _may_greet_in(room)), None)


def _may_greet_in(channel: discord.TextChannel) -> bool:
    granted = channel.permissions_for(channel.guild.me)
    return granted.view_channel and granted.send_messages and granted.attach_files


async def edit_panel(delivery: Delivery, claim: Claim) -> JobResult:
    """Edit a panel. Raises `ServerElsewhere` or `ServerUnknown` if this process cannot see its server."""
    delivery.check_here(claim.server_id)
    channel_id = claim.first.channel_id
    assert channel_id is not None, "a panel is in a channel"
    server_settings = await settings.of_server(delivery.context, claim.server_id)
    message_id = server_settings.panel_message_id if server_settings.panel_channel_id == channel_id else None
    post = await _panel(delivery, claim.server_id)
    nonce = f"panel-{message_id or channel_id}"
    posted = await delivery.keep_up(claim, channel_id, message_id, post, nonce, silent=True)
    if not await jobs.note_posted(delivery.context, claim, posted):  # it was moved just now
        channel = channel_in(delivery.client, claim.server_id, channel_id)
        await channel.get_partial_message(posted).delete()
    return JobResult()


async def _panel(delivery: Delivery, server_id: int) -> Post:
    """The panel: open challenges, running matches, and buttons for beginning a match."""
    shown = await matches.on_panel(delivery.context, server_id, _MOST_JOINED, _MOST_LISTED)
    to_join, running_matches, count, in_lobby = shown
    challenges = {
        say(servers.OPEN_CHALLENGES): [(servers.open_challenge(match), match) for match in to_join],
        f"### {say(lobby_texts.LOBBY)}": [(lobby_texts.challenge(one, match), match) for one, match in in_lobby],
    }
    items, room = list[ui.Item[ui.LayoutView]](), servers.LONGEST_PANEL
    for heading, lines in challenges.items():
        if lines:
            items.append(ui.TextDisplay(heading))
        for text, match in lines:
            items.append(section(text, button(say("Join"), Act("join", match.id, match.revision, "panel"))))
            room -= len(text)
    running = servers.panel(running_matches, count, room)
    begin = row_of(
        button(say("Play"), Act("play_window"), discord.ButtonStyle.success),
        button(say("Puzzle of the day"), Act("puzzle_today")),
        button(say("Learn"), Act("learn")),
    )
    return Post(layout(*items, ui.TextDisplay(running), begin))


def _wait(delivery: Delivery, claim: Claim, error: Exception) -> timedelta | None:
    """The delay before another attempt: short if Discord is unavailable, long if the bot may not post there."""
    is_left = isinstance(error, ServerUnknown) and delivery.client.get_guild(claim.server_id) is None
    return LONG if is_left else resend_after(delivery, claim, error)


async def tell_of_channel(delivery: Delivery, claim: Claim, error: Exception) -> None:
    """Tell the owner of a server once if the channel for a kind of post is closed, or refuses it."""
    chosen = await settings.of_server(delivery.context, claim.server_id)
    greeted_in = _greeted_in(delivery.client.get_guild(claim.server_id))
    channels = {
        Kind.DAILY_PUZZLE: chosen.puzzle_channel_id,
        Kind.WEEKLY_REVIEW: chosen.review_channel_id,
        Kind.GREETING: greeted_in,
    }
    channel_id = channels.get(claim.kind, claim.first.channel_id)
    if channel_id is not None:
        await delivery.tell_owner(claim.server_id, channel_id, error)


GREETING: Final = JobKind(Kind.GREETING, MESSAGES, greet, _wait, tell_of_channel)
PANEL: Final = JobKind(Kind.PANEL, UPKEEP, edit_panel, _wait, tell_of_channel)


async def post_week(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the week in review."""
    week = await weeks.load(delivery.context, claim.server_id, date.fromisoformat(claim.first.name or ""))
    best = None if week.best is None else await matches.load(delivery.context, week.best.id)
    channel_id = (await settings.of_server(delivery.context, claim.server_id)).review_channel_id
    return await delivery.post_once(claim, channel_id, await _week(week, best))


WEEKLY_REVIEW: Final = JobKind(Kind.WEEKLY_REVIEW, MESSAGES, post_week, resend_after, tell_of_channel)


async def _week(week: Week, best: Match | None) -> Post:
    """The week in review, with the final position of the match of the week."""
    texts = _texts(servers.week(week), servers.highlights(week))
    below = _texts(servers.coming(week))
    if best is None:
        return Post(layout(*texts, *below))
    buttons = row_of(
        button(say("Replay"), Act("replay", best.id, best.revision)), button(say("Review"), Act("review", best.id))
    )
    board = image(match_texts.alt_text(best), instead=best.position)
    return Post(layout(*texts, board, *below, buttons), await paint(best))


def _texts(*parts: str) -> list[ui.TextDisplay[ui.LayoutView]]:
    """A component for each text that is not empty."""
    return [ui.TextDisplay[ui.LayoutView](part) for part in parts if part]
