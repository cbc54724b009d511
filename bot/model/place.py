"""Where Discord shows a match."""

from dataclasses import dataclass, replace
from typing import Final, Self

DIRECT: Final = 0
"""The server id of direct matches, which belong to no server; Discord sends direct messages to the first shard."""


@dataclass(frozen=True, slots=True)
class Place:
    """The channel of a match, and the message that shows it."""

    server_id: int
    """The server to which it belongs; `DIRECT` for a match that was begun in direct messages."""

    channel_id: int
    """The channel where it was proposed, or the forum that holds its post."""

    thread_id: int | None = None
    """The match's own thread or forum post, if it has one."""

    message_id: int | None = None
    """The message that shows it now; None until one is sent."""

    message_ply: int | None = None
    """The ply of the board in that message; None while it shows a challenge."""

    wants_thread: bool = False
    """Whether boards belong in a separate thread, which may not exist yet; never set for a forum."""

    by_player: bool = False
    """Whether it is a direct match: each player has the board in their own direct messages.

    Then `channel_id` is the group chat, or the channel of a server without Furlong, where the command itself posted the
    challenge; 0 if it was posted nowhere. A match of one person alone may belong to a server nevertheless: it is played
    from its channel, which has the board if that person cannot be written to.
    """

    @property
    def posted_on(self) -> int:
        """The server of its messages: `DIRECT` for a direct match, whatever server it belongs to."""
        return DIRECT if self.by_player else self.server_id

    @property
    def shown_in(self) -> int:
        """The channel or thread of the message that shows the match, and of the next one.

        A thread in a text channel is stored only with the first board in it; a forum post also holds the challenge.
        """
        return self.thread_id or self.channel_id

    @property
    def is_post(self) -> bool:
        """Whether the thread is a post of a forum, which holds all messages of the match."""
        return self.thread_id is not None and not self.wants_thread

    def is_in(self, channel_id: int | None) -> bool:
        """Whether the match is shown in this channel or thread; False for None."""
        return channel_id is not None and channel_id in (self.channel_id, self.thread_id)

    @property
    def anew(self) -> Self:
        """The place of another match in the same channel that has not been shown yet."""
        return replace(self, thread_id=None, message_id=None, message_ply=None)


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """The message in a player's direct messages that shows them a direct match."""

    person_id: int
    channel_id: int
    message_id: int
    message_ply: int | None

    says_start: bool
    """Whether the message was sent to say that the match begins: it proves that Furlong can write to the player."""

    def within(self, place: Place) -> Place:
        """The place of the match as that player sees it."""
        return replace(place, channel_id=self.channel_id, message_id=self.message_id, message_ply=self.message_ply)
