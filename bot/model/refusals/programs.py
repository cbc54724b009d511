"""Refusals about programs: engines, tokens and webhooks."""

from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class TooManyEngines(Refusal):
    """You have {most, plural, one {# engine} other {# engines}} already, and that's the limit. Remove one of them first."""

    most: int


class TooManyEnginesHere(Refusal):
    """This server has {most, plural, one {# engine} other {# engines}} already, and that's the limit for one server."""

    most: int


class NoPrograms(Refusal):
    """Programs can't play here yet. Ask whoever hosts Furlong to serve its page (`WEB_URL` and `WEB_PORT`) and to install the extra `programs`."""


class EngineNotReady(PersonRefusal):
    """**{person}** isn't connected just now, so it couldn't answer. Try again later, or play one of Furlong's characters."""


class EngineDoesNotPlay(PersonRefusal):
    """**{person}** doesn't play {game.name}. Choose another game, or another engine."""

    game: Game


class RatedAmongEngines(Refusal):
    """Matches against engines are casual; engines play rated ones only against each other."""


class RatedWithinOwner(Refusal):
    """Engines of one owner play each other casually, because such results say nothing about their strength."""


class OwnerHasLeft(Refusal):
    """This engine can't begin a match, because its owner is no longer on the server."""


class UnknownEngine(TextRefusal):
    """There's no engine called “{text}” on this server. **Engines**, below `/leaderboard`, lists them."""


class EnginesPlayEngines(Refusal):
    """An engine challenges only other engines, by their ids."""


class TooManyTokens(Refusal):
    """You have {most} tokens, and that's the limit. Revoke one that you no longer use."""

    most: int


class NamelessToken(Refusal):
    """Give the program a name of up to {most} letters, so that you'll recognise the token."""

    most: int


class TooManyWebhooks(Refusal):
    """Furlong posts news to {most} of your programs, those of your engines included, and that's the limit. Turn off a webhook first."""

    most: int


class NoWebhookAddress(Refusal):
    """Furlong can't post to that address. A good one begins with `https`, names a domain such as `example.com`, and has no password, no port and at most {most} letters."""

    most: int
