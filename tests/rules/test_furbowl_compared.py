"""The engine of Furbowl compared with a second, slow one that was written from the specification alone."""

from random import Random

import pytest

from rules.furbowl import FurbowlPosition, start
from tests.rules.furbowl_boards import ball, lively, part, place
from tests.rules.naive_furbowl import ANIMALS, SQUARES, NaiveFurbowl, Piece, name
from tests.rules.playouts import of_a_thousand

WAYS_TO_WIN = {0: (1, 2), 1: (2, 1)}


@pytest.mark.parametrize("seed", range(of_a_thousand(6)))
def test_random_games_agree_at_every_ply(seed: int) -> None:
    choice = Random(f"compared {seed}")
    fast, slow = start(2), NaiveFurbowl()
    for _ in range(150):
        check_agreement(fast, slow)
        if fast.turn is None:
            return
        move = lively(fast, choice)
        fast = fast.play(move)
        slow.play(move)


def check_agreement(fast: FurbowlPosition, slow: NaiveFurbowl) -> None:
    assert list(fast.legal_moves()) == slow.options
    assert " ".join((part(fast, 0), part(fast, 1))) == slow.fen_places()
    can_sprint = "".join(side for seat, side in enumerate("pg") if seat not in slow.sprinted)
    assert part(fast, 2) == (can_sprint or "-")
    if slow.where:
        assert part(fast, 4) == ("purple", "green")[slow.mover]
    if part(fast, 8) == "-":
        assert ball(fast) == slow.fen_ball()
    outcome = fast.outcome()
    assert (None if outcome is None else outcome.places) == (None if slow.winner is None else WAYS_TO_WIN[slow.winner])


@pytest.mark.parametrize("seed", range(6))
def test_on_crowded_boards_the_same_squares_are_in_reach(seed: int) -> None:
    choice = Random(f"boards {seed}")
    for _ in range(8):
        slow = crowded(choice)
        fast = place(*(teams(slow, seat) for seat in (0, 1)), ball=slow.fen_ball())
        steps = [step for animal in ANIMALS for step in slow.steps(animal, set())]
        assert list(fast.legal_moves()) == [*steps, "end"]


def crowded(choice: Random) -> NaiveFurbowl:
    """All animals and the ball in one part of the pitch, so that they are in each other's way."""
    slow = NaiveFurbowl()
    column, row = choice.randint(1, 11), choice.randint(1, 6)
    near = [square for square in SQUARES if 0 <= square[0] - column < 5 and 0 <= square[1] - row < 5]
    pieces: list[Piece] = [(seat, animal) for seat in (0, 1) for animal in ANIMALS]
    *squares, slow.ball = choice.sample(near, len(pieces) + 1)
    slow.where = dict(zip(pieces, squares, strict=True))
    slow.stunned = dict.fromkeys(choice.sample(pieces, 3), 2)
    if choice.random() < 0.3 and (0, "cat") not in slow.stunned and slow.where[0, "cat"][0] < 15:
        slow.ball, slow.carrier = None, (0, "cat")
    return slow


def teams(slow: NaiveFurbowl, seat: int) -> str:
    return ", ".join(
        f"{animal} {name(slow.where[seat, animal])}{'~2' if (seat, animal) in slow.stunned else ''}"
        for animal in ANIMALS
    )


@pytest.mark.parametrize("far", [1, 2, 3])
def test_the_ball_scatters_to_each_square_on_the_pitch_within_its_distance_and_to_no_other(far: int) -> None:
    for origin in SQUARES:
        around = [
            name(square)
            for square in SQUARES
            if square != origin and abs(square[0] - origin[0]) <= far and abs(square[1] - origin[1]) <= far
        ]
        corner = "2,1" if origin == (1, 1) else "1,1"
        other = "14,10" if origin == (15, 10) else "15,10"
        position = place(
            f"cat {corner}", f"cat {other}", ball=name(origin), turn="purple 1 c cat:a", chance=f"scatter:{far}"
        )
        assert list(position.legal_moves()) == around
