"""Why Discord refuses a message, by its error codes: who can mend that, and what people are told."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus
from typing import Final

from bot.texts.language import message, say


class Mender(Enum):
    """Who can mend it that a message is refused."""

    TIME = auto()
    MANAGER = auto()
    """A manager of the server."""

    PERSON = auto()
    """The person to whom it was to be sent."""

    HOST = auto()
    """Whoever hosts Furlong, or its authors."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle to a message; the reason is a message of whole sentences, empty if nobody has to be told."""

    mender: Mender
    reason: str = ""


PASSING: Final = Obstacle(Mender.TIME)
CLOSED: Final = Obstacle(
    Mender.MANAGER,
    message("The channel is gone, or Furlong lacks **View Channel**, **Send Messages** or **Attach Files** there."),
)
FULL_OF_THREADS: Final = Obstacle(
    Mender.TIME,
    message("The server has 1,000 active threads, which is Discord's limit. It's possible once an old one is closed."),
)
UNTAGGED: Final = Obstacle(
    Mender.MANAGER,
    message(
        "Every post there needs a tag. A server manager can turn off **Require people to select tags when posting** in the forum's settings, or give Furlong **Manage Channels**, so that it adds its own."
    ),
)
WRONG_KIND: Final = Obstacle(
    Mender.MANAGER, message("It's not a channel for messages. A server manager can choose another one with `/server`.")
)
SHUT_THREAD: Final = Obstacle(Mender.MANAGER, message("The thread is locked or archived. A moderator can open it."))
FILTERED: Final = Obstacle(
    Mender.MANAGER,
    message(
        "A filter of the server stops what Furlong posts. A server manager can exempt Furlong under **Server Settings**, **AutoMod**."
    ),
)
NO_FILES: Final = Obstacle(Mender.MANAGER, message("Discord has restricted the files that this server may receive."))
PERSONAL: Final = Obstacle(Mender.PERSON, message("Furlong can't write to this person."))
MALFORMED: Final = Obstacle(
    Mender.HOST,
    message("Discord rejects what it sends, which is Furlong's fault. Its host finds the cause in the log."),
)
UNKNOWN: Final = Obstacle(
    Mender.HOST, message("Discord refuses that with the code {code}. Furlong's host can look up what that means.")
)

_CODES: Final[Mapping[Obstacle, tuple[int, ...]]] = {
    PASSING: (20016, 20022, 20028, 20029, 30046, 40003, 40004, 40006, 40062, 40333, 110000, 110001, 130000),
    CLOSED: (10003, 10004, 50001, 50009, 50013),
    FULL_OF_THREADS: (160006, 160007),
    UNTAGGED: (40066, 40067),
    WRONG_KIND: (40058, 50008, 50024),
    SHUT_THREAD: (50083, 160005),
    FILTERED: (20009, 20031, 200000, 200001, 240000),
    NO_FILES: (400001,),
    PERSONAL: (40007, 50007, 50033, 50278),
    MALFORMED: (40005, 50006, 50035, 50045, 50046, 50109, 50110, 50123, 50146),
}
"""Discord's error codes of refused messages and posts (its documentation, topics/opcodes-and-status-codes).

Without a code of these, the status decides.
"""

OBSTACLES: Final[Mapping[int, Obstacle]] = {code: obstacle for obstacle, codes in _CODES.items() for code in codes}


def obstacle_of(status: int, code: int) -> Obstacle:
    """The obstacle that an error with this HTTP status and code of Discord (0 for none) names.

    Without a code, "forbidden" and "not found" come from something in front of Discord, and say nothing about a
    channel.
    """
    if code in OBSTACLES:
        return OBSTACLES[code]
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in (
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
    ):
        return PASSING
    if status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
        return CLOSED if code else PASSING
    return UNKNOWN if code else MALFORMED


def not_posted(channel_id: int, obstacle: Obstacle, code: int) -> str:
    """The direct message to those in charge of a server about what Furlong cannot post there."""
    # Translators: {reason} is one of the sentences about what stops Furlong.
    return say(
        "Furlong can't post in <#{channel}>. {reason} It tries again, but at most once a day; `/server` has what it posts, and where.",
        channel=channel_id,
        reason=say(obstacle.reason, code=code),
    )
