"""Answers to requests, and sending them after `bot.chat.core.dispatcher` has acknowledged the interaction.

A newer answer to a move in the same match replaces the previous one, so that boards stay in sight.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Self

import discord
from cachetools import TTLCache
from discord import ui

from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import LOST, PASSING
from bot.texts import limits, names

_log: Final = logging.getLogger(__name__)
_NOBODY: Final = discord.AllowedMentions.none()
_ANSWERED_FIRST: Final = 40060  # Discord's error code for an interaction that has its first answer already
_FIRST: Final = "first answer"
"""The key of an interaction's `extras` once Discord has its first answer; the value is whether that is a new message."""

_FURTHER: Final = "further answer"
"""The key of an interaction's `extras` once Discord has another answer."""


@dataclass(frozen=True, slots=True)
class Say:
    """A new private text message, with a file if there is one.

    `moved_in` is the number of a match that is shown in a single message, if the answer reports a move in it. The
    answer then replaces the one about the previous move, so that the board stays in sight.
    """

    text: str
    file: discord.File | None = None
    moved_in: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """A new private message with components, and a picture if there is one."""

    post: Post


@dataclass(frozen=True, slots=True)
class Publish:
    """A new public message with a challenge, in a place where Furlong can write only as an answer to a person.

    Its `match_id` and `language` are remembered, so that the message can be edited when the challenge ends.
    """

    post: Post
    match_id: int
    language: str


@dataclass(frozen=True, slots=True)
class Change:
    """New content for the private message with the pressed button or, if the answer is a new message, for that one.

    `moved_in` is as in `Say`. With `board_of` the message shows that revision of the match, and is updated when others
    move.
    """

    post: Post
    moved_in: int | None = None
    board_of: int | None = None

    @classmethod
    def to_text(cls, text: str, moved_in: int | None = None) -> Self:
        """A change of the message's content to a few sentences."""
        return cls(Post(plain(text)), moved_in=moved_in)


@dataclass(frozen=True, slots=True)
class Ask:
    """A modal for entering text; only a handler that `opens_modal` may answer with one."""

    modal: ui.Modal


@dataclass(frozen=True, slots=True)
class Launch:
    """An answer that opens the page inside Discord; only a handler that `opens_modal` may return it.

    `instead` returns the answer if Discord does not open it, such as in a channel without Activities.
    """

    instead: Callable[[], Awaitable["Answer"]]


Answer = Say | Show | Publish | Change | Ask | Launch


@dataclass(frozen=True, slots=True)
class PressedMessage:
    """The message with the pressed button, if the answer may `edit` it, which does not count against rate limits."""

    id: int
    edit: Callable[..., Awaitable[discord.Message]]


class Instead(Exception):
    """An exception that ends a handler, from any depth of calls, with another answer."""

    def __init__(self, answer: Answer) -> None:
        """End the handler with `answer`, such as a question."""
        super().__init__(answer)
        self.answer = answer


def has_first_answer(interaction: discord.Interaction[Any]) -> bool:
    """Whether Discord has received the first answer to an interaction."""
    return interaction.response.is_done() or _FIRST in interaction.extras


async def answer_first(
    interaction: discord.Interaction[Any], answer: Callable[[], Awaitable[object]], *, is_thinking: bool = False
) -> None:
    """Give an interaction its first answer, once more if the connection breaks. Raises Discord's errors.

    Discord accepts only one, so it can refuse the second attempt just because it has received the first. `is_thinking`
    says that the answer is a message of its own, which shows that Furlong is thinking.
    """
    try:
        await answer()
    except LOST as error:
        _log.info("the first answer to an interaction was lost; sending it again: %s", error)
        try:
            await answer()
        except discord.HTTPException as refusal:
            if refusal.code != _ANSWERED_FIRST:
                raise
    interaction.extras[_FIRST] = is_thinking


async def send(interaction: discord.Interaction[Any], answer: Answer) -> discord.Message | None:
    """Send an answer, once more if the connection breaks and it cannot appear twice; returns its message.

    Returns None for a modal. Raises Discord's errors.
    """
    if isinstance(answer, Say) and len(answer.text) > limits.CONTENT:
        answer = Show(Post(plain(names.shortened(answer.text, limits.TEXTS))))
    try:
        sent = await _sent(interaction, answer)
    except LOST as error:
        send_again = _again(interaction, answer)
        if send_again is None:
            raise
        _log.info("an answer was lost; sending it again: %s", error)
        sent = await send_again()
    interaction.extras[_FURTHER] = True
    return sent


async def _sent(interaction: discord.Interaction[Any], answer: Answer) -> discord.Message | None:
    match answer:
        case Say(text, file):
            file = discord.utils.MISSING if file is None else file
            return await interaction.followup.send(text, file=file, ephemeral=True, allowed_mentions=_NOBODY, wait=True)
        case Show(post):
            return await interaction.followup.send(
                view=post.view, files=post.files(), ephemeral=True, allowed_mentions=_NOBODY, wait=True
            )
        case Publish(post=post):
            mentions = post.allowed_mentions
            return await interaction.followup.send(
                view=post.view, files=post.files(), allowed_mentions=mentions, wait=True
            )
        case Change(post):
            return await interaction.edit_original_response(
                view=post.view, attachments=post.attachments(), allowed_mentions=_NOBODY
            )
        case Ask(modal):
            await answer_first(interaction, lambda: interaction.response.send_modal(modal))
            return None
        case Launch():
            await answer_first(interaction, interaction.response.launch_activity)
            return None


def _again(
    interaction: discord.Interaction[Any], answer: Answer
) -> Callable[[], Awaitable[discord.Message | None]] | None:
    """A function that sends an answer again without letting it appear twice; None if that is impossible.

    A new private message without one before it takes the place of the first answer, and can do so again.
    """
    edit = partial(interaction.edit_original_response, allowed_mentions=_NOBODY)
    is_first = interaction.extras.get(_FIRST) and _FURTHER not in interaction.extras
    match answer:
        case Change():
            return partial(_sent, interaction, answer)
        case Show(post) if is_first:
            return lambda: edit(view=post.view, attachments=post.files())
        case Say(text, None) if is_first:
            return partial(edit, content=text)
        case _:
            return None


_REACHABLE: Final = timedelta(minutes=14)
"""The time within which an answer can be edited or deleted; Discord allows a quarter of an hour."""

_MOST: Final = 1000  # answers in memory

PostedChallenges = TTLCache[int, tuple[discord.Message, str], datetime]
"""The answers that posted challenges, with their languages, by match, for as long as they can be edited."""


def posted_challenges(now: Callable[[], datetime]) -> PostedChallenges:
    """No challenges yet; `now` returns the time."""
    return PostedChallenges(_MOST, _REACHABLE, timer=now)


class MoveAnswers:
    """The private messages about each person's last move in each match; `now` returns the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Begin without messages."""
        self._sent = TTLCache[tuple[int, int], tuple[discord.Message, bool], datetime](_MOST, _REACHABLE, timer=now)

    def board(self, person_id: int, match_id: int) -> discord.Message | None:
        """The private message that shows a person a match and is updated with it, or None."""
        message, is_board = self._sent.get((person_id, match_id), (None, False))
        return message if is_board else None

    async def renew(self, person_id: int, match_id: int, message: discord.Message, *, is_board: bool) -> None:
        """Record the message about a person's move, and delete the message about the previous move."""
        before, _was_board = self._sent.get((person_id, match_id), (None, False))
        if before is not None and before.id != message.id:
            await self.take_away(person_id, match_id)
        self._sent[person_id, match_id] = message, is_board

    async def take_away(self, person_id: int, match_id: int) -> None:
        """Delete the message about a person's last move, if there is one.

        It stays if it is too old or if Discord refuses to delete it.
        """
        before, _was_board = self._sent.pop((person_id, match_id), (None, False))
        try:
            if before is not None:
                await before.delete()
        except PASSING as error:
            _log.info("the message to %s about a move in match %s could not be deleted: %s", person_id, match_id, error)


class OngoingAnswers:
    """The answers in progress."""

    def __init__(self) -> None:
        """Begin without answers in progress."""
        self._number = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @contextmanager
    def one(self) -> Generator[None]:
        """A context in which an answer is in progress."""
        self._number += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._number -= 1
            if not self._number:
                self._is_idle.set()

    async def finish(self, patience: float) -> None:
        """Wait at most `patience` seconds until all answers are sent."""
        try:
            async with asyncio.timeout(patience):
                await self._is_idle.wait()
        except TimeoutError:
            _log.info("%s answers were cut off, because the bot stops", self._number)
