"""Blocking and unblocking people."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.actions import blocks
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import snowflake
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Option, Press, choice, row_of
from bot.chat.core.request import Request
from bot.model.people import Person
from bot.model.refusals.people import BlocksBot
from bot.texts import blocks as sentences

_MOST_CHOICES: Final = 25


@app_commands.command(
    name="block",
    description="Stop a person from challenging you; they are not told. Or list the people you have blocked.",
)
@app_commands.describe(person="Whom to block; leave it out to see whom you have blocked, and to take that back")
@slash
async def block(request: Request, person: discord.User | None = None) -> Answer:
    """Block a person, or list the people who are blocked."""
    if person is None:
        return Show(_card(await blocks.blocked_by(request.context, request.person)))
    other = Person(person.id, person.display_name)
    if person.bot:
        raise BlocksBot(other)
    return Show(_card(await blocks.block(request.context, request.person, other), other))


@on_press("block_undo", in_place=True)
async def unblock(request: Request) -> Answer:
    """A person in the menu of those who are blocked."""
    return Change(_card(await blocks.unblock(request.context, request.person, snowflake(request.press.detail))))


def _card(blocked: Sequence[Person], newest: Person | None = None) -> Post:
    text = sentences.blocked(blocked, newest)
    if not blocked:
        return Post(plain(text))
    # People blocked long ago come into the menu once others are unblocked, or when `/block` names them again.
    people = blocked if newest is None else [newest, *(one for one in blocked if one.id != newest.id)]
    options = [Option(sentences.option(one), "", Press("block_undo", detail=f"{one.id}")) for one in people]
    return Post(plain(text, row_of(choice(sentences.choose(), options[:_MOST_CHOICES], name="blocked"))))
