"""What the people who manage a server have settled for it. No I/O."""

from dataclasses import dataclass
from typing import Final

from bot.model.clock import DEFAULT_DAYS

CHALLENGE_DAYS: Final = 7
MOST_CHALLENGE_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings.

    `days` is how long players have for a move unless a challenge says otherwise, None for as long as they like.
    `channel_id` is the only channel where matches may begin, its threads among it, or the forum in which every match gets
    a post; None for any channel. With `uses_threads` every match in a text channel gets a thread for its boards. `theme` is a key of `render.THEMES`, empty for the usual one.
    `challenge_days` is how long an open challenge waits for players, None for as long as it takes.
    `puzzle_channel_id` is where the puzzle of the day is posted, and `review_channel_id` the week in review, None for nowhere.
    `panel_channel_id` is where the list of running matches stands, None if there is none; `panel_message_id` is its
    message, None until it was posted.
    """

    days: int | None = DEFAULT_DAYS
    channel_id: int | None = None
    uses_threads: bool = False
    theme: str = ""
    panel_channel_id: int | None = None
    panel_message_id: int | None = None
    puzzle_channel_id: int | None = None
    review_channel_id: int | None = None
    challenge_days: int | None = CHALLENGE_DAYS


USUAL: Final = Server()
"""A server where nothing was settled."""
