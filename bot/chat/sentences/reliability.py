"""How far one can rely on somebody."""

from datetime import timedelta
from math import ceil

from bot.chat.sentences.names import name
from bot.model.match import Match
from bot.model.person import Person
from bot.model.reliability import ENOUGH, Reliability
from rules.wording import plural

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def of_host(match: Match) -> str:
    """Under a challenge: what can be said of whoever has made it, and what they ask of those who join."""
    known = match.host_reliability
    lines = [] if known is None else [f"-# {_note(match.host, known)}"]
    if match.least_reliability is not None:
        lines.append(f"For {asked(match.least_reliability)}.")
    return "\n".join(lines[::-1])


def _note(person: Person, known: Reliability) -> str:
    if known.is_new:
        return f"**{name(person)}** is new: there is more to say after {plural(ENOUGH, 'match', 'matches')}."
    moves = f", and usually moves within {_time(known.usual_time)}" if known.usual_time is not None else ""
    return f"**{name(person)}** finishes {known.percent} % of matches in time{moves}."


def asked(least: int) -> str:
    """Those whom a challenge with a minimum is for."""
    return f"people who finish at least {least} % of their matches in time, or are new"


def choice(least: int) -> str:
    """A minimum in a list of choices."""
    return f"At least {least} % of matches finished in time; who is new may join"


def in_profile(known: Reliability) -> str:
    """A line of somebody's profile."""
    if known.is_new:
        return f"**Reliability:** new, fewer than {plural(ENOUGH, 'match', 'matches')} with a time limit are over"
    moves = f" · usually moves within {_time(known.usual_time)}" if known.usual_time is not None else ""
    of_latest = plural(known.matches, "match", "matches")
    return f"**Reliability:** {known.percent} % of {of_latest} finished in time{moves}"


def share(known: Reliability) -> str:
    """How somebody stands who is not reliable enough."""
    return f"{known.in_time} of your latest {plural(known.matches, 'match', 'matches')}, {known.percent} %"


def _time(usual: timedelta) -> str:
    """A time for a move, rounded up: of the two nearest words the one that still holds."""
    if usual <= _HOUR:
        return "an hour"
    if usual <= 2 * _DAY:
        return plural(ceil(usual / _HOUR), "hour")
    return plural(ceil(usual / _DAY), "day")
