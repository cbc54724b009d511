"""The engine of Play Win compared with a second, slow one written from the specification alone, and its laws."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import IllegalMove, Move, Seat
from rules.playwin import LoosePlayWinPosition, PlayWinPosition
from rules.playwin.tables import moves
from tests.rules.naive_playwin import CELLS, ROWS, NaivePlayWin, Side, opening
from tests.rules.playouts import of_a_thousand

WAYS_TO_WIN = {"w": (1, 2), "b": (2, 1)}
MIDDLE = [cell for cell in CELLS if cell[0] in "cdefg"]


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
def test_both_begin_with_the_same_set_up(key: str) -> None:
    assert GAMES[key].start(2).fen() == opening(loose=key == "playwin-loose").fen()


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("seed", range(of_a_thousand(8)))
def test_random_games_agree_at_every_ply(seed: int, loose: bool) -> None:
    choice = random.Random(f"games {seed}")
    slow = opening(loose=loose)
    fast = read(slow)
    while fast.turn is not None:
        check_agreement(fast, slow, choice)
        move = choice.choice(fast.legal_moves())
        fast, slow = fast.play(move), slow.legal_moves()[move]
    check_agreement(fast, slow, choice)


@pytest.mark.parametrize("seed", range(of_a_thousand(4)))
def test_random_boards_agree(seed: int) -> None:
    choice = random.Random(f"boards {seed}")
    for _ in range(500):
        slow = scattered(choice, CELLS, choice.randint(1, 11), choice.randint(0, 11))
        check_agreement(read(slow), slow, choice)


@pytest.mark.parametrize("seed", range(of_a_thousand(4)))
def test_boards_rich_in_captures_agree_leap_by_leap(seed: int) -> None:
    choice = random.Random(f"captures {seed}")
    longest = 0
    for _ in range(300):
        slow = scattered(choice, MIDDLE, choice.randint(1, 4), choice.randint(5, 9))
        fast = read(slow)
        longest = max(longest, fast.captures().most)
        while fast.captures().most:
            check_agreement(fast, slow, choice)
            goes_on = fast.captures().most > 1
            move = choice.choice(fast.legal_moves())
            fast, slow = fast.play(move), slow.legal_moves()[move]
            if not goes_on:
                break
    assert longest >= 7


def test_of_all_moves_that_can_be_written_only_the_legal_ones_can_be_played() -> None:
    choice = random.Random("every token")
    for room in (CELLS, MIDDLE, CELLS, MIDDLE):
        slow = scattered(choice, room, 5, 8)
        fast, legal = read(slow), slow.legal_moves()
        straight = {f"{start}-{end}" for start, end in product(CELLS, CELLS)}
        for token in straight | set(moves()):
            if token in legal:
                assert fast.play(Move(token)).fen() == legal[token].fen()
            else:
                with pytest.raises(IllegalMove):
                    fast.play(Move(token))


@settings(deadline=None, max_examples=60)
@given(choice=st.randoms(use_true_random=False), loose=st.booleans())
def test_a_mirrored_board_has_mirrored_moves(choice: random.Random, loose: bool) -> None:
    slow = scattered(choice, choice.choice((CELLS, MIDDLE)), choice.randint(1, 11), choice.randint(1, 11), loose=loose)
    white, black = (frozenset(map(mirrored, cells)) for cells in (slow.white, slow.black))
    other = NaivePlayWin(white, black, slow.mover, loose=slow.loose)
    assert {mirrored_move(move) for move in read(slow).legal_moves()} == set(read(other).legal_moves())


@settings(deadline=None, max_examples=60)
@given(choice=st.randoms(use_true_random=False))
def test_however_a_series_is_played_it_captures_what_was_announced(choice: random.Random) -> None:
    position = read(scattered(choice, MIDDLE, choice.randint(1, 5), choice.randint(3, 11)))
    most, mover, before = position.captures().most, position.mover, position.enemies.bit_count()
    for left in range(most, 0, -1):
        assert (position.mover, position.captures().most) == (mover, left)
        assert position.to_capture in (0, left)
        position = position.play(choice.choice(position.legal_moves()))
    if most:
        assert (position.mover, position.leaper, position.to_capture) == (Seat(1 - mover), 0, 0)
        assert position.own.bit_count() == before - most


def read(slow: NaivePlayWin) -> PlayWinPosition:
    return (LoosePlayWinPosition if slow.loose else PlayWinPosition).from_fen(slow.fen())


def check_agreement(fast: PlayWinPosition, slow: NaivePlayWin, choice: random.Random) -> None:
    assert fast.fen() == slow.fen()
    legal = slow.legal_moves()
    assert set(fast.legal_moves()) == set(legal)
    outcome = fast.outcome()
    assert (outcome is None) == bool(legal)
    assert outcome is None or outcome.places == WAYS_TO_WIN[slow.enemy]
    for move in choice.sample(fast.legal_moves(), min(5, len(legal))):
        assert fast.play(move).fen() == legal[move].fen()


def scattered(choice: random.Random, room: list[str], own: int, enemies: int, *, loose: bool = False) -> NaivePlayWin:
    """Pieces placed at random, as a random game may never have them."""
    mover: Side = choice.choice(("w", "b"))
    cells = choice.sample(room, own + enemies)
    one, other = frozenset(cells[:own]), frozenset(cells[own:])
    variant = loose or choice.random() < 0.3
    return (
        NaivePlayWin(one, other, mover, loose=variant)
        if mover == "w"
        else NaivePlayWin(other, one, mover, loose=variant)
    )


def mirrored(cell: str) -> str:
    """The cell as far from the right end of its row as this one is from the left."""
    return f"{cell[0]}{ROWS[cell[0]] + 1 - int(cell[1:])}"


def mirrored_move(move: str) -> str:
    """The same move on the mirrored board."""
    if "x" in move:
        return f"{mirrored(move[:2])}x{mirrored(move[3:5])}-{mirrored(move[6:])}"
    return f"{mirrored(move[:2])}-{mirrored(move[3:])}"
