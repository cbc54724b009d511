"""Where a rehearsal takes place: the channel, what was made there and has to be removed, and the boards that it posts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeVar

import discord
from discord import ui

from bot.chat.core.messages import Post, diagram_post, pictures_of
from bot.chat.core.outages import PASSING, is_deleted
from bot.pictures import Diagram
from bot.rehearsal.report import Report
from rules import GAMES

_log: Final = logging.getLogger(__name__)
_Result = TypeVar("_Result")

ACCEPTED: Final = "accepted"
REFUSED: Final = "refused"


class Removable(Protocol):
    """Something on Discord that can be deleted."""

    async def delete(self) -> object:
        """Delete it."""
        ...


@dataclass(slots=True)
class Stage:
    """A running rehearsal: its client, its channel, what it has found, and what has to be tidied up."""

    client: discord.Client
    channel: discord.TextChannel
    report: Report
    stack: AsyncExitStack
    limited: list[float] = field(default_factory=list[float])
    """When a request was answered with 429, by the clock of the event loop."""

    def tidy(self, made: Removable) -> None:
        """Delete something in the end, if it is still there."""
        self.stack.push_async_callback(_removed, made)

    async def tried(self, point: str, expected: str, act: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """The result of something that Discord is expected to accept or refuse; None if it was refused. Notes which."""
        try:
            result = await act()
        except discord.HTTPException as error:
            self.report.note(point, expected, REFUSED, refusal(error))
            return None
        except PASSING as error:
            self.report.note(point, expected, "no answer", type(error).__name__)
            return None
        self.report.note(point, expected, ACCEPTED)
        return result

    async def posted(self, text: str, *items: ui.Item[ui.LayoutView]) -> tuple[Post, discord.Message]:
        """A board in the channel, deleted in the end. Raises `discord.HTTPException`."""
        post = await board(text, *items)
        message = await self.channel.send(view=post.view, files=post.files())
        self.tidy(message)
        return post, message


async def board(text: str, *items: ui.Item[ui.LayoutView]) -> Post:
    """A message with a board, as Furlong posts them."""
    game = GAMES["furl"]
    return await diagram_post(Diagram(game, game.start(2), (), ""), f"-# Rehearsal: {text}", *items)


def keeping(post: Post, message: discord.Message | None) -> Post:
    """The same message for an edit that keeps the picture of `message` by its id and its name."""
    shown = pictures_of(message)
    return replace(post, picture=None, kept=shown[0].attachment_id if shown else None)


def refusal(error: discord.HTTPException) -> str:
    """The status and the code of a refusal."""
    return f"status {error.status}, code {error.code}"


async def _removed(made: Removable) -> None:
    try:
        await made.delete()
    except discord.HTTPException as error:
        if not is_deleted(error) and error.status != 404:
            _log.warning("something that the rehearsal has made could not be deleted: %s", error)
    except PASSING as error:
        _log.warning("something that the rehearsal has made could not be deleted: %s", error)


async def within(seconds: float, event: asyncio.Event) -> bool:
    """Whether something happens within some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


Step = Callable[[Stage], Awaitable[Any]]
"""One part of a rehearsal. It notes what it finds; a refusal that it does not catch ends it alone."""
