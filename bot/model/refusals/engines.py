"""Refusals about engines."""

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
