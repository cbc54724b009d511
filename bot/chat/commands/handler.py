"""What does the work behind a button or menu."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.chat.ui.press import Press

if TYPE_CHECKING:
    from bot.chat.client import Furlong

Run = Callable[["discord.Interaction[Furlong]", Press, tuple[str, ...]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Handler:
    """`run` does it; `in_place` tells that it changes the message of the button instead of answering with a new one.

    With `opens_window` it answers with a window, which Discord takes only as the very first answer: nothing is
    acknowledged before, so it has three seconds for all that it does.
    """

    run: Run
    in_place: bool = False
    opens_window: bool = False
