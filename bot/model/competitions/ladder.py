"""Ladders: rankings on a server, in which people climb by beating others a little above them.

A ladder is computed from when people joined and left it, from its matches, and from the time: `climbed` goes through
all of these in order. So changes by the clock need not be stored, and nothing can count twice.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import itemgetter
from typing import Final

from bot.model.clock import midnight
from bot.model.competitions.competition import Competition, Entrant
from bot.model.competitions.standings import Division, StandingsRow
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending

REACH: Final = 3
"""How many places above the challenger an opponent may stand."""

MOST_DECLINED: Final = 2
"""A player who declines this many challenges without playing one in between loses their place to the challenger."""

QUIET: Final = timedelta(days=30)
"""A player who has done nothing for this long slides down a place every midnight (UTC)."""

DAYS_TO_ANSWER: Final = 3
"""A challenge that is not answered within this many days counts as declined."""

LONGEST_MATCH: Final = timedelta(days=60)
"""A match that is not over after this time is decided by its position, so that nobody is busy forever."""

APART: Final = timedelta(days=7)
"""Two people who had a challenge or a match cannot challenge each other for this long, so that others can."""

_A_DAY: Final = timedelta(days=1)
_REFUSED: Final = (Ending.DECLINED, Ending.UNANSWERED)


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A person joining a ladder at its bottom (`is_there`), or leaving it."""

    person_id: int
    at: datetime
    is_there: bool


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """A challenge on a ladder and its outcome; `points` are those of the challenger and of the challenged player."""

    id: int
    challenger_id: int
    challenged_id: int
    made_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    state: State
    ending: Ending | None = None
    points: tuple[float, float] | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it waits for an answer or is being played."""
        return self.ended_at is None

    @property
    def ends_by(self) -> datetime:
        """The latest time at which the match is decided; an early estimate until it has begun."""
        return (self.began_at or self.made_at) + LONGEST_MATCH

    @property
    def people(self) -> tuple[int, int]:
        """The challenger and the challenged player."""
        return self.challenger_id, self.challenged_id


@dataclass
class Ladder:
    """The people on a ladder, the first place first, and their records, by person."""

    order: list[int] = field(default_factory=list[int])
    active_at: dict[int, datetime] = field(default_factory=dict[int, datetime])
    """When each person last did something: joined, challenged, accepted, or finished a match."""
    declined: Counter[int] = field(default_factory=Counter[int])
    """How many challenges each person has declined since last playing one."""
    played: Counter[int] = field(default_factory=Counter[int])
    won: Counter[int] = field(default_factory=Counter[int])
    going_on: dict[int, LadderMatch] = field(default_factory=dict[int, LadderMatch])
    """The open challenge or running match of each person who has one."""
    over: list[LadderMatch] = field(default_factory=list[LadderMatch])
    """The matches with a result, the latest last."""
    last_met: dict[frozenset[int], datetime] = field(default_factory=dict[frozenset[int], datetime])
    """When the last challenge or match between two people ended."""

    def place(self, person_id: int) -> int | None:
        """A person's place, counted from 1; None if they are not on the ladder."""
        return self.order.index(person_id) + 1 if person_id in self.order else None

    def reach_of(self, person_id: int) -> Sequence[int]:
        """The people whom a person may challenge, the nearest first, whether or not they are busy."""
        place = self.place(person_id)
        return [] if place is None else self.order[max(place - 1 - REACH, 0) : place - 1][::-1]

    def apart_until(self, person_id: int, other: int) -> datetime | None:
        """When two people may challenge each other again; None if they never have."""
        met = self.last_met.get(frozenset((person_id, other)))
        return None if met is None else met + APART

    def quiet_since(self, person_id: int) -> datetime | None:
        """The time since which a person has done nothing; None while they play."""
        match = self.going_on.get(person_id)
        return None if match is not None and match.began_at is not None else self.active_at[person_id]

    def is_sliding(self, person_id: int, at: datetime) -> bool:
        """Whether a person has been quiet for too long."""
        since = self.quiet_since(person_id)
        return since is not None and at - since >= QUIET

    def step(self, step: LadderStep) -> None:
        """Apply a person's joining, at the bottom, or leaving."""
        if step.person_id in self.order:
            self.order.remove(step.person_id)
        if step.is_there:
            self.order.append(step.person_id)
            self.active_at[step.person_id] = step.at
            self.declined[step.person_id] = 0

    def slide(self, at: datetime) -> None:
        """Move everybody who is inactive down a place, past those who are active."""
        for index in range(len(self.order) - 2, -1, -1):
            above, below = self.order[index : index + 2]
            if self.is_sliding(above, at) and not self.is_sliding(below, at):
                self.order[index : index + 2] = [below, above]

    def _do(self, person_id: int, at: datetime) -> None:
        self.active_at[person_id] = max(at, self.active_at.get(person_id, at))

    def ask(self, match: LadderMatch) -> None:
        """Apply a challenge."""
        self._do(match.challenger_id, match.made_at)
        for person_id in match.people:
            self.going_on[person_id] = match

    def begin(self, match: LadderMatch, at: datetime) -> None:
        """Apply the acceptance of a challenge."""
        self.declined[match.challenged_id] = 0
        for person_id in match.people:
            self._do(person_id, at)

    def end(self, match: LadderMatch, at: datetime) -> None:
        """Apply the end of a challenge or of its match."""
        self.last_met[frozenset(match.people)] = at
        for person_id in match.people:
            if self.going_on.get(person_id) == match:
                del self.going_on[person_id]
            if match.began_at is not None:
                self._do(person_id, at)
        if match.ending in _REFUSED and match.began_at is None:
            self._decline(match)
        elif match.points is not None:
            self.over.append(match)
            for person_id, own in zip(match.people, match.points, strict=True):
                self.played[person_id] += 1
                self.won[person_id] += own == 1.0
            if match.points[0] == 1.0:
                self._climb(match)

    def _decline(self, match: LadderMatch) -> None:
        self.declined[match.challenged_id] += 1
        if self.declined[match.challenged_id] >= MOST_DECLINED:
            self.declined[match.challenged_id] = 0
            self._climb(match)

    def _climb(self, match: LadderMatch) -> None:
        """Give the challenger, if below, the place of the challenged player; everybody between goes down one."""
        own, other = self.place(match.challenger_id), self.place(match.challenged_id)
        if own is not None and other is not None and own > other:
            self.order.insert(other - 1, self.order.pop(own - 1))


def climbed(steps: Sequence[LadderStep], matches: Sequence[LadderMatch], now: datetime) -> Ladder:
    """The ladder as it stands `now`, from all its events."""
    ladder, tick = Ladder(), None
    for at, _order, apply in sorted(_events(ladder, steps, matches), key=itemgetter(0, 1)):
        tick = _slide_until(ladder, tick or _after(at), min(at, now))
        if at > now:
            break
        apply()
    if tick is not None:
        _slide_until(ladder, tick, now)
    return ladder


def _events(
    ladder: Ladder, steps: Sequence[LadderStep], matches: Sequence[LadderMatch]
) -> Iterator[tuple[datetime, int, Callable[[], None]]]:
    """The events with their times; of events at the same time, the lower number comes first."""
    for step in steps:
        yield step.at, 0, partial(ladder.step, step)
    for match in matches:
        yield match.made_at, 1, partial(ladder.ask, match)
        if match.began_at is not None:
            yield match.began_at, 2, partial(ladder.begin, match, match.began_at)
        if match.ended_at is not None:
            yield match.ended_at, 3, partial(ladder.end, match, match.ended_at)


def _after(at: datetime) -> datetime:
    """The first midnight after an instant."""
    return midnight(at.astimezone(UTC).date() + _A_DAY)


def _slide_until(ladder: Ladder, tick: datetime, until: datetime) -> datetime:
    """Apply every midnight from `tick` to `until`; return the first midnight after them."""
    if ladder.order:
        earliest = min(ladder.active_at[person_id] for person_id in ladder.order) + QUIET
        tick = max(tick, min(_after(earliest), _after(until))) if earliest > tick else tick
    while tick <= until:
        ladder.slide(tick)
        tick += _A_DAY
    return tick


def wakes_at(ladder: Ladder, now: datetime) -> datetime | None:
    """When the clock may next change the ladder; None if only people's actions can."""
    quiet = [since + QUIET for person_id in ladder.order[:-1] if (since := ladder.quiet_since(person_id)) is not None]
    slides = [max(_after(now), _after(min(quiet)))] if quiet else []
    return min([*slides, *(match.ends_by for match in ladder.going_on.values())], default=None)


@dataclass(frozen=True, slots=True)
class LadderStandings:
    """A ladder with everybody who is or was on it."""

    competition: Competition
    ladder: Ladder
    entrants: tuple[Entrant, ...]

    def person(self, person_id: int) -> Person:
        """The person with this id."""
        return next(entrant.person for entrant in self.entrants if entrant.person.id == person_id)


def ladder_standings(ladder: Ladder, entrants: Sequence[Entrant], now: datetime) -> Division:
    """The standings of a ladder; people who slide are marked as going down."""
    entrants_by_id = {entrant.person.id: entrant for entrant in entrants}
    rows = [
        StandingsRow(
            entrant=entrants_by_id[person_id],
            place=place,
            points=float(ladder.won[person_id]),
            played=ladder.played[person_id],
            to_play=int(person_id in ladder.going_on),
            wins=ladder.won[person_id],
            move=-1 if ladder.is_sliding(person_id, now) else 0,
        )
        for place, person_id in enumerate(ladder.order, start=1)
        if person_id in entrants_by_id
    ]
    return Division(1, tuple(rows), ())
