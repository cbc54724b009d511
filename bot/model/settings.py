"""The settings of a person: how Furlong reaches them, their time zone and quiet hours, and more.

Time zones have the names of the IANA database, a region and its largest city, or a fixed distance from UTC.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

UNIVERSAL: Final = "UTC"
FARTHEST_WEST: Final = timedelta(hours=-12)
FARTHEST_EAST: Final = timedelta(hours=14)
"""The clocks on Earth that are farthest behind and ahead of UTC."""

_FROM_UTC: Final = re.compile(r"UTC(?P<sign>[+-])(?P<hours>\d{1,2})(?::(?P<minutes>\d\d))?")


def zone_of(name: str) -> tzinfo:
    """The time zone with this name, or UTC if this machine does not know it, so that a stored name breaks nothing."""
    fixed = _FROM_UTC.fullmatch(name)
    if fixed is not None:
        distance = timedelta(hours=int(fixed["hours"]), minutes=int(fixed["minutes"] or 0))
        return timezone(-distance if fixed["sign"] == "-" else distance) if distance <= FARTHEST_EAST else UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def from_utc(distance: timedelta) -> str:
    """The name of the time zone at a fixed distance from UTC, such as `UTC+5:30`, where east is ahead."""
    hours, minutes = divmod(abs(distance) // timedelta(minutes=1), 60)
    if not hours and not minutes:
        return UNIVERSAL
    return f"{UNIVERSAL}{'-' if distance < timedelta() else '+'}{hours}{f':{minutes:02}' if minutes else ''}"


_DAY: Final = timedelta(days=1)


class Reach(StrEnum):
    """How a player is told that it is their turn."""

    CHANNEL = "channel"
    """By a mention on the board, in its channel."""
    DIRECT = "direct"
    """By a direct message."""
    BOTH = "both"
    PUSH = "push"
    """By web push, in the browsers that have agreed; by a direct message if none of them can be reached."""

    @property
    def in_channel(self) -> bool:
        """Whether the board mentions them."""
        return self in (Reach.CHANNEL, Reach.BOTH)

    @property
    def directly(self) -> bool:
        """Whether they get a message of their own."""
        return self is not Reach.CHANNEL


class Reminders(StrEnum):
    """How often a player is reminded that their time for a move runs out."""

    ONCE = "once"
    SEVERAL = "several"


class Timeouts(StrEnum):
    """What happens when the time of a person's only opponent is over."""

    CLAIMED = "claimed"
    """The person wins."""
    WAIVED = "waived"
    """The opponent gets the time of another turn, once in a match."""


class Confirming(StrEnum):
    """Which moves that a person has picked are played only once they have confirmed them."""

    FINAL = "final"
    """Those that chance follows or that do not happen on the board, such as a pass."""
    EVERY = "every"


class View(StrEnum):
    """The side from which a person sees boards that are shown to them alone."""

    USUAL = "usual"
    """From the first player's side, as everybody sees them."""
    OWN = "own"
    """From their own side, if the board has sides."""


class Challengers(StrEnum):
    """Who may challenge a person and make them offers."""

    EVERYONE = "everyone"
    PLAYED = "played"
    """Only the opponents of their matches so far."""
    NOBODY = "nobody"


class Presence(StrEnum):
    """Whether a person takes part in the lobby, where people of all servers meet."""

    SHOWN = "shown"
    HIDDEN = "hidden"


class Sharing(StrEnum):
    """Whether positions from the finished matches of a person may become puzzles for their server."""

    NEVER = "never"
    """No puzzle is made of any match with them."""
    UNNAMED = "unnamed"
    """Puzzles do not say whose match it was."""
    NAMED = "named"
    """Puzzles name the players after the solution, if all of them agree."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A part of every day in minutes after midnight, `end` excluded; it may go past midnight."""

    begin: int
    end: int

    def on(self, day: date, zone: tzinfo) -> tuple[datetime, datetime]:
        """When the quiet hours that begin on `day` begin and end.

        When clocks change, an hour may occur twice or not at all; the quiet hours are then too long rather than too
        short.
        """
        days = 0 if self.begin < self.end else 1
        return min(_readings(day, self.begin, zone)), max(_readings(day + days * _DAY, self.end, zone))


def _readings(day: date, minute: int, zone: tzinfo) -> Iterator[datetime]:
    """The two instants at which a clock in `zone` may show a time; they differ only when clocks change."""
    for fold in (0, 1):
        reading = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone, fold=fold)
        yield reading.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings of a person. `time_zone` is a name such as Europe/Berlin or UTC+5:30; `quiet` is None if no hours are quiet."""

    reach: Reach = Reach.CHANNEL
    reminders: Reminders = field(default=Reminders.ONCE, kw_only=True)
    timeouts: Timeouts = field(default=Timeouts.CLAIMED, kw_only=True)
    confirming: Confirming = field(default=Confirming.FINAL, kw_only=True)
    time_zone: str = UNIVERSAL
    quiet: QuietHours | None = None
    view: View = View.OWN
    challengers: Challengers = Challengers.EVERYONE
    sharing: Sharing = Sharing.UNNAMED

    lobby: Presence = field(default=Presence.SHOWN, kw_only=True)

    news_hour: int | None = field(default=None, kw_only=True)
    """The hour of their day at which they are told of what they follow; None as soon as it comes."""

    theme: str = field(default="", kw_only=True)
    """The theme of boards that they see on the page; empty for that which everybody sees."""

    language: str = ""
    """The code of the language that they have chosen; empty for that of Discord."""

    discord_language: str = ""
    """The code of the language in which they were last seen to use Discord; empty if Furlong does not speak it."""

    @property
    def reads(self) -> str:
        """The code of the language for messages to them; empty if none is known."""
        return self.language or self.discord_language

    def local(self, instant: datetime) -> datetime:
        """An instant as the person's clock shows it."""
        return instant.astimezone(zone_of(self.time_zone))

    def is_told_apart(self, now: datetime) -> bool:
        """Whether a public message alone does not tell the person of something now."""
        return self.reach.directly or self.quiet_until(now) is not None

    def news_due(self, asked_at: datetime, now: datetime) -> datetime:
        """When the person is told of news for which a job was due at `asked_at`: `now`, or else at their next hour."""
        if self.news_hour is None or self.local(asked_at).hour == self.news_hour:
            return now
        local = self.local(now)
        hour = local.replace(hour=self.news_hour, minute=0, second=0, microsecond=0)
        return (hour if hour > local else hour + _DAY).astimezone(UTC)

    def quiet_until(self, now: datetime) -> datetime | None:
        """The end (UTC) of the quiet hours that contain `now`, a day ahead at most; None if it is not quiet.

        It may still be quiet then, if clocks change during the only hours of a day that are not quiet.
        """
        if self.quiet is None:
            return None
        zone, until = zone_of(self.time_zone), now
        today = now.astimezone(zone).date()
        for day in (today - _DAY, today, today + _DAY):
            began_at, ended_at = self.quiet.on(day, zone)
            if began_at <= until < ended_at:
                until = ended_at
        return None if until == now else min(until, now + _DAY)


USUAL: Final = Preferences()
"""The settings of a person who has changed none."""
