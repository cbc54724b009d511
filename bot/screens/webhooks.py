"""Webhooks of tokens: where events are posted, turned on and off."""

from typing import Final

from bot.actions import webhooks
from bot.model.refusals import UnknownButton
from bot.model.refusals.people import NoWebhookAddress
from bot.model.tokens import Token
from bot.model.webhooks import LONGEST_ADDRESS
from bot.screens.core import Act, Action, Ask, Asked, Part, Screen, Weight, on, snowflake
from bot.texts import engines as engine_texts
from bot.texts import tokens as token_texts
from bot.texts import webhooks as webhook_texts
from bot.texts.language import say
from bot.webhooks import public_key

_ADDRESS: Final = "address"


async def _token(asked: Asked) -> Token:
    """The token of the act, which is the person's or of an engine of theirs. Raises `UnknownButton`."""
    if not asked.has_programs:
        raise UnknownButton
    return await webhooks.find(asked.context, asked.person, snowflake(asked.act.detail))


@on("webhook", beside=True, at="/programs/{token}")
async def show(asked: Asked) -> Screen:
    """Handle Webhook: show the webhook of a token, with its key and a form for its address."""
    token = await _token(asked)
    is_engine, detail = token.person.is_engine, f"{token.id}"
    key = public_key(await webhooks.secret(asked.context), token.id)
    off = Action(say(webhook_texts.TURN_OFF), Act("webhook_end", detail=detail), Weight.DECLINE)
    part = Part(
        name=_ADDRESS,
        label=say(webhook_texts.ADDRESS),
        longest=LONGEST_ADDRESS,
        text=token.webhook.address if token.webhook else "",
    )
    form = Ask(Act("webhook_set", detail=detail), say(webhook_texts.TITLE), [part], say(webhook_texts.TURN_ON))
    return Screen(
        title=say(webhook_texts.TITLE),
        text=webhook_texts.told(token, key),
        here=Act("webhook", detail=detail),
        form=form,
        actions=[off] if token.webhook else (),
        up=Action(say(engine_texts.TITLE), Act("engines"))
        if is_engine
        else Action(say(token_texts.TITLE), Act("tokens")),
    )


@on("webhook_set")
async def turn_on(asked: Asked) -> Act:
    """Handle Turn on. Raises `NoWebhookAddress`."""
    token = await _token(asked)
    address = asked.webhooks.address_in("".join(asked.fields.get(_ADDRESS, ())))
    if address is None:
        raise NoWebhookAddress(LONGEST_ADDRESS)
    await webhooks.turn_on(asked.context, token, address)
    asked.look()
    return Act("webhook", detail=f"{token.id}")


@on("webhook_end")
async def turn_off(asked: Asked) -> Act:
    """Handle Turn off."""
    token = await _token(asked)
    await webhooks.turn_off(asked.context, token)
    return Act("webhook", detail=f"{token.id}")
