"""What is to be seen after a request, and sending it. An interaction is acknowledged by `bot.chat.core.dispatcher`."""

from dataclasses import dataclass
from typing import Any, Final, Self

import discord
from discord import ui

from bot.chat.core.messages import Post, plain
from bot.texts import names

_LONGEST_CONTENT: Final = 2000
_LONGEST_COMPONENT: Final = 4000
_NOBODY: Final = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Say:
    """A new private message in words, with a file if there is one.

    `moved_in` is the number of a match whose one message it pushes away by telling of a move: there it takes the place of
    what told of the move before.
    """

    text: str
    file: discord.File | None = None
    moved_in: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """A new private message with components, and a picture if there is one."""

    post: Post


@dataclass(frozen=True, slots=True)
class Change:
    """Another look of the private message that a handler answers in: the one whose button was pressed, in place.

    Where that button is answered with a new message it is that one. With `keeps_files` the files in it stay. `moved_in`
    is as in `Say`.
    """

    post: Post
    keeps_files: bool = False
    moved_in: int | None = None

    @classmethod
    def to_text(cls, text: str, moved_in: int | None = None) -> Self:
        """A few sentences in place of what the message shows."""
        return cls(Post(plain(text)), moved_in=moved_in)


@dataclass(frozen=True, slots=True)
class Ask:
    """A modal in which somebody writes something; only a handler that `opens_modal` may answer with one."""

    modal: ui.Modal


Answer = Say | Show | Change | Ask


class Instead(Exception):
    """Ends a handler from wherever it calls something, with an answer that is not the one it was about to give."""

    def __init__(self, answer: Answer) -> None:
        """End the handler with `answer`, such as a question."""
        super().__init__(answer)
        self.answer = answer


async def send(interaction: discord.Interaction[Any], answer: Answer) -> discord.Message | None:
    """Send an answer. Raises what Discord raises.

    Returns the message that it stands in, where that is known: a new one only if it tells of a move (`moved_in`).
    """
    match answer:
        case Say(text, file, moved_in):
            return await _say(interaction, text, file, wait=moved_in is not None)
        case Show(post):
            return await _show(interaction, post)
        case Change(post, keeps_files):
            return await interaction.edit_original_response(
                view=post.view,
                attachments=discord.utils.MISSING if keeps_files else post.files(),
                allowed_mentions=_NOBODY,
            )
        case Ask(modal):
            await interaction.response.send_modal(modal)
            return None


async def _say(
    interaction: discord.Interaction[Any], text: str, file: discord.File | None, *, wait: bool
) -> discord.Message | None:
    """A text too long for a plain message goes into a component, which holds more."""
    if len(text) > _LONGEST_CONTENT:
        return await _show(interaction, Post(plain(names.shortened(text, _LONGEST_COMPONENT))), wait=wait)
    return await interaction.followup.send(
        text, file=discord.utils.MISSING if file is None else file, ephemeral=True, allowed_mentions=_NOBODY, wait=wait
    )


async def _show(interaction: discord.Interaction[Any], post: Post, *, wait: bool = False) -> discord.Message | None:
    return await interaction.followup.send(
        view=post.view, files=post.files(), ephemeral=True, allowed_mentions=_NOBODY, wait=wait
    )
