"""The engine of Furl compared with a second, slow one that was written from the specification alone."""

import random
from itertools import product

import pytest

from rules.core import IllegalMove, Move
from rules.furl import FurlPosition, from_fen, start
from tests.rules.naive_furl import CELLS, FAR_ROW, NaiveFurl, Side, opening
from tests.rules.playouts import of_a_thousand

WAYS_TO_WIN = {"w": (1, 2), "b": (2, 1)}


def test_both_begin_with_the_same_set_up() -> None:
    assert start(2).fen() == opening().fen()


@pytest.mark.parametrize("seed", range(of_a_thousand(30)))
def test_random_games_agree_at_every_ply(seed: int) -> None:
    choice = random.Random(f"games {seed}")
    fast, slow = start(2), opening()
    while fast.turn is not None:
        check_agreement(fast, slow, choice)
        move = choice.choice(fast.legal_moves())
        fast, slow = fast.play(move), slow.legal_moves()[move]
    check_agreement(fast, slow, choice)


@pytest.mark.parametrize("seed", range(of_a_thousand(8)))
def test_random_boards_agree(seed: int) -> None:
    choice = random.Random(f"boards {seed}")
    for _ in range(250):
        slow = scattered(choice)
        check_agreement(from_fen(slow.fen()), slow, choice)


def test_of_all_pairs_of_cells_and_signs_only_the_legal_moves_can_be_played() -> None:
    choice = random.Random("every token")
    for _ in range(4):
        slow = scattered(choice)
        fast = from_fen(slow.fen())
        legal = slow.legal_moves()
        for first, sign, second in product(CELLS, "<>x", CELLS):
            check_token(fast, f"{first}{sign}{second}", legal)


def check_token(fast: FurlPosition, token: str, legal: dict[str, NaiveFurl]) -> None:
    if token in legal:
        assert fast.play(Move(token)).fen() == legal[token].fen()
    else:
        with pytest.raises(IllegalMove):
            fast.play(Move(token))


def check_agreement(fast: FurlPosition, slow: NaiveFurl, choice: random.Random) -> None:
    assert fast.fen() == slow.fen()
    legal = slow.legal_moves()
    assert set(fast.legal_moves()) == set(legal)
    outcome, winner = fast.outcome(), slow.winner()
    assert (outcome.places if outcome else None) == (WAYS_TO_WIN[winner] if winner else None)
    for move in choice.sample(fast.legal_moves(), min(8, len(legal))):
        assert fast.play(move).fen() == legal[move].fen()


def scattered(choice: random.Random) -> NaiveFurl:
    """Pieces placed at random, often high stacks: positions that random games seldom reach."""
    mover: Side = choice.choice(("w", "b"))
    pieces: dict[str, tuple[Side, int]] = {}
    left: dict[Side, int] = {"w": choice.randint(0, 15), "b": choice.randint(0, 15)}
    for cell in choice.sample(CELLS, choice.randint(2, 30)):
        side: Side = choice.choice(("w", "b"))
        height = min(left[side], choice.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7)))
        if height and (cell[0] != FAR_ROW[side] or choice.random() < 0.1):
            pieces[cell] = (side, height)
            left[side] -= height
    return NaiveFurl(pieces, mover)
