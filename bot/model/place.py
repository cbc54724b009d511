"""Where a match is shown on Discord."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match belongs, and the message that shows it."""

    server_id: int

    channel_id: int
    """The channel where it was proposed."""

    thread_id: int | None = None
    """The thread of its own in which boards are shown, if there is one."""

    message_id: int | None = None
    """The message that shows it at present; None until one was sent."""

    message_ply: int | None = None
    """The ply of the board in that message; None while it shows a challenge."""

    @property
    def shown_in(self) -> int:
        """The channel or thread of the message that shows the match; a challenge is never in a thread of its own."""
        return self.channel_id if self.message_ply is None else self.boards_in

    @property
    def boards_in(self) -> int:
        """The channel or thread in which the next board will be shown."""
        return self.thread_id or self.channel_id
