"""Texts of the lobby, where people of all servers meet."""

from typing import Final

from bot.model.lobby import LobbyChallenge
from bot.model.match import Match, Summary
from bot.model.people import Person
from bot.texts.clocks import agreed
from bot.texts.language import language_name, message, paragraph, say
from bot.texts.names import title

LOBBY: Final = message("For everyone on Furlong")
"""The heading over challenges that people of all servers may accept, and the label of what leads to them."""

REPORT: Final = message("Report")
"""The label of what reports the others of a match to the host of Furlong."""

_BLOCK: Final = message(
    "With `/block`, they can't challenge you, and you don't meet in the lobby again. Server matches may still pair you."
)

_FIND: Final = message(
    "People of all servers, yours included, who'd like to play. Those who fit best come first: about as strong as you, in your language, at your pace. You play in direct messages, or on the page."
)
_NOBODY: Final = message(
    "Nobody who fits is waiting right now. The longer a challenge waits, the more people it's shown to; yours can be next, with **For everyone on Furlong** in the window of `/play`."
)


def waiting(*, is_empty: bool) -> str:
    """The text over the challenges that wait in the lobby."""
    return say(_NOBODY if is_empty else _FIND)


def challenge(one: LobbyChallenge, match: Summary) -> str:
    """A challenge in the lobby, beside its button."""
    wish = say("{host:b} would like to play {match}", host=match.host, match=title(match))
    return f"{wish}\n-# {facts(one, match)}"


def facts(one: LobbyChallenge, match: Summary) -> str:
    """What is known of a challenge in the lobby: terms, strength, free seats and language."""
    seats = match.seats - len(match.people)
    parts = [
        agreed(one.terms),
        say("a newcomer") if one.rating is None else say("rating {rating}", rating=one.rating),
        *([say("needs {count, plural, one {# more player} other {# more players}}", count=seats)] if seats > 1 else []),
        *([language_name(one.language)] if one.language else []),
    ]
    return " · ".join(parts)


def posted(match: Match) -> str:
    """The private answer to a host whose challenge is for everyone on Furlong."""
    return paragraph(
        say(
            "People of all servers can now accept your challenge to {match.game.name} (match #{match.id}), those about as strong as you first.",
            match=match,
        ),
        say("It's closed {at:R} if nobody does.", at=match.expires_at) if match.expires_at else "",
    )


def note(match: Match) -> str:
    """The note under a challenge that is for everyone on Furlong."""
    strength = (
        say("-# {host:b} is a newcomer, or hasn't played rated matches lately.", host=match.host)
        if match.lobby_rating is None
        else say("-# Highest rating of {host:b} in 90 days: {rating}.", host=match.host, rating=match.lobby_rating)
    )
    shared = say("-# For everyone on Furlong, so people of other servers see it too. You play in direct messages.")
    return f"{strength}\n{shared}"


def report_question(match: Match, person: Person) -> str:
    """The question before a person reports the others of a match to the host of Furlong."""
    others = tuple(match.opponents_of(person.id))
    if match.is_fixture:
        question = say(
            "Report {others} in match #{match.id} ({match.game.name}) to the host of Furlong? The host learns who plays, and in which server match. The others aren't told.",
            match=match,
            others=others,
        )
    else:
        question = say(
            "Report {others} in match #{match.id} ({match.game.name}) to the host of Furlong? The host learns who plays, and on which server the challenge was posted. The others aren't told.",
            match=match,
            others=others,
        )
    return paragraph(question, say(_BLOCK))


def reported(match: Match, person: Person, code: str) -> str:
    """The answer to a person who has reported the others of a match."""
    return paragraph(
        say(
            "You've reported {others} in match #{match.id} to the host of Furlong. (Code {code}, if you want to write to the host about it.)",
            match=match,
            others=tuple(match.opponents_of(person.id)),
            code=code,
        ),
        say(_BLOCK),
    )
