"""Whatever is played and taken back in any order, a match is exactly as it was before the undone moves."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.model.clock import Terms
from bot.model.refusals.offers import NothingToTakeBack
from rules.core import Position
from rules.record import replay
from tests.bot.rounds import granted
from tests.bot.store.rounds import CHOICES, ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, hall_at, here
from tests.rules.playouts import of_a_thousand

_Result = TypeVar("_Result")


class Wandering(RuleBasedStateMachine):
    """A machine in which two or three people play random moves and take some back; a few lines model the record."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.patch = pytest.MonkeyPatch()

    def run(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        return self.runner.run(coroutine)

    @initialize(seats=st.integers(2, 3))
    def open(self, seats: int) -> None:
        self.hall = self.run(hall_at("sqlite://"))
        self.players = (ADA, BEN, CLEO)[:seats]
        self.match = self.run(self.hall.running(*self.players, game=ROUNDS, terms=Terms(3)))
        self.positions: list[Position] = [self.match.position]
        self.revisions = [self.match.revision]

    def teardown(self) -> None:
        self.run(self.hall.database.close())
        self.runner.close()
        self.patch.undo()

    @rule(move=st.sampled_from(CHOICES[:3]), minutes=st.integers(1, 600))
    def a_player_moves(self, move: str, minutes: int) -> None:
        assert self.match.to_move is not None
        self.hall.clock.go_on(minutes=minutes)
        self.match = self.run(self.hall.matches.play(here(self.match.to_move), self.match.id, move)).match
        self.positions += [step.after for step in self.match.history.steps[len(self.positions) - 1 :]]
        self.revisions.append(self.match.revision)

    @rule(seat=st.integers(0, 2), minutes=st.integers(1, 600))
    def a_player_takes_back(self, seat: int, minutes: int) -> None:
        seat %= len(self.players)
        turns = [ply for ply, position in enumerate(self.positions[:-1]) if position.turn == seat]
        decisions = [ply for ply in turns if len(self.positions[ply].legal_moves()) > 1]
        if not decisions:
            with pytest.raises(NothingToTakeBack):
                self.run(self.hall.matches.ask_takeback(here(self.players[seat]), self.match.id))
            return
        self.hall.clock.go_on(minutes=minutes)
        self.match = self.run(granted(self.hall, self.match, self.players[seat]))
        del self.positions[decisions[-1] + 1 :]
        self.revisions.append(self.match.revision)
        assert self.match.to_move == self.players[seat]

    @invariant()
    def the_match_stands_where_it_stood_then(self) -> None:
        assert self.match == self.run(self.hall.matches.load(self.match.id))
        assert self.match.position == self.positions[-1] == replay(ROUNDS, len(self.players), self.match.history.tokens)
        assert self.match.ply == len(self.positions) - 1
        assert self.match.clock is not None and self.match.clock.began_at == self.hall.clock.at

    @invariant()
    def the_revision_always_rises(self) -> None:
        assert self.revisions == sorted(set(self.revisions))


TestWandering = Wandering.TestCase
TestWandering.settings = settings(
    max_examples=max(3, of_a_thousand(30)),
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
