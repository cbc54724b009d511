"""Askers: who is behind a request, whichever of theirs sends it, and how much of what costs each of them may use."""

from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from cachetools import TTLCache

Asker = int | str
"""Who asks: the id of an account on Discord, for itself and its engines, or the name of a network, for its guests.

A character, a channel and a forgotten person are their own askers. The name of a guest's network is a hash; a visitor
without a session is their network itself, which is kept in memory only.
"""

ASKING: Final = ContextVar[Asker | None]("who asks", default=None)
"""Who is behind the request that is being answered; None while the bot does something by itself."""

POSTING: Final = ContextVar("posting", default=False)
"""Whether what is asked of Discord shows or tells people something, as stored jobs do."""

UNKNOWN_NETWORK: Final = ""
"""The asker behind all guests whose network was not stored."""


class Cost(Enum):
    """What askers use."""

    REQUEST = auto()
    """A request to the page or by a program: a touch makes two, and fifty a second do not delay the bot."""
    NEARBY = auto()
    """A request of a guest or without a session, counted for the network around their household as well."""
    DRAWING = auto()
    """A picture, a picker, a record that is read, or a match that is judged."""
    CHALLENGE = auto()
    """A challenge by a program or a match that it plays again, refused ones included."""
    ACTION = auto()
    """Something else that a program does in a match, besides moves and answers to challenges; some is thought about."""
    QUESTION = auto()
    """A question to Discord, which bans an address that asks too many of those that it refuses."""
    REFUSAL = auto()
    """A question to Discord that it refused: whoever has caused too many asks no more for a while."""
    POST = auto()
    """A post that Discord refused, perhaps because another person has closed a door: whoever has caused too many waits
    with all others until more is posted."""
    MATCH = auto()
    """A match that is proposed or played again: it costs messages, thinking time and room in the database."""
    ENTRY = auto()
    """A vacation, a season that is opened or joined, something that is followed, or a webhook that is turned on."""
    LOBBY = auto()
    """A challenge for everyone on Furlong, which people of all servers see."""
    REPORT = auto()
    """A report of a match from the lobby, which the host of Furlong reads."""
    WEBHOOK = auto()
    """A webhook that is on, of a token of theirs or of an engine's."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most that each account and each network may use `within` some time, or have at a time if that is None."""

    account: int
    network: int
    within: timedelta | None = None

    def of(self, asker: Hashable) -> int:
        """The most that an asker may use."""
        return self.account if isinstance(asker, int) else self.network


_MOMENT: Final = timedelta(seconds=10)

MOST_REFUSED: Final = 3_000
"""How many requests Discord may have refused lately while askers are still allowed to cause others.

Eighty accounts have to use up their refusals of both kinds before the questions of honest people are stopped; Discord
bans at 10,000.
"""

MANY_REFUSED: Final = 1_000
"""From how many requests that Discord has refused lately on nothing is posted at once for those who caused any of them."""

ALLOWANCES: Final[Mapping[Cost, Allowance]] = {
    Cost.REQUEST: Allowance(500, 600, _MOMENT),
    Cost.NEARBY: Allowance(0, 1_500, _MOMENT),
    Cost.DRAWING: Allowance(300, 150, _MOMENT),
    Cost.CHALLENGE: Allowance(20, 0, timedelta(minutes=10)),
    Cost.ACTION: Allowance(30, 0, _MOMENT),
    Cost.QUESTION: Allowance(200, 0, timedelta(minutes=10)),
    Cost.REFUSAL: Allowance(30, 30, timedelta(minutes=10)),
    Cost.POST: Allowance(30, 30, timedelta(minutes=10)),
    Cost.MATCH: Allowance(100, 100, timedelta(hours=1)),
    Cost.ENTRY: Allowance(60, 60, timedelta(days=1)),
    Cost.LOBBY: Allowance(10, 0, timedelta(days=1)),
    Cost.REPORT: Allowance(5, 0, timedelta(days=1)),
    Cost.WEBHOOK: Allowance(6, 0),
}
"""What each asker may use, all processes together. What they have at a time, and matches, are counted in the database."""

_MOST_COUNTED: Final = 20_000  # askers


class Counts:
    """The recent numbers of uses, by those who used something."""

    def __init__(self, within: timedelta = _MOMENT) -> None:
        """Begin without uses; those `within` so much time count."""
        self._counts: Final = TTLCache[Hashable, list[int]](_MOST_COUNTED, within.total_seconds())

    def count(self, asker: Hashable, most: int) -> bool:
        """Count a use; return whether there were no more than `most` lately."""
        counter = self._counts.get(asker)
        if counter is None:
            counter = self._counts[asker] = [0]
        counter[0] += 1
        return counter[0] <= most

    def has_left(self, asker: Hashable, most: int) -> bool:
        """Whether another use would be no more than `most` lately."""
        [used] = self._counts.get(asker, [0])
        return used < most

    def forgive(self, asker: Hashable) -> None:
        """Take back one counted use."""
        counter = self._counts.get(asker)
        if counter is not None:
            counter[0] -= 1


class Budget:
    """What askers have lately used in this process, which allows its share among the `processes` that are at work."""

    def __init__(self, processes: Callable[[], int]) -> None:
        """Begin without uses."""
        self._processes: Final = processes
        self.refused: Callable[[], int] = lambda: 0
        """Returns how many requests Discord has lately refused, of all processes."""
        self._used: Final = {
            cost: Counts(limit.within) for cost, limit in ALLOWANCES.items() if limit.within is not None
        }

    def spend(self, cost: Cost, asker: Hashable) -> bool:
        """Count a use by an asker; return whether it is allowed."""
        return self._used[cost].count(asker, self.share(ALLOWANCES[cost].of(asker)))

    def has_left(self, cost: Cost, asker: Asker) -> bool:
        """Whether an asker may use more, without counting anything."""
        return self._used[cost].has_left(asker, self.share(ALLOWANCES[cost].of(asker)))

    def share(self, most: int) -> int:
        """The share of this process in a number that is allowed, at least 1 unless nothing is."""
        return -(-most // self._processes())

    def may_post(self, asker: Asker) -> bool:
        """Whether what an asker does is posted at once: not if Discord has refused too much of it, or, of many, any."""
        is_harmless = self.refused() < MANY_REFUSED or self._used[Cost.POST].has_left(asker, 1)
        return is_harmless and self.has_left(Cost.POST, asker)

    @property
    def may_question(self) -> bool:
        """Whether askers may cause questions to Discord: the last of those that it may refuse are kept for the bot."""
        return self.refused() < MOST_REFUSED
