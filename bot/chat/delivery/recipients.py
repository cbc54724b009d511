"""Recipients of news about a match: pinged by its message, or notified, as each of them prefers."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Final

import discord

from bot.chat.core.outages import PASSING, StillRefused
from bot.chat.delivery.threads import is_closed
from bot.model.jobs import DueNotice, Notice
from bot.model.match import Match, State
from bot.model.offer_rules import offers_to
from bot.model.settings import Preferences, Reach

_log: Final = logging.getLogger(__name__)


class Route(Enum):
    """A way to notify a person."""

    DIRECT = auto()
    """A direct message."""
    MENTION = auto()
    """A mention in the channel of the match."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """The people whom a new message pings, and the notices for the others."""

    pings: tuple[int, ...] = ()
    notices: tuple[DueNotice, ...] = ()


def recipients_of(
    match: Match, person_ids: Sequence[int], preferences: Mapping[int, Preferences], now: datetime
) -> Recipients:
    """The recipients of a new message about a match, each as they prefer.

    The message pings nobody in their quiet hours; their notice waits until these are over. In direct matches the
    message itself is a direct message to each of them, which pings nobody who is told by web push.
    """
    pings: list[int] = []
    notices: list[DueNotice] = []
    is_direct = match.place.by_player
    for person_id in person_ids:
        quiet_until, reach = preferences[person_id].quiet_until(now), preferences[person_id].reach
        is_pushed = reach is Reach.PUSH
        if quiet_until is None and (not is_pushed if is_direct else reach.in_channel):
            pings.append(person_id)
        if quiet_until is not None or is_pushed or (reach.directly and not is_direct):
            notices.append(DueNotice(person_id, _kind(match), quiet_until or now))
    return Recipients(tuple(pings), tuple(notices))


def _kind(match: Match) -> Notice:
    """The notice that corresponds to the message of a match."""
    if match.state is State.OPEN:
        return Notice.CHALLENGE
    return Notice.TURN if match.state is State.RUNNING else Notice.RESULT


def routes(kind: Notice, preferences: Preferences, shown_at: datetime) -> Sequence[Sequence[Route]]:
    """The routes of a notice to a person: all are used, and each lists its substitutes in case it is closed.

    A person whom the match's message, shown at `shown_at`, has pinged is not mentioned again.
    """
    reach, is_of_message = preferences.reach, kind in (Notice.CHALLENGE, Notice.TURN, Notice.RESULT)
    if is_of_message and reach.in_channel and preferences.quiet_until(shown_at) is None:
        return ((Route.DIRECT,),) if reach.directly else ()
    return usual_routes(preferences, once=is_of_message)


def usual_routes(preferences: Preferences, *, once: bool = False) -> Sequence[Sequence[Route]]:
    """The routes to a person who was not pinged by a message; only one of them with `once`."""
    if preferences.reach is Reach.BOTH and not once:
        return (Route.DIRECT,), (Route.MENTION,)
    return ((Route.DIRECT, Route.MENTION) if preferences.reach.directly else (Route.MENTION, Route.DIRECT),)


def is_news(match: Match, person_id: int, kind: Notice, revision: int, now: datetime) -> bool:
    """Whether a notice due at a revision of the match is still true and news to the person."""
    match kind:
        case Notice.CHALLENGE:
            return match.state is State.OPEN and any(person.id == person_id for person in match.invited)
        case Notice.TURN:
            return _still_to_move(match, person_id, revision)
        case Notice.REMINDER | Notice.SECOND_REMINDER | Notice.LAST_REMINDER:
            is_running = match.deadline is not None and match.deadline > now
            return is_running and _still_to_move(match, person_id, revision)
        case Notice.RESULT:
            return match.state in (State.FINISHED, State.CALLED_OFF)
        case Notice.OFFER:
            return bool(offers_to(match, person_id))


def _still_to_move(match: Match, person_id: int, revision: int) -> bool:
    """Whether a person has been to move since that revision, even if another player has left meanwhile."""
    if match.to_move is None or match.to_move.id != person_id:
        return False
    since = match.history.steps[max(len(match.history.steps) - (match.revision - revision), 0) :]
    seat = match.seat_of(person_id)
    return not any(step.mover == seat for step in since)


async def tell(
    routes: Sequence[Sequence[Route]], send: Callable[[Route], Awaitable[discord.Message]]
) -> Sequence[discord.Message]:
    """Send something by all `routes`, or their substitutes; returns the messages that were sent.

    Raises errors of an unavailable Discord, or `StillRefused` where a closed route was not tried again, unless a message
    was sent by another route.
    """
    messages: list[discord.Message] = []
    untried: list[StillRefused] = []
    for alternatives in routes:
        try:
            for route in alternatives:
                sent = await _sent(route, send)
                if isinstance(sent, StillRefused):
                    untried.append(sent)
                elif sent is not None:
                    messages.append(sent)
                    break
        except PASSING as error:
            if not messages:
                raise
            _log.info("a person was told by one route only: %s", error)
    if untried and not messages:
        raise untried[0]
    return messages


async def _sent(
    route: Route, send: Callable[[Route], Awaitable[discord.Message]]
) -> discord.Message | StillRefused | None:
    """Send something by one route; None if it is closed, or the error if it was closed lately and was not tried."""
    try:
        return await send(route)
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        _log.info("a route is closed: %s", error)
        return error if isinstance(error, StillRefused) else None
