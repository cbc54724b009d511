"""The card of a finished match."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from render import WIDE, Card, Chances, Scene, card, theme
from render.boards import BOARDS
from render.chances import SIZE
from render.characters import Coat
from render.theme import Role
from rules import GAMES
from rules.core import Outcome, Position
from tests.render.pixels import decoded, where, whole_of

_MOST_BYTES = 100_000  # a board and a chart
NAMES = ("Ada", "Ben", "Cleo", "Dan")
SAMPLES = [(key, fen) for board in BOARDS for key, fen in board.samples.items()]


def card_of(position: Position, seats: int) -> Card:
    outcome = Outcome(tuple(range(1, seats + 1)), "resignation")
    shares = [tuple(1 / seats for _ in range(seats)), (0.7, *(0.3 / (seats - 1) for _ in range(seats - 1)))]
    chances = Chances("Turning point: move 2", NAMES[:seats], shares, (1,), position=position)
    return Card("Match #12", position, Scene(NAMES[:seats], outcome=outcome), chances)


@pytest.mark.parametrize(("key", "fen"), SAMPLES)
def test_a_card_has_the_whole_picture_of_the_board_above_the_chances_and_is_small(key: str, fen: str) -> None:
    position = GAMES[key].from_fen(fen)
    shown = card_of(position, 4 if key.startswith("farlander") else 2)
    data = card(shown)
    image, board = decoded(data), whole_of(position, shown.scene)
    assert len(data) < _MOST_BYTES
    assert image.width == theme.WIDTH
    pasted = image.crop((0, 80, board.width, 80 + board.height))
    difference = ImageChops.difference(board, pasted).convert("L")
    assert sum(difference.histogram()[48:]) < 0.03 * board.width * board.height
    without = decoded(card(replace(shown, chances=None)))
    assert image.height == without.height + SIZE[1]


@pytest.mark.parametrize(("key", "fen"), SAMPLES)
def test_faces_have_their_own_colours_on_both_cards_of_every_game(key: str, fen: str) -> None:
    position = GAMES[key].from_fen(fen)
    shown = card_of(position, 4 if key.startswith("farlander") else 2)
    shown = replace(shown, scene=replace(shown.scene, faces=("mole", "lynx")))
    for is_wide in (False, True):
        assert where(decoded(card(shown, is_wide=is_wide)), theme.colour(Coat.GROUND)).getbbox()


@pytest.fixture
def shown() -> Card:
    return card_of(GAMES["furl"].from_fen(dict(SAMPLES)["furl"]), 2)


def test_a_card_shows_the_winner_the_ratings_and_the_turning_point(shown: Card) -> None:
    image = decoded(card(shown))
    star = where(image, theme.colour(Role.VICTORY_EDGE)).getbbox()
    assert star is not None
    assert 80 <= star[1] < 80 + 112
    assert shown.chances is not None
    unmarked = decoded(card(replace(shown, chances=replace(shown.chances, marks=()))))
    box = ImageChops.difference(image, unmarked).getbbox()
    assert box is not None
    assert box[2] - box[0] < 20
    assert ImageChops.difference(image, decoded(card(replace(shown, ratings=("1512 (+12)", "1488"))))).getbbox()


def test_a_draw_has_no_star_and_the_same_card_gives_the_same_bytes(shown: Card) -> None:
    drawn = replace(shown, scene=replace(shown.scene, outcome=Outcome((1, 1), "agreement")))
    assert not where(decoded(card(drawn)), theme.colour(Role.VICTORY_EDGE)).getbbox()
    assert card(shown) == card(shown) != card(drawn)


@pytest.mark.parametrize(("key", "fen"), SAMPLES)
def test_a_wide_card_has_the_shape_that_sites_show_whatever_is_on_it(key: str, fen: str) -> None:
    shown = card_of(GAMES[key].from_fen(fen), 4 if key.startswith("farlander") else 2)
    seats = len(shown.scene.names)
    rated = replace(shown, ratings=[f"{1500 + seat} (+1)" for seat in range(seats)])
    told = replace(shown, chances=None, ending="Ada wins, because nobody else could. " * 3)
    cards = [card(one, is_wide=True) for one in (shown, rated, told, replace(shown, chances=None))]
    assert len(set(cards)) == 4
    assert all(decoded(data).size == WIDE and len(data) < _MOST_BYTES for data in cards)
