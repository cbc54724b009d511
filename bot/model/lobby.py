"""The lobby across servers: who meets whom there, and what keeps it from those who spoil it. No I/O."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.clock import Terms
from bot.model.match import State
from bot.model.ratings import START
from bot.model.refusals.lobby import ClosedForAbsence, FirstMatches, LosesOnTime, TooYoungToCount, UsedUpTime
from bot.model.votes import is_young

MOST_WAITING: Final = 3
"""How many challenges of one person wait in the lobby at a time."""

MOST_OF_SERVER: Final = 20
"""How many of one server do, so that a server with many accounts doesn't fill it."""

WAITS_DAYS: Final = 3
"""The days after which a challenge there is closed."""

LOOKED_BACK: Final = timedelta(days=90)
"""For how long ratings, and matches lost on time, count there."""

MOST_LOOKED_AT: Final = 500
"""How many of a person's latest matches, or of the challenges that wait, are read."""

_OLD_ENOUGH: Final = timedelta(days=30)
_BAND: Final = 200
"""The points between two people who meet at once; each hour of waiting adds `_WIDER`."""
_WIDER: Final = 25
_KNOWN_AFTER: Final = 5
"""The finished matches after which a person is no newcomer."""
_MOST_RUNNING: Final = 2
"""The matches of a newcomer, or of whoever lost their latest one on time, that wait or run at a time."""
_LATEST: Final = 20
_MOST_ON_TIME: Final = 4
"""The most of the latest matches lost on time, a fifth of them."""
_CLOSED_FOR: Final = timedelta(days=1)
_LONGEST_CLOSED: Final = timedelta(days=30)
_MOST_DOUBLED: Final = 5  # then it is the longest


@dataclass(frozen=True, slots=True)
class Past:
    """A match of a person that was posted in the lobby, or what is kept of it after they have deleted their data."""

    state: State
    ended_at: datetime | None

    is_played: bool
    """Whether everybody has moved in it."""

    is_timed_out: bool
    """Whether they ran out of time, even before their first move."""

    number: int = 0
    """0 if only this is kept of it."""

    twin: int | None = None
    """The number of the other match, if it is one of a pair."""


def absences(past: Sequence[Past]) -> Sequence[Past]:
    """The matches in which others waited in vain for a person, since the last one that they have played.

    A pair, for which the others waited once, is one of them. `past` begins with the latest end, and so do these.
    """
    found = list[Past]()
    for match in past:
        if match.is_timed_out and match.state is State.CALLED_OFF:
            if match.twin is None or all(other.number != match.twin for other in found):
                found.append(match)
        elif match.state is State.FINISHED and match.is_played and not match.is_timed_out:
            break
    return found


def closed_until(past: Sequence[Past]) -> datetime | None:
    """Until when the lobby is closed to a person for whom others waited in vain; None if it was never.

    Each absence doubles the time. `past` begins with the latest end.
    """
    since = [match.ended_at for match in absences(past) if match.ended_at is not None]
    if not since:
        return None
    return since[0] + min(_CLOSED_FOR * 2 ** min(len(since) - 1, _MOST_DOUBLED), _LONGEST_CLOSED)


def lost_on_time(past: Sequence[Past], now: datetime) -> Sequence[Past]:
    """The latest matches that a person has lost on time, as far as they count. `past` begins with the latest end."""
    counted = [match for match in past if match.ended_at is not None and match.ended_at > now - LOOKED_BACK]
    return [match for match in counted[:_LATEST] if match.is_timed_out and match.state is State.FINISHED]


def check_standing(matches: Sequence[Past], now: datetime) -> None:
    """Check that a person with these matches, the latest end first, may begin another one from the lobby.

    Raises `ClosedForAbsence`, `LosesOnTime`, `UsedUpTime` or `FirstMatches`.
    """
    past = [match for match in matches if match.ended_at is not None]
    until = closed_until(past)
    if until is not None and until > now:
        raise ClosedForAbsence(until)
    lost = lost_on_time(past, now)
    if len(lost) > _MOST_ON_TIME:
        raise LosesOnTime(_LATEST)
    going_on = len(matches) - len(past)
    if going_on >= _MOST_RUNNING and lost and lost[0] == past[0]:
        raise UsedUpTime(_MOST_RUNNING)
    if going_on >= _MOST_RUNNING and sum(match.state is State.FINISHED for match in past) < _KNOWN_AFTER:
        raise FirstMatches(_MOST_RUNNING, _KNOWN_AFTER)


def check_age(person_id: int, terms: Terms, now: datetime) -> None:
    """Check that an account is old enough for its matches from the lobby to count. Raises `TooYoungToCount`."""
    if terms.is_rated and is_young(person_id, now, _OLD_ENOUGH):
        raise TooYoungToCount(_OLD_ENOUGH.days)


def are_alike(first: int | None, second: int | None, waited: timedelta) -> bool:
    """Whether two people, one of whom has waited so long, are about as strong; a newcomer counts as a beginner."""
    apart = abs((first or START) - (second or START))
    return apart <= _BAND + _WIDER * (waited // timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class LobbyChallenge:
    """A challenge that waits in the lobby, by its number and the key of its game."""

    number: int
    game: str
    terms: Terms
    posted_at: datetime

    rating: int | None
    """The strength of its host; None for a newcomer."""

    language: str
    """The code of the language of its host; empty if none is known."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person who looks at the lobby plays and reads."""

    ratings: Mapping[str, int]
    """Their ratings, by the key of the game."""

    language: str = ""
    terms: Terms | None = None
    """Those of their latest match, which say how fast they like to play; None before the first."""

    def fits(self, challenge: LobbyChallenge, now: datetime) -> bool:
        """Whether the host of a challenge is about as strong as they are."""
        return are_alike(challenge.rating, self.ratings.get(challenge.game), now - challenge.posted_at)

    def distance(self, challenge: LobbyChallenge) -> tuple[bool, bool, int, int]:
        """How far a challenge is from what they want: language and pace first, then days for a move, then strength."""
        terms, own = challenge.terms, self.terms or challenge.terms
        days = abs((terms.days or 0) - (own.days or 0))
        apart = abs((challenge.rating or START) - self.ratings.get(challenge.game, START))
        return challenge.language != self.language, terms.is_quick != own.is_quick, days, apart
