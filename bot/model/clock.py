"""The arithmetic of correspondence clocks: when a player's time runs out, and when to remind them. No I/O.

A player has some days for a move, or a bank: time for the whole match, to which each of their turns adds an increment.
Time does not count while it stands still for them: on their vacation, while the bot was down, and on Saturdays and
Sundays, by their own time zone, if that was agreed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.model.jobs import REMINDERS, Notice

FEWEST_DAYS: Final = 1
MOST_DAYS: Final = 14
DEFAULT_DAYS: Final = 3
QUICK: Final = 86_400
"""A bank of fewer seconds than this, a day, is for one sitting."""

MOST_BANK: Final = 60 * 86_400  # seconds
MOST_INCREMENT: Final = 7 * 86_400  # seconds
_REMIND_AFTER: Final = 0.8  # the share of the time that is used when the reminder comes
REMINDED_TOGETHER: Final = timedelta(hours=1)
"""A person is reminded at once of all matches whose reminders are due within this time."""

LEAST_LEFT_EARLY: Final = 3 * REMINDED_TOGETHER
"""The least time that is left in a match of which a person is reminded early."""

_REMIND_AGAIN: Final = {Notice.SECOND_REMINDER: 0.1, Notice.LAST_REMINDER: 0.05}  # the share of the time that is left
_SHORTEST_NOTICE: Final = timedelta(minutes=2)
"""A reminder with less time left would come too late, because clocks are checked once a minute."""

_SATURDAY: Final = 5  # as in `date.weekday`
_WEEKEND: Final = timedelta(days=2)
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed when a match was proposed."""

    days: int | None = None
    """The days a player has for a move; None for no limit, or if each player has a bank."""

    pauses_weekends: bool = False
    """Whether clocks stop on Saturdays and Sundays, by the time zone of each player."""

    is_rated: bool = False
    """Whether the result counts for ratings."""

    most_vacation: int | None = None
    """The maximum days for which a vacation stops a player's clock in each turn; None for no maximum."""

    has_hints: bool = False
    """Whether players may ask for hints."""

    bank: int | None = None
    """The seconds a player has for the whole match; None if each move has its own limit, or none."""

    increment: int = 0
    """The seconds that each turn adds to the bank of the player who made it."""

    grants_takebacks: bool = False
    """Whether takebacks grant themselves while nobody else has moved; such a match is casual."""

    vote_minutes: int | None = None
    """The minutes for which a channel votes on each of its moves; None if no channel plays."""

    @property
    def has_limit(self) -> bool:
        """Whether a player's time can run out."""
        return self.days is not None or self.bank is not None

    @property
    def is_quick(self) -> bool:
        """Whether the match is for one sitting: only an outage stops its clocks, and nobody is given days."""
        return self.bank is not None and self.bank < QUICK


FRIENDLY: Final = Terms()
"""Terms without a time limit or ratings."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A stretch of time that does not count: from `began_at` until just before `ended_at`."""

    began_at: datetime
    ended_at: datetime
    is_vacation: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the player to move.

    It started at `began_at`; `given_days` were added for the player. `deadline` is when it runs out, as far as is known
    now; `remind_at` is when to remind the player, None once that is done. `bank` is the time the player had left when
    it started, None if each move has its own limit.
    """

    began_at: datetime
    given_days: int
    deadline: datetime
    remind_at: datetime | None
    bank: timedelta | None = None

    @property
    def is_reminded(self) -> bool:
        """Whether the player was reminded of this move."""
        return self.remind_at is None


def started(
    terms: Terms, began_at: datetime, pauses: Iterable[Pause] = (), bank: timedelta | None = None, zone: tzinfo = UTC
) -> Clock | None:
    """The clock of a player in a time zone whose turn began at `began_at`, with the rest of their bank; None without a limit.

    It has no reminder if one would come too late to help.
    """
    if not terms.has_limit:
        return None
    clock = Clock(began_at, 0, began_at, began_at, bank)
    if _allowance(terms, clock) * (1 - _REMIND_AFTER) < _SHORTEST_NOTICE:
        clock = replace(clock, remind_at=None)
    return reckoned(terms, clock, pauses, zone)


def reckoned(terms: Terms, clock: Clock, pauses: Iterable[Pause], zone: tzinfo = UTC) -> Clock:
    """The clock of a player in a time zone, with its deadline and its reminder moved by these pauses."""
    agreed = tuple(_as_agreed(terms, clock.began_at, pauses))
    allowance = _allowance(terms, clock)
    weekends_of = zone if terms.pauses_weekends else None
    deadline = instant_after(clock.began_at, allowance, agreed, weekends_of=weekends_of)
    remind_at = instant_after(clock.began_at, allowance * _REMIND_AFTER, agreed, weekends_of=weekends_of)
    return replace(clock, deadline=deadline, remind_at=None if clock.is_reminded else remind_at)


def reminder_after(terms: Terms, clock: Clock, reminded: Notice, now: datetime) -> tuple[Notice, datetime] | None:
    """The next reminder after this one, and when it is due, for a player who wants several; None if none can come.

    It is counted back from the deadline, so that no pause before it matters.
    """
    for kind in REMINDERS[REMINDERS.index(reminded) + 1 :]:
        due_at = reminded_again_at(terms, clock, kind)
        if due_at > now:
            return kind, due_at
    return None


def reminded_again_at(terms: Terms, clock: Clock, kind: Notice) -> datetime:
    """When a reminder after the first one is due."""
    return clock.deadline - _allowance(terms, clock) * _REMIND_AGAIN[kind]


def left_at(terms: Terms, clock: Clock, pauses: Iterable[Pause], instant: datetime, zone: tzinfo = UTC) -> timedelta:
    """The time that a player in a time zone has left at an instant if their clock stops then."""
    used, running = timedelta(), clock.began_at
    agreed = tuple(_as_agreed(terms, clock.began_at, pauses))
    for pause in _stops(clock.began_at, agreed, zone if terms.pauses_weekends else None):
        if pause.began_at >= instant:
            break
        used += max(pause.began_at - running, timedelta())
        running = max(running, pause.ended_at)
    used += max(instant - running, timedelta())
    return max(_allowance(terms, clock) - used, timedelta())


def stopped_until(terms: Terms, clock: Clock, vacation: Pause) -> datetime | None:
    """Until when a vacation stops a clock, by what was agreed; None if it does not stop it at all."""
    return next((stop.ended_at for stop in _as_agreed(terms, clock.began_at, [vacation])), None)


def _allowance(terms: Terms, clock: Clock) -> timedelta:
    """The time that a player has from the moment their clock began to run."""
    given = timedelta(days=clock.given_days)
    if clock.bank is not None:
        return clock.bank + given
    assert terms.days is not None, "only a match with a limit has a clock"
    return timedelta(days=terms.days) + given


def _as_agreed(terms: Terms, began_at: datetime, pauses: Iterable[Pause]) -> Iterator[Pause]:
    """The pauses that stop a clock started at `began_at`; vacations are cut to the agreed days."""
    most = 0 if terms.is_quick else terms.most_vacation
    left = None if most is None else timedelta(days=most)
    for pause in sorted(pauses, key=lambda pause: pause.began_at):
        if left is None or not pause.is_vacation:
            yield pause
        elif pause.ended_at > began_at and left:
            since = max(pause.began_at, began_at)
            stopped = min(pause.ended_at - since, left)
            left -= stopped
            yield Pause(since, since + stopped, is_vacation=True)


def instant_after(
    began_at: datetime, amount: timedelta, pauses: Iterable[Pause], *, weekends_of: tzinfo | None = None
) -> datetime:
    """The earliest instant at which `amount` of counting time has passed since `began_at`.

    The weekends of the time zone `weekends_of` do not count; those of no zone if it is None.
    """
    running, left = began_at, amount
    for pause in _stops(began_at, pauses, weekends_of):
        until_pause = max(pause.began_at - running, timedelta())
        if left <= until_pause:
            break
        running, left = pause.ended_at, left - until_pause
    return running + left


def credited(began_at: datetime, ends_at: datetime, outages: Iterable[Pause]) -> datetime:
    """The end of a period from `began_at` to `ends_at`, extended by the outages in it."""
    return instant_after(began_at, ends_at - began_at, outages)


def _stops(began_at: datetime, pauses: Iterable[Pause], weekends_of: tzinfo | None) -> Iterator[Pause]:
    """All pauses that end after `began_at`, in order and disjoint; infinitely many if weekends are among them."""
    merged = _merged(pause for pause in pauses if pause.ended_at > max(began_at, pause.began_at))
    return iter(merged) if weekends_of is None else _with_weekends(began_at, merged, weekends_of)


def _merged(pauses: Iterable[Pause]) -> Sequence[Pause]:
    """Pauses that touch or overlap, joined."""
    merged: list[Pause] = []
    for pause in sorted(pauses, key=lambda pause: pause.began_at):
        if merged and pause.began_at <= merged[-1].ended_at:
            merged[-1] = Pause(merged[-1].began_at, max(merged[-1].ended_at, pause.ended_at))
        else:
            merged.append(pause)
    return merged


def _with_weekends(began_at: datetime, pauses: Sequence[Pause], zone: tzinfo) -> Iterator[Pause]:
    today = began_at.astimezone(zone).date()
    saturday = today + timedelta(days=(_SATURDAY - today.weekday()) % 7) - _WEEK
    last = max((pause.ended_at for pause in pauses), default=began_at)
    weekends = [_weekend(saturday, zone)]
    while weekends[-1].began_at <= last:
        saturday += _WEEK
        weekends.append(_weekend(saturday, zone))
    yield from _merged(pause for pause in (*pauses, *weekends) if pause.ended_at > began_at)
    while True:
        saturday += _WEEK
        yield _weekend(saturday, zone)


def _weekend(saturday: date, zone: tzinfo) -> Pause:
    """The weekend of a Saturday as the clocks in a zone show it; it is an hour longer or shorter when they change."""
    began_at, ended_at = (
        datetime.combine(day, time(), zone).astimezone(UTC) for day in (saturday, saturday + _WEEKEND)
    )
    return Pause(began_at, ended_at)


def overlap(pauses: Iterable[Pause], began_at: datetime, ended_at: datetime) -> timedelta:
    """How much of the period from `began_at` to `ended_at` these pauses cover, counting overlaps once."""
    covered = timedelta()
    for pause in _merged(pauses):
        covered += max(min(pause.ended_at, ended_at) - max(pause.began_at, began_at), timedelta())
    return covered


def midnight(day: date) -> datetime:
    """The instant at which a day begins, UTC."""
    return datetime.combine(day, time(), UTC)
