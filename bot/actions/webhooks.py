"""Webhooks: turning those of tokens on and off, and what happens to them when events are posted.

Each webhook has a key of its own, which follows from a secret of the installation and the number of its token.
"""

import secrets
from datetime import timedelta
from typing import Final

from bot.actions import askers
from bot.actions.context import Context, made_once
from bot.model.askers import ALLOWANCES, Cost
from bot.model.jobs import Claim, Kind
from bot.model.match import State
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals import UnknownButton
from bot.model.refusals.programs import TooManyWebhooks
from bot.model.tokens import Scope, Token
from bot.model.webhooks import MOST_AT_FIRST, Webhook, is_taken
from bot.store import askers as asker_store
from bot.store import match_lists, tokens, webhooks
from bot.store import people as people_store
from bot.store.engine.conditions import is_over
from bot.store.jobs import queue

_SECRET: Final = "secret of webhooks"  # a fact
_BYTES: Final = 32


async def secret(context: Context) -> str:
    """The secret of this installation from which the keys of all webhooks follow."""
    return await made_once(context, _SECRET, lambda: secrets.token_hex(_BYTES))


async def find(context: Context, owner: Person, token_id: int) -> Token:
    """The token of a person or of an engine of theirs, which can have a webhook. Raises `UnknownButton`."""
    async with context.database.ask() as connection:
        token = await tokens.of_owner(connection, owner.id, token_id, context.now())
    if token is None or token.scope is Scope.CALENDAR:
        raise UnknownButton
    return token


async def turn_on(context: Context, token: Token, address: str) -> None:
    """Post the events of a token's owner to an address from now on; first all their open and running matches.

    Raises `TooManyWebhooks`, `DoneTooOften`, or `UnknownButton` if the token has ended, or its webhook has changed.
    """
    await askers.spend(context, Cost.ENTRY, token.person)
    now, asker = context.now(), await askers.asker_of(context, token.person.id)
    most = ALLOWANCES[Cost.WEBHOOK].of(asker)
    async with context.database.write() as connection:
        await people_store.lock(connection, int(asker))  # so that no other beyond the limit is turned on meanwhile
        if await asker_store.count_webhooks(connection, asker, besides=token.id) >= most:
            raise TooManyWebhooks(most)
        if not await webhooks.change(connection, token.id, Webhook(address), before=token.webhook):
            raise UnknownButton
        states, games = (State.OPEN, State.RUNNING), context.games
        listed = await match_lists.of_person(connection, token.person.id, states, None, MOST_AT_FIRST, now, games)
        await webhooks.add(connection, token.id, token.person.id, sorted(match.id for match in listed), now)


async def turn_off(context: Context, token: Token) -> None:
    """Post nothing more; safe to repeat."""
    async with context.database.write() as connection:
        await webhooks.change(connection, token.id, None, before=token.webhook)
        await webhooks.forget(connection, token.id)


async def waiting(context: Context, claim: Claim) -> tuple[Token, Webhook] | timedelta | None:
    """The token and the webhook to which a claimed event is to be posted.

    If the webhook rests after a failure, how long; None if it is off or gone, or if its token has ended. A rest that
    only a wrong clock can have set is over.
    """
    now = context.now()
    async with context.database.ask() as connection:
        token = await tokens.of_id(connection, token_of(claim), now)
    webhook = token and token.webhook
    if token is None or webhook is None or webhook.stopped_at is not None:
        return None
    rests_until = webhook.rests_until
    return (token, webhook) if rests_until is None or is_over(rests_until, now) else rests_until - now


def token_of(claim: Claim) -> int:
    """The number of the token that an event is for."""
    return int((claim.first.name or "").partition(":")[0])


async def note(
    context: Context, claim: Claim, token: Token, before: Webhook, status: int | None, *, is_slow: bool = False
) -> None:
    """Note the status of the answer to a claimed event, or None if there was no answer.

    Once it is taken the event is done. After a failure, such as a slow answer, the webhook rests, or is turned off and
    its owner told. If it was changed meanwhile, or the token has ended, an event that was not taken is looked at again.
    """
    now = context.now()
    after = before.after(None if is_slow else status, now)
    async with context.database.write() as connection:
        is_known = after == before or await webhooks.change(connection, token.id, after, before=before)
        if is_taken(status):
            await queue.finish(connection, claim)
        else:
            rests_until = after.rests_until if is_known else None
            await queue.put_off(connection, claim, queue.looked_at(rests_until or now, now))
        if is_known and after.stopped_at is not None:
            await webhooks.forget(connection, token.id)
            owner_id, name = await webhooks.owner_of(connection, token.id), f"{token.id}"
            data = {"program": token.name, "host": after.host}
            await queue.put(connection, Kind.WEBHOOK_END, DIRECT, name, now, person_id=owner_id, data=data)
