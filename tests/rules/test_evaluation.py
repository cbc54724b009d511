"""What our evaluations promise beside the laws of every evaluation, which the contract test checks."""

from collections.abc import Sequence
from importlib import import_module

import pytest

from rules import GAMES
from rules.core import Game, Position, Seat
from rules.linear import learned, promise
from tests.rules.playouts import TABLES, sample

JUDGED = [(key, seats) for key, seats in TABLES if GAMES[key].evaluation is not None]

every_judgement = pytest.mark.parametrize(("key", "seats"), JUDGED)


def worths(game: Game, position: Position) -> tuple[float, ...]:
    assert game.evaluation is not None
    return tuple(game.evaluation(position))


@pytest.mark.parametrize("key", GAMES)
def test_games_with_the_same_type_of_position_say_the_same_to_those_who_look_ahead(key: str) -> None:
    game = GAMES[key]
    alike = [other for other in GAMES.values() if type(start(other)) is type(start(game))]
    assert {(other.evaluation, other.noisy_moves, other.candidates) for other in alike} == {
        (game.evaluation, game.noisy_moves, game.candidates)
    }


def start(game: Game) -> Position:
    return game.start(game.seats.start)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_player_who_has_left_the_table_is_behind_all_who_stay(seats: int) -> None:
    for position in sample("farlander", seats):
        left = position.retire(Seat(1))
        if left is not None and left.turn is not None:
            found = worths(GAMES["farlander"], left)
            assert min(found) == found[1] < min(found[:1] + found[2:])


@every_judgement
def test_an_evaluation_is_the_sum_of_the_weights_of_its_features(key: str, seats: int) -> None:
    game = GAMES[key]
    module = import_module(f"rules.{game.family}.evaluation")
    known = learned(game.family)[module.weights_key(game.start(seats))]
    every = [weight for name in module.SIZES for weight in known[name]]
    for position in sample(key, seats):
        has: Sequence[Sequence[int]] = module.features(position)
        if position.turn is not None and has:
            sums = [[sum(every[number][at] for number in numbers) for at in range(2)] for numbers in has]
            leads = [
                promise((sums[0][0] - other[0] << 32) + sums[0][1] - other[1], module.lateness(position))
                for other in sums[1:]
            ]
            assert worths(game, position)[0] == pytest.approx(sum(leads) / len(leads))
