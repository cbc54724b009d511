"""The settings of a server, which its managers choose. No I/O."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.clock import DEFAULT_DAYS

CHALLENGE_DAYS: Final = 7  # the default
MOST_CHALLENGE_DAYS: Final = 30


class Lobby(StrEnum):
    """What the members of a server may do with challenges for everyone on Furlong."""

    OFF = "off"
    SEE = "see"
    """See and accept those of other servers."""
    POST = "post"
    """Post their own, too."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings."""

    days: int | None = DEFAULT_DAYS
    """The default days for a move; None for no limit."""

    channel_id: int | None = None
    """The only channel, with its threads, in which matches may begin, or the forum in which every match gets a post.

    None for any channel.
    """

    uses_threads: bool = False
    """Whether every match in a text channel gets a thread for its boards."""

    theme: str = ""
    """A key of `render.THEMES`; empty for the default."""

    panel_channel_id: int | None = None
    """The channel with the list of running matches, if there is one."""

    panel_message_id: int | None = None
    """The message with that list; None until it is posted."""

    puzzle_channel_id: int | None = None
    """The channel of the puzzle of the day, if there is one."""

    review_channel_id: int | None = None
    """The channel of the week in review, if there is one."""

    challenge_days: int | None = CHALLENGE_DAYS
    """The days an open challenge waits for players; None for no limit."""

    keeps_boards: bool = False
    """Whether the boards that a match leaves behind keep their pictures; else all but the last shrink to a line."""

    shows_solitary: bool = False
    """Whether matches of one person with characters alone are shown where others are; else that person alone has them."""

    has_public_pages: bool = False
    """Whether anyone who has the address may watch the server's matches on the page, without signing in."""

    language: str = ""
    """The code of the language of its channels; empty for that of its community on Discord."""

    lets_new_accounts_vote: bool = True
    """Whether accounts younger than a week may vote too when the channel plays."""

    lobby: Lobby = Lobby.SEE

    meets_servers: bool = False
    """Whether it takes part in matches between servers."""


USUAL: Final = Server()
"""The settings of a server that has changed none."""
