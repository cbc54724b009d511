"""Webhooks of tokens: where events are posted, turned on and off."""

from typing import Final

from bot.actions import webhooks
from bot.model.refusals import UnknownButton
from bot.model.refusals.programs import NoWebhookAddress
from bot.model.tokens import Token
from bot.model.webhooks import LONGEST_ADDRESS
from bot.outside.webhooks import address_in, public_key, signing_secret
from bot.screens.core import Act, Action, Ask, Asked, Handler, Part, Screen, Weight, on, snowflake
from bot.texts import engines as engine_texts
from bot.texts import pages as page_texts
from bot.texts import tokens as token_texts
from bot.texts import webhooks as webhook_texts
from bot.texts.language import say

_ADDRESS: Final = "address"


async def _token(asked: Asked) -> Token:
    """The token of the act, which is the person's or of an engine of theirs. Raises `UnknownButton`."""
    if not asked.has_programs:
        raise UnknownButton
    return await webhooks.find(asked.context, asked.person, snowflake(asked.act.detail))


@on("webhook", beside=True, at="/programs/{token}")
async def show(asked: Asked) -> Screen:
    """Handle Webhook: show the webhook of a token, with its key."""
    token = await _token(asked)
    detail, secret = f"{token.id}", await webhooks.secret(asked.context)
    label = say("Edit") if _is_on(token) else say(webhook_texts.TURN_ON)
    turn_on = Action(label, Act("webhook_new", detail=detail))
    turn_off = Action(say(webhook_texts.TURN_OFF), Act("webhook_end", detail=detail), Weight.DECLINE)
    to_engines, to_tokens = (
        Action(say(engine_texts.TITLE), Act("engines")),
        Action(say(token_texts.TITLE), Act("tokens")),
    )
    return Screen(
        title=say(webhook_texts.TITLE),
        text=webhook_texts.introduction(token, public_key(secret, token.id), signing_secret(secret, token.id)),
        here=_here(token),
        actions=[turn_on, turn_off] if token.webhook else [turn_on],
        up=to_engines if token.person.is_engine else to_tokens,
    )


def _is_on(token: Token) -> bool:
    return token.webhook is not None and token.webhook.stopped_at is None


def _here(token: Token) -> Act:
    return Act("webhook", detail=f"{token.id}")


async def _ask(asked: Asked) -> Ask:
    token = await _token(asked)
    address = token.webhook.address if token.webhook else ""
    return Ask(
        Act("webhook_set", detail=f"{token.id}"),
        say(webhook_texts.TITLE),
        [Part(name=_ADDRESS, label=say(webhook_texts.ADDRESS), longest=LONGEST_ADDRESS, text=address)],
        say(page_texts.SAVE) if _is_on(token) else say(webhook_texts.TURN_ON),
        up=Action(say("Back"), _here(token)),
    )


ASK: Final = Handler("webhook_new", _ask, asks=True, at="/programs/{token}/webhook")


@on("webhook_set")
async def turn_on(asked: Asked) -> Act:
    """Handle Turn on. Raises `NoWebhookAddress`."""
    token = await _token(asked)
    address = address_in("".join(asked.fields.get(_ADDRESS, ())))
    if address is None:
        raise NoWebhookAddress(LONGEST_ADDRESS)
    await webhooks.turn_on(asked.context, token, address)
    asked.look()
    return _here(token)


@on("webhook_end")
async def turn_off(asked: Asked) -> Act:
    """Handle Turn off."""
    token = await _token(asked)
    await webhooks.turn_off(asked.context, token)
    return _here(token)
