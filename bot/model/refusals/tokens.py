"""Refusals about tokens of programs."""

from bot.model.refusals import Refusal


class TooManyTokens(Refusal):
    """You have {most} tokens, and that's the limit. Revoke one that you no longer use."""

    most: int


class NamelessToken(Refusal):
    """Give the program a name of up to {most} letters, so that you'll recognise the token."""

    most: int
