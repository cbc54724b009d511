"""The Discord client: set-up, commands, and the way from a press to what it does."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import discord
from discord import app_commands
from discord.ext import tasks

from bot.actions.deadlines import Deadlines
from bot.actions.heartbeat import Heartbeat
from bot.actions.matches import Matches
from bot.actions.settings import Settings
from bot.actions.vacations import Vacations
from bot.chat import command_sync, commands
from bot.chat.answers import acknowledge, answer_error
from bot.chat.delivery.delivery import Delivery
from bot.chat.members import Members
from bot.chat.replays.films import Room
from bot.chat.ui import modals
from bot.chat.ui.press import Press, PressButton, PressMenu
from bot.model.refusals import UnknownButton
from bot.store.database import Database, driver_url
from rules import GAMES
from rules.core import Game

_log: Final = logging.getLogger(__name__)
_UNKNOWN_INTERACTION: Final = 10062

NEEDED_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
)
"""What Furlong asks for when it is invited to a server."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the bot looks after what is due: what waits to be shown, and the clocks with its own sign of life."""

    shows: timedelta = timedelta(seconds=10)
    tends: timedelta = timedelta(minutes=1)


USUAL_PACE: Final = Pace()


class Furlong(discord.Client):
    """The bot. It opens its store when it logs in and closes it with itself."""

    matches: Matches
    delivery: Delivery
    deadlines: Deadlines
    settings: Settings
    vacations: Vacations
    members: Members
    replays: Room

    def __init__(self, database_url: str, pace: Pace = USUAL_PACE, games: Mapping[str, Game] = GAMES) -> None:
        """Build the bot without starting it; nothing is connected yet."""
        super().__init__(
            # Slash commands and buttons bring all they need along; of the rest, only servers are worth knowing.
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity("/help: board games by message"),
        )
        self.tree: Final = CommandTree(self)
        self._database_url: Final = driver_url(database_url)
        self.pace: Final = pace
        self._games: Final = games
        self._is_connected = False
        self._database: Database | None = None
        self._press_handlers: Final = commands.press_handlers()

    async def setup_hook(self) -> None:
        """Open the store, make the commands known, and send what waited. Raises `DatabaseUnusable`."""
        logging.getLogger(app_commands.tree.__name__).addFilter(_LATE_SUGGESTIONS)
        self._database = await Database.open(self._database_url)
        self.matches = Matches(self._database, now=discord.utils.utcnow, games=self._games)
        self.settings = Settings(self._database, now=discord.utils.utcnow)
        self.vacations = Vacations(self._database, now=discord.utils.utcnow)
        self.members = Members(now=discord.utils.utcnow)
        self.replays = Room()
        self.delivery = Delivery(self, self.matches)
        heartbeat = Heartbeat(self._database, now=discord.utils.utcnow, every=self.pace.tends)
        self.deadlines = Deadlines(self.matches, heartbeat)
        self.add_dynamic_items(PressButton, PressMenu)
        for command in commands.all_commands():
            self.tree.add_command(command, override=True)
        await command_sync.sync_if_changed(self.tree, self._database)
        self._send_what_waits.change_interval(seconds=self.pace.shows.total_seconds())
        self._send_what_waits.start()
        self._keep_clocks.change_interval(seconds=self.pace.tends.total_seconds())
        self._keep_clocks.start()

    async def on_disconnect(self) -> None:
        """Without Discord nobody can move, so until it is back the bot counts as down."""
        self._is_connected = False

    async def on_resumed(self) -> None:
        """Discord is back."""
        self._is_connected = True

    async def on_ready(self) -> None:
        """Discord is there; tell the host where the bot can be invited from."""
        self._is_connected = True
        if self.application_id is not None:
            _log.info(
                "ready on %s servers; to invite it to another, open %s",
                len(self.guilds),
                discord.utils.oauth_url(self.application_id, permissions=NEEDED_PERMISSIONS),
            )

    async def close(self) -> None:
        """Disconnect and close the store."""
        self._send_what_waits.cancel()
        self._keep_clocks.cancel()
        if self._database is not None:
            await self.delivery.close()
        await super().close()
        if self._database is not None:
            await self._database.close()

    async def press(self, interaction: "discord.Interaction[Furlong]", press: Press, values: tuple[str, ...]) -> None:
        """Do what somebody asked for by pressing a button or choosing from a menu."""
        handler = self._press_handlers.get(press.action)
        is_for_later = handler is not None and handler.opens_window
        if not is_for_later and not await acknowledge(interaction, in_place=handler is not None and handler.in_place):
            _log.info("a press on %s came to nothing", press.custom_id)
            return
        try:
            if handler is None:
                raise UnknownButton
            await handler.run(interaction, press, values)
        except Exception as error:  # noqa: BLE001 - discord.py would swallow it; here it is logged and answered
            if interaction.response.is_done() or await acknowledge(interaction, in_place=False):
                await answer_error(interaction, error)

    async def on_interaction(self, interaction: "discord.Interaction[Furlong]") -> None:
        """Take what somebody has written in a window; discord.py sees to all other interactions by itself."""
        sent = modals.sent(interaction)
        if sent is not None:
            press, text = sent
            await self.press(interaction, press, (text,))

    async def deliver_what_waits(self) -> None:
        """Show and tell people on Discord what is due."""
        await self.delivery.deliver_due()

    @tasks.loop(seconds=USUAL_PACE.shows.total_seconds())
    async def _send_what_waits(self) -> None:
        self.delivery.look()

    @tasks.loop(seconds=USUAL_PACE.tends.total_seconds())
    async def _keep_clocks(self) -> None:
        if not self._is_connected:
            return
        try:
            await self.deadlines.tend()
        except Exception:  # noqa: BLE001 - a loop that raises stops for good; the next round sees an outage
            _log.exception("the clocks could not be kept")


class _LateSuggestions(logging.Filter):
    """Keeps quiet about suggestions that came too late: people type faster than answers travel, and nothing is lost."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of discord.py's command tree is worth a line in the log."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.NotFound) and error.code == _UNKNOWN_INTERACTION)


_LATE_SUGGESTIONS: Final = _LateSuggestions()


class CommandTree(app_commands.CommandTree[Furlong]):
    """The slash commands. Each is acknowledged before it runs, privately."""

    async def interaction_check(self, interaction: discord.Interaction[Furlong], /) -> bool:
        """Acknowledge a command within the three seconds that Discord allows; without that it cannot be answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        return await acknowledge(interaction, in_place=False)

    async def on_error(self, interaction: discord.Interaction[Furlong], error: app_commands.AppCommandError, /) -> None:
        """Answer what went wrong outside the commands themselves, such as a command that has changed meanwhile."""
        await answer_error(interaction, error)
