"""Every game is complete: a failure names what is missing, and where it belongs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from render.board import Board
from render.boards import BOARDS, board_of
from rules import FAMILIES, GAMES
from rules.core import Game
from tests.rules.recorded import perft_lines, records

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.key)
def test_a_game_lacks_nothing(game: Game) -> None:
    missing = list(lacking(game))
    assert not missing, "\n- ".join((f"{game.name} lacks", *missing))


def lacking(game: Game) -> Iterator[str]:
    if not perft_lines(game.key):
        yield f"counts of the ways to play: tests/rules/data/{game.key}.perft"
    if not records(game.key):
        yield f"whole games: tests/rules/data/{game.key}.records"
    if board_of(game.start(game.seats.start)) is None:
        yield f"a board: render/boards/{game.key}, named in render/boards/__init__.py"
    if not pages_of(game):
        yield f"a rule book: rules/{game.key}/rulebook.md"
    if not lessons_of(game):
        yield f"lessons: rules/{game.key}/lessons.toml"
    if not (ROOT / "docs" / "specification" / f"{game.key}.md").is_file():
        yield f"its rules in full: docs/specification/{game.key}.md"
    if f"[{game.name}](rules/{game.key}/rulebook.md)" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield "a line in the README's table of games"
    start = game.start(game.seats.start)
    after = start.play(start.legal_moves()[0])
    if isinstance(after.turn, int) and not any(after.reason(move) for move in after.legal_moves()):
        yield "what moves are good for, for hints and reviews: the method `reason` of its Position"
    if not game.symmetries:
        yield "symmetries: a field of its Game"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.positions.__name__)
def test_samples_of_boards_are_positions_of_their_games(board: Board[Any]) -> None:
    games = [GAMES[key] for key in board.samples]
    assert len({game.family for game in games}) == 1
    for game, fen in zip(games, board.samples.values(), strict=True):
        position = game.from_fen(fen)
        assert isinstance(position, board.positions) and isinstance(position.turn, int)
