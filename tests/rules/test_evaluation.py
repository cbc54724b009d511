"""What every evaluation promises: it is finite, fair to both sides, and thinks nothing better than a won position."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from rules import GAMES
from rules.core import Game, Position, Seat
from rules.farlander import FarlanderPosition
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.board import NOWHERE
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, row_of, square_at
from rules.fursaz import FursazPosition
from rules.fursaz.flanks import NO_AGES
from tests.rules.playouts import TABLES, sample

JUDGED = [(key, seats) for key, seats in TABLES if GAMES[key].evaluation is not None]
ON_HEXAGONS = [key for key, game in GAMES.items() if game.family in ("furl", "fursaz", "playwin")]
SWAP = str.maketrans("wb", "bw")

every_judgement = pytest.mark.parametrize(("key", "seats"), JUDGED)


def worths(game: Game, position: Position) -> tuple[float, ...]:
    assert game.evaluation is not None
    return tuple(game.evaluation(position))


def plain_positions(key: str) -> list[Position]:
    """Positions whose fen is no more than rows and a side to move."""
    positions = [
        replace(position, ages=NO_AGES) if isinstance(position, FursazPosition) else position
        for position in sample(key, 2)
    ]
    return [position for position in positions if re.fullmatch(r"\S+ ([wb]|[wb][01] 0|[wb] -.*)", position.fen())]


def rows(placement: str, change: Callable[[list[list[str]]], list[list[str]]]) -> str:
    cells = [re.findall(r"[.wb]\d?", row) for row in placement.split("/")]
    return "/".join("".join(row) for row in change(cells))


def mirrored(fen: str) -> str:
    placement, _, rest = fen.partition(" ")
    return f"{rows(placement, lambda cells: [row[::-1] for row in cells])} {rest}"


def from_the_other_side(fen: str) -> str:
    """The same position with the seats swapped: with the board turned round, or where colours are chosen, with those."""
    placement, _, rest = fen.partition(" ")
    if re.match(r"[wb][01]", rest):
        return f"{placement} {rest[0]}{1 - int(rest[1])}{rest[2:]}"
    turned = rows(placement, lambda cells: [row[::-1] for row in cells[::-1]])
    return f"{turned.translate(SWAP)} {rest[0].translate(SWAP)}{rest[1:]}"


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


@pytest.mark.parametrize("key", ON_HEXAGONS)
def test_a_position_is_worth_the_same_in_a_mirror(key: str) -> None:
    game = GAMES[key]
    for position in plain_positions(key):
        assert worths(game, game.from_fen(mirrored(position.fen()))) == pytest.approx(worths(game, position))


@pytest.mark.parametrize("key", ON_HEXAGONS)
def test_a_position_is_worth_the_same_from_either_side(key: str) -> None:
    game = GAMES[key]
    for position in plain_positions(key):
        other = worths(game, game.from_fen(from_the_other_side(position.fen())))
        assert other == pytest.approx(worths(game, position)[::-1])


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


@pytest.mark.parametrize("key", ["farlander", "farlander-garrisons"])
def test_a_table_is_worth_the_same_whatever_colours_are_played(key: str) -> None:
    for position in sample(key, 3):
        assert isinstance(position, FarlanderPosition)
        turned = replace(position, held=(*position.held[1:], position.held[0]))
        found = worths(GAMES[key], position)
        assert worths(GAMES[key], turned) == pytest.approx((*found[1:], found[0]))


@pytest.mark.parametrize("seats", [3, 4])
def test_who_has_left_the_table_is_behind_all_that_stay(seats: int) -> None:
    for position in sample("farlander", seats):
        left = position.retire(Seat(1))
        if left is not None and left.turn is not None:
            found = worths(GAMES["farlander"], left)
            assert min(found) == found[1] < min(found[:1] + found[2:])


def positions_of_furbowl() -> Iterator[FurbowlPosition]:
    """Positions of random games, and the same with the ball in the hands of each animal that could have it."""
    for position in sample("furbowl", 2):
        assert isinstance(position, FurbowlPosition)
        yield position
        for piece in filter(position.normal, range(2 * TEAM_SIZE)):
            yield replace(position, carrier=piece, ball=NOWHERE)


def test_a_position_of_furbowl_is_worth_the_same_from_either_side() -> None:
    for position in positions_of_furbowl():
        assert worths_of(turned_round(position)) == pytest.approx(worths_of(position)[::-1])


def test_a_position_of_furbowl_is_worth_the_same_in_a_mirror() -> None:
    for position in positions_of_furbowl():
        places, ball = tuple(map(other_side, position.places)), other_side(position.ball)
        assert worths_of(replace(position, places=places, ball=ball)) == pytest.approx(worths_of(position))


def worths_of(position: FurbowlPosition) -> tuple[float, ...]:
    return worths(GAMES["furbowl"], position)


def turned_round(position: FurbowlPosition) -> FurbowlPosition:
    """The same as seen from the other end of the pitch, with the teams swapped."""
    places = tuple(map(other_end, position.places))
    return replace(
        position,
        places=places[TEAM_SIZE:] + places[:TEAM_SIZE],
        stuns=position.stuns[TEAM_SIZE:] + position.stuns[:TEAM_SIZE],
        sprints=(position.sprints & 1) << 1 | position.sprints >> 1,
        ball=other_end(position.ball),
        carrier=position.carrier if position.carrier < 0 else (position.carrier + TEAM_SIZE) % (2 * TEAM_SIZE),
        mover=Seat(1 - position.mover),
    )


def other_end(square: int) -> int:
    found = square if square < 0 else square_at(COLUMNS + 1 - column_of(square), row_of(square))
    assert found is not None
    return found


def other_side(square: int) -> int:
    found = square if square < 0 else square_at(column_of(square), ROWS + 1 - row_of(square))
    assert found is not None
    return found
