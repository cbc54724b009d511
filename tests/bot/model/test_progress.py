"""What follows a move automatically: rolls, and forced steps."""

from dataclasses import dataclass, replace
from typing import Final, Self

import pytest

from bot.model.history import Entry, History, advance, begin
from rules.core import CHANCE, IllegalMove, Move, Outcome, Position, Seat, Turn
from rules.dice import Dice
from rules.record import Step
from tests.bot.store.small_games import STICKS, SticksPosition

DICE: Final = Dice(b"a seed")
ADA, BEN = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Corridor(Position):
    """Ada walks to the end of the corridor, then Ben has one step; in `choices_left` steps of Ada she has a choice."""

    left: int
    choices_left: int
    mover: Seat = ADA

    @property
    def turn(self) -> Turn:
        return None if self.outcome() else self.mover

    def legal_moves(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        return (Move("left"), Move("right")) if self.mover == ADA and self.choices_left else (Move("left"),)

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMove(move)
        after = replace(self, left=self.left - 1, choices_left=max(self.choices_left - 1, 0))
        return replace(after, mover=BEN) if after.left == 1 else after

    def outcome(self) -> Outcome | None:
        return Outcome((1, 2), "walked through") if self.left == 0 else None

    def fen(self) -> str:
        return f"{self.left} {self.choices_left} {self.mover}"

    def __str__(self) -> str:
        return "." * self.left

    def parse(self, text: str) -> Move:
        return Move(text)

    def describe(self, move: Move) -> str:
        return f"goes {move}"

    def side(self, seat: Seat) -> str:
        return "walker"


def walking(left: int, choices_left: int) -> History:
    return History(STICKS, 2, Corridor(left, choices_left))


def sticks(rolls: int = 0) -> History:
    """A game that begins with this many rolls, before Ada's first move."""
    position = SticksPosition(2, left=7, mover=ADA)
    rolling = replace(position, is_rolling=True)
    return History(STICKS, 2, position).and_then([Step(rolling, Move("rolled1"), position)] * rolls)


def test_steps_of_the_same_turn_that_leave_no_choice_are_taken_at_once() -> None:
    progress = advance(walking(left=5, choices_left=1), ADA, Move("right"), None)
    assert progress.entries == (Entry(Move("right"), ADA), *(Entry(Move("left"), ADA),) * 3)
    assert progress.position.turn == BEN


def test_a_step_that_leaves_a_choice_is_waited_for() -> None:
    progress = advance(walking(left=5, choices_left=2), ADA, Move("right"), None)
    assert progress.entries == (Entry(Move("right"), ADA),)


def test_the_only_move_of_the_next_turn_is_left_to_its_player() -> None:
    progress = advance(walking(left=2, choices_left=0), ADA, Move("left"), None)
    assert progress.position.turn == BEN and len(progress.entries) == 1


def test_chance_plays_until_a_player_is_to_move_and_its_rolls_are_entries_without_a_seat() -> None:
    progress = advance(sticks(), ADA, Move("roll"), DICE)
    move, roll = progress.entries
    assert move == Entry(Move("roll"), ADA)
    assert roll.seat is None and roll.token == ("rolled1", "rolled2")[DICE.roll(0, 2)]
    assert progress.position.turn == BEN


def test_rolls_go_on_counting_through_the_match() -> None:
    rolled = [advance(sticks(rolls), ADA, Move("roll"), DICE).entries[-1].token for rolls in range(20)]
    assert rolled == [("rolled1", "rolled2")[DICE.roll(number, 2)] for number in range(20)]
    assert len(set(rolled)) == 2


def test_a_game_with_chance_cannot_continue_without_dice() -> None:
    with pytest.raises(ValueError, match="dice"):
        advance(sticks(), ADA, Move("roll"), None)


def test_a_game_that_begins_with_a_decision_begins_without_entries() -> None:
    assert begin(STICKS, 2, DICE).entries == ()


def test_a_game_that_begins_with_chance_begins_with_its_rolls() -> None:
    def rolling(seats: int) -> SticksPosition:
        return SticksPosition(seats, left=7, mover=ADA, is_rolling=True)

    progress = begin(replace(STICKS, start=rolling), 2, DICE)
    assert [entry.seat for entry in progress.entries] == [None] and progress.position.turn is not CHANCE
