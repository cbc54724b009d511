"""The sides of games as emojis of the bot's own, in texts and menus."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.model.match import State, Summary
from bot.model.people import Person
from bot.model.replays import Playthrough
from rules.core import Game, Seat

Side = tuple[str, str]
"""The family of a game, and what its rules call a side."""


class Symbols:
    """The emojis by side. There are none until Discord has them, nor ever where the host wants none."""

    def __init__(self) -> None:
        """None is known yet."""
        self._emojis: Mapping[Side, str] = {}

    def learn(self, emojis: Mapping[Side, str]) -> None:
        """Use these from now on."""
        self._emojis = emojis

    def before_player(self, playthrough: Playthrough, seat: Seat) -> str:
        """What stands before a player's name: the symbol of their side and a space; empty without one."""
        history = playthrough.history
        return _before(self._emojis.get((history.game.family, history.position.side(seat))))

    def before_match(self, match: Summary, person: Person) -> str:
        """What stands before a match in a list: the symbol of the person's side and a space; empty without one."""
        return _before(self.of_match(match, person))

    def of_match(self, match: Summary, person: Person) -> str | None:
        """The symbol of the person's side, as far as the game settles it from the start; None for all others."""
        if match.state not in (State.RUNNING, State.FINISHED):
            return None
        seats = (Seat(seat) for seat, player in enumerate(match.people) if player.id == person.id)
        sides = (_side_at_start(match.game, match.seats, seat) for seat in seats)
        return next((self._emojis.get((match.game.family, side)) for side in sides), None)


NO_SYMBOLS: Final = Symbols()
"""For texts that are to have none."""


def _before(emoji: str | None) -> str:
    return "" if emoji is None else f"{emoji} "


@cache
def _side_at_start(game: Game, seats: int, seat: Seat) -> str:
    return game.start(seats).side(seat)
