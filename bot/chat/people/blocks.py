"""Blocking people, and taking that back."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.actions.blocks import Blocks
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import snowflake
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Option, Press, choice, row_of
from bot.chat.core.request import Request
from bot.model.people import Person
from bot.model.refusals.people import BlocksBot
from bot.texts import blocks as blocking

_MOST_CHOICES: Final = 25


@app_commands.command(
    name="block", description="Keep somebody from challenging you; they are not told. Or see whom you have."
)
@app_commands.describe(person="Whom to block; leave it out to see whom you have blocked, and to take that back")
@slash
async def block(request: Request, person: discord.User | None = None) -> Answer:
    """Block somebody, or list those who are blocked."""
    blocks = Blocks(request.actions)
    if person is None:
        return Show(_card(await blocks.of_person(request.person)))
    other = Person(person.id, person.display_name)
    if person.bot:
        raise BlocksBot(other)
    return Show(_card(await blocks.block(request.person, other), other))


@on_press("block_undo", in_place=True)
async def unblock(request: Request) -> Answer:
    """Somebody, chosen from the menu of those who are blocked."""
    return Change(_card(await Blocks(request.actions).unblock(request.person, snowflake(request.press.detail))))


def _card(blocked: Sequence[Person], newest: Person | None = None) -> Post:
    text = blocking.blocked(blocked, newest)
    if not blocked:
        return Post(plain(text))
    # Whoever was blocked long ago comes into the menu once those above are unblocked, or is named first by `/block`.
    people = blocked if newest is None else [newest, *(one for one in blocked if one.id != newest.id)]
    options = [Option(blocking.option(one), "", Press("block_undo", detail=f"{one.id}")) for one in people]
    return Post(plain(text, row_of(choice(blocking.choose(), options[:_MOST_CHOICES], name="blocked"))))
