"""Texts about the tokens of programs."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.tokens import Scope, Token
from bot.texts.language import listed, message, say
from bot.texts.names import escaped

TITLE: Final = message("Programs")
MAKE: Final = message("Make a token")
NAME: Final = message("The name of your program")
SCOPE: Final = message("What it may do")
DAYS: Final = message("How long the token lasts")

SCOPES: Final[Mapping[Scope, str]] = {
    Scope.READ: message("Read your matches"),
    Scope.PLAY: message("Read your matches and play in them"),
}

REVOKED: Final = message("All your tokens are revoked: no program can act as you any more.")


def told(page: str) -> str:
    """What tokens are, and where the interface is described."""
    return say(
        "With a token, a program of yours reads your matches or plays in them. Give a token to nobody else: whoever has it "
        "acts as you, until you revoke it. What a program can ask is described at `{address}`.",
        address=f"{page}/api/v1/openapi.json",
    )


def line(token: Token) -> str:
    """A token in the list of a person's tokens."""
    return say(
        "**{name}**: {scope}, until {at:d}",
        name=escaped(token.name),
        scope=say(SCOPES[token.scope]),
        at=token.expires_at,
    )


def made(token: Token, secret: str) -> str:
    """The answer after a token was made, with its secret."""
    return say(
        "This is the token for **{name}**. It's shown only now, so copy it: `{secret}`",
        name=escaped(token.name),
        secret=secret,
    )


def in_privacy(found: Sequence[Token]) -> str:
    """The programs that may act for a person, for `/privacy`; empty if there are none."""
    if not found:
        return ""
    return say("Programs with a token of yours: {programs}.", programs=listed([line(token) for token in found]))
