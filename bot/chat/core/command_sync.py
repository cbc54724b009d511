"""Registering the commands with Discord when they have changed."""

import hashlib
import json
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions import startup
from bot.actions.context import Context

_log: Final = logging.getLogger(__name__)


async def sync_if_changed(tree: app_commands.CommandTree[Any], context: Context) -> bool:
    """Send the commands to Discord unless they are the ones sent last; returns whether they were sent."""
    async with startup.registering_commands(context):
        return await _sync_if_changed(tree, context)


async def _sync_if_changed(tree: app_commands.CommandTree[Any], context: Context) -> bool:
    application_id = tree.client.application_id
    definitions = [command.to_dict(tree) for command in tree.get_commands()]
    text = json.dumps([application_id, definitions], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    if await startup.known_commands(context) == fingerprint:
        return False
    try:
        sent = await tree.sync()
    except discord.HTTPException as error:
        # The commands sent before keep working, and a bot with those is better than none.
        _log.error("the commands have changed but Discord did not take them; the next start tries again: %s", error)
        return False
    await startup.keep_commands(context, fingerprint, {command.name: command.id for command in sent})
    _log.info("the commands have changed and were sent to Discord")
    return True
