"""Making the commands known to Discord, only when they have changed, and knowing them by the ids that it gave them."""

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
    """Send the commands to Discord unless they are the ones sent last; tells whether they were sent."""
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
        # The commands sent before go on working; the bot is of more use with those than not at all.
        _log.error("the commands have changed but Discord did not take them; the next start tries again: %s", error)
        return False
    async with database.write() as connection:
        await facts.put(connection, _KEY, fingerprint)
        await facts.put(connection, _IDS, json.dumps({command.name: command.id for command in sent}))
    _log.info("the commands have changed and were sent to Discord")
    return True


async def command_ids(database: Database) -> Mapping[str, int]:
    """By name: the ids of the commands as Discord knows them, with which they can be mentioned; none before the first sync."""
    async with database.read() as connection:
        return json.loads(await facts.get(connection, _IDS) or "{}")


async def forget(database: Database) -> None:
    """Send the commands at the next start in any case: Discord, or what stands in for it, is a new one."""
    async with database.write() as connection:
        await facts.remove(connection, _KEY)
