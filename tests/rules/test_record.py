"""Records: they replay step by step, without dice, and an error names the move that does not fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import pytest

from rules import GAMES
from rules.core import CHANCE, Game, IllegalMove, Move, Outcome, Position, Seat, Turn
from rules.dice import Dice
from rules.record import Step, replay, settle, steps

FURL = GAMES["furl"]
ROLLS = tuple(Move(f"{first}+{second}") for first in range(1, 7) for second in range(1, 7))
DICE = Dice(b"a seed for tests")


@dataclass(frozen=True, slots=True)
class Race(Position):
    """A game of three rounds in which two dice are rolled twice, and the only player takes the sum or gives up."""

    taken: tuple[int, ...] = ()
    rolled: tuple[str, ...] = ()

    @property
    def turn(self) -> Turn:
        if len(self.taken) == 3:
            return None
        return CHANCE if len(self.rolled) < 2 else Seat(0)

    def legal_moves(self) -> Sequence[Move]:
        if self.turn is None:
            return ()
        return ROLLS if self.turn is CHANCE else (Move("take"), Move("pass"))

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} cannot be played here.")
        if self.turn is CHANCE:
            return type(self)(self.taken, (*self.rolled, move))
        return type(self)((*self.taken, sum(map(int, "".join(self.rolled).replace("+", ""))) * (move == "take")))

    def outcome(self) -> Outcome | None:
        return Outcome((1,), "three rounds were played", points=(sum(self.taken),)) if self.turn is None else None

    def fen(self) -> str:
        return f"{self.taken} {self.rolled}"

    def __str__(self) -> str:
        return self.fen()

    def parse(self, text: str) -> Move:
        return Move(text)

    def describe(self, move: Move) -> str:
        return f"plays {move}"

    def side(self, seat: Seat) -> str:
        return f"Runner {seat}"


def no_fen(text: str) -> Race:
    raise ValueError(text)


RACE = Game("race", "Race", "race", range(1, 2), 1, "Roll and take.", start=lambda _: Race(), from_fen=no_fen)


def test_steps_lead_from_the_start_to_the_end_without_a_gap() -> None:
    moves = [Move("a4<c4"), Move("g1<e1"), Move("c4>f4")]
    played = list(steps(FURL, 2, moves[:2]))
    assert [step.move for step in played] == moves[:2]
    assert played[0].before == FURL.start(2)
    assert played[1].before == played[0].after
    assert played[1].after == replay(FURL, 2, moves[:2])


def test_an_empty_record_is_the_start() -> None:
    assert list(steps(FURL, 2, [])) == []
    assert replay(FURL, 2, []) == FURL.start(2)


def test_a_record_with_a_move_that_does_not_fit_names_the_move_and_the_rule() -> None:
    with pytest.raises(IllegalMove, match=r"Move 2 of this record, a1<a2, cannot be played: a1 holds a white disc"):
        replay(FURL, 2, [Move("b1<b2"), Move("a1<a2")])


def test_the_steps_before_a_move_that_does_not_fit_are_given() -> None:
    replayed = steps(FURL, 2, [Move("a4<c4"), Move("nonsense")])
    assert next(replayed).move == "a4<c4"
    with pytest.raises(IllegalMove, match="Move 2 of this record, nonsense"):
        next(replayed)


def test_a_record_of_too_many_or_too_few_players_is_refused() -> None:
    with pytest.raises(ValueError, match="2 players, not 3"):
        replay(FURL, 3, [])


def test_chance_plays_until_a_seat_is_to_move_and_every_roll_is_a_step() -> None:
    settled = settle(Race(), DICE, rolled=0)
    assert [step.before.turn for step in settled] == [CHANCE, CHANCE]
    assert settled[0].before == Race()
    assert settled[0].after == settled[1].before
    assert settled[1].after.turn == Seat(0)


def test_a_roll_takes_the_legal_move_that_the_dice_name() -> None:
    settled = settle(Race(), DICE, rolled=10)
    assert [step.move for step in settled] == [ROLLS[DICE.roll(10, 36)], ROLLS[DICE.roll(11, 36)]]


def test_rolls_that_were_made_before_are_not_made_again() -> None:
    first, later = settle(Race(), DICE, rolled=0), settle(Race(), DICE, rolled=1)
    assert later[0].move == first[1].move


def test_nothing_is_rolled_where_a_player_is_to_move_or_the_game_is_over() -> None:
    to_move = Race(rolled=("1+1", "2+2"))
    assert settle(to_move, DICE, rolled=4) == ()
    assert settle(Race(taken=(1, 2, 3)), DICE, rolled=4) == ()
    assert settle(FURL.start(2), DICE, rolled=0) == ()


def test_a_whole_match_with_dice_replays_from_its_moves_alone() -> None:
    position: Position = Race()
    record: list[Move] = []
    rolled = 0
    while position.turn is not None:
        settled = settle(position, DICE, rolled=rolled)
        rolled += len(settled)
        position = settled[-1].after
        record += [*(step.move for step in settled), Move("take")]
        position = position.play(Move("take"))
    assert rolled == 6
    assert len(record) == 9
    assert replay(RACE, 1, record) == position
    outcome = position.outcome()
    assert outcome is not None
    dice_shown = "".join(move for move in record if move != "take").replace("+", "")
    assert outcome.points == (sum(map(int, dice_shown)),)


def test_a_step_knows_the_position_before_and_after() -> None:
    before = Race()
    assert settle(before, DICE, rolled=0)[0] == Step(
        before, ROLLS[DICE.roll(0, 36)], before.play(ROLLS[DICE.roll(0, 36)])
    )


def test_a_move_is_picked_in_the_parts_of_its_token_unless_a_game_says_otherwise() -> None:
    assert Race().choices(Move("2+5")) == ("2", "+5")
    assert Race().choices(Move("d4xe3xf5")) == ("d4xe3xf5",)
    assert Race().choices(Move("d4-e3")) == ("d4", "-e3")


def test_a_game_ends_when_a_seat_leaves_unless_it_says_otherwise() -> None:
    assert Race().retire(Seat(0)) is None
