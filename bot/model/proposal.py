"""What somebody would like to play, before anybody has answered."""

from dataclasses import dataclass

from bot.model.clock import FRIENDLY, Terms
from bot.model.people import Person
from rules.core import Game, Seat


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that somebody would like to play."""

    game: Game
    channel_id: int

    opponents: tuple[Person, ...] = ()
    """Who is challenged; nobody for an open challenge, which anybody may join."""

    host_seat: Seat | None = None
    """The seat of whoever proposes it; None lets chance decide who sits where."""

    seats: int | None = None
    """How many play; None means as many as have been named, or as few as the game allows."""

    terms: Terms = FRIENDLY

    wants_thread: bool = False
    """Whether the boards are to be shown in a thread of their own."""

    waits_days: int | None = None
    """For how long an open challenge waits for players; None for as long as it takes."""

    least_reliability: int | None = None
    """How many percent of their matches whoever joins an open challenge must have finished in time; None for anybody."""

    answer_days: int | None = None
    """Within how many days those who are challenged have to answer; None where they may wait."""

    both_sides: bool = False
    """Whether two matches are played with the seats swapped; for two people."""
