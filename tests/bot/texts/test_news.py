"""What stands above a board: short enough for a phone to show the board too."""

from datetime import UTC, datetime

import pytest

from bot.model.history import History
from bot.model.match import Match, State
from bot.model.place import Place
from bot.texts.boards import news
from rules import GAMES
from tests.bot.tables import ADA, BEN
from tests.rules.furbowl_boards import lively_game

_THEN = datetime(2026, 1, 1, tzinfo=UTC)


def _boards(seed: int) -> list[Match]:
    """A lively match of Furbowl after each of its moves, with what was shown when the turn began."""
    steps, shown, found = tuple(lively_game(seed, 150)), 0, list[Match]()
    whole = History.beginning(GAMES["furbowl"], 2).and_then(steps)
    for ply in range(3, whole.ply + 1):
        history = whole.upto(ply)
        if not isinstance(history.position.turn, int):
            continue
        found.append(
            Match(
                1,
                Place(1, 1, message_ply=shown),
                State.RUNNING,
                ADA,
                host_seat=None,
                is_open_challenge=False,
                invited=(),
                players=(ADA, BEN),
                history=history,
                created_at=_THEN,
                changed_at=_THEN,
                started_at=_THEN,
            )
        )
        shown = shown if history.goes_on else ply
    return found


@pytest.mark.parametrize("seed", range(3))
def test_the_last_play_and_its_dice_take_at_most_200_characters(seed: int) -> None:
    told = [news(match) for match in _boards(seed)]
    assert len(told) > 20 and max(map(len, told)) <= 200
    assert any("🎲 … " in text for text in told), "of many rolls the end is told"


def test_beside_a_board_as_text_nothing_is_left_out() -> None:
    assert not any("🎲 … " in news(match, beside_board=False) for match in _boards(1))
