"""Events by webhook: the same matches as in the stream, each posted to an address that its reader has named."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

import msgspec
from aiohttp import BaseConnector

from bot.actions import matches, webhooks
from bot.actions.context import Context
from bot.api.core import Call
from bot.api.matches import in_list
from bot.api.schema import MatchEvent, Webhook
from bot.model.jobs import Claim
from bot.model.people import Actor
from bot.model.refusals.matches import UnknownMatch
from bot.model.tokens import Token
from bot.model.webhooks import Webhook as Stored
from bot.outside.requests import post
from bot.outside.webhooks import address_in, public_key, signed, signing_secret
from bot.web.access import context_of


async def show(call: Call) -> Webhook:
    """The webhook of the token, on or off, with its key."""
    token = call.program.owned
    secret, hook = await webhooks.secret(context_of(call.request)), token.webhook
    keys = public_key(secret, token.id), signing_secret(secret, token.id)
    if hook is None:
        return Webhook(*keys, None, False, 0, None, None)
    return Webhook(*keys, hook.address, hook.stopped_at is None, hook.failures, hook.status, hook.rests_until)


class Events:
    """Posts events to the webhooks of tokens."""

    def __init__(self, connector: Callable[[], BaseConnector]) -> None:
        """Post each by a new connector."""
        self._connector: Final = connector

    async def post(self, context: Context, claim: Claim, token: Token, webhook: Stored) -> int | None:
        """Post a claimed event; return the status of the answer, or None if there is none in time.

        Raises a refusal if there is nothing to post, such as `UnknownMatch` because the match was deleted.
        """
        data = claim.first.data
        match = await matches.find(context, Actor(token.person, None), claim.about_match)
        listed = await in_list(context, [match], token.person)
        if not listed:
            raise UnknownMatch(f"{match.id}")  # it was deleted just now
        event = MatchEvent("match", datetime.fromisoformat(data["changed_at"]), listed[0])
        body = msgspec.json.encode(event)
        secret, seconds = await webhooks.secret(context), int(context.now().timestamp())
        headers = {"Content-Type": "application/json", "User-Agent": "Furlong"}
        headers |= signed(secret, token.id, data["event"], seconds, body)
        if address_in(webhook.address) != webhook.address:
            return None
        return await post(webhook.address, body, headers, self._connector)
