"""The arena's scores are correct; the strength of players is measured by `make arena` alone."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rules import GAMES
from rules.core import Move, Position, Seat
from tests.rules.playouts import playout
from tools.arena import OtherLynx, PairScore, by_halves, checked_out, compete, play, players, share
from tools.baselines import at_random, by_material


def test_the_gentlest_beats_random_moves_in_a_short_tournament() -> None:
    score = compete(GAMES["furl"], 2, ("mole", "random"), range(3))
    assert score.games == 6
    assert score.share > 0.5


@pytest.mark.parametrize("key", ["furl", "playwin", "fursaz"])
def test_counting_material_over_a_move_and_its_answer_beats_random_moves(key: str) -> None:
    assert compete(GAMES[key], 2, ("one-move", "random"), range(1)).share > 0.5


def test_a_counter_of_material_allows_no_answer_that_wins_if_it_can() -> None:
    kept = 0
    for step in (step for seed in range(20) for step in [*playout("furl", 2, seed)][-3:]):
        after = {move: step.before.play(move) for move in step.before.legal_moves()}
        losing = {
            move
            for move, then in after.items()
            if any(_winner(then.play(answer)) == then.turn for answer in then.legal_moves())
        }
        if losing and losing != set(after):
            assert by_material(step.before, 1) not in losing
            kept += 1
    assert kept


def _winner(position: Position) -> int | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.places.index(1)


def test_the_same_round_is_the_same_game() -> None:
    assert play(GAMES["farlander"], [at_random] * 3, 5) == play(GAMES["farlander"], [at_random] * 3, 5)


def test_rounds_with_other_numbers_are_other_games() -> None:
    played = {play(GAMES["farlander"], [at_random] * 3, number) for number in range(10)}
    assert len(played) > 1
    scores = [compete(GAMES["furl"], 2, ("random", "random"), [number]) for number in range(10)]
    assert {score.games for score in scores} == {2}
    whole = compete(GAMES["furl"], 2, ("random", "random"), range(10))
    assert whole.share == pytest.approx(sum(score.share for score in scores) / 10) and whole.games == 20


def test_the_faces_are_placed_by_players_who_make_half_of_their_moves_like_the_next_one() -> None:
    furl, pairs = GAMES["furl"], [*by_halves()]
    assert pairs[:2] == [("mole-half", "mole"), ("hedgehog", "mole-half")] and pairs[-1] == ("lynx", "badger-half")
    known, position = players(furl, 2), furl.start(2)
    moles, halves, hedgehogs = (
        [known[name](position, seed, ()) for seed in range(40)] for name in ("mole", "mole-half", "hedgehog")
    )
    alike = [(half == mole, half == hedgehog) for half, mole, hedgehog in zip(halves, moles, hedgehogs, strict=True)]
    assert all(map(any, alike)) and {(True, False), (False, True)} <= {*alike}


def test_players_hear_where_a_game_without_chance_has_been() -> None:
    told = list[tuple[Position, ...]]()

    def first(position: Position, seed: int, past: Sequence[Position]) -> Move:
        told.append((*past, position))
        return position.legal_moves()[0]

    play(GAMES["furl"], [first, first], 1)
    assert len(told[0]) == 1 and all(heard == told[-1][: len(heard)] for heard in told) and len(told) == len(told[-1])


@pytest.mark.parametrize(
    ("places", "expected"), [((1, 2), 1.0), ((2, 1), 0.0), ((1, 1), 0.5), ((2, 1, 3), 0.5), ((1, 1, 3), 0.75)]
)
def test_the_share_is_that_of_the_others_who_are_behind(places: tuple[int, ...], expected: float) -> None:
    assert share(places, Seat(0)) == expected


def test_the_interval_of_a_score_holds_it_and_is_never_nothing() -> None:
    for won in (0.0, 0.5, 1.0):
        low, high = PairScore(won, 100, ()).interval
        assert low <= won + 1e-9 and won <= high + 1e-9
        assert 0.03 < high - low < 0.2


def test_the_strongest_plays_that_of_another_checkout_which_answers_by_fen() -> None:
    here, start = Path(__file__).parents[3], GAMES["furl"].start(2)
    with checked_out(str(here)) as folder, closing(OtherLynx(GAMES["furl"], folder, seconds=0.0)) as other:
        assert folder == here and other(start, 1) in start.legal_moves()
        assert other(start, 1, [start.play(move) for move in start.legal_moves()]) in start.legal_moves()
