"""Registering the commands with Discord when they have changed, and keeping the ids that Discord gives them."""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.store.engine import facts
from bot.store.engine.database import Database
from bot.store.engine.locks import Turn

_log: Final = logging.getLogger(__name__)
_KEY: Final = "commands"
_IDS: Final = "command ids"


async def sync_if_changed(tree: app_commands.CommandTree[Any], database: Database) -> bool:
    """Send the commands to Discord unless they are the ones sent last; returns whether they were sent."""
    async with database.alone(Turn.COMMANDS):
        return await _sync_if_changed(tree, database)


async def _sync_if_changed(tree: app_commands.CommandTree[Any], database: Database) -> bool:
    application_id = tree.client.application_id
    definitions = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([application_id, definitions], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    async with database.read() as connection:
        known, ids = await facts.get(connection, _KEY), await facts.get(connection, _IDS)
    if known == fingerprint and ids is not None:
        return False
    try:
        sent = await tree.sync()
    except discord.HTTPException as error:
        # The commands sent before keep working, and a bot with those is better than none.
        _log.error("the commands have changed but Discord did not take them; the next start tries again: %s", error)
        return False
    async with database.write() as connection:
        await facts.put(connection, _KEY, fingerprint)
        await facts.put(connection, _IDS, json.dumps({command.name: command.id for command in sent}))
    _log.info("the commands have changed and were sent to Discord")
    return True


async def command_ids(database: Database) -> Mapping[str, int]:
    """The ids of the commands by name, for mentioning them; empty before the first sync."""
    async with database.read() as connection:
        return json.loads(await facts.get(connection, _IDS) or "{}")


async def forget(database: Database) -> None:
    """Make the next start send the commands in any case, because the (simulated) Discord is a new one."""
    async with database.write() as connection:
        await facts.remove(connection, _KEY)
