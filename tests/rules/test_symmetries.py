"""The symmetries of every game: an image plays the same, ends the same and has the same value."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from rules import GAMES
from rules.core import CHANCE, Game, Move, Outcome, Position, Seat, Symmetry
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.board import NOWHERE
from tests.rules.playouts import TABLES, sample

T = TypeVar("T")

MOST_MOVES = 12
"""How many moves of a position are played on it and on its image."""

EVALUATED = [(key, seats) for key, seats in TABLES if GAMES[key].evaluation is not None]


def imaged(key: str, seats: int) -> Iterator[tuple[Symmetry, Position, Position]]:
    """Positions with their images, for each symmetry of a game."""
    for symmetry in GAMES[key].symmetries:
        for position in varied(key, seats):
            image = symmetry.position(position)
            if image is not None:
                yield symmetry, position, image


def varied(key: str, seats: int) -> Iterator[Position]:
    """Positions of random games; in Furbowl, also with each animal that could carry the ball carrying it."""
    for position in sample(key, seats):
        yield position
        if isinstance(position, FurbowlPosition) and position.chance is None:
            for piece in filter(position.normal, range(2 * TEAM_SIZE)):
                yield replace(position, carrier=piece, ball=NOWHERE)


def shifted(symmetry: Symmetry, by_seat: Sequence[T]) -> list[T]:
    """Values by seat, in the order of the seats of the image."""
    return [by_seat[(seat - symmetry.shift) % len(by_seat)] for seat in range(len(by_seat))]


def ending(symmetry: Symmetry | None, outcome: Outcome | None) -> object:
    if outcome is None:
        return None
    by_seat = list(zip(outcome.places, outcome.points or outcome.places, strict=True))
    return by_seat if symmetry is None else shifted(symmetry, by_seat)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_an_image_has_the_images_of_all_moves_and_playing_them_leads_to_images(key: str, seats: int) -> None:
    choice = random.Random(5)
    for symmetry, position, image in imaged(key, seats):
        legal = position.legal_moves()
        assert {symmetry.move(position, move) for move in legal} == {*image.legal_moves()}
        assert image.turn == turn_of_image(symmetry, position, seats)
        assert ending(None, image.outcome()) == ending(symmetry, position.outcome())
        for move in choice.sample(legal, min(MOST_MOVES, len(legal))):
            after = symmetry.position(position.play(move))
            assert after is None or image.play(symmetry.move(position, move)) == after


def turn_of_image(symmetry: Symmetry, position: Position, seats: int) -> object:
    turn = position.turn
    return Seat((turn + symmetry.shift) % seats) if turn is not None and turn is not CHANCE else turn


@pytest.mark.parametrize(("key", "seats"), EVALUATED)
def test_an_image_is_worth_the_same_to_the_same_players(key: str, seats: int) -> None:
    evaluation = GAMES[key].evaluation
    assert evaluation is not None
    for symmetry, position, image in imaged(key, seats):
        assert evaluation(image) == pytest.approx(shifted(symmetry, evaluation(position)))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.noisy_moves is not None])
def test_an_image_has_the_images_of_noisy_moves(key: str) -> None:
    noisy_moves = GAMES[key].noisy_moves
    assert noisy_moves is not None
    for symmetry, position, image in imaged(key, 2):
        moves, compulsory = noisy_moves(position)
        found, found_compulsory = noisy_moves(image)
        assert {symmetry.move(position, move) for move in moves} == {*found} and compulsory == found_compulsory


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_symmetries_and_images_are_all_different(game: Game) -> None:
    position = sample(game.key, game.seats[-1])[-1]
    images = list(game.images(position))
    assert images[0] == position
    assert 1 < len(images) == len({image.fen() for image in images})
    assert all(set(game.images(image)) == set(images) for image in images)


def test_fursaz_has_the_24_symmetries_of_its_board_and_its_seats() -> None:
    game = GAMES["fursaz"]
    position = game.start(2)
    for move in ("b2", "white", "c5", "d1"):
        position = position.play(Move(move))
    assert len(list(game.images(position))) == 24
