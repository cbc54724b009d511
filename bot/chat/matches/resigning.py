"""Giving a match up, after a question."""

import discord
from discord import app_commands

from bot.actions import playing
from bot.actions.checks import check_running
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_match, named_or_asked
from bot.model.match import Match
from bot.model.people import Person
from bot.texts import matches


@app_commands.command(name="resign", description="Give a match up. You are asked again before anything happens.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def resign(request: Request, match: str | None = None) -> Answer:
    """Ask whether somebody really gives up."""
    target = await named_or_asked(request, match, Press("resign"))
    return Show(_question(target, request.person))


@on_press("resign")
async def ask(request: Request) -> Answer:
    """Resign, behind More."""
    match = await request.match()
    return Show(_question(match, request.person))


def _question(match: Match, person: Person) -> Post:
    check_running(match, person)
    buttons = row_of(
        button("Resign", Press("resign_yes", match.id, match.revision), discord.ButtonStyle.danger),
        button("Play on", Press("resign_no", match.id, match.revision)),
    )
    return Post(plain(matches.resign_question(match, person), buttons))


@on_press("resign_yes", in_place=True)
async def confirm(request: Request) -> Answer:
    """Resign, after the question."""
    async with request.change(request.press.match_id) as change:
        playing.resign(change, request.person)
    match = await request.show(change)
    return Change.to_text(matches.resigned(match))


@on_press("resign_no", in_place=True)
async def keep(request: Request) -> Answer:
    """Play on, after the question."""
    match = await request.match()
    check_running(match, request.person)
    return Change.to_text(matches.played_on(match))
