"""The symmetries of every game, beside their law, which the contract test checks: noisy moves, and all images."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules import GAMES
from rules.core import Game, Move, Position, Symmetry
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.board import NOWHERE
from studio.laws.laws import SYMMETRY, Look
from tests.rules.playouts import sample


def imaged(key: str, seats: int) -> Iterator[tuple[Symmetry, Position, Position]]:
    """Positions with their images, for each symmetry of a game."""
    for symmetry in GAMES[key].symmetries:
        for position in sample(key, seats):
            image = symmetry.position(position)
            if image is not None:
                yield symmetry, position, image


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.family == "furbowl"])
def test_an_image_plays_the_same_with_whichever_animal_carries_the_ball(key: str) -> None:
    choice = random.Random(5)
    for position in sample(key, 2):
        assert isinstance(position, FurbowlPosition)
        if position.chance is None:
            for piece in filter(position.normal, range(2 * TEAM_SIZE)):
                carried = replace(position, carrier=piece, ball=NOWHERE)
                assert SYMMETRY.holds(Look(GAMES[key], 2, carried, choice)), carried.fen()


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
