"""The engine of Farlander compared with a second, slow one that was written from the specification alone."""

import random
from itertools import product

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move, Seat
from rules.farlander import FarlanderPosition
from rules.farlander.atlas import Laid, atlas
from tests.rules.naive_farlander import COLOURS, Colour, NaiveFarlander, borders_of, opening
from tests.rules.playouts import of_a_thousand

TABLES = [(key, seats) for key in ("farlander", "farlander-garrisons") for seats in (2, 3, 4)]
at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def fast_opening(key: str, seats: int) -> FarlanderPosition:
    position = GAMES[key].start(seats)
    assert isinstance(position, FarlanderPosition)
    return position


def slow_opening(key: str, seats: int) -> NaiveFarlander:
    return opening(seats, with_garrisons=key == "farlander-garrisons")


def random_map(choice: random.Random) -> list[tuple[int, int]]:
    return [(tile, choice.randrange(6)) for tile in choice.sample(range(1, 8), 7)]


def test_the_borders_of_random_maps_are_those_of_their_triangles_in_the_plane() -> None:
    choice = random.Random("maps")
    for _ in range(of_a_thousand(2_000)):
        laid = random_map(choice)
        ours = atlas(tuple(Laid(*tile) for tile in laid))
        borders = {ours.names[at]: {ours.names[near] for near in there} for at, there in enumerate(ours.borders)}
        assert borders == borders_of(laid)


@at_every_table
def test_random_games_agree_at_every_ply(key: str, seats: int) -> None:
    for seed in range(of_a_thousand(20)):
        choice = random.Random(f"{key} {seats} {seed}")
        fast, slow = fast_opening(key, seats), slow_opening(key, seats)
        while fast.turn is not None:
            check_agreement(fast, slow, choice)
            move = choice.choice(fast.legal_moves())
            fast, slow = fast.play(move), slow.play(move)
        check_agreement(fast, slow, choice)


@pytest.mark.parametrize(("key", "seats"), [table for table in TABLES if table[1] > 2])
def test_games_in_which_seats_leave_at_any_moment_agree_at_every_ply(key: str, seats: int) -> None:
    for seed in range(of_a_thousand(30)):
        choice = random.Random(f"leaving {key} {seats} {seed}")
        leaving = {choice.randrange(110): Seat(choice.randrange(seats)) for _ in range(seats - 1)}
        fast, slow = fast_opening(key, seats), slow_opening(key, seats)
        for ply in range(150):
            if ply in leaving:
                seat = leaving[ply]
                left = fast.retire(seat)
                assert left is not None
                fast, slow = left, slow.retire(COLOURS[seat])
            check_agreement(fast, slow, choice)
            if fast.turn is None:
                break
            move = choice.choice(fast.legal_moves())
            fast, slow = fast.play(move), slow.play(move)
        assert fast.turn is None


@at_every_table
def test_random_tables_in_the_middle_of_the_conquest_agree(key: str, seats: int) -> None:
    choice = random.Random(f"tables {key} {seats}")
    for _ in range(of_a_thousand(300)):
        slow = scattered(slow_opening(key, seats), choice)
        fast = GAMES[key].from_fen(slow.fen())
        assert isinstance(fast, FarlanderPosition)
        check_agreement(fast, slow, choice)


def test_of_all_targets_and_sources_only_the_legal_conquests_can_be_played() -> None:
    choice = random.Random("every token")
    slow = scattered(slow_opening("farlander-garrisons", 2), choice)
    fast, legal = GAMES["farlander-garrisons"].from_fen(slow.fen()), slow.legal_moves()
    assert len(legal) > 20
    one_source = [
        f"{target}<{source}x{units}" for target, source in product(slow.borders, repeat=2) for units in range(7)
    ]
    two_sources = [f"{move}+{source}x1" for move in one_source[::7] for source in slow.borders]
    for token in (*one_source, *choice.sample(two_sources, 2_000), *slow.borders, *COLOURS):
        if token in legal:
            assert fast.play(Move(token)).fen() == slow.play(token).fen()
        else:
            with pytest.raises(IllegalMove):
                fast.play(Move(token))


def check_agreement(fast: FarlanderPosition, slow: NaiveFarlander, choice: random.Random) -> None:
    assert fast.fen() == slow.fen()
    legal = slow.legal_moves()
    assert set(fast.legal_moves()) == set(legal)
    assert list(fast.points) == slow.points()
    outcome = fast.outcome()
    assert (list(outcome.places) if outcome else None) == (slow.places() if slow.phase == "over" else None)
    for move in choice.sample(fast.legal_moves(), min(3, len(legal))):
        assert fast.play(move).fen() == slow.play(move).fen()


def scattered(slow: NaiveFarlander, choice: random.Random) -> NaiveFarlander:
    """Units placed at random on a map in the conquest phase: positions that random games seldom reach."""
    laid = random_map(choice)
    borders = borders_of(laid)
    while True:
        left = dict(slow.left)
        armies: dict[str, tuple[Colour, int]] = {}
        for name in choice.sample(sorted(borders), choice.randint(10, 24)):
            colour = choice.choice(list(left))
            units = min(left[colour], choice.choice((1, 1, 2, 2, 3, 4, 5, 5)))
            if units:
                armies[name] = (colour, units)
                left[colour] -= units
        nobody = dict.fromkeys(left, 0)
        after = NaiveFarlander(slow.with_garrisons, laid, borders, armies, nobody, set(), "conquest", None)
        after = after.turn_of(choice.choice(list(left)))
        if after.phase == "conquest":
            return after
