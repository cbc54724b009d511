"""The laws of every evaluation: it is finite, and no position is better than a won one.

The tests of symmetries check that it is fair to all sides.
"""

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


@every_judgement
def test_each_seat_has_a_worth_and_only_a_position_that_is_over_can_be_won_or_lost(key: str, seats: int) -> None:
    for position in sample(key, seats):
        outcome, found = position.outcome(), worths(GAMES[key], position)
        assert len(found) == seats
        if outcome is None:
            assert all(-1 < worth < 1 for worth in found)
        else:
            for seat in range(seats):
                if outcome.places.count(outcome.places[seat]) == 1:
                    assert (outcome.places[seat] == 1) == (found[seat] == 1)
            assert sorted(found, reverse=True) == [found[seat] for seat in ranking(outcome.places)]


def ranking(places: tuple[int, ...]) -> list[Seat]:
    return sorted(map(Seat, range(len(places))), key=places.__getitem__)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.noisy_moves is not None])
def test_moves_of_unrest_are_legal_and_all_there_are_where_they_are_compulsory(key: str) -> None:
    noisy_moves = GAMES[key].noisy_moves
    assert noisy_moves is not None
    for position in sample(key, 2):
        moves, compulsory = noisy_moves(position)
        assert set(moves) <= set(position.legal_moves())
        assert not compulsory or tuple(moves) == tuple(position.legal_moves())


@pytest.mark.parametrize("key", GAMES)
def test_games_with_the_same_type_of_position_say_the_same_to_those_who_look_ahead(key: str) -> None:
    game = GAMES[key]
    alike = [other for other in GAMES.values() if type(start(other)) is type(start(game))]
    assert {(other.evaluation, other.noisy_moves, other.candidates) for other in alike} == {
        (game.evaluation, game.noisy_moves, game.candidates)
    }


def start(game: Game) -> Position:
    return game.start(game.seats.start)


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, seats in TABLES if GAMES[key].candidates is not None])
def test_candidates_are_legal_moves_each_with_a_weight(key: str, seats: int) -> None:
    candidates = GAMES[key].candidates
    assert candidates is not None
    for position in sample(key, seats):
        found = candidates(position)
        assert bool(found) == isinstance(position.turn, int)
        moves = [move for move, _ in found]
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(position.legal_moves())
        assert all(weight > 0 for _, weight in found)


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
