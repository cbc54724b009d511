"""Letting time pass in the playground, where nobody wants to wait for days."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; this one belongs to none.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from datetime import timedelta
from typing import Any, Final

import discord
import simcord
from discord import app_commands

from bot.chat.client import Furlong
from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import slash
from bot.chat.core.request import Request

_MOST_DAYS: Final = 60
_STEP: Final = timedelta(minutes=30)
"""Short enough for the bot to be seen alive throughout: what looks like an outage would not count on any clock."""


class TimeTravel:
    """Time that people have asked to let pass, and letting it pass."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._asked_for = timedelta()

    def command(self) -> app_commands.Command[Any, ..., None]:
        """The command with which people ask for it; only the playground has it."""

        @app_commands.command(name="later", description="Let time pass. Only in the playground.")
        @app_commands.describe(days="How many days", hours="How many hours")
        @slash
        async def later(
            _request: Request,
            days: app_commands.Range[int, 0, _MOST_DAYS] = 0,
            hours: app_commands.Range[int, 0, 23] = 0,
        ) -> Answer:
            amount = timedelta(days=days, hours=hours)
            self._asked_for += amount
            at = discord.utils.format_dt(discord.utils.utcnow() + self._asked_for)
            return Say(f"In a moment it will be {at}." if amount else "Say how many `days` or `hours`.")

        return later

    async def pass_on(self, env: simcord.Env, bot: Furlong) -> timedelta:
        """Let the time pass that people have asked for, the bot doing all that is due meanwhile; tells how much it was."""
        amount, self._asked_for = self._asked_for, timedelta()
        passed = timedelta()
        while passed < amount:
            step = min(_STEP, amount - passed)
            passed += step
            env.backend.advance_clock(step.total_seconds())
            with env.time_context():
                await bot.tend()
                await bot.deliver_what_waits()
        return amount
