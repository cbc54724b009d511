"""What every judgement promises: it is finite, fair to both sides, and thinks nothing better than a won position."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from rules import GAMES
from rules.core import Game, Position, Seat
from rules.fursaz import FursazPosition
from rules.fursaz.flanks import NO_AGES
from tests.rules.playouts import TABLES, sample

JUDGED = [(key, seats) for key, seats in TABLES if GAMES[key].judgement is not None]
ON_HEXAGONS = [key for key, game in GAMES.items() if game.family in ("furl", "fursaz", "playwin")]
SWAP = str.maketrans("wb", "bw")

every_judgement = pytest.mark.parametrize(("key", "seats"), JUDGED)


def worths(game: Game, position: Position) -> tuple[float, ...]:
    assert game.judgement is not None
    return tuple(game.judgement(position))


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


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.unrest is not None])
def test_moves_of_unrest_are_legal_and_all_there_are_where_they_are_compulsory(key: str) -> None:
    unrest = GAMES[key].unrest
    assert unrest is not None
    for position in sample(key, 2):
        moves, compulsory = unrest(position)
        assert set(moves) <= set(position.legal_moves())
        assert not compulsory or tuple(moves) == tuple(position.legal_moves())


@pytest.mark.parametrize("key", GAMES)
def test_games_with_the_same_type_of_position_say_the_same_to_those_who_look_ahead(key: str) -> None:
    game = GAMES[key]
    alike = [other for other in GAMES.values() if type(start(other)) is type(start(game))]
    assert {(other.judgement, other.unrest, other.candidates) for other in alike} == {
        (game.judgement, game.unrest, game.candidates)
    }


def start(game: Game) -> Position:
    return game.start(game.seats.start)
