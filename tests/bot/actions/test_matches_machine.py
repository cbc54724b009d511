"""Whatever people do in any order, matches behave like a model of a few lines."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.actions.challenges import MOST_OPEN
from bot.model.challenges import Proposal
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals import BeforeRestore
from bot.model.refusals.challenges import (
    AlreadyJoined,
    HostStays,
    NoLongerOpen,
    NotHost,
    NotInvited,
    NotJoined,
    OpponentIsYou,
    TooFewJoined,
    TooManyOpen,
)
from bot.model.refusals.matches import MatchIsOver, NotPlaying, NotStarted, NotYourTurn, StaleBoard
from bot.store.engine.database import Database
from rules.core import IllegalMove, Move, Seat
from rules.record import replay
from tests.bot.matches import Matches
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, SERVER, StandingClock, all_games, dump, here
from tests.rules.playouts import of_a_thousand

_Result = TypeVar("_Result")
PEOPLE = (ADA, BEN, CLEO, DAN)
people = st.sampled_from(PEOPLE)
choices = st.integers(0, 5)
tokens = st.sampled_from([Move("one"), Move("more")])


@dataclass
class Model:
    """The model of a match of Sticks."""

    number: int
    host: Person
    host_seat: int
    seats: int
    invited: list[Person]
    is_open_challenge: bool
    players: list[Person]
    state: State = State.OPEN
    moves: list[Move] = field(default_factory=list[Move])

    @property
    def to_move(self) -> Person | None:
        turn = replay(STICKS, self.seats, self.moves).turn
        return self.players[turn] if self.state is State.RUNNING and isinstance(turn, int) else None

    def why_not_join(self, person: Person) -> type[Exception] | None:
        if self.state is not State.OPEN:
            return NoLongerOpen
        if person in self.players:
            return AlreadyJoined
        return None if self.is_open_challenge or person in self.invited else NotInvited

    def why_not_decline(self, person: Person) -> type[Exception] | None:
        if self.state is not State.OPEN:
            return NoLongerOpen
        asked = person in self.invited or (
            person in self.players and person != self.host and not self.is_open_challenge
        )
        return None if asked else NotInvited

    def why_not_cancel(self, person: Person) -> type[Exception] | None:
        if self.state is not State.OPEN:
            return NoLongerOpen
        return None if person == self.host else NotHost

    def why_not_leave(self, person: Person) -> type[Exception] | None:
        if self.state is not State.OPEN:
            return NoLongerOpen
        if person == self.host:
            return HostStays
        return None if self.is_open_challenge and person in self.players else NotJoined

    def why_not_start(self, person: Person) -> type[Exception] | None:
        if self.why_not_cancel(person):
            return self.why_not_cancel(person)
        return None if self.is_open_challenge and len(self.players) == 2 else TooFewJoined

    def why_not_act(self, person: Person) -> type[Exception] | None:
        if self.state is not State.RUNNING:
            return NotStarted if self.state is State.OPEN else MatchIsOver
        return None if person in self.players else NotPlaying

    def why_not_play(self, person: Person, move: Move, ply: int | None) -> type[Exception] | None:
        if self.why_not_act(person):
            return self.why_not_act(person)
        if ply is not None and ply != len(self.moves):
            return StaleBoard if ply < len(self.moves) else BeforeRestore
        if person != self.to_move:
            return NotYourTurn
        return None if move in replay(STICKS, self.seats, self.moves).legal_moves() else IllegalMove

    def join(self, person: Person) -> None:
        self.players.append(person)
        self.invited = [other for other in self.invited if other != person]
        if len(self.players) == self.seats:
            self.begin()

    def begin(self) -> None:
        self.seats, self.state = len(self.players), State.RUNNING
        self.players.remove(self.host)
        self.players.insert(self.host_seat, self.host)

    def play(self, move: Move) -> None:
        self.moves.append(move)
        if replay(STICKS, self.seats, self.moves).turn is None:
            self.state = State.FINISHED

    def agrees_with(self, match: Match) -> bool:
        return (
            match.host == self.host
            and match.state is self.state
            and match.seats == self.seats
            and match.players == tuple(self.players)
            and match.invited == tuple(self.invited)
            and match.history.tokens == tuple(self.moves)
            and match.to_move == self.to_move
            and (match.result is None) is (self.state in (State.OPEN, State.RUNNING))
        )


class ClubMachine(RuleBasedStateMachine):
    """Four people, any number of matches of Sticks for two or three."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.patch = pytest.MonkeyPatch()
        self.models: dict[int, Model] = {}

    def those(self, *states: State) -> list[Model]:
        return [model for model in self.models.values() if model.state in (states or State)]

    def chosen(self, choice: int, *states: State) -> Model:
        found = self.those(*states)
        return found[choice % len(found)]

    def run(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        return self.runner.run(coroutine)

    @initialize()
    def open(self) -> None:
        self.database = self.run(Database.open("sqlite://"))
        self.clock = StandingClock()
        self.matches = Matches(self.database, now=self.clock, games=all_games())
        self.patch.setattr("bot.model.challenges.MOST_INVITATIONS", 1_000)  # the model knows no limit of invitations
        for host, guests in ((ADA, [BEN]), (BEN, [CLEO, ADA]), (CLEO, [])):
            self.propose(host, guests, 0)

    def teardown(self) -> None:
        self.run(self.database.close())
        self.runner.close()
        self.patch.undo()

    def expect(self, refusal: type[Exception] | None, act: Coroutine[Any, Any, object]) -> bool:
        """Do something; unless `refusal` is None, it must be refused without effect. Returns whether it was done."""
        self.clock.go_on(minutes=1)
        if refusal is None:
            self.run(act)
            return True
        before = self.run(dump(self.database))
        with pytest.raises(refusal) as caught:
            self.run(act)
        assert caught.type is refusal
        assert self.run(dump(self.database)) == before
        return False

    @rule(host=people, guests=st.lists(people, max_size=2, unique=True), seat=st.integers(0, 1))
    def propose(self, host: Person, guests: list[Person], seat: int) -> None:
        waiting = sum(model.host == host and model.state is State.OPEN for model in self.models.values())
        refusal = OpponentIsYou if host in guests else TooManyOpen if waiting >= MOST_OPEN else None
        if self.expect(
            refusal, self.matches.propose(here(host), SERVER, Proposal(STICKS, CHANNEL, tuple(guests), Seat(seat)))
        ):
            number = len(self.models) + 1
            self.models[number] = Model(
                number, host, seat, len(guests) + 1 if guests else 3, guests, not guests, [host]
            )

    @rule(choice=choices, person=people)
    def join(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_join(person), self.matches.join(here(person), model.number)):
            model.join(person)

    @precondition(lambda self: self.those(State.OPEN))
    @rule(choice=choices)
    def a_player_who_may_joins(self, choice: int) -> None:
        model = self.chosen(choice, State.OPEN)
        person = (model.invited or [person for person in PEOPLE if person not in model.players])[0]
        self.run(self.matches.join(here(person), model.number))
        model.join(person)

    @rule(choice=choices, person=people)
    def decline(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_decline(person), self.matches.decline(here(person), model.number)):
            model.state = State.CALLED_OFF

    @rule(choice=choices, person=people)
    def cancel(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_cancel(person), self.matches.cancel(here(person), model.number)):
            model.state = State.CALLED_OFF

    @rule(choice=choices, person=people)
    def leave(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_leave(person), self.matches.leave(here(person), model.number)):
            model.players.remove(person)

    @rule(choice=choices, person=people)
    def start(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_start(person), self.matches.start(here(person), model.number)):
            model.begin()

    @rule(choice=choices, move=tokens, person=people, ply=st.none() | st.integers(0, 3))
    def play(self, choice: int, move: Move, person: Person, ply: int | None) -> None:
        model = self.chosen(choice)
        if self.expect(
            model.why_not_play(person, move, ply), self.matches.play(here(person), model.number, move, revision=ply)
        ):
            model.play(move)

    @precondition(lambda self: self.those(State.RUNNING))
    @rule(choice=choices, move=tokens)
    def whose_turn_it_is_plays(self, choice: int, move: Move) -> None:
        model = self.chosen(choice, State.RUNNING)
        assert model.to_move is not None
        self.run(self.matches.play(here(model.to_move), model.number, move, revision=len(model.moves)))
        model.play(move)

    @rule(choice=choices, person=people)
    def resign(self, choice: int, person: Person) -> None:
        model = self.chosen(choice)
        if self.expect(model.why_not_act(person), self.matches.resign(here(person), model.number)):
            model.state = State.FINISHED

    @invariant()
    def every_match_is_as_the_model_says(self) -> None:
        for number, model in self.models.items():
            assert model.agrees_with(self.run(self.matches.load(number))), number

    @rule(person=people, states=st.sets(st.sampled_from(State)))
    def lists_are_complete(self, person: Person, states: set[State]) -> None:
        found = self.run(self.matches.of_person(person, SERVER, *states))
        assert {(summary.id, summary.state, summary.ply, summary.to_move) for summary in found} == {
            (model.number, model.state, len(model.moves), model.to_move)
            for model in self.models.values()
            if model.state in states and person in (*model.players, *model.invited)
        }


TestClub = ClubMachine.TestCase
TestClub.settings = settings(
    max_examples=max(3, of_a_thousand(30)),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
