"""The sides of games as the bot's own emojis, in texts and menus."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.model.match import State, Summary
from bot.model.people import Person
from bot.model.replays import Playthrough
from rules.core import Game, Seat

Side = tuple[str, str]
"""The family of a game, and the name of a side in its rules."""


class Symbols:
    """The emojis by side. There are none until they are uploaded to Discord, or if the host does not want any."""

    def __init__(self) -> None:
        """Begin without emojis."""
        self._emojis: Mapping[Side, str] = {}

    def learn(self, emojis: Mapping[Side, str]) -> None:
        """Use these emojis from now on."""
        self._emojis = emojis

    def before_player(self, playthrough: Playthrough, seat: Seat) -> str:
        """The symbol of a player's side, followed by a space, to precede their name; empty without a symbol."""
        history = playthrough.history
        return _before(self._emojis.get((history.game.family, history.position.side(seat))))

    def before_match(self, match: Summary, person: Person) -> str:
        """The symbol of a person's side, followed by a space, to precede a match in a list; empty without a symbol."""
        return _before(self.of_match(match, person))

    def of_match(self, match: Summary, person: Person) -> str | None:
        """The symbol of a person's side if the game assigns sides from the start; None otherwise."""
        if match.state not in (State.RUNNING, State.FINISHED):
            return None
        seats = (Seat(seat) for seat, player in enumerate(match.people) if player.id == person.id)
        sides = (_side_at_start(match.game, match.seats, seat) for seat in seats)
        return next((self._emojis.get((match.game.family, side)) for side in sides), None)


NO_SYMBOLS: Final = Symbols()
"""The symbols of texts without emojis."""


def _before(emoji: str | None) -> str:
    return "" if emoji is None else f"{emoji} "


@cache
def _side_at_start(game: Game, seats: int, seat: Seat) -> str:
    return game.start(seats).side(seat)
