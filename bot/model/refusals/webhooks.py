"""Refusals about webhooks."""

from bot.model.refusals import Refusal


class TooManyWebhooks(Refusal):
    """Furlong posts news to {most} of your programs, those of your engines included, and that's the limit. Turn off a webhook first."""

    most: int


class NoWebhookAddress(Refusal):
    """Furlong can't post to that address. A good one begins with `https`, names a domain such as `example.com`, and has no password, no port and at most {most} letters."""

    most: int
