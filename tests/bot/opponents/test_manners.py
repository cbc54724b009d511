"""When characters resign, and which draws they agree to."""

from dataclasses import replace

import pytest

from bot.model.history import History
from bot.opponents.manners import accepts_draw, claims_draw, resigns
from rules import GAMES
from rules.core import Position, Seat
from rules.record import Step

FIRST, SECOND = Seat(0), Seat(1)


def judged(worths: list[float], seats: int = 2) -> History:
    """A history with these values for the first seat before each of its moves, and the opposite for the second."""
    game = GAMES["fursaz"]
    steps, position = list[Step](), game.start(2)
    while len(steps) < 2 * len(worths):
        move = position.legal_moves()[0]
        steps.append(Step(position, move, position.play(move)))
        position = steps[-1].after
    at_turns = dict(zip((step.before for step in steps[::2]), worths, strict=True))
    at_turns |= dict(zip((step.before for step in steps[1::2]), worths, strict=True))

    def evaluation(position: Position) -> tuple[float, float]:
        worth = at_turns.get(position, worths[-1])
        return worth, -worth

    return History(replace(game, evaluation=evaluation), seats, game.start(2), steps=tuple(steps))


def test_a_character_in_a_lost_position_for_half_of_the_match_resigns() -> None:
    lost = judged([0.0] * 14 + [-0.9] * 15)
    assert resigns(lost, FIRST) and not resigns(lost, SECOND)


@pytest.mark.parametrize(
    "worths",
    [
        [-0.9] * 8,
        [0.0] * 20 + [-0.9] * 5,
        [-0.9] * 20 + [0.0] + [-0.9] * 3,
        [-0.4] * 28,
    ],
    ids=["in the first moves", "for a moment", "not steadily", "with some hope"],
)
def test_nobody_resigns_who_is_not_lost_beyond_doubt(worths: list[float]) -> None:
    assert not resigns(judged(worths), FIRST)


def test_nobody_leaves_a_table_of_three() -> None:
    assert not resigns(judged([-0.9] * 28, seats=3), FIRST)


@pytest.mark.parametrize(
    ("worths", "agrees"),
    [
        ([0.0] * 20, True),
        ([-0.5] * 20, True),
        ([0.0] * 20 + [0.4] * 4, False),
        ([0.4] * 28, True),
        ([0.0] * 5, False),
    ],
    ids=["even", "behind", "ahead", "ahead for long without any gain", "in the first moves"],
)
def test_a_draw_is_agreed_to_if_it_is_fair(worths: list[float], agrees: bool) -> None:
    assert accepts_draw(judged(worths), FIRST) is agrees


def test_a_character_that_is_ahead_claims_no_draw() -> None:
    history = judged([0.3] * 6)
    assert not claims_draw(history, FIRST) and claims_draw(history, SECOND)


def test_without_a_judgement_nobody_gives_up_or_agrees() -> None:
    history = judged([-0.9] * 28)
    unjudged = replace(history, game=replace(history.game, evaluation=None))
    assert not resigns(unjudged, FIRST) and not accepts_draw(unjudged, FIRST) and not claims_draw(unjudged, FIRST)
