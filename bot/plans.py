"""Plans: moves that somebody has queued for their next turns in a match, known to them alone."""

import re
from dataclasses import dataclass
from typing import Final

from rules.core import InvalidMove, MoveError, Position

LONGEST: Final = 40
"""How many moves a plan may hold: more than a player ever has to place in one phase of a game."""

_SIGNS: Final = re.compile(r"[;\n]+|,(?![0-9])")  # a comma before a number is part of the name of a square


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody has queued, as it was typed.

    `stopped_at` is the move that could not be played, with the reason; `moves` are then those that were to follow it.
    """

    person_id: int
    moves: tuple[str, ...] = ()
    stopped_at: str = ""
    stopped_because: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether there is a move to be played when the person's turn comes."""
        return bool(self.moves) and not self.stopped_at


def queued(position: Position, text: str) -> tuple[str, ...]:
    """The moves that `text` lists, with commas, semicolons or line breaks between them, or else with spaces.

    What the position is when they are played is not known yet, so all that can be asked of each is to be a move of
    the game. Raises `InvalidMove` for one that is not.
    """
    parts = _SIGNS.split(text) if _SIGNS.search(text) else text.split()
    queue = tuple(part.strip() for part in parts if part.strip())
    for move in queue:
        try:
            position.parse(move)
        except InvalidMove as error:
            raise InvalidMove(f"“{move[:40]}” cannot be planned. {error}") from error
        except MoveError:
            continue  # it may be legal when its turn comes
    return queue
