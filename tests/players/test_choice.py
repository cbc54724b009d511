"""Every character in every game: legal moves to the end, and the same move for the same question."""

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from players.choice import choose, temperature
from players.levels import LEVELS, Level
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position
from tests.rules.playouts import TABLES

MOST_PLIES = 400
MAY_GO_ROUND_IN_CIRCLES = "playwin-loose"
CHOICES = [
    (key, fen, chosen)
    for line in (Path(__file__).parent / "choices.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for key, fen, *chosen in [line.split(" | ")]
]

each_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def hasty(level: Level) -> Level:
    """The same character with hardly any budget."""
    return replace(level, nodes=12, samples=12)


def begun(game: Game, seats: int, plies: int) -> Position:
    """A position of a random game with a seat to move."""
    chance, position = random.Random(plies), game.start(seats)
    while plies > 0 or position.turn is CHANCE:
        position = position.play(chance.choice(position.legal_moves()))
        plies -= 1
    return position


@each_table
def test_characters_of_all_levels_play_legally_to_the_end(key: str, seats: int) -> None:
    position, chance = GAMES[key].start(seats), random.Random(1)
    for ply in range(MOST_PLIES):
        turn = position.turn
        if turn is None:
            break
        moves = position.legal_moves()
        move = chance.choice(moves) if turn is CHANCE else choose(position, hasty(LEVELS[ply % len(LEVELS)]), 7)
        assert move in moves
        position = position.play(move)
    assert position.outcome() is not None or key == MAY_GO_ROUND_IN_CIRCLES


@each_table
def test_the_same_question_gets_the_same_answer(key: str, seats: int) -> None:
    position = begun(GAMES[key], seats, 3)
    for level in LEVELS:
        assert choose(position, hasty(level), 5) == choose(position, hasty(level), 5)


@pytest.mark.parametrize(("key", "fen", "chosen"), CHOICES)
def test_characters_choose_as_they_did_when_their_strength_was_measured(key: str, fen: str, chosen: list[str]) -> None:
    """After a deliberate change of evaluation or search, measure with `make arena` and write `choices.txt` anew."""
    position = GAMES[key].from_fen(fen)
    little = [replace(level, nodes=min(level.nodes, 600), samples=min(level.samples, 120)) for level in LEVELS]
    assert [choose(position, level, 5, math.inf) for level in little] == chosen


@each_table
def test_games_of_the_strongest_begin_in_many_ways(key: str, seats: int) -> None:
    assert len({opening(GAMES[key], seats, seed) for seed in range(5)}) > 2


def opening(game: Game, seats: int, seed: int) -> tuple[Move, ...]:
    """Some first moves of the strongest character, with dice that do not depend on the seed."""
    position, chance, level = game.start(seats), random.Random(1), replace(LEVELS[-1], nodes=100, samples=120)
    moves = list[Move]()
    while len(moves) < 5 and position.turn is not None:
        if position.turn is CHANCE:
            position = position.play(chance.choice(position.legal_moves()))
        else:
            moves.append(choose(position, level, seed))
            position = position.play(moves[-1])
    return tuple(moves)


def test_a_character_that_is_ahead_avoids_repeating_a_position() -> None:
    position = GAMES["playwin-loose"].from_fen(
        "b..../....../......./......../........./......../......./wwww../..... w - loose"
    )
    move = choose(position, LEVELS[1], 3)
    others = {choose(position, LEVELS[1], 3, past=[position.play(move)]) for _ in range(2)}
    assert len(others) == 1 and move not in others


@pytest.mark.parametrize(
    "level", [level for level in LEVELS[1:] if not level.overlooks_anew], ids=lambda level: level.key
)
def test_the_pie_is_cut_and_chosen_by_what_it_is_worth(level: Level) -> None:
    start, quick = GAMES["fursaz"].start(2), replace(level, nodes=400)
    assert {choose(start.play(Move("a1")), quick, seed) for seed in range(5)} == {"black"}
    if level is LEVELS[-1]:
        assert {"a1", "a5", "e1", "e9", "i1", "i5"}.isdisjoint(choose(start, quick, seed) for seed in range(5))


@each_table
def test_without_any_time_there_is_an_answer_all_the_same(key: str, seats: int) -> None:
    position = begun(GAMES[key], seats, 4)
    for level in LEVELS:
        assert choose(position, level, 1, seconds=0.0) in position.legal_moves()


def test_a_person_who_is_not_asked_cannot_answer() -> None:
    with pytest.raises(ValueError, match="no seat is to move"):
        choose(GAMES["farlander"].start(2), LEVELS[0], 1)


def test_levels_go_from_gentle_to_strong() -> None:
    assert len({level.key for level in LEVELS}) == len({level.name for level in LEVELS}) == 5
    for budgets in ([level.nodes for level in LEVELS], [level.samples for level in LEVELS]):
        assert budgets == sorted(budgets)
    alike = [level for level in LEVELS if not level.overlooks_anew]  # a move overlooked for a single turn costs less
    assert len(alike) > 3
    for weaknesses in ([level.lookahead for level in alike], [level.sampling for level in alike]):
        for missed in ([each.overlooked for each in weaknesses], [each.temperature for each in weaknesses]):
            assert missed == sorted(missed, reverse=True)


def test_who_misjudges_moves_errs_alike_however_far_apart_their_values_lie() -> None:
    level = next(level for level in LEVELS if level.misjudgement)
    position, values = GAMES["furl"].start(2), [0.3, 0.2, 0.1, 0.1, -0.1]
    wide, narrow = ({Move(str(at)): value * scale for at, value in enumerate(values)} for scale in (1.0, 0.1))
    assert temperature(position, level, wide) == pytest.approx(10 * temperature(position, level, narrow))
    assert temperature(position, level, dict.fromkeys(wide, 0.1)) > 0
    assert temperature(position, LEVELS[0], wide) == temperature(position, LEVELS[0], narrow)


def test_the_gentlest_are_careless_where_a_game_asks_for_it() -> None:
    game = replace(GAMES["furl"], carelessness=(3.0, 2.0))
    for level in LEVELS:
        there, factor = level.in_game(game), {0: 3, 1: 2}.get(LEVELS.index(level), 1)
        for own, usual in ((there.lookahead, level.lookahead), (there.sampling, level.sampling)):
            assert own.temperature == pytest.approx(factor * usual.temperature)
        assert there.misjudgement == pytest.approx(factor * level.misjudgement)
        assert 1 - there.sampling.overlooked == pytest.approx((1 - level.sampling.overlooked) / factor)
        assert there.lookahead.overlooked == level.lookahead.overlooked
        assert level.in_game(replace(game, carelessness=())) == level
