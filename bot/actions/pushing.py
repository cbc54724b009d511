"""Notices by web push: the browsers of a person that get them, and the key with which this installation signs them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.actions import sessions, settings
from bot.actions.context import Context, made_once
from bot.model.people import Person
from bot.model.sessions import MOST_SUBSCRIPTIONS, Subscription
from bot.model.settings import Reach
from bot.store import pushing as store

_KEYS: Final = "keys of web push"  # a fact


async def keys(context: Context, make: Callable[[], str]) -> str:
    """The keys that sign notices, as they are stored; `make` returns new ones.

    Browsers agree to notices signed with these alone, so there is one pair for ever.
    """
    return await made_once(context, _KEYS, make)


async def subscribe(context: Context, person: Person, token: str, subscription: Subscription) -> None:
    """Send a person's notices to the browser of a session from now on, and no longer by Discord."""
    async with context.database.write() as connection:
        now = context.now()
        await store.remove_ended(connection, now)
        session_hash = sessions.hash_of(token)
        await store.add(connection, person.id, session_hash, subscription, now, MOST_SUBSCRIPTIONS)
    await settings.prefer(context, person, lambda before: replace(before, reach=Reach.PUSH))


async def unsubscribe(context: Context, person: Person, token: str) -> None:
    """Send nothing more to the browser of a session; without another one, notices come by Discord again."""
    async with context.database.write() as connection:
        await store.remove_of_session(connection, sessions.hash_of(token))
        others = await store.of_person(connection, person.id, context.now())
    if not others:
        await settings.prefer(
            context,
            person,
            lambda before: replace(before, reach=Reach.CHANNEL) if before.reach is Reach.PUSH else before,
        )


async def has(context: Context, token: str) -> bool:
    """Whether the browser of a session gets notices."""
    async with context.database.ask() as connection:
        return await store.is_subscribed(connection, sessions.hash_of(token))


async def subscriptions_of(context: Context, person_id: int) -> Sequence[Subscription]:
    """The browsers of a person that get notices, as long as they are signed in."""
    async with context.database.ask() as connection:
        return await store.of_person(connection, person_id, context.now())


async def forget(context: Context, subscription: Subscription) -> None:
    """Send nothing more to a browser that has gone, or has withdrawn its consent."""
    async with context.database.write() as connection:
        await store.remove(connection, subscription.address)
