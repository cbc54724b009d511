"""Making the commands known to Discord, only when they have changed."""

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.store import facts
from bot.store.database import Database

_log: Final = logging.getLogger(__name__)
_KEY: Final = "commands"


async def sync_if_changed(tree: app_commands.CommandTree[Any], database: Database) -> bool:
    """Send the commands to Discord unless they are the ones sent last; tells whether they were sent."""
    application_id = tree.client.application_id
    definitions = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([application_id, definitions], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    async with database.read() as connection:
        known = await facts.get(connection, _KEY)
    if known == fingerprint:
        return False
    try:
        await tree.sync()
    except discord.HTTPException as error:
        # The commands sent before go on working; the bot is of more use with those than not at all.
        _log.error("the commands have changed but Discord did not take them; the next start tries again: %s", error)
        return False
    async with database.write() as connection:
        await facts.put(connection, _KEY, fingerprint)
    _log.info("the commands have changed and were sent to Discord")
    return True


async def forget(database: Database) -> None:
    """Send the commands at the next start in any case: Discord, or what stands in for it, is a new one."""
    async with database.write() as connection:
        await facts.remove(connection, _KEY)
