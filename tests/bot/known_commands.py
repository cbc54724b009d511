"""The state that an earlier start of the bot has left: its commands on Discord, their fingerprint and ids in its store.

Nearly all tests begin with it, because sending the commands would take longer than most of them.
"""

import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from simcord.backend import Backend
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.env import Env

from bot.chat.client import Furlong, Options
from bot.store.engine import facts
from bot.store.engine.database import Database
from tests.bot.quick_simulation import copy_of_json
from tests.bot.tables import address_of
from tests.bot.thinking import AtOnce

_ABOUT_COMMANDS: Final = "command"


@dataclass(frozen=True, slots=True)
class EarlierStart:
    """The commands that the bot has `sent` to Discord, and a file with empty tables except for the note of that."""

    file: Path
    sent: list[dict[str, Any]]

    def is_known_to_discord(self, patch: pytest.MonkeyPatch) -> None:
        """Give every simulated Discord the commands before the bot starts, for the lifetime of `patch`."""
        start: Callable[[Env], Awaitable[None]] = Env.start

        async def start_again(env: Env) -> None:
            env.backend.register_commands(None, copy_of_json(self.sent))
            await start(env)

        patch.setattr(Env, "start", start_again)


async def start_once(migrated: Path, folder: Path) -> EarlierStart:
    """Have a bot register its commands for the first time, with copies of an empty file in a folder."""
    used, file = (Path(shutil.copy(migrated, folder / name)) for name in ("used.db", "started.db"))
    env = Env(Furlong(Options(address_of(used), thinkers=AtOnce())))
    await env.start()
    await env.bot.close()
    await env.shutdown()
    await _copy_facts(used, file)
    kept = list(env.backend.commands[None].values())
    sent = [{field: value for field, value in command.items() if field in COMMAND_FIELDS} for command in kept]
    assert Backend().register_commands(None, copy_of_json(sent)) == kept, "they get the same ids each time"
    return EarlierStart(file, sent)


async def _copy_facts(used: Path, file: Path) -> None:
    before, after = await Database.open(address_of(used)), await Database.open(address_of(file))
    async with before.read() as source, after.write() as target:
        for key, value in (await facts.beginning(source, _ABOUT_COMMANDS)).items():
            await facts.put(target, key, value)
    await before.close()
    await after.close()
