"""Texts about webhooks."""

from typing import Final

from bot.model.tokens import Token
from bot.model.webhooks import Webhook
from bot.texts.language import message, say
from bot.texts.names import escaped

TITLE: Final = message("Webhook")
ADDRESS: Final = message("The address to post to")
TURN_ON: Final = message("Turn on")
TURN_OFF: Final = message("Turn off")


def introduction(token: Token, key: str, secret: str) -> str:
    """What a webhook is, how a receiver knows what comes from here, and how this one does."""
    about = say(
        "When a match of **{name}** begins, changes or ends, Furlong posts it to an address of yours and signs it. A library for Standard Webhooks checks that with this secret, which is nobody else's business: ||`{secret}`||\nAnyone can check it with this public key: `{key}`",
        name=escaped(token.name),
        secret=secret,
        key=key,
    )
    return f"{about}\n\n{state(token.webhook)}"


def state(webhook: Webhook | None) -> str:
    """How a webhook does."""
    if webhook is None:
        return say("It's off.")
    why = say("no answer") if webhook.status is None else f"{webhook.status}"
    if webhook.stopped_at is not None:
        # Translators: {why} is an answer of the web, such as “404 Not Found”, or “no answer”.
        return say("It was turned off {at:R}, because the last answer was: {why}.", at=webhook.stopped_at, why=why)
    if webhook.rests_until is not None:
        return say(
            # Translators: {why} is an answer of the web, such as “404 Not Found”, or “no answer”.
            "The last answer was: {why}. Furlong tries again {at:R}, and turns it off if it fails for a day.",
            why=why,
            at=webhook.rests_until,
        )
    return say("It's on.")


def beside(token: Token) -> str:
    """The webhook of a token, below it in the list of a person's tokens."""
    if token.webhook is None:
        return say("It has no webhook.")
    # Translators: {host} is a domain, such as “example.com”; {state} is one of the sentences about it, such as “It's
    # on.”
    return say("Its news goes to {host}. {state}", host=f"`{token.webhook.host}`", state=state(token.webhook))


def ended(program: str, host: str) -> str:
    """What its owner is told when a webhook was turned off."""
    return say(
        "The webhook of **{name}** is off: {host} didn't take what was posted to it. You can turn it on again on the page, under Settings, Programs and calendars.",
        name=escaped(program),
        host=f"`{host}`",
    )
