"""The engine of Fursaz compared with a second, slow one that was written from the specification alone."""

import random

import pytest

from rules.core import IllegalMove, Move
from rules.fursaz import FursazPosition, from_fen, start
from tests.rules.naive_fursaz import AXES, Flanks, NaiveFursaz, Side, flanks_of, opening, points
from tests.rules.playouts import of_a_thousand

MOST_DATES = 4
ENDLESS = "c2 black d5 i1 b6 i3 b3 e9 i4 c6 g6 a3 c4 g3 h1 d4 i2 b5 g1 g2 e2 e5 b4 d7 e8 c1 g4 c5"


def seeds_of_both_sizes(small: int, large: int) -> list[tuple[int, int]]:
    """The sides of the boards with seeds, this many of each for a thousand random games."""
    return [(side, seed) for side, number in ((5, small), (7, large)) for seed in range(of_a_thousand(number))]


@pytest.mark.parametrize(("side", "seed"), seeds_of_both_sizes(30, 4))
def test_random_games_agree_at_every_ply(side: int, seed: int) -> None:
    choice = random.Random(f"games {side} {seed}")
    fast, slow = start(side, 2), opening(side)
    while fast.turn is not None:
        check_agreement(fast, slow)
        move = choice.choice(fast.legal_moves())
        fast, slow = fast.play(move), slow.play(move)
    check_agreement(fast, slow)


@pytest.mark.parametrize(("side", "seed"), seeds_of_both_sizes(8, 2))
def test_random_boards_agree_after_any_move(side: int, seed: int) -> None:
    choice = random.Random(f"boards {side} {seed}")
    for _ in range(50):
        slow = scattered(choice, side)
        fast = from_fen(side, slow.fen())
        check_agreement(fast, slow)
        for move in choice.sample(fast.legal_moves(), min(4, len(slow.moves()))):
            assert fast.play(move).fen() == slow.play(move).fen()


def test_of_all_tokens_only_the_legal_moves_can_be_played() -> None:
    choice = random.Random("every token")
    tokens = {*points(7), "pass", "black", "white"}
    for side in (5, 7):
        for slow in (opening(side), opening(side).play("c3"), scattered(choice, side)):
            fast = from_fen(side, slow.fen())
            for token in tokens - set(slow.moves()):
                with pytest.raises(IllegalMove):
                    fast.play(Move(token))


def test_the_cascade_without_end_of_the_specification_stops_at_the_same_stage() -> None:
    fast, slow = start(5, 2), opening(5)
    for move in ENDLESS.split():
        assert not slow.stopped
        fast, slow = fast.play(Move(move)), slow.play(move)
    assert slow.stopped
    check_agreement(fast, slow)


def check_agreement(fast: FursazPosition, slow: NaiveFursaz) -> None:
    assert fast.fen() == slow.fen()
    assert list(fast.legal_moves()) == slow.moves()
    assert [score.points for score in fast.scores()] == [slow.score("b"), slow.score("w")]
    outcome = fast.outcome()
    assert (outcome.points if outcome else None) == slow.result()


def scattered(choice: random.Random, side: int) -> NaiveFursaz:
    """Stones placed at random, with flanks of random dates: unstable positions that no game reaches."""
    share = choice.uniform(0.3, 0.95)
    sides: tuple[Side, Side] = ("b", "w")
    stones: dict[str, Side] = {point: choice.choice(sides) for point in points(side) if choice.random() < share}
    flanks: Flanks = {
        flank: (colour, choice.randint(1, MOST_DATES))
        for flank, (colour, _) in flanks_of(stones, side, {}, stage=0).items()
    }
    return NaiveFursaz(
        side, stones, flanks, MOST_DATES, choice.choice((0, 1)), choice.choice(sides), choice.choice((0, 0, 1))
    )


def test_random_boards_have_younger_flanks_on_every_axis() -> None:
    fens = [scattered(random.Random(seed), 5).fen() for seed in range(60)]
    ages = {field.split(":")[0] for fen in fens for field in fen.split()[3:]}
    assert ages == {f"{one}>{two}" for one in AXES for two in AXES if one != two}
