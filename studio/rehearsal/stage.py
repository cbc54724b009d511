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
from bot.chat.core.outages import PASSING
from bot.screens.pictures import Diagram
from rules import GAMES
from studio.rehearsal.report import Report

_log: Final = logging.getLogger(__name__)
_Result = TypeVar("_Result")

ACCEPTED: Final = "accepted"
REFUSED: Final = "refused"
MARK: Final = "Rehearsal"
"""The beginning of everything that a rehearsal posts and names, by which it finds what it has made."""


_ATTEMPTS: Final = 4
_PAUSE: Final = 0.5  # seconds
_SERVER_ERROR: Final = 500  # HTTP status
_ANSWERED_FIRST: Final = 40060  # Discord's error code for an interaction that has its first answer already


class Removable(Protocol):
    """Something on Discord that can be deleted."""

    @property
    def id(self) -> int:
        """Its id."""
        ...

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

    _made: set[tuple[type, int]] = field(default_factory=set[tuple[type, int]])

    def tidy(self, made: Removable) -> None:
        """Delete something at the end, if it is still there."""
        if (type(made), made.id) not in self._made:
            self._made.add((type(made), made.id))
            self.in_the_end(made.delete)

    def in_the_end(self, act: Callable[[], Awaitable[object]]) -> None:
        """Do something when the rehearsal is over, however it ends; again if Discord does not answer."""
        self.stack.push_async_callback(_tidied, act)

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
        """A board in the channel, deleted at the end. Raises `discord.HTTPException`."""
        post = await board(text, *items)
        message = await self.channel.send(view=post.view, files=post.files())
        self.tidy(message)
        return post, message


async def board(text: str, *items: ui.Item[ui.LayoutView]) -> Post:
    """A message with a board, as Furlong posts them."""
    game = GAMES["furl"]
    return await diagram_post(Diagram(game, game.start(2), (), ""), f"-# {MARK}: {text}", *items)


def keeping(post: Post, message: discord.Message | None) -> Post:
    """The same message for an edit that keeps the picture of `message` by its id and its name."""
    shown = pictures_of(message)
    return replace(post, picture=None, kept=shown[0].attachment_id if shown else None)


def refusal(error: discord.HTTPException) -> str:
    """The status and the code of a refusal."""
    why = ", another process has answered with this token: stop it first" if error.code == _ANSWERED_FIRST else ""
    return f"status {error.status}, code {error.code}{why}"


async def _tidied(act: Callable[[], Awaitable[object]]) -> None:
    """Tidy something up, in several attempts if Discord does not answer. Never raises its errors."""
    for attempt in range(_ATTEMPTS):
        try:
            await act()
        except PASSING as error:
            if isinstance(error, discord.NotFound):
                return
            is_final = isinstance(error, discord.HTTPException) and error.status < _SERVER_ERROR
            if is_final or attempt == _ATTEMPTS - 1:
                _log.warning("something that the rehearsal made could not be removed: %s", error)
                return
            await asyncio.sleep(_PAUSE)
        else:
            return


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
