"""What the people who manage a server have settled for it. No I/O."""

from dataclasses import dataclass
from typing import Final

from bot.model.clock import DEFAULT_DAYS

CHALLENGE_DAYS: Final = 7
MOST_CHALLENGE_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings."""

    days: int | None = DEFAULT_DAYS
    """How long players have for a move unless a challenge says otherwise, None for as long as they like."""

    channel_id: int | None = None
    """The only channel where matches may begin, its threads among it, or the forum in which every match gets a post.

    None for any channel.
    """

    uses_threads: bool = False
    """Whether every match in a text channel gets a thread for its boards."""

    theme: str = ""
    """A key of `render.THEMES`, empty for the usual one."""

    panel_channel_id: int | None = None
    """Where the list of running matches stands, None if there is none."""

    panel_message_id: int | None = None
    """The message of that list, None until it was posted."""

    puzzle_channel_id: int | None = None
    """Where the puzzle of the day is posted, None for nowhere."""

    review_channel_id: int | None = None
    """Where the week in review is posted, None for nowhere."""

    challenge_days: int | None = CHALLENGE_DAYS
    """How long an open challenge waits for players, None for as long as it takes."""


USUAL: Final = Server()
"""A server where nothing was settled."""
