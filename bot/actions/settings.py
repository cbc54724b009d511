"""Settings of people and servers: reading them, and changing them whole or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.model.people import Person
from bot.model.servers import Server
from bot.model.settings import Preferences, Sharing
from bot.store import match_puzzles, people
from bot.store import settings as stored
from bot.store.engine.database import Database
from bot.store.jobs import panels


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """A server's settings before a change and after it."""

    before: Server
    after: Server

    @property
    def old_panel(self) -> tuple[int, int] | None:
        """The channel and the message of a panel that was posted and belongs there no more; None if there is none."""
        before = self.before
        if before.panel_channel_id is None or before.panel_message_id is None:
            return None
        if before.panel_channel_id == self.after.panel_channel_id:
            return None
        return before.panel_channel_id, before.panel_message_id


class StoredSettings:
    """The settings in a database. `now` tells the time (aware, UTC)."""

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        """Work on an open database."""
        self._database = database
        self._now = now

    async def of_server(self, server_id: int) -> Server:
        """What is settled for a server."""
        async with self._database.read() as connection:
            return await stored.server_of(connection, server_id)

    async def of_person(self, person_id: int) -> Preferences:
        """What somebody likes."""
        async with self._database.read() as connection:
            return await stored.preferences_of(connection, person_id)

    async def settle(self, server_id: int, change: Callable[[Server], Server]) -> SettingsChange:
        """Change a server's settings; `change` gets them as they are when nobody else can change them.

        A panel that has moved to another channel is due there at once, and its old message is the caller's to remove;
        one that stays is due soon, as if something in it had changed.
        """
        async with self._database.write() as connection:
            before = await stored.lock_server(connection, server_id)
            after = change(before)
            is_moved = after.panel_channel_id != before.panel_channel_id
            if is_moved:
                after = replace(after, panel_message_id=None)
            wait = timedelta() if is_moved else panels.EVERY
            due_at = None if after.panel_channel_id is None else self._now() + wait
            await stored.set_panel_due(connection, server_id, due_at)
            await stored.set_server(connection, server_id, after)
            return SettingsChange(before, after)

    async def prefer(self, person: Person, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change what somebody likes; `change` gets it as it is when nothing else can change it.

        Where they want no puzzles made of their matches, those that were made go.
        """
        async with self._database.write() as connection:
            await people.remember(connection, person)
            after = change(await stored.lock_preferences(connection, person.id))
            await stored.set_preferences(connection, person.id, after)
            if after.sharing is Sharing.NEVER:
                await match_puzzles.remove_of_person(connection, person.id)
            return after
