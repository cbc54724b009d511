"""Uploading the symbols of sides as emojis of the bot's application: each drawing once, and old ones are removed."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import discord

import render
from bot.actions import startup
from bot.actions.context import Context
from bot.chat.core.outages import PASSING
from bot.texts.symbols import Side, Symbols
from rules.core import Game

_log: Final = logging.getLogger(__name__)
_LONGEST: Final = 32  # characters in the name of an emoji
_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The symbol of a side; its name begins with `stem`, and the end tells it from older drawings of the same side."""

    side: Side
    stem: str
    file: bytes

    @property
    def name(self) -> str:
        return f"{self.stem}_{hashlib.sha256(self.file).hexdigest()[:_DIGITS]}"

    def replaces(self, name: str) -> bool:
        """Whether an emoji with this name is an older drawing of the same side."""
        is_of_side = re.fullmatch(f"{self.stem}_[0-9a-f]{{{_DIGITS}}}", name) is not None
        return is_of_side and name != self.name


async def provide(client: discord.Client, context: Context, games: Iterable[Game], symbols: Symbols) -> None:
    """Put the emojis of all games into `symbols`, once Discord has all of them; one process at a time does so.

    Never raises errors of Discord: messages work without emojis, and the next start tries again.
    """
    async with startup.uploading_symbols(context):
        await _provide(client, games, symbols)


async def _provide(client: discord.Client, games: Iterable[Game], symbols: Symbols) -> None:
    try:
        drawings = await asyncio.to_thread(lambda: list(_drawings(games)))
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        emojis = {drawing.side: known.get(drawing.name) or await _upload(client, drawing) for drawing in drawings}
        symbols.learn({side: str(emoji) for side, emoji in emojis.items()})
        await _remove_older(known.values(), drawings)
    except PASSING as error:
        _log.warning("the emojis could not all be brought up to date; the next start tries again: %s", error)


async def _upload(client: discord.Client, drawing: _Drawing) -> discord.Emoji:
    return await client.create_application_emoji(name=drawing.name, image=drawing.file)


async def _remove_older(known: Iterable[discord.Emoji], drawings: Sequence[_Drawing]) -> None:
    for emoji in known:
        if any(drawing.replaces(emoji.name) for drawing in drawings):
            await emoji.delete()


def _drawings(games: Iterable[Game]) -> Iterator[_Drawing]:
    """The symbols of all families of games."""
    for game in games:
        if game.key == game.family:
            for side, file in render.symbols(game.start(max(game.seats))).items():
                stem = re.sub(r"\W+", "_", f"{game.family}_{side}".lower(), flags=re.ASCII)
                yield _Drawing((game.family, side), stem[: _LONGEST - _DIGITS - 1], file)
