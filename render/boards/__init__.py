"""The boards of all games. This is the only place where a board is registered."""

from importlib import import_module
from typing import Any, Final

from render.board import Board
from rules.core import Position

# Each name is a module or folder beside this file, with the game's `BOARD`.
_NAMES: Final = ("farlander", "furbowl", "furl", "fursaz", "playwin")

BOARDS: Final[tuple[Board[Any], ...]] = tuple(import_module(f"{__name__}.{name}").BOARD for name in _NAMES)


def require_board(position: Position) -> Board[Any]:
    """The board for a position. Raises TypeError if none is registered for its type."""
    board = board_of(position)
    if board is None:
        raise TypeError(f"There is no picture for a {type(position).__name__}: no board is registered for this type.")
    return board


def board_of(position: Position) -> Board[Any] | None:
    """The board for a position; None if none is registered for its type."""
    return next((board for board in BOARDS if isinstance(position, board.positions)), None)
