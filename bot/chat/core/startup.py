"""Startup with Discord: sending commands, uploading emojis of sides, and the order of connecting shards."""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands

import render
from bot import __version__
from bot.actions import startup
from bot.actions.context import Context
from bot.chat.core.gateway import count_connections_left
from bot.chat.core.outages import PASSING
from bot.chat.core.translator import translated, translations_of
from bot.texts import limits
from bot.texts.symbols import Side, Symbols
from rules.core import Game

APART: Final = timedelta(seconds=6)
"""The time between groups of shards: Discord admits one group every five seconds; one second is for delays."""

_log: Final = logging.getLogger(__name__)
_ENTRY_POINT: Final = 4
"""The type of the command in Discord's own menu that opens the page inside Discord."""

_EMOJI: Final = re.compile(r"(?P<stem>.+)_[0-9a-f]{8}")
"""The name of one of our emojis: a stem for the side, and a suffix that identifies the drawing."""


async def sync_if_changed(tree: app_commands.CommandTree[Any], context: Context) -> bool:
    """Send the commands to Discord unless they are the ones sent last; returns whether they were sent."""
    fingerprint = _fingerprint(tree)
    async with startup.registering_commands(context):
        if await startup.known_commands(context) == fingerprint:
            return False
        try:
            sent = await _sent(tree, await translated(tree))
        except discord.HTTPException as error:
            # The previous commands keep working, and a bot with those is better than none.
            _log.error(
                "the commands have changed but Discord did not accept them; the next start tries again: %s", error
            )
            return False
        await startup.keep_commands(context, fingerprint, sent)
    _log.info("the commands have changed and were sent to Discord")
    return True


def _fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """A fingerprint of the commands and their translations, quicker to make than their definitions for Discord."""
    commands = tree.get_commands()
    parts = (
        tree.client.application_id,
        (__version__, discord.__version__),
        [command.to_dict(tree) for command in commands],
        translations_of(commands),
    )
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


async def _sent(tree: app_commands.CommandTree[Any], definitions: Sequence[Any]) -> Mapping[str, int]:
    """Send the commands to Discord; returns the id of each by name.

    If the page opens inside Discord, Discord has created a command for that, and accepts no list of commands without
    it.
    """
    number, http = tree.client.application_id, tree.client.http
    assert number is not None, "the bot has logged in"
    kept = [command for command in await http.get_global_commands(number) if command["type"] == _ENTRY_POINT]
    sent = await http.bulk_upsert_global_commands(number, [*definitions, *map(dict, kept)])
    return {command["name"]: int(command["id"]) for command in sent}


async def provide_symbols(client: discord.Client, context: Context, games: Iterable[Game], symbols: Symbols) -> None:
    """Add the emojis of all games to `symbols` once Discord has all of them; one process at a time does so.

    Each drawing is uploaded once, and older drawings of the same side are removed. Never raises Discord's errors:
    messages work without emojis, and the next start tries again.
    """
    async with startup.uploading_symbols(context):
        try:
            drawings = await asyncio.to_thread(lambda: dict(_drawings(games)))
            emojis_by_name = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            emojis = {
                side: emojis_by_name.get(name) or await client.create_application_emoji(name=name, image=file)
                for side, (name, file) in drawings.items()
            }
            symbols.learn({side: str(emoji) for side, emoji in emojis.items()})
            names = {name for name, _ in drawings.values()}
            stems = {name.rpartition("_")[0] for name in names}
            for name, emoji in emojis_by_name.items():
                groups = _EMOJI.fullmatch(name)
                if groups is not None and groups["stem"] in stems and name not in names:
                    await emoji.delete()
        except PASSING as error:
            _log.warning("not all emojis could be updated; the next start tries again: %s", error)


def _drawings(games: Iterable[Game]) -> Iterator[tuple[Side, tuple[str, bytes]]]:
    """The symbols of all families of games, by side: the name of each emoji and its image."""
    for game in games:
        if game.key == game.family:
            for side, file in render.symbols(game.start(max(game.seats))).items():
                end = f"_{hashlib.sha256(file).hexdigest()[:8]}"
                stem = re.sub(r"\W+", "_", f"{game.family}_{side}".lower(), flags=re.ASCII)
                yield (game.family, side), (stem[: limits.EMOJI_NAME - len(end)] + end, file)


async def wait_for_turn(client: discord.AutoShardedClient, context: Context, shard_number: int) -> None:
    """Wait until a shard may connect.

    Never raises, because after an error here discord.py would give up all connections.
    """
    try:
        sessions = await _sessions_left(client, context, shard_number)
        wait = await startup.time_until_turn(context, shard_number % max(sessions.max_concurrency, 1), APART)
    except Exception as error:  # noqa: BLE001 - Discord or the database is away, for which drivers raise all kinds of things
        _log.warning("shard %s connects without asking for its turn: %s", shard_number, error)
        wait = APART
    await asyncio.sleep(wait.total_seconds())


async def _sessions_left(
    client: discord.AutoShardedClient, context: Context, shard_number: int
) -> discord.SessionStartLimits:
    """Discord's limits, once the bot may connect: Discord resets the token of a bot that connects too often."""
    while not (sessions := await client.fetch_session_start_limits()).remaining:
        wait = timedelta(milliseconds=sessions.reset_after)
        until = f"{context.now() + wait:%Y-%m-%d %H:%M} UTC"
        _log.warning("Discord lets this bot connect no more before %s; shard %s waits until then", until, shard_number)
        await asyncio.sleep(wait.total_seconds() + 1)
    count_connections_left(sessions.remaining)
    return sessions
