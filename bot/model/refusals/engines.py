"""Refusals about engines."""

from bot.model.refusals import PersonRefusal, Refusal, TextRefusal
from rules.core import Game


class TooManyEngines(
    Refusal,
    says="You have {most, plural, one {# engine} other {# engines}} already, and that's the limit. Remove one of them first.",
):
    """The person has as many engines as possible."""

    most: int


class TooManyEnginesHere(
    Refusal,
    says="This server has {most, plural, one {# engine} other {# engines}} already, and that's the limit for one server.",
):
    """The server has as many engines as possible."""

    most: int


class NoPrograms(
    Refusal,
    says="No programs can play here: whoever hosts Furlong has to serve its page (the settings `WEB_URL` and `WEB_PORT`) and "
    "install the extra `programs`.",
):
    """Somebody wanted to register or challenge an engine where the interface for programs is not served."""


class EngineNotReady(
    PersonRefusal,
    says="**{person}** isn't connected just now, so it couldn't answer. Try again later, or play one of Furlong's characters.",
):
    """The program of the engine does not follow its matches, or the engine is not of this server."""


class EngineDoesNotPlay(
    PersonRefusal, says="**{person}** doesn't play {game.name}. Choose another game, or another engine."
):
    """The engine is not for this game."""

    game: Game


class RatedAmongEngines(
    Refusal, says="A match of a person with an engine is always casual: rated ones are for engines among themselves."
):
    """A match with an engine and a person was to be rated."""


class UnknownEngine(
    TextRefusal,
    says="There's no engine called “{text}” on this server. **Engines**, below `/leaderboard`, lists them.",
):
    """No engine of the server has that name or id."""


class EnginesPlayEngines(Refusal, says="An engine challenges only other engines, by their ids."):
    """An engine was to challenge a person, a character or anybody."""
