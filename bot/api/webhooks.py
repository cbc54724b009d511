"""Events by webhook: the same matches as in the stream, each posted to an address that its reader has named."""

from datetime import datetime
from typing import Final

import msgspec

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
from bot.outside import post
from bot.web.access import context_of
from bot.webhooks import Webhooks, public_key, signed


async def show(call: Call) -> Webhook:
    """The webhook of the token, on or off, with its key."""
    token = call.program.owned
    key, found = public_key(await webhooks.secret(context_of(call.request)), token.id), token.webhook
    if found is None:
        return Webhook(key, None, False, 0, None, None)
    return Webhook(key, found.address, found.stopped_at is None, found.failures, found.status, found.rests_until)


class Events:
    """Posts events to the webhooks of tokens."""

    def __init__(self, way: Webhooks) -> None:
        """Post them by this way."""
        self._way: Final = way

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
        if self._way.address_in(webhook.address) != webhook.address:
            return None
        return await post(webhook.address, body, headers, anywhere=self._way.is_anywhere)
