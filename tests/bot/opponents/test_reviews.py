"""The judgement of decisions after a match."""

import random
from dataclasses import replace

import pytest

from bot.opponents import reviews
from bot.opponents.reviews import judged, luck
from players.levels import LEVELS, Budget, Level, Weakness
from players.search import Search
from rules import GAMES
from rules.core import CHANCE, Move
from rules.record import Step
from tests.rules.playouts import playout

_HASTY = replace(LEVELS[-1], nodes=12, samples=12, depth=2, reading=0)


def test_a_move_that_a_hasty_search_did_not_come_to_is_not_taken_for_lost() -> None:
    start = GAMES["furl"].start(2)
    for move in start.legal_moves():
        decision = judged(Step(start, move, start.play(move)), 0, _HASTY)
        assert decision.played_chance > 0.01 and sum(decision.chances) == pytest.approx(1)


def test_a_move_that_wins_at_once_gives_nothing_away_and_one_that_lets_a_win_go_does() -> None:
    position = GAMES["furl"].from_fen("...b/.b.../....b2./.b...../.w.w2.w/..w../w... w")
    won = judged(Step(position, Move("c4xe5"), position.play(Move("c4xe5"))), 0)
    assert won.best == "c4xe5" and won.loss == 0 and won.played_chance == 1
    missed = judged(Step(position, Move("c4>e3"), position.play(Move("c4>e3"))), 0)
    assert missed.best == "c4xe5" and missed.loss > 0


def test_no_move_is_said_to_be_better_unless_a_second_search_confirms_half_of_what_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = GAMES["furl"].start(2)
    best, played, *_others = start.legal_moves()

    for again, is_confirmed in ((-0.3, True), (0.3, False)):

        def searched(
            step: Step, level: Level, seed: int, found: Move | None = None, again: float = again
        ) -> tuple[Move, float, float, Move | None]:
            return best, 0.5, again if seed else -0.5, None

        monkeypatch.setattr(reviews, "searched", searched)
        decision = judged(Step(start, played, start.play(played)), 0)
        assert (decision.best == best) == is_confirmed and decision.loss > 0


def test_only_what_is_proved_is_said_to_be_forced_and_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    step = next(step for step in playout("furl", 2, 1) if len(step.before.legal_moves()) > 1)
    best = next(move for move in step.before.legal_moves() if move != step.move)
    for value, is_forced in ((1.0, True), (0.9999, False)):

        def searched(
            _step: Step, _level: Level, _seed: int, _best: Move | None = None, value: float = value
        ) -> tuple[Move, float, float, Move | None]:
            return best, value, -value, None

        monkeypatch.setattr(reviews, "searched", searched)
        decision = judged(step, 0)
        assert [decision.could_win, decision.now_loses] == [is_forced, is_forced]
        assert [max(decision.chances) == 1, decision.played_chance == 0] == [is_forced, is_forced]


def test_a_forced_win_or_loss_that_one_search_proved_stands_though_another_does_not_find_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = GAMES["furl"].start(2)
    best, played, *_others = start.legal_moves()
    for first, second in (((1.0, 0.2), (0.3, 0.2)), ((-0.2, -1.0), (-0.2, -0.3)), ((1.0, -1.0), (0.0, 0.0))):

        def searched(
            _step: Step,
            _level: Level,
            seed: int,
            _best: Move | None = None,
            first: tuple[float, float] = first,
            second: tuple[float, float] = second,
        ) -> tuple[Move, float, float, Move | None]:
            return best, *(second if seed else first), None

        monkeypatch.setattr(reviews, "searched", searched)
        decision = judged(Step(start, played, start.play(played)), 0)
        assert decision.best == best
        assert (decision.could_win, decision.now_loses) == (first[0] == 1, first[1] == -1)


@pytest.mark.parametrize("key", ["farlander", "furbowl"])
def test_an_estimate_never_says_that_a_move_wins_or_loses_by_force(key: str) -> None:
    steps = [step for step in playout(key, 2, 3) if step.mover is not None and step.after.turn is not None]
    level = replace(LEVELS[-1], samples=20, solves_endings=False)
    for step in steps[-12:]:
        decision = judged(step, 1, level)
        assert not decision.could_win and not decision.now_loses


@pytest.mark.parametrize("key", ["furl", "playwin", "playwin-loose", "fursaz"])
def test_the_best_move_and_the_played_one_are_valued_at_the_same_depth(key: str) -> None:
    position, chance = GAMES[key].start(2), random.Random(3)
    for _ in range(6):
        position = position.play(chance.choice(position.legal_moves()))
    for depth in (1, 2):
        level, nodes = replace(LEVELS[-1], depth=depth), LEVELS[-1].nodes
        all_exact = replace(level, lookahead=Weakness(overlooked=0, unforeseen=0, temperature=9))
        alike = Search(GAMES[key], all_exact, Budget(nodes, 60), 1).values(position)
        for played in position.legal_moves()[::9]:
            best, value, left, _ = reviews.compared(Step(position, played, position.play(played)), level, 1)
            assert (value, left) == pytest.approx((max(alike.values()), alike[played]))
            assert alike[best] == pytest.approx(value)


def test_luck_is_what_a_roll_was_worth_beside_all_others_so_it_evens_out_over_them() -> None:
    position, chance = GAMES["furbowl"].start(2), random.Random(1)
    while position.turn is not CHANCE or len(position.legal_moves()) < 36:
        position = position.play(chance.choice(position.legal_moves()))
    rolls = [Step(position, roll, position.play(roll)) for roll in position.legal_moves()]
    assert luck(rolls, 2) == pytest.approx((0, 0), abs=0.02)
    assert any(abs(luck([roll], 2)[0]) > 0.001 for roll in rolls)
