"""Banks compared with a second clock that counts tick by tick, in random schedules of a match.

Moves, takebacks, days given, outages, vacations and weekends come at random. `FURLONG_RANDOM_GAMES` says how many
schedules there are.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from bot.actions import offers, playing
from bot.actions.change import MatchChange
from bot.model.clock import Pause, Terms
from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Actor
from bot.model.place import Place
from bot.model.refusals.matches import TimeIsUp
from rules import GAMES
from rules.core import Seat
from tests.bot.tables import ADA, BEN, CHANNEL, SERVER
from tests.rules.playouts import RANDOM_GAMES

_PLAYERS: Final = (ADA, BEN)
_FRIDAY: Final = datetime(2030, 1, 4, tzinfo=UTC)
_MOST_EVENTS: Final = 16
_LATE: Final = timedelta(seconds=3)
"""The longest delay until a press is read."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Ticks that do not count: for the player `whose` if it is a vacation, for both if it is None."""

    begins: int
    ends: int
    whose: Seat | None


@dataclass
class NaiveBanks:
    """Two banks in ticks, each an hour or a second long, of which one runs."""

    tick: timedelta
    left: list[int]
    increment: int
    weekends: bool
    most_vacation: int | None
    """The ticks for which vacations stop a clock in each turn; None for no maximum."""

    now: int = 0
    to_move: Seat = Seat(0)
    stops: list[Stop] = field(default_factory=list[Stop])
    turns: list[tuple[Seat, bool]] = field(default_factory=list[tuple[Seat, bool]])
    """The player of each turn, and whether the player had a choice."""

    _on_vacation: int = 0

    def wait(self, until: int) -> bool:
        """Let time pass tick by tick; False if the running bank is empty before the end."""
        while self.now < until:
            self.left[self.to_move] -= self._counts()
            self.now += 1
            if self.left[self.to_move] == 0:
                return False
        return True

    def _counts(self) -> bool:
        over = [stop.whose for stop in self.stops if stop.begins <= self.now < stop.ends]
        is_out = None in over
        if self.to_move in over and (self.most_vacation is None or self._on_vacation < self.most_vacation):
            self._on_vacation += 1
            is_out = True
        weekday = (_FRIDAY + self.now * self.tick).weekday()
        return not is_out and not (self.weekends and weekday >= 5)

    def move(self, *, has_choice: bool) -> None:
        self.left[self.to_move] += self.increment
        self.turns.append((self.to_move, has_choice))
        self._turn(Seat(1 - self.to_move))

    def take_back(self, seat: Seat) -> None:
        """Undo everything since a player's last choice, with the time that the undone turns have added."""
        undone: tuple[Seat, bool] | None = None
        while undone != (seat, True):
            undone = self.turns.pop()
            left = self.left[undone[0]]
            self.left[undone[0]] = max(left - self.increment, min(left, self.increment))
        self._turn(seat)

    def _turn(self, seat: Seat) -> None:
        self.to_move, self._on_vacation = seat, 0


class Schedule:
    """A random match with banks, and the naive clock beside it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        is_quick = seed % 2 == 0
        self.tick = timedelta(seconds=1) if is_quick else timedelta(hours=1)
        bank, increment = (self.chance.randint(1, 240), self.chance.randint(0, 30))
        if not is_quick:
            bank = max(bank, 24)  # a smaller bank would be for one sitting
        days = None if is_quick else self.chance.choice((None, 0, 1, 2))
        weekends, ticks = not is_quick and self.chance.random() < 0.5, self.tick // timedelta(seconds=1)
        self.terms = Terms(bank=bank * ticks, increment=increment * ticks, pauses_weekends=weekends, most_vacation=days)
        most = 0 if is_quick else None if days is None else days * 24
        self.naive = NaiveBanks(self.tick, [bank, bank], increment, weekends, most)
        self.match = _begun(self.terms)
        self.given = 0
        beginning = self.change()
        beginning.start_clock(ADA)
        self.match = beginning.match

    def change(self, *, late: timedelta = timedelta()) -> MatchChange:
        """A unit of work on the match for a press at this moment that is read later; all pauses are credited."""
        at = _FRIDAY + self.naive.now * self.tick
        pauses = {player.id: self._pauses(Seat(seat)) for seat, player in enumerate(_PLAYERS)}
        change = MatchChange(self.match, at + late, pauses, self.chance, actor=Actor(ADA, None, at))
        if change.match.clock is not None:
            change.set_clock(change.clock_now(change.match.clock, _PLAYERS[self.naive.to_move]))
        return change

    def _pauses(self, seat: Seat) -> Sequence[Pause]:
        return [
            Pause(
                _FRIDAY + stop.begins * self.tick, _FRIDAY + stop.ends * self.tick, is_vacation=stop.whose is not None
            )
            for stop in self.naive.stops
            if stop.whose in (None, seat)
        ]

    def played(self) -> None:
        """Let the events happen and compare after each, until a bank is empty or the game is over."""
        for _ in range(self.chance.randint(1, _MOST_EVENTS)):
            self._stops()
            span = self.chance.choice((1, 3, 20, 60))
            if not self.naive.wait(self.naive.now + self.chance.randint(0, span)):
                self._runs_out()
                return
            self._acts()
            self._compare()
            if self.match.state is not State.RUNNING:
                return

    def _stops(self) -> None:
        """Sometimes add a pause to the time ahead: an outage, or a vacation of one player."""
        last = max((stop.ends for stop in self.naive.stops), default=0)
        if self.chance.random() < 0.4:
            begins = max(last, self.naive.now) + self.chance.randint(0, 20)
            whose = self.chance.choice((None, Seat(0), Seat(1)))
            self.naive.stops.append(Stop(begins, begins + self.chance.randint(1, 40), whose))

    def _acts(self) -> None:
        change, naive = self.change(late=_LATE * self.chance.random()), self.naive
        mover = naive.to_move
        deed = self.chance.random()
        asker = self.chance.choice((Seat(0), Seat(1)))
        if deed < 0.2 and (asker, True) in naive.turns:
            change.match = replace(change.match, offers=())  # no offer was refused
            offers.ask_takeback(change, Actor(_PLAYERS[asker], SERVER))
            offers.accept(change, Actor(_PLAYERS[1 - asker], SERVER), 0)
            naive.take_back(asker)
        elif deed < 0.3 and not self.terms.is_quick and self.given < offers.MOST_GIVEN_DAYS:
            offers.give_day(change)
            naive.left[mover] += 24
            self.given += 1
        else:
            legal = self.match.position.legal_moves()
            playing.play(change, _PLAYERS[mover], self.chance.choice(legal))
            naive.move(has_choice=len(legal) > 1)
        self.match = change.match

    def _compare(self) -> None:
        stopped = self.change()
        stopped.stop_clock(has_moved=False)
        assert [*stopped.match.banks] == [left * self.tick for left in self.naive.left]

    def _runs_out(self) -> None:
        """Check that the bank is empty at this tick: a press comes too late, and the match ends."""
        change, mover = self.change(), _PLAYERS[self.naive.to_move]
        assert change.match.clock is not None
        assert change.match.clock.deadline == _FRIDAY + self.naive.now * self.tick
        with pytest.raises(TimeIsUp):
            playing.play(change, mover, change.match.position.legal_moves()[0])
        flagged = self.change(late=2 * _LATE)
        assert playing.flag(flagged)
        assert flagged.match.result is not None and flagged.match.result.by == mover


def _begun(terms: Terms) -> Match:
    assert terms.bank is not None
    return Match(
        id=1,
        place=Place(SERVER, CHANNEL),
        state=State.RUNNING,
        host=ADA,
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(),
        players=_PLAYERS,
        history=History.beginning(GAMES["furl"], 2),
        created_at=_FRIDAY,
        changed_at=_FRIDAY,
        started_at=_FRIDAY,
        terms=terms,
        banks=(timedelta(seconds=terms.bank),) * 2,
    )


@pytest.mark.parametrize("part", range(4))
def test_a_bank_is_to_the_second_that_of_a_clock_that_counts_each_tick(part: int) -> None:
    for seed in range(part, RANDOM_GAMES, 4):
        Schedule(seed).played()
