"""The commands `/manage`: matches and challenges of others, and the log of what moderators did."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable
from typing import Final

import discord
from discord import app_commands

from bot.actions import matches, moderation
from bot.actions.change import MatchChange
from bot.actions.moderation import reason_in
from bot.chat.challenges.arguments import ChannelOrThread
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import choices, number_in, page_number
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.permissions import check_manager
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.model.match import Match
from bot.model.moderation import LONGEST_REASON
from bot.model.people import Person
from bot.model.refusals.matches import UnknownMatch
from bot.model.refusals.people import NotTextChannel
from bot.texts import moderation as sentences
from bot.texts.names import matched

_MOST_LISTED: Final = 200
_LONGEST: Final = 40
_Match = app_commands.Range[str, 1, _LONGEST]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]
_WHY: Final = "Why, for those whom it concerns and for the list of what was done"


@suggestions
async def complete_any(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The running matches of the server, those with the least time first."""
    if request.server_id is None:
        return []
    running, _count = await matches.running(request.context, request.server_id, _MOST_LISTED)
    labels = [(one.id, f"#{one.id} {one.game.name}: {matched([who.name for who in one.people])}") for one in running]
    return choices(labels, typed)


async def _changed(request: Request, text: str, do: Callable[[MatchChange], None]) -> Match:
    """Change the match that a text names, and show it. Raises `UnknownMatch`, or what `do` raises."""
    number = number_in(text)
    if number is None:
        raise UnknownMatch(text)
    async with request.change(number) as change:
        do(change)
    match = await request.show(change)
    request.services.look()
    return match


@app_commands.command(name="cancel", description="Call a match off, or close a challenge. It counts for nobody.")
@app_commands.describe(match="Which match, by its number", reason=_WHY)
@app_commands.autocomplete(match=complete_any)
@slash
async def cancel(request: Request, match: _Match, reason: _Reason | None = None) -> Answer:
    """Call a match off."""
    check_manager(request)
    changed = await _changed(
        request, match, lambda change: moderation.cancel(change, request.person, reason_in(reason))
    )
    return Say(sentences.done_to(changed, None))


@app_commands.command(name="remove", description="Take a player out of a match. In a match of two they lose it.")
@app_commands.describe(player="Whom", match="Which match, by its number", reason=_WHY)
@app_commands.autocomplete(match=complete_any)
@slash
async def remove(request: Request, player: discord.User, match: _Match, reason: _Reason | None = None) -> Answer:
    """Take a player out of a match or an open challenge."""
    check_manager(request)
    person, why = Person(player.id, player.display_name), reason_in(reason)
    changed = await _changed(request, match, lambda change: moderation.remove(change, request.person, person.id, why))
    return Say(sentences.done_to(changed, person))


@app_commands.command(name="close", description="Close all challenges that wait in a channel.")
@app_commands.describe(channel="Which channel or forum; this one if you do not say", reason=_WHY)
@slash
async def close(
    request: Request,
    channel: ChannelOrThread | None = None,
    reason: _Reason | None = None,
) -> Answer:
    """Close the challenges in a channel."""
    check_manager(request)
    channel_id = request.surroundings.channel_id if channel is None else channel.id
    if channel_id is None:
        raise NotTextChannel(0)
    closed = await moderation.close_all(request.context, request.actor, channel_id, reason_in(reason))
    request.services.look()
    return Say(sentences.closed(closed, channel_id))


@app_commands.command(name="log", description="What was done by those who manage the server, and why.")
@slash
async def log(request: Request) -> Answer:
    """The latest page of the log."""
    return Show(await _log_page(request, 0))


@on_press("managed", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Older and Newer, under the log."""
    return Change(await _log_page(request, page_number(request.press.detail)))


async def _log_page(request: Request, page: int) -> Post:
    entries = await moderation.log(request.context, check_manager(request), page)
    if entries.pages == 1:
        return Post(plain(sentences.log(entries)))
    newer = button("Newer", Press("managed", detail=str(max(page - 1, 0))), disabled=page == 0)
    older = button("Older", Press("managed", detail=str(page + 1)), disabled=page >= entries.pages - 1)
    return Post(plain(sentences.log(entries), row_of(newer, older)))


manage: Final = app_commands.Group(
    name="manage",
    description="Matches and challenges of others, for those who manage the server.",
    default_permissions=discord.Permissions(manage_guild=True),
)
for _command in (cancel, remove, close, log):
    manage.add_command(_command)
