"""Texts about the tokens of programs."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.competitions.competition import Competition
from bot.model.match import Summary
from bot.model.tokens import Scope, Token
from bot.texts.language import listed, message, paragraph, say
from bot.texts.names import escaped, season_title

TITLE: Final = message("Programs and calendars")
CALENDAR: Final = message("Deadlines of Furlong")
MAKE: Final = message("Make a token")
NAME: Final = message("The name of your program")
SCOPE: Final = message("What it may do")
DAYS: Final = message("How long the token lasts")

SCOPES: Final[Mapping[Scope, str]] = {
    Scope.READ: message("Read your matches"),
    Scope.PLAY: message("Read your matches, play, and challenge people"),
    Scope.CALENDAR: message("Show your deadlines in a calendar"),
}

REVOKED: Final = message("All your tokens are revoked: no program can act as you any more.")


def introduction(page: str) -> str:
    """What tokens are, and where the interface is described."""
    return say(
        "With a token, a program of yours reads your matches or plays in them. Give it to nobody: whoever has it can act as you until you revoke it. What programs can ask is at `{address}`.",
        address=f"{page}/api/v1/openapi.json",
    )


def line(token: Token) -> str:
    """A token in the list of a person's tokens."""
    return say(
        # Translators: {scope} is what the token is for, such as “Read your matches”.
        "**{name}**: {scope}, until {at:d}",
        name=escaped(token.name),
        scope=say(SCOPES[token.scope]),
        at=token.expires_at,
    )


def ends(token: Token) -> str:
    """What its owner is told some days before a token ends."""
    sentence = (
        message("The address of your calendar **{name}** ends on {at:d}: then it stays empty.")
        if token.scope is Scope.CALENDAR
        else message("The token of **{name}** ends on {at:d}: then its program can do nothing here.")
    )
    again = say("You can make another one on the page, under Settings, Programs and calendars.")
    return paragraph(say(sentence, name=escaped(token.name), at=token.expires_at), again)


def made(token: Token, secret: str) -> str:
    """The answer after a token was made, with its secret."""
    return say(
        "This is the token for **{name}**. It's shown only now, so copy it: `{secret}`",
        name=escaped(token.name),
        secret=secret,
    )


def made_calendar(token: Token, address: str) -> str:
    """The answer after a token for a calendar was made, with the address that has its secret."""
    return say(
        "Subscribe to this address in **{name}**. It's shown only now, and whoever knows it sees your deadlines: `{address}`",
        name=escaped(token.name),
        address=address,
    )


def due(match: Summary, person_id: int) -> str:
    """A deadline in a calendar."""
    others = " · ".join(opponent.name for opponent in match.opponents_of(person_id))
    return say("{game} with {players}: your move is due", game=match.game.name, players=others)


def season(competition: Competition, *, begins: bool) -> str:
    """The beginning or the end of a competition in a calendar."""
    name = season_title(competition.name, competition.season)
    return say("{competition} starts", competition=name) if begins else say("{competition} ends", competition=name)


def in_privacy(own: Sequence[Token]) -> str:
    """The programs that may act for a person, for `/privacy`; empty if there are none."""
    if not own:
        return ""
    return say("Programs with a token of yours: {programs}.", programs=listed([line(token) for token in own]))
