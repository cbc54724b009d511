"""What one bot needs for replays."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from bot.chat.replays.films import Studio
from bot.chat.replays.studies import Studies

_MOST_REMEMBERED: Final = 1_000


@dataclass(frozen=True, slots=True)
class ReplayServices:
    """One of each for the whole bot."""

    studio: Studio = field(default_factory=Studio)
    studies: Studies = field(default_factory=Studies)

    posted: deque[int] = field(default_factory=lambda: deque[int](maxlen=_MOST_REMEMBERED))
    """The messages whose film is shown to everybody already, by their ids, the latest of them."""
