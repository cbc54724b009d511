"""The settings of people and servers, and the subscriptions of people to open challenges of games."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.actions.context import Context
from bot.model.jobs import Claim
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.permissions import ServerAct, check_server
from bot.model.refusals.people import OverInThatZone
from bot.model.servers import Server
from bot.model.settings import Preferences, Sharing
from bot.store import clocks, puzzles
from bot.store import lobby as lobby_store
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.jobs import boards, queue, server_posts


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """A server's settings before a change and after it."""

    before: Server
    after: Server

    @property
    def old_panel(self) -> tuple[int, int] | None:
        """The channel and the message of a panel that no longer belongs there; None if there is none."""
        before = self.before
        if before.panel_channel_id is None or before.panel_message_id is None:
            return None
        if before.panel_channel_id == self.after.panel_channel_id:
            return None
        return before.panel_channel_id, before.panel_message_id


async def of_server(context: Context, server_id: int) -> Server:
    """The settings of a server."""
    async with context.database.ask() as connection:
        return await setting_store.server_of(connection, server_id)


async def is_public(context: Context, match: Match) -> bool:
    """Whether anyone may watch a match on the page: it has begun, among engines or on a server with public pages."""
    if match.state not in (State.RUNNING, State.FINISHED):
        return False
    is_among_engines = all(player.is_engine for player in match.people)
    return is_among_engines or (await of_server(context, match.place.server_id)).has_public_pages


async def theme_of(context: Context, server_id: int | None) -> str:
    """The theme of pictures on a server; the default in a direct message."""
    return "" if server_id is None else (await of_server(context, server_id)).theme


async def server_language(context: Context, server_id: int) -> str:
    """The code of the language that a server has chosen; empty if it has chosen none."""
    return (await of_server(context, server_id)).language


async def of_person(context: Context, person_id: int) -> Preferences:
    """The settings of a person."""
    async with context.database.ask() as connection:
        return await setting_store.preferences_of(connection, person_id)


async def language_of(context: Context, person_id: int) -> str:
    """The code of the language of a person: chosen, or else of their Discord; empty if none is known."""
    return (await of_person(context, person_id)).reads


async def note_discord_language(context: Context, person_id: int, language: str) -> None:
    """Store the language in which a person uses Discord, if anything is stored about them."""
    async with context.database.write() as connection:
        if await people_store.hold(connection, person_id):
            preferences = await setting_store.lock_preferences(connection, person_id)
            await setting_store.set_preferences(connection, person_id, replace(preferences, discord_language=language))


async def of_people(context: Context, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """The settings of several people, by id."""
    async with context.database.read() as connection:
        return await setting_store.preferences_of_all(connection, person_ids)


async def note_lobby_changed(context: Context) -> None:
    """Note that the panels of servers that take part in the lobby are out of date."""
    async with context.database.write() as connection:
        await lobby_store.touch_panels(connection, context.now())


async def settle(
    context: Context, server_id: int, change: Callable[[Server], Server], actor: Actor | None = None
) -> SettingsChange:
    """Change the settings of a server, which are locked while `change` computes the new ones.

    `actor` is None for the bot itself. Raises `NotManager`, or the refusals of `change`.

    A panel that moves to another channel is due there at once, and the caller removes its old message; one that stays
    is due soon, as if something in it had changed.
    """
    async with context.database.write() as connection:
        before = await setting_store.lock_server(connection, server_id)
        if actor is not None:
            check_server(ServerAct.MANAGE, server_id, actor)
        after = change(before)
        is_moved = after.panel_channel_id != before.panel_channel_id
        if is_moved:
            after = replace(after, panel_message_id=None)
        wait = timedelta() if is_moved else queue.EVERY
        await setting_store.set_server(connection, server_id, after)
        await server_posts.settle_panel(connection, server_id, after.panel_channel_id, context.now() + wait)
        return SettingsChange(before, after)


async def prefer(context: Context, person: Person, change: Callable[[Preferences], Preferences]) -> Preferences:
    """Change the settings of a person, which are locked while `change` computes the new ones.

    A person who wants no puzzles made of their matches also loses those that were made. In another time zone the
    weekends that their clocks pause are others. Raises `OverInThatZone` if that would lose a match.
    """
    now = context.now()
    async with context.database.write() as connection:
        running = await clocks.lock_running_of(connection, person.id)  # matches are locked before people
        await people_store.remember(connection, person)
        before = await setting_store.lock_preferences(connection, person.id)
        after = change(before)
        await setting_store.set_preferences(connection, person.id, after)
        if after.time_zone != before.time_zone:
            moved = await clocks.reckon(connection, running, now)
            lost = [match_id for match_id, old, new in moved if new.deadline <= now < old.deadline]
            if lost:
                raise OverInThatZone(lost[0])
            await boards.renew(connection, [match_id for match_id, _old, _new in moved], now)
        if after.sharing is Sharing.NEVER:
            await puzzles.remove_of_person(connection, person.id)
    context.preferences.pop(person.id, None)
    return after


async def lookouts_of(context: Context, person: Person, server_id: int) -> frozenset[str]:
    """The keys of the games to whose open challenges a person is subscribed on a server."""
    async with context.database.read() as connection:
        return await setting_store.lookouts_of(connection, server_id, person.id)


async def look_out(context: Context, person: Person, server_id: int, games: Collection[str]) -> None:
    """Subscribe a person to exactly these games on a server."""
    async with context.database.write() as connection:
        await people_store.remember(connection, person)
        await setting_store.keep_lookouts(connection, server_id, person.id, games)


async def still_wanted(context: Context, match: Match, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """The settings, by id, of the people who still want to be told of an open challenge and have not joined it."""
    joined = {person.id for person in match.people}
    async with context.database.read() as connection:
        wanted = await setting_store.still_wanted(connection, match, person_ids) - joined
        return await setting_store.preferences_of_all(connection, sorted(wanted))


async def to_be_told_now(
    context: Context, claim: Claim, person_ids: Collection[int], willing: Mapping[int, Preferences]
) -> Sequence[int]:
    """The people, among these, who may be told now; `willing` are those who still want to be told, by id.

    The jobs of the others wait if they want quiet or were told a short time ago, and end if they are not `willing`.
    """
    now, recipients = context.now(), list[int]()
    async with context.database.write() as connection:
        await queue.finish(connection, claim, [asked_id for asked_id in person_ids if asked_id not in willing])
        for person_id, preferences in willing.items():
            due_at = preferences.quiet_until(now) or await setting_store.note_told(connection, person_id, now)
            if due_at is None:
                recipients.append(person_id)
            else:
                await queue.postpone(connection, claim, person_id, due_at)
    return recipients
